"""The words of a correction: what only leads to the new value, what negates the old one, "not A, B".

In: the words of a reply. Out: the same without what carries no value, or the old and the new value's words.
:mod:`states.correcting` finds out what they mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slots.compiled import longest
from slots.signs import signed_at
from slots.text import Token, keys_of, tokenize
from slots.words import PhraseList, phrases, skip_openings, strip_edges

_SETS = (
    "make it | make that | change it to | change that to | change this to | change it | switch it to | it should be"
    " | that should be | should be | should have been | set it to | set that to | use | i meant | i mean | but make it"
    " | and make it | update it to | go with | let it be | how about | what about"
)
_INSTEAD_TAILS = "instead | rather | not that"

SETS = phrases(_SETS)
"""Words before a correction that say one by themselves; the other lead-ins may open a remark ("that's stupid")."""

LEAD_INS = phrases(
    f"{_SETS} | it was | that was | it is | its | thats | i said | rather | but | instead | put it on | move it to"
    " | move that to | with | on second thought | oops | sorry | say | lets say"
    " | i think | i believe | i guess | i think its | i think it is | i think it was"
)
"""Words before a correction that carry no value, longest first."""

WISHES = phrases(
    "i would like | id like | i want | i just want | i need | i just need | i only need | we would like | wed like"
    " | we want | we need | i prefer | i would prefer | id prefer"
)
"""Words that begin a correction where a value stands behind them, and else a remark ("I need to check first")."""

INSTEAD = phrases(_INSTEAD_TAILS)
"""Words behind a correction that say that it replaces what is shown."""

CHANGES_MIND = frozenset({"actually", "sorry", "wait"})
"""Fillers before the pending verb, said again, that say that it replaces what is shown."""

ADDS = frozenset({"also", "too", "another", "additionally", "besides"})
"""Words that make the verb said again a second action, whatever stands before it."""

TAILS = phrases(f"{_INSTEAD_TAILS} | though | please | that is | i mean | actually | then")
"""Words behind a correction that carry no value."""

CHANGE_WORDS = frozenset("change set update switch make put correct fix edit wrong different another".split())
"""Words before "the <slot> to ...", and before a slot that is to be asked for anew ("wrong project")."""

WRONG = phrases(
    "is wrong | is not right | isnt right | is incorrect | is not correct | isnt correct | was wrong | looks wrong"
    " | are wrong | are not right | arent right | are incorrect | are not correct | arent correct | were wrong"
    " | look wrong | should change | should be different"
)
"""Words behind a slot that is to be asked for anew ("the date is wrong")."""

CLEAR_WORDS = phrases(
    "no | without | without any | remove | drop | clear | delete | leave out | take out | take off | forget"
)
"""Words before a slot that is to stay empty ("no deadline")."""

REMARKS = phrases(
    "too | way too | much too | far too | bad idea | bad timing | terrible idea | stupid idea | silly idea | my bad"
    " | my mistake | big mistake | false alarm | already | done already | never again | wrong one | wrong thing | typo"
    " | forget | another time | some other time | next time | maybe | later | sounds | looks | still | nothing | enough"
)
"""Words that a remark behind a no begins with, in lower case, where a new name may be said ("no, *too* late")."""

JOINS = frozenset({"and", "also", "plus", "but", ",", ";"})
"""Words and marks between two changes ("change the project to Zed *and* the hours to 3")."""

BETWEEN = phrases(
    "to | is | should be | to be | = | : | was | as | should read | into | needs to be | must be | will be | at | on"
)
"""Words between a slot's name and its new value, longest first."""

NOT = frozenset({"not", "isnt", "wasnt"})
"""Negations before an old value."""
SOFT = frozenset({"no", "none", "nothing"})
"""Negations that also take something back ("two, no, three") or clear a slot."""
ALL = frozenset({"anything", "anyone", "anybody", "all", "everything", "everyone", "any"})
"""Words that *but* makes a negation of ("anything but Rando Site")."""
_INSTEAD = ("instead", "of")
_LEAD_MARKS = frozenset(",.;:-—…")
_EXCHANGES = frozenset({"swap", "replace", "exchange"})
_EXCHANGED = frozenset({"for", "with", "by"})
"""Words between the old value and the new one behind those ("*swap* Sam *for* Ann")."""
_IT_IS = frozenset({("it", "is"), ("it", "was")})
_SUBJECTS = frozenset("it that this i".split())
"""Words before a negation that are no value ("*it* wasn't today")."""


