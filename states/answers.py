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
from dataclasses import dataclass
from enum import Enum, auto

from slots.text import Token, TokenKind, tokenize
from slots.words import PhraseTable
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
    FILLER = auto()
    ASK = auto()
    OTHER = auto()


YES = (
    "that should work | that will work | thatll work | you got it | perfectly done | sounding good | good sounding"
    " | suits me | do it for me | do it for me now | you can go ahead | please continue"
    " | of - course | that seems true | it seems true | that seems right | im fine with that | i am fine with that | "
    "looks good to me | sounds good to me | looks fine to me | "
    "yes | yep | yeah | yup | y | ye | yea | yeap | ya | yah | yas | yess | aye | sure | sure thing | sure is | ok"
    " | okay | okey | k | kk | okie dokie | okey dokey | alright | all right | right | go ahead | go right ahead"
    " | go for it | go on | proceed | continue | carry on | do it | do that | do so | lets do it | lets do that"
    " | lets go | make it so | just do it | confirm | confirmed | i confirm | confirm it | correct | thats right"
    " | that is right | sounds good | sounds great | sounds right | sounds fine | sounds perfect | looks good"
    " | looks great | looks right | looks correct | looks fine | good to go | lgtm | perfect | great | good | fine"
    " | excellent | awesome | brilliant | wonderful | cool | please do | yes please | please go ahead | yes sir"
    " | yes maam | absolutely | of course | definitely | certainly | exactly | precisely | indeed | totally"
    " | totally true | totally right | for sure | you bet | by all means | agreed | agree | i agree | accepted"
    " | accept | approve | approved | valid | true | accurate | affirmative | roger | that works | that would work"
    " | works for me | that works for me | fine by me | fine with me | ok by me | okay by me | good with me"
    " | yes i do | yes i will | so yes i will | checks out | a fact | the truth | thats how it is | im sure"
    " | i am sure | i like it | i like that | id like that | i would like that | proper | mhm | mm hm | uh huh"
    " | positive | that would be great | that would be good | that would be lovely | thatd be great | thats it"
    " | that is it | thats the one | that is the one | execute | execute it | submit | submit it | send it | save it"
    " | run it | 👍 | ✅ | 👌 | 💯 | 🆗 | ☑ | ✔ | + 1"
)
"""Plain ways to say yes, as token keys."""
NO = (
    "no | nope | n | nah | nay | naw | nop | noo | nada | negative | negatory | wrong | incorrect | false | untrue"
    " | invalid | dont do it | dont do that | please dont | please do not | no dont | do not do it | do not do that"
    " | do not | dont | no thanks | no thank you | no way | not at all | not really | no sir | no maam | hell no"
    " | heck no | hell nah | hell nope | i think not | i dont think so | i do not think so | dont think so"
    " | id rather not | i would rather not | rather not | better not | please no | of course not | absolutely not"
    " | definitely not | certainly not | no chance | never | ill pass | i pass | definitely no | definitely false"
    " | definitely wrong | absolutely no | certainly no | absolutely wrong | no good | not good | terrible | stop"
    " | cancel | cancel it | cancel that | abort | never mind | nevermind | forget it | forget that | not that"
    " | no that isnt it | 👎 | ❌ | 🚫 | ✖ | 🛑 | 🙅"
)
"""Plain ways to say no, as token keys."""
DOUBT = (
    "dont stop | no objection | no objections | no doubt | no comment | no more | no need | huh | "
    "maybe | perhaps | possibly | probably | probably not"
    " | i guess | i guess so | guess so | i suppose | suppose so | i think | i think so"
    " | i believe so | i hope so | hopefully | i would think so | unsure | uncertain | im unsure | im uncertain"
    " | either | either or | either way | either one | both | might | could | depends | it depends | dunno | i dunno"
    " | idk | i dont know | i do not know | dont know | do not know | dont really know | i dont really know"
    " | not that i know | dont have | do not have | i dont have | i do not have | no idea | no clue | have no idea"
    " | have no clue | yeah right | yeah no | yes and no | yes or no | no yes | as if | if you say so | whatever"
    " | i dont care | dont care | dont mind | i dont mind | why not | cant say | cannot say | couldnt say"
    " | cant tell | couldnt tell | cant decide | cant answer | not convinced | let me think | let me check"
    " | need to think | have to think | seems | in a bit | in a minute | not entirely | not exactly | not quite"
    " | not necessarily | kind of | kinda | sort of | sorta | so so | meh | ish | not so fast | dont wait"
    " | not that sure | 🤔 | 🤷 | 🙄 | 😕 | 😬 | 🤨"
)
"""Neither yes nor no, as token keys."""
_LATER = (
    "not yet | not now | not today | not right now | maybe later | perhaps later | later | at a later time"
    " | perhaps at a later time | some other time | another time | not at the moment | not at this time"
)
"""A delay: beside a no it is the reason, alone it is a doubt."""
_DECLINED = (
    "no thats ok | no thats okay | no thats fine | no thats alright | no thats all right | no its ok | no its fine"
    " | no its okay | no im good | no im fine | no i do not | no i dont | no we dont | no that will be all"
    " | no , thats ok | no , thats okay | no , thats fine | no , thats alright | no , its ok | no , im good"
    " | no thats all | nope thats all | nope thats ok | that wont be necessary | thats not necessary"
    " | that is not necessary | not necessary | no need for that"
)
"""Whole ways to say no that hold a word of yes."""
_NOT = (
    "not | isnt | arent | wasnt | aint | cant | cannot | wont | wouldnt | couldnt | shouldnt | doesnt | didnt"
    " | hasnt | without | dont think | do not think | dont believe | do not believe | dont agree | do not agree"
    " | disagree | dont like | do not like | i dont | i do not | i dont think | i do not think | i dont believe"
    " | i do not believe | i dont agree | i do not agree | i dont like | i do not like"
)
_COMFORT = (
    "no worries | no problem | no prob | np | not a problem | no biggie | dont worry | never fear | no rush | no hurry"
)
_BACK = (
    "wait | wait wait | no wait | hold on | hold up | hang on | one sec | one second | one moment | just a sec"
    " | just a second | i mean | i meant | i meant to say | scratch that | strike that | on second thought"
    " | on second thoughts | correction | let me rephrase"
)
_TURN = "actually | sorry | rather | or rather | or actually | oops | my bad | my mistake | well actually"
_BUT = "but | except | except that | only | however | though"
_CHANGE = (
    "correct it | correct that | correct this | "
    "make it | make that | change | switch | set it | it should be | should be | it should say | instead of | use"
    " | replace | put it | move it"
)
_FILLER = (
    "got it | um | uh"
    " | er | erm | hm | hmm | oh | ah | eh | well | so | and | then | hey | hi | hello | please | pls | plz"
    " | thanks | thank you | thx | ty | cheers | i know | i see | i said | i say | i am saying | im saying"
    " | im telling you | i vote | i would say | id say | i would have to say | i have to say | i must say"
    " | i am afraid | im afraid | i believe | the answer is | the answer to that is | answer | my answer"
    " | my answer is | my answer would be | what i want | what i said | what i meant | what i asked for"
    " | what you just said | what you said | this | that | thats | that that | thatd | it | its | is | be | was"
    " | would be | has to be | must be | happens to be | the | a | an | statement | information | info | one | case"
    " | you | at this point | very | very much | pretty | quite | really | just | now | right now | already"
    " | man | mate | dude | sir | maam | friend | bot | on that | on that one | at all | all | definite | as well"
    " | too | you know | by the way | to be sure | lol | haha | 🙂 | 😀 | 😊 | 😃 | 😄 | 🙏 | 🎉 | 😁 | 🙌 | ❤"
)
_UNCERTAIN = " | ".join(
    " ".join(filter(None, (negator, adverb, word)))
    for negator in ("not", "im not", "i am not", "aint", "isnt")
    for adverb in (
        "",
        "so",
        "too",
        "to",
        "really",
        "totally",
        "entirely",
        "quite",
        "very",
        "completely",
        "100 %",
        "exactly",
    )
    for word in ("sure", "certain", "positive")
)
"""*sure* is a yes, but its negation is a doubt and no no."""

