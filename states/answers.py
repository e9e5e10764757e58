"""The reply to a yes / no question: a plain yes, a plain no, a change, a doubt, or something else.

In: the reply as typed. Out: one of six frozen values, to be matched. A false
yes is the worst outcome, so :class:`Yes` is returned only when every word of
the reply is known and nothing among them says no, doubts or asks.

The reply is cut into pieces by a table of phrases (the longest that fits), and
the pieces are composed: what is taken back is dropped ("no, I mean yes"), a
negator turns the next yes into a no ("that is not correct"), and what no
phrase covers is the change ("yes but *make it 3 hours*").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from slots.signs import signed_at
from slots.text import MARK, Token, keys_of, tokenize
from slots.words import PhraseTable, phrases
from states import answer_words as words
from states.controls import is_question


@dataclass(frozen=True, slots=True)
class Yes:
    """A plain yes: nothing else was said."""


@dataclass(frozen=True, slots=True)
class No:
    """A plain no: nothing else was said."""


@dataclass(frozen=True, slots=True)
class YesBut:
    """A yes with anything more; never to be executed as it stands."""

    rest: str
    """The other words as typed ("make it 3 hours")."""
    is_plain: bool = field(default=False, compare=False)
    """Whether nothing stands beside them but yes and fillers: no doubt, no *but*, nothing taken back."""


@dataclass(frozen=True, slots=True)
class NoBut:
    """A no, or a negation, with anything more: a correction."""

    rest: str
    """The other words as typed; the *not* of "not John, Mark" is kept."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """Neither: a doubt, a delay, a yes and a no at once, or a question."""


@dataclass(frozen=True, slots=True)
class Other:
    """No answer to the question."""


Answer = Yes | No | YesBut | NoBut | Unsure | Other


class _Kind(Enum):
    YES = auto()
    NO = auto()
    NOT = auto()  # turns what follows; kept in the rest
    DOUBT = auto()
    COMFORT = auto()  # nothing beside an answer, a doubt alone: "no worries"
    BACK = auto()  # takes back what stands before it; alone it is a delay
    TURN = auto()  # takes back when an answer or a change follows, else a filler
    BUT = auto()
    CHANGE = auto()  # opens a correction; kept in the rest
    LATER = auto()  # a doubt alone, the reason of a no beside one
    ECHO = auto()  # behind a yes a filler: "yes, I do"; elsewhere as OTHER
    REQUEST = auto()  # a yes that is asked for: "could you do that, please?"
    FILLER = auto()
    ASK = auto()
    OTHER = auto()


# plain names, as those of the tokens are (slots.text)
_OTHER, _CHANGE, _BUT, _NOT = _Kind.OTHER, _Kind.CHANGE, _Kind.BUT, _Kind.NOT
_ASK, _YES, _NO, _REQUEST = _Kind.ASK, _Kind.YES, _Kind.NO, _Kind.REQUEST
_FILLER, _ECHO, _LATER, _BACK = _Kind.FILLER, _Kind.ECHO, _Kind.LATER, _Kind.BACK
_TURN, _DOUBT, _COMFORT = _Kind.TURN, _Kind.DOUBT, _Kind.COMFORT

_PIECES: PhraseTable[_Kind] = PhraseTable.of(
    [
        (_Kind.YES, words.YES),
        (_Kind.REQUEST, words.REQUEST),
        (_Kind.NO, f"{words.NO} | {words.DECLINED}"),
        (_Kind.LATER, words.LATER),
        (_Kind.DOUBT, f"{words.DOUBT} | {words.UNCERTAIN}"),
        (_Kind.NOT, words.NOT),
        (_Kind.COMFORT, words.COMFORT),
        (_Kind.BACK, words.BACK),
        (_Kind.TURN, words.TURN),
        (_Kind.BUT, words.BUT),
        (_Kind.CHANGE, words.CHANGE),
        (_Kind.ECHO, words.ECHO),
        (_Kind.FILLER, f"{words.FILLER} | {words.THANKS}"),
        (_Kind.ASK, "?"),
    ]
)
_THANKS = frozenset(" ".join(phrase) for phrase in phrases(words.THANKS))
_NEGATORS = frozenset({"not", "dont", "do not", "i dont", "i do not", "please dont", "please do not"})
"""Spoken of a value ("not John"), they open a correction; the other negators do not."""
_HESITATIONS = frozenset("um uh er erm hm hmm eh".split())
"""At the end they doubt what was said ("ok... hmm"); elsewhere they say nothing."""
_JOINERS = frozenset({"and", "so", "a", "an", "the", "rather"})
"""At the end they say that more was to follow."""
_GO_AHEAD = frozenset({"go ahead", "please go ahead", "go right ahead", "you can go ahead"})
"""An *and* behind these leads to what is asked for ("go ahead *and* log it"), and joins nothing."""
_STRETCHED = re.compile(r"([a-z])\1{2,}")
_SILENT = frozenset("\u200d\ufe0e\ufe0f♂♀🏻🏼🏽🏾🏿")
"""What emoji are joined from: skin tones, variants, genders."""


@dataclass(slots=True)
class _Piece:
    kind: _Kind
    key: str
    first: int
    """Position of its first token."""
    has_break: bool
    """Whether a mark stands directly before it."""


def _breaks_off(pieces: Sequence[_Piece]) -> bool:
    """Whether a reply ends in a hesitation, or in a word that more was to follow ("yes and", "yes and then")."""
    keys = [piece.key for piece in pieces]
    if keys[-2:] == ["so", "that"]:
        return True
    if len(keys) > 1 and keys[-1] == "then":
        keys.pop()
        return keys[-1] == "and"
    return bool(keys) and keys[-1] in _HESITATIONS | _JOINERS


def read_answer(reply: str) -> Answer:
    """Return what the reply answers to a yes / no question; only a plain yes is :class:`Yes`."""
    tokens: Sequence[Token] = tokenize(reply)
    if not _SILENT.isdisjoint(keys_of(tokens)):
        tokens = tuple(token for token in tokens if token.key not in _SILENT)
    said = _cut(tokens)
    pieces, dropped = _drop_taken_back(_requested(said))
    before = _polarity(dropped)
    pieces = _settled(_without_idle_but(_negate(pieces)))
    kinds = {piece.kind for piece in pieces}
    if not kinds & {_OTHER, _CHANGE, _BUT}:
        lost = any(piece.kind in (_OTHER, _CHANGE, _NOT) for piece in dropped)
        if _asks(reply, tokens, said) or _breaks_off(pieces):
            kinds.add(_ASK)
        return _plain(kinds, lost_words=lost)
    if _ASK in kinds and is_question(reply) and not kinds & {_YES, _NO, _NOT}:
        return Other()
    answer = _with_more(reply, tokens, pieces, before)
    return replace(answer, is_plain=False) if dropped and isinstance(answer, YesBut) else answer


def _requested(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces with each request as a yes, without the question mark that ends it."""
    out: list[_Piece] = []
    is_open = False
    for piece in pieces:
        is_request = piece.kind is _REQUEST
        if not (is_open and piece.kind is _ASK):
            out.append(replace(piece, kind=_YES) if is_request else piece)
        is_open = is_request or (is_open and piece.kind is _FILLER)
    return out