@dataclass(frozen=True, slots=True)
class Swap:
    """ "not A, B": what is wrong and what is right."""

    wrong: str
    """The words that were negated."""
    right: str
    """The words that replace them; empty when nothing does."""
    is_exchange: bool = False
    """Whether it says nothing where what is wrong is not shown ("swap A for B")."""


def read_swap(text: str) -> Swap | None:
    """Read "not A, B", "not A but B", "B, not A", "B instead of A" and "swap A for B"; None for anything else."""
    tokens = tokenize(text)
    words = keys_of(tokens)
    at = next((at for at, word in enumerate(words) if word in _EXCHANGED), 0)
    if words and words[0] in _EXCHANGES and 1 < at < len(words) - 1:
        old, new = words_between(text, tokens, 1, at), words_between(text, tokens, at + 1, len(tokens))
        return Swap(old, new, is_exchange=True)
    for at, word in enumerate(words[:-2]):
        if at and word == _INSTEAD[0] and words[at + 1] == _INSTEAD[1]:
            return Swap(words_between(text, tokens, at + 2, len(tokens)), words_between(text, tokens, 0, at))
    first = next((at for at, word in enumerate(words) if word in NOT), None)
    if first is None:
        return None
    cut = next(
        (
            at
            for at in range(first + 1, len(words))
            if words[at] in (",", "but", ";", "—", "-", "its", "rather") or tuple(words[at : at + 2]) in _IT_IS
        ),
        None,
    )
    if cut is not None and cut + 1 < len(words):
        right = cut if words[cut] == "it" else cut + 1  # "it was" is taken away as a lead
        return Swap(words_between(text, tokens, first + 1, cut), words_between(text, tokens, right, len(tokens)))
    before = words_between(text, tokens, 0, first).strip(" ,;") if set(words[:first]) - _SUBJECTS else ""
    return Swap(words_between(text, tokens, first + 1, len(tokens)), before)


def strip_lead(text: str) -> str:
    """Take the words away that only say that something is corrected."""
    tokens = tokenize(text)
    said, first, past = keys_of(tokens), 0, len(tokens)
    changed = True
    while changed and first < past:
        changed = False
        if tokens[first].key in _LEAD_MARKS and not signed_at(tokens, first):
            first, changed = first + 1, True
            continue
        lead = opening(tokens[first : min(first + len(LEAD_INS[0]), past)], LEAD_INS)
        if lead and len(lead) < past - first and tuple(said[first : first + 2]) != _INSTEAD:
            first, changed = first + len(lead), True
        tail = closing(tokens[max(first, past - len(TAILS[0])) : past], TAILS)
        if tail and len(tail) < past - first:
            past, changed = past - len(tail), True
        opened = skip_openings(tokens, said, first)
        if first < opened < past:  # "can you make it 3"
            first, changed = opened, True
    left = tokens if past - first == len(tokens) else tokens[first:past]
    return words_between(text, left, *strip_edges(left))


def opening(tokens: Sequence[Token], table: PhraseList) -> tuple[str, ...]:
    """Return the longest phrase of a table that some tokens begin with; empty for none."""
    return (longest(tokens, 0, table) if tokens else None) or ()


def closing(tokens: Sequence[Token], table: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest phrase of a table that some tokens end with; empty for none."""
    return next((p for p in table if tuple(t.key for t in tokens[-len(p) :]) == p), ())


def words_between(text: str, tokens: Sequence[Token], first: int, past: int) -> str:
    """Return the text of the tokens from ``first`` to ``past``, as typed."""
    return text[tokens[first].start : tokens[past - 1].end] if first < past else ""