_PIECES: PhraseTable[_Kind] = PhraseTable.of(
    [
        (_Kind.YES, YES),
        (_Kind.NO, f"{NO} | {_DECLINED}"),
        (_Kind.LATER, _LATER),
        (_Kind.DOUBT, f"{DOUBT} | {_UNCERTAIN}"),
        (_Kind.NOT, _NOT),
        (_Kind.COMFORT, _COMFORT),
        (_Kind.BACK, _BACK),
        (_Kind.TURN, _TURN),
        (_Kind.BUT, _BUT),
        (_Kind.CHANGE, _CHANGE),
        (_Kind.FILLER, _FILLER),
        (_Kind.ASK, "?"),
    ]
)
_NEGATORS = frozenset({"not", "dont", "do not", "i dont", "i do not", "please dont", "please do not"})
"""Spoken of a value ("not John"), they open a correction; the other negators do not."""
_HESITATIONS = frozenset("um uh er erm hm hmm eh".split())
"""At the end they doubt what was said ("ok... hmm"); elsewhere they say nothing."""
_JOINERS = frozenset({"and", "so"})
"""At the end they say that more was to follow."""
_STRETCHED = re.compile(r"([a-z])\1{2,}")
_SILENT = frozenset("\u200d\ufe0e\ufe0f♂♀🏻🏼🏽🏾🏿")
"""What emoji are joined from: skin tones, variants, genders."""


