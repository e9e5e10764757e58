"""The reply to a menu: which of the options shown it picks, if any.

In: the reply as typed and the real options as shown (:class:`MenuLine`). Out:
one of six frozen values, to be matched. Indexes count the real options from 0;
people count from 1, and the number after the last option is the escape.

A reply picks only when the whole of it, fillers aside, is a pick. The tiers,
in order: a whole label or alias; the escape's words; a negation; numbers and
ordinals; a part of a label, or its noun; a list of those; a misspelling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rapidfuzz.distance import OSA

from slots.numbers import read_number
from slots.text import MARK, NUMBER, Token, key_of, name_key, tokenize, words_of
from slots.words import ARTICLES, REPAIRS, PhraseTable, phrases, strip_edges
from states.answers import No, Unsure, Yes, read_answer
from states.controls import Control, read_control
from states.counting import ALL, BOTH, ONE, ORDINALS, SEPARATORS, said_numbers, says_other, with_places

SOMETHING_ELSE = "None of these — let me try again with more detail."
"""The label of the escape, the last line of every menu."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One real option as shown."""

    label: str
    """What the menu shows."""
    aliases: tuple[str, ...] = ()
    """Other whole names of it."""
    nouns: tuple[str, ...] = ()
    """Words for its type ("client"): they pick it when no other option has them."""


@dataclass(frozen=True, slots=True)
class Picked:
    """One option."""

    index: int
    """Position among the real options, from 0."""
    is_guess: bool = field(default=False, compare=False)
    """Whether a misspelling was read: a known name that is not on the menu is the better reading."""


@dataclass(frozen=True, slots=True)
class Escaped:
    """None of the options."""


@dataclass(frozen=True, slots=True)
class OutOfRange:
    """A number that the menu does not have."""

    said: int
    """The number said; 0 when an ordinal counted from the end past the first."""
    last: int
    """The greatest number on the menu, which is the escape's; the first is 1."""


@dataclass(frozen=True, slots=True)
class Several:
    """More than one option fits, or was picked."""

    indexes: tuple[int, ...]
    """Their positions from 0, ascending."""


@dataclass(frozen=True, slots=True)
class Struck:
    """Options that were ruled out."""

    indexes: tuple[int, ...]
    """Their positions from 0, ascending."""


@dataclass(frozen=True, slots=True)
class NoPick:
    """The reply is no pick."""


Pick = Picked | Escaped | OutOfRange | Several | Struck | NoPick


def _phrases(text: str) -> PhraseTable[bool]:
    return PhraseTable.of([(True, text)])


_OPENINGS = _phrases(
    "i will take | ill take | ill go with | i will go with | ill have | i take | i choose | i pick | i want"
    " | i wanted | i would like | id like | i mean | i meant | id say | i would say | i think | i think its"
    " | i believe | i need | i select | i vote for | i prefer | id prefer | id go with | i would go with"
    " | go with | going with | go for | take | pick | choose | select | use | try | make it | make that"
    " | give me | it is | its | thats | that is | that would be | thatd be | it should be | should be"
    " | must be | it must be | the answer is | my choice is | my pick is | definitely | probably | only"
    " | can i have | could i have | may i have | can i get | could i get | have | get | let me have | itd be"
    " | let me take | yes | yeah | yep | sure | with | number is | either | both | it was | it would be"
)
_CLOSINGS = _phrases(
    "it is | i think | i guess | i believe | is fine | works | is right | is correct | is good | is the one"
    " | is it | ok | okay | sounds good | looks good | looks right | works for me | would be great"
    " | for sure | i mean | of course | yes"
)
_NEGATIONS = _phrases(
    "not | no not | nope not | no , not | nope , not | neither | definitely not | certainly not | its not"
    " | it is not | it isnt | thats not | anything but | any but | all but | everything but"
    " | anything except | everything except | all except | except | but not | i dont want | i do not want"
    " | i dont mean | i do not mean | i didnt mean | i did not mean | i didnt say | dont pick | dont take"
    " | dont use"
)
_MOMENTS = frozenset(phrases("one second | one sec | one moment | one minute | one more second | one more minute"))
"""Delays that hold a number."""
INDEFINITE = frozenset({"a", "an", "some"})
"""Articles that no option is picked with."""
_EMPTY = ARTICLES | frozenset("of for to in on at by with from and or it is no one s as me i you not".split())
"""Words that pick nothing when they are all that is said."""
_LONGEST = 60
"""Tokens from which on a reply is not searched for a pick."""
_FOREIGN = frozenset("$€£¥%@=<>")
"""Marks that make another value of a number; no part of a label is read beside them."""
_REPAIRS = PhraseTable.of([(True, " | ".join(" ".join(words) for words in REPAIRS))])