def _asks(reply: str, tokens: Sequence[Token], pieces: Sequence[_Piece]) -> bool:
    """Whether the reply, or what stands around the requests in it, is a question."""
    requests = [at for at, piece in enumerate(pieces) if piece.kind is _REQUEST]
    if not requests:
        return is_question(reply)
    starts = [0, *(piece.first for piece in pieces[requests[-1] + 1 :][:1])]
    ends = [pieces[requests[0]].first, len(tokens)]
    around = [reply[tokens[start].start : tokens[end - 1].end] for start, end in zip(starts, ends, strict=False) if end]
    # a question mark is a piece of its own
    return any(is_question(part.replace("?", "")) for part in around)


def _without_idle_but(pieces: list[_Piece]) -> list[_Piece]:
    """Return the pieces without the *but* of a bare no ("thanks, but no")."""
    if {piece.kind for piece in pieces} != {_FILLER, _BUT, _NO}:
        return pieces
    return [piece for piece in pieces if piece.kind is not _BUT]


def _settled(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces with what depends on the others decided: what says a yes again, and a delay with thanks."""
    kinds = {piece.kind for piece in pieces}
    if kinds.isdisjoint((_ECHO, _LATER)):
        return list(pieces)
    is_declined = _YES not in kinds and any(piece.key in _THANKS for piece in pieces)
    settled: list[_Piece] = []
    has_yes = False
    for piece in pieces:
        has_yes = has_yes or piece.kind is _YES
        kind = piece.kind
        if kind is _ECHO:
            kind = _FILLER if has_yes and _NO not in kinds else _OTHER
        elif kind is _LATER and is_declined:
            kind = _NO
        settled.append(piece if kind is piece.kind else replace(piece, kind=kind))
    return settled


def _cut(tokens: Sequence[Token]) -> list[_Piece]:
    """Return the pieces in order; marks that say nothing are left out."""
    keys = _STRETCHED.sub(r"\1", "\n".join(keys_of(tokens))).split("\n")  # no token holds a line break
    pieces: list[_Piece] = []
    at, has_break = 0, False
    while at < len(tokens):
        found = _PIECES.at(keys, at) if keys[at] in _PIECES.reach else None
        if found is None and _is_silent(tokens[at]):
            at, has_break = at + 1, True
            continue
        kind, past = found or (_OTHER, at + 1)
        pieces.append(_Piece(kind, " ".join(keys[at:past]) if past > at + 1 else keys[at], at, has_break))
        at, has_break = past, False
    return pieces


def _is_silent(token: Token) -> bool:
    return token.kind is MARK and unicodedata.category(token.text[0])[0] == "P" and token.key not in "%#@&"


def _drop_taken_back(pieces: list[_Piece]) -> tuple[list[_Piece], list[_Piece]]:
    """Return (what stands, what the last take-back dropped)."""
    has_weight = False
    for at in range(len(pieces) - 1, -1, -1):
        kind = pieces[at].kind
        if has_weight and kind in (_BACK, _TURN) and not _awaits(pieces, at):
            return pieces[at + 1 :], pieces[:at]
        has_weight = has_weight or kind not in _WEIGHTLESS
    return pieces, []


_WEIGHTLESS = frozenset({_Kind.FILLER, _Kind.BACK, _Kind.TURN, _Kind.ASK, _Kind.COMFORT})


def _awaits(pieces: Sequence[_Piece], past: int) -> bool:
    """Whether a negator before ``past`` still waits for its word: "not *actually* right" takes nothing back."""
    for piece in (pieces[at] for at in range(past - 1, -1, -1)):
        if piece.kind is _NOT or piece.key in _NEGATORS:
            return True
        if piece.kind is not _FILLER or piece.has_break:
            return False
    return False


def _negate(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces with each negator and the yes or no it turns as one piece."""
    out: list[_Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        turned = _turned(pieces, at) if piece.kind is _NOT or piece.key in _NEGATORS else None
        if turned is None:
            out.append(piece)
            at += 1
        else:
            kind, past = turned
            out.append(_Piece(kind, piece.key, piece.first, piece.has_break))
            at = past
    return out


def _turned(pieces: Sequence[_Piece], at: int) -> tuple[_Kind, int] | None:
    """Return what a negator and the words up to its object mean, and the position past them; None for a value."""
    past = at + 1
    while past < len(pieces) and pieces[past].kind in (_FILLER, _TURN):
        past += 1
    if past == len(pieces):
        return (_NO, past) if past > at + 1 else None
    if pieces[past].kind is _YES and not (pieces[at].kind is _NO and pieces[past].has_break):
        return _NO, past + 1
    if pieces[past].kind is _NO and pieces[at].kind is _NOT:
        return (_DOUBT, past + 1) if not pieces[past].has_break else (_NO, past)
    return None


def _polarity(pieces: Sequence[_Piece]) -> _Kind | None:
    """Return the last yes or no among the pieces."""
    return next((piece.kind for piece in reversed(pieces) if piece.kind in (_YES, _NO)), None)


def _plain(kinds: set[_Kind], *, lost_words: bool) -> Answer:
    """Return the answer of a reply whose every word is known."""
    if kinds & {_DOUBT, _BACK, _NOT}:
        return Unsure()
    if _LATER in kinds:
        return No() if _NO in kinds and not kinds & {_YES, _ASK} else Unsure()
    if _YES in kinds and _NO in kinds:
        return Unsure()
    if _ASK in kinds and kinds & {_YES, _NO}:
        return Unsure()
    if _YES in kinds:
        # "make it 3 hours, I mean yes" must not run with the old hours
        return Unsure() if lost_words else Yes()
    if _NO in kinds:
        return No()
    return Unsure() if _COMFORT in kinds else Other()


def _with_more(reply: str, tokens: Sequence[Token], pieces: Sequence[_Piece], before: _Kind | None) -> Answer:
    """Return the answer of a reply that says more than yes or no."""
    known = 0
    while known < len(pieces) and pieces[known].kind not in (_OTHER, _CHANGE, _NOT):
        if pieces[known].key in _NEGATORS and pieces[known].kind is _NO and not _breaks_at(pieces, known + 1):
            break
        known += 1
    leading = [at for at in range(known) if pieces[at].kind in (_YES, _NO)]
    start = leading[-1] + 1 if leading else 0
    while leading and start < known and pieces[start].kind in (_BUT, _TURN, _BACK):
        start += 1
    if leading and start == len(pieces):
        return Unsure()
    if leading and pieces[start].key == "and" and pieces[start - 1].key in _GO_AHEAD:
        start += 1
    if leading:
        kind: _Kind | None = pieces[leading[0]].kind
    elif known < len(pieces) and (pieces[known].key in _NEGATORS or pieces[known].kind is _CHANGE):
        kind, start = _NO, known if pieces[known].key in _NEGATORS else 0
    elif before is not None:
        kind = before
    else:
        return _closing(reply, tokens, pieces)
    is_plain = bool(leading) and _only_yes(pieces[:start])
    first = pieces[start].first
    first -= first > 0 and signed_at(tokens, first - 1)
    return _but(kind, reply[tokens[first].start :], is_plain=is_plain)


def _only_yes(pieces: Sequence[_Piece]) -> bool:
    """Whether some pieces say yes and nothing else, and no hesitation follows the first yes."""
    keys = [piece.key for piece in pieces]
    first = next((at for at, piece in enumerate(pieces) if piece.kind is _YES), len(pieces))
    is_steady = _HESITATIONS.isdisjoint(keys[first:])
    return is_steady and all(piece.kind in (_YES, _FILLER, _Kind.COMFORT) for piece in pieces)


def _breaks_at(pieces: Sequence[_Piece], at: int) -> bool:
    return at >= len(pieces) or pieces[at].has_break


def _closing(reply: str, tokens: Sequence[Token], pieces: Sequence[_Piece]) -> Answer:
    """Return the answer of a reply that opens with other words and may end with a yes or no of its own."""
    last = len(pieces) - 1
    while last > 0 and pieces[last].kind is _FILLER and not pieces[last].has_break:
        last -= 1
    if last > 0 and pieces[last].kind in (_YES, _NO) and pieces[last].has_break:
        rest = reply[: tokens[pieces[last].first].start].rstrip(" ,.;:!-–—")
        return _but(pieces[last].kind, rest, is_plain=_only_yes(pieces[last:]))
    return Other()


def _but(kind: _Kind | None, rest: str, *, is_plain: bool) -> Answer:
    return YesBut(rest.strip(), is_plain) if kind is _YES else NoBut(rest.strip())