@dataclass(frozen=True, slots=True)
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
    if len(keys) > 1 and keys[-1] == "then":
        keys.pop()
        return keys[-1] == "and"
    return bool(keys) and keys[-1] in _HESITATIONS | _JOINERS


def read_answer(reply: str) -> Answer:
    """Return what the reply answers to a yes / no question; only a plain yes is :class:`Yes`."""
    tokens = tuple(token for token in tokenize(reply) if token.key not in _SILENT)
    pieces, dropped = _drop_taken_back(_cut(tokens))
    before = _polarity(dropped)
    pieces = _without_idle_but(_negate(pieces))
    kinds = {piece.kind for piece in pieces}
    if not kinds & {_Kind.OTHER, _Kind.CHANGE, _Kind.BUT}:
        lost = any(piece.kind in (_Kind.OTHER, _Kind.CHANGE, _Kind.NOT) for piece in dropped)
        if is_question(reply) or _breaks_off(pieces):
            kinds.add(_Kind.ASK)
        return _plain(kinds, lost_words=lost)
    if _Kind.ASK in kinds and is_question(reply) and not kinds & {_Kind.YES, _Kind.NO, _Kind.NOT}:
        return Other()
    return _with_more(reply, tokens, pieces, before)


def _without_idle_but(pieces: list[_Piece]) -> list[_Piece]:
    """Return the pieces without the *but* of a bare no ("thanks, but no")."""
    if {piece.kind for piece in pieces} != {_Kind.FILLER, _Kind.BUT, _Kind.NO}:
        return pieces
    return [piece for piece in pieces if piece.kind is not _Kind.BUT]


def _cut(tokens: Sequence[Token]) -> list[_Piece]:
    """Return the pieces in order; marks that say nothing are left out."""
    keys = [_STRETCHED.sub(r"\1", token.key) for token in tokens]
    pieces: list[_Piece] = []
    at, has_break = 0, False
    while at < len(tokens):
        found = _PIECES.at(keys, at)
        if found is None and _is_silent(tokens[at]):
            at, has_break = at + 1, True
            continue
        kind, past = found or (_Kind.OTHER, at + 1)
        pieces.append(_Piece(kind, " ".join(keys[at:past]), at, has_break))
        at, has_break = past, False
    return pieces


def _is_silent(token: Token) -> bool:
    return token.kind is TokenKind.MARK and unicodedata.category(token.text[0])[0] == "P" and token.key not in "%#@&"


def _drop_taken_back(pieces: list[_Piece]) -> tuple[list[_Piece], list[_Piece]]:
    """Return (what stands, what the last take-back dropped)."""
    has_weight = False
    for at in range(len(pieces) - 1, -1, -1):
        kind = pieces[at].kind
        if has_weight and kind in (_Kind.BACK, _Kind.TURN) and not _awaits(pieces, at):
            return pieces[at + 1 :], pieces[:at]
        has_weight = has_weight or kind not in _WEIGHTLESS
    return pieces, []


_WEIGHTLESS = frozenset({_Kind.FILLER, _Kind.BACK, _Kind.TURN, _Kind.ASK, _Kind.COMFORT})