def read_pick(reply: str, lines: Sequence[MenuLine]) -> Pick:
    """Return what the reply picks among the options; see the module for the order of the tiers."""
    tokens = tokenize(reply)
    whole = _whole_label(reply, tokens, lines)
    if not isinstance(whole, NoPick) or len(tokens) > _LONGEST:
        return whole
    control = read_control(reply)
    if control is Control.SOMETHING_ELSE:
        return Escaped()
    core = _core(tokens)
    if tuple(token.key for token in core) in _MOMENTS:
        return NoPick()
    negated = _negated(core, lines)
    if not isinstance(negated, NoPick):
        return negated
    if control is not None or isinstance(read_answer(reply), Yes | No | Unsure):
        # "stop" means stop beside Stop & Shop, "no" no beside No. 5
        return _numbered(_bare(core), len(lines))
    return _tiers(core, lines)


def _tiers(core: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    for found in (_repaired(core, lines), _exact(core, lines), _listed(core, lines), _misspelt(core, lines)):
        if not isinstance(found, NoPick):
            return found
    return NoPick()


# what remains of the reply


def _core(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the reply without politeness; articles stay."""
    first, past = strip_edges(tokens)
    return tokens[first:past]


def _bare(core: Sequence[Token]) -> Sequence[Token]:
    """Return the core without "I'll take", "go with" ... and the article before what is picked."""
    size = len(core) if len(core) > _LONGEST else -1
    while core and len(core) != size:
        size = len(core)
        keys = [token.key for token in core]
        if tuple(keys) in ALL | BOTH:
            return core
        opening = _OPENINGS.at(keys, 0)
        if opening and opening[1] < len(core):
            core = core[opening[1] :]
            continue
        closing = _CLOSINGS.before(keys, len(core))
        if closing and closing[1] > 0:
            core = core[: closing[1]]
        elif core[0].key in (",", ":", "-", "—") and len(core) > 1 and core[0].end != core[1].start:
            core = core[1:]
        else:
            core = _core(core)
    return _without_article(core)


def _without_article(core: Sequence[Token]) -> Sequence[Token]:
    if len(core) < 2 or core[0].key not in ARTICLES:
        return core
    if core[0].key in INDEFINITE and core[1].key in ORDINALS:
        return ()  # "a second" is a moment
    # "that one", "the one" name nothing
    return () if len(core) == 2 and core[1].key in ONE else core[1:]


# whole labels


def _whole_label(reply: str, tokens: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    same = [at for at, line in enumerate(lines) if line.label == reply]
    if len(same) == 1:
        return Picked(same[0])
    core = _core(tokens)
    keys = list(dict.fromkeys(name_key(part) for part in (tokens, core, _bare(core))))
    for names in ([(line.label,) for line in lines], [line.aliases for line in lines]):
        for key in keys:
            found = {at for at, listed in enumerate(names) if key and key in map(key_of, listed)}
            if found:
                return _of(found)
    return NoPick()


def _of(indexes: set[int]) -> Pick:
    if not indexes:
        return NoPick()
    return Picked(min(indexes)) if len(indexes) == 1 else Several(tuple(sorted(indexes)))


# negation


def _negated(core: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    """Return what "not the second one" strikes; "not 1, 2" and "not 1 but 2" pick the other."""
    keys = [token.key for token in core]
    negation = _NEGATIONS.at(keys, 0)
    if negation is None:
        return NoPick()
    rest = core[negation[1] :]
    turned = _turned(rest, lines)
    if turned is not None:
        return turned
    found = _tiers(rest, lines)
    is_all = tuple(token.key for token in rest if token.is_word) in ALL | BOTH
    match found:
        case Picked(index):
            return Struck((index,))
        case Several(indexes) if not is_all:
            return Struck(indexes)
        case OutOfRange():
            return found
        case _:
            return NoPick()


def _turned(rest: Sequence[Token], lines: Sequence[MenuLine]) -> Pick | None:
    for at, token in enumerate(rest):
        if token.key in ("but", ",", ";", "—", "–") and at:
            after = rest[at + 1 :]
            if after and after[0].key == "but":
                after = after[1:]
            if any(part.key in ("or", "nor", "and") for part in after):
                return None
            left, right = _exact(rest[:at], lines), _tiers(_core(after), lines)
            if len(lines) <= 2 and says_other(_bare(after)):
                return _of(set(range(len(lines))) - ({left.index} if isinstance(left, Picked) else set()))
            is_turned = isinstance(left, Picked | Several | OutOfRange) and isinstance(right, Picked)
            return right if is_turned else None
    return None


# numbers and ordinals


def _numbered(bare: Sequence[Token], count: int) -> Pick:
    words = tuple(token.key for token in bare if token.is_word)
    if (words in ALL and count) or (words in BOTH and count == 2):
        return _of(set(range(count)))
    said = said_numbers(bare, count)
    return _choose(said, count) if said else NoPick()


def _choose(said: Sequence[int], count: int) -> Pick:
    escape = count + 1
    wrong = [number for number in said if not 1 <= number <= escape]
    if wrong:
        return OutOfRange(wrong[0], escape)
    if escape in said:
        return Escaped() if set(said) == {escape} else NoPick()
    return _of({number - 1 for number in said})


# parts and nouns


def _exact(core: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    """Return what one expression picks without guessing at its spelling."""
    bare = _bare(core)
    whole = _whole_label("", core, lines)
    if not isinstance(whole, NoPick):
        return whole
    said = _numbered(bare, len(lines))
    if not isinstance(said, NoPick | OutOfRange):
        return said
    if part := _parts(bare, lines):
        return _of(part)  # "2024" is out of range, but a part of "Budget 2024"
    if len(lines) <= 2 and says_other(bare):
        return _of(set(range(len(lines))))
    counted = said if isinstance(said, OutOfRange) else _numbered(_without_noun(bare, lines), len(lines))
    return _echoed(bare, lines) if isinstance(counted, NoPick) else counted


def _without_noun(bare: Sequence[Token], lines: Sequence[MenuLine]) -> Sequence[Token]:
    """Return what stands behind the noun of the options ("client 3"); nothing where there is none."""
    keys, nouns = tuple(token.key for token in bare), {words_of(noun) for line in lines for noun in line.nouns}
    return next((bare[len(noun) :] for noun in nouns if noun and keys[: len(noun)] == noun), ())


def _parts(bare: Sequence[Token], lines: Sequence[MenuLine]) -> set[int]:
    words = _words(bare)
    variants = [words, words[:-1]] if words and bare[-1].key in ONE else [words]
    variants += [_with_digits(bare) if words else words, *with_places(words)]
    for variant in variants:
        found = {at for at, line in enumerate(lines) if _has_part(variant, line)}
        found |= {at for at, line in enumerate(lines) if _has_noun(variant, line)}
        if found:
            return found
    return set()


def _words(bare: Sequence[Token]) -> list[str]:
    """Return the words to compare with labels; none beside a currency sign or the like."""
    if len(bare) > _LONGEST or any(token.key in _FOREIGN for token in bare):
        return []
    return [word for token in bare for word in words_of(token.text)]


def _with_digits(bare: Sequence[Token]) -> list[str]:
    """Return the words with spelt numbers as digits ("twenty four hour" is "24 hour")."""
    words: list[str] = []
    at = 0
    while at < len(bare):
        found = read_number(bare, at)
        past = found[1] if found else at + 1
        words.extend([f"{found[0]:f}"] if found else words_of(bare[at].text))
        at = past
    return words


def _has_part(words: Sequence[str], line: MenuLine) -> bool:
    """Whether the words are a run of whole words of the label ("on point" and "onpoint" alike)."""
    if all(word in _EMPTY for word in words):
        return False
    key = "".join(words)
    return any(key in _run_keys(name) for name in (line.label, *line.aliases))


@lru_cache(maxsize=2048)
def _run_keys(name: str) -> frozenset[str]:
    return frozenset("".join(run) for run in _runs(words_of(name)))


def _runs(words: Sequence[str]) -> Iterator[Sequence[str]]:
    shown = words[:20]
    return (shown[first:past] for first in range(len(shown)) for past in range(first + 1, len(shown) + 1))


def _has_noun(words: Sequence[str], line: MenuLine) -> bool:
    """Whether the words are the line's noun, alone or beside a part of its label ("the client Acme")."""
    for noun in map(words_of, line.nouns):
        size = len(noun)
        if not size or len(words) < size:
            continue
        if tuple(words) == noun:
            return True
        if tuple(words[:size]) == noun and _has_part(words[size:], line):
            return True
        if tuple(words[-size:]) == noun and _has_part([w for w in words[:-size] if w not in ARTICLES], line):
            return True
    return False


def _echoed(bare: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    """Return the option of a line typed back, number and name ("2) Acme Corp"), when both agree."""
    if len(bare) < 2 or bare[0].kind is not NUMBER:
        return NoPick()
    said = _numbered(bare[:1], len(lines))
    name = _whole_label("", [token for at, token in enumerate(bare) if at > 1 or token.is_word][1:], lines)
    return said if isinstance(said, Picked) and said == name else NoPick()


# lists, repairs, misspellings


def _listed(core: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    """Return the union of a list whose every piece picks ("Acme or the second one")."""
    bare = _bare(core)
    pieces: list[list[Token]] = [[]]
    for token in bare:
        if token.key in SEPARATORS:
            pieces.append([])
        else:
            pieces[-1].append(token)
    pieces = [piece for piece in pieces if piece]
    if not 2 <= len(pieces) <= len(lines) + 1:
        return NoPick()
    found: set[int] = set()
    for piece in pieces:
        match _exact(piece, lines):
            case Picked(index):
                found.add(index)
            case Several(indexes):
                found.update(indexes)
            case OutOfRange() as wrong:
                return wrong
            case _:
                return NoPick()
    return _of(found)


def _repaired(core: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    """Return the pick after the last repair ("the first, no, the second"), when one was taken back."""
    keys = [token.key for token in core]
    for at in range(len(keys) - 1, 0, -1):
        repair = _REPAIRS.at(keys, at)
        if repair is None:
            continue
        before, after = _core(core[:at]), _core(core[repair[1] :])
        return _exact(after, lines) if not isinstance(_exact(before, lines), NoPick) else NoPick()
    return _after_refusal(core, keys, lines)


def _after_refusal(core: Sequence[Token], keys: Sequence[str], lines: Sequence[MenuLine]) -> Pick:
    """Return the pick after "no, ..."; without the comma "no Acme" may strike or pick."""
    is_refused = len(keys) > 2 and keys[0] in ("no", "nope", "nah") and core[1].kind is MARK
    return _exact(_core(core[2:]), lines) if is_refused else NoPick()


_SHORT = 4
"""Words with fewer letters must be typed right: one edit makes another word of them ("Ann", "Dan")."""
_ENOUGH = 6
"""Letters that short words must have together for a misspelling of one of them to count."""
_LONG = 8
"""From here on two edits are a misspelling; below, one (the usual setting of search engines is 3 to 5 and 8)."""


def _misspelt(core: Sequence[Token], lines: Sequence[MenuLine]) -> Pick:
    """Return the option that the words are a close misspelling of; rivals at the same distance are several."""
    bare = _bare(core)
    words = _words(bare)
    if not words or len(words) > 12:
        return NoPick()
    scores = [_distance(words, line) for line in lines]
    near = [score for score in scores if score is not None]
    if not near:
        return NoPick()
    best = {at for at, score in enumerate(scores) if score == min(near)}
    found = _of(best)
    return Picked(found.index, is_guess=True) if isinstance(found, Picked) else found


def _distance(words: Sequence[str], line: MenuLine) -> int | None:
    """Return the fewest edits to a run of words of the line's names, None when no run is close."""
    near = [
        edits
        for name in (line.label, *line.aliases)
        for run in _runs(words_of(name))
        if len(run) == len(words) or len(run) == len(words_of(name))
        if (edits := _edits(words, run)) is not None
    ]
    return min(near, default=None)


def _edits(said: Sequence[str], run: Sequence[str]) -> int | None:
    if len(said) != len(run):
        said, run = ("".join(said),), ("".join(run),)
    total = 0
    for left, right in zip(said, run, strict=True):
        if left == right:
            continue
        allowed = _allowed(left, right)
        edits = OSA.distance(left, right, score_cutoff=allowed)
        if not allowed or edits > allowed:
            return None
        total += edits
    is_long = any(word.isalpha() and len(word) >= _SHORT for word in said) or sum(map(len, said)) >= _ENOUGH
    return total if is_long else None


def _allowed(left: str, right: str) -> int:
    """Return how many edits may lie between two words; digits must be equal."""
    if any(char.isdigit() for char in left + right):
        return 0
    shortest = min(len(left), len(right))
    if shortest < _SHORT:
        # a last letter that is not there yet: "blu sky", "acme lab"
        is_cut = shortest == _SHORT - 1 and abs(len(left) - len(right)) == 1
        return 1 if is_cut and (left.startswith(right) or right.startswith(left)) else 0
    return 2 if shortest >= _LONG else 1