def _awaits(pieces: Sequence[_Piece], past: int) -> bool:
    """Whether a negator before ``past`` still waits for its word: "not *actually* right" takes nothing back."""
    for piece in (pieces[at] for at in range(past - 1, -1, -1)):
        if piece.kind is _Kind.NOT or piece.key in _NEGATORS:
            return True
        if piece.kind is not _Kind.FILLER or piece.has_break:
            return False
    return False


def _negate(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces with each negator and the yes or no it turns as one piece."""
    out: list[_Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        turned = _turned(pieces, at) if piece.kind is _Kind.NOT or piece.key in _NEGATORS else None
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
    while past < len(pieces) and pieces[past].kind in (_Kind.FILLER, _Kind.TURN):
        past += 1
    if past == len(pieces):
        return (_Kind.NO, past) if past > at + 1 else None
    if pieces[past].kind is _Kind.YES and not (pieces[at].kind is _Kind.NO and pieces[past].has_break):
        return _Kind.NO, past + 1
    if pieces[past].kind is _Kind.NO and pieces[at].kind is _Kind.NOT:
        return (_Kind.DOUBT, past + 1) if not pieces[past].has_break else (_Kind.NO, past)
    return None


def _polarity(pieces: Sequence[_Piece]) -> _Kind | None:
    """Return the last yes or no among the pieces."""
    return next((piece.kind for piece in reversed(pieces) if piece.kind in (_Kind.YES, _Kind.NO)), None)


def _plain(kinds: set[_Kind], *, lost_words: bool) -> Answer:
    """Return the answer of a reply whose every word is known."""
    if kinds & {_Kind.DOUBT, _Kind.BACK, _Kind.NOT}:
        return Unsure()
    if _Kind.LATER in kinds:
        return No() if _Kind.NO in kinds and not kinds & {_Kind.YES, _Kind.ASK} else Unsure()
    if _Kind.YES in kinds and _Kind.NO in kinds:
        return Unsure()
    if _Kind.ASK in kinds and kinds & {_Kind.YES, _Kind.NO}:
        return Unsure()
    if _Kind.YES in kinds:
        # "make it 3 hours, I mean yes" must not run with the old hours
        return Unsure() if lost_words else Yes()
    if _Kind.NO in kinds:
        return No()
    return Unsure() if _Kind.COMFORT in kinds else Other()


def _with_more(reply: str, tokens: Sequence[Token], pieces: Sequence[_Piece], before: _Kind | None) -> Answer:
    """Return the answer of a reply that says more than yes or no."""
    known = 0
    while known < len(pieces) and pieces[known].kind not in (_Kind.OTHER, _Kind.CHANGE, _Kind.NOT):
        if pieces[known].key in _NEGATORS and pieces[known].kind is _Kind.NO and not _breaks_at(pieces, known + 1):
            break
        known += 1
    leading = [at for at in range(known) if pieces[at].kind in (_Kind.YES, _Kind.NO)]
    start = leading[-1] + 1 if leading else 0
    while leading and start < known and pieces[start].kind in (_Kind.BUT, _Kind.TURN, _Kind.BACK):
        start += 1
    if leading and start == len(pieces):
        return Unsure()
    if leading:
        kind: _Kind | None = pieces[leading[0]].kind
    elif known < len(pieces) and (pieces[known].key in _NEGATORS or pieces[known].kind is _Kind.CHANGE):
        kind, start = _Kind.NO, known if pieces[known].key in _NEGATORS else 0
    elif before is not None:
        kind = before
    else:
        return _closing(reply, tokens, pieces)
    return _but(kind, reply[tokens[pieces[start].first].start :])


def _breaks_at(pieces: Sequence[_Piece], at: int) -> bool:
    return at >= len(pieces) or pieces[at].has_break


def _closing(reply: str, tokens: Sequence[Token], pieces: Sequence[_Piece]) -> Answer:
    """Return the answer of a reply that opens with other words and may end with a yes or no of its own."""
    last = len(pieces) - 1
    while last > 0 and pieces[last].kind is _Kind.FILLER and not pieces[last].has_break:
        last -= 1
    if last > 0 and pieces[last].kind in (_Kind.YES, _Kind.NO) and pieces[last].has_break:
        rest = reply[: tokens[pieces[last].first].start].rstrip(" ,.;:!-–—")
        return _but(pieces[last].kind, rest)
    return Other()


def _but(kind: _Kind | None, rest: str) -> Answer:
    return YesBut(rest.strip()) if kind is _Kind.YES else NoBut(rest.strip())
