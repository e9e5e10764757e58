"""Words that only lead to a value: "... for Zed, *it's* hourly".

In: the units of a wish. Out: the same, such words before a value as boundaries: they end the name before them and are
no part of it. A sentence's point is one already (:mod:`slots.units`).
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from slots.parts import CONTENT, KNOWN, MARKER, PRONOUN, TEXT, TYPED, UNREAD, Part, Unit
from slots.tables import SlotKind
from slots.text import keys_of
from slots.words import ARTICLES, REPAIRS, PhraseTable

LEADS = PhraseTable.of(
    [
        (
            True,
            "its | it is | it was | thats | that is | it should be | that should be | it will be | and its | and it is"
            " | and it was | and thats | and it should be",
        )
    ]
)
"""Words before a value, in lower case or behind a full stop: a name may begin with a capital ("It's Hourly")."""

_REPAIR_ENDS = frozenset(phrase[-1] for phrase in REPAIRS)
"""The last words of what takes something back."""
_STOP = "."


def mark_leads(part: Part, units: list[Unit]) -> list[Unit]:
    """Make what leads to a value a boundary. A free text, and what answers a question, has words of any kind."""
    if part.is_answer or any(slot.kind is SlotKind.TEXT for slot in part.verb.spec.slots):
        return units
    chosen = [slot for slot in part.verb.spec.slots if slot.kind is SlotKind.CHOICE]
    choices = {kind for slot in chosen for kind in (f"={slot.name}", slot.choices_from)}
    result: list[Unit] = []
    for number, unit in enumerate(units):
        if unit.kind in (TYPED, UNREAD) or (unit.kind is KNOWN and _is_lone_choice(units, number, choices)):
            _close_before(part, result)
        result.append(unit)
    return result


def _is_lone_choice(units: Sequence[Unit], number: int, choices: Set[str]) -> bool:
    """Whether a known name is a choice and no part of a longer name."""
    after = units[number + 1] if number + 1 < len(units) else None
    is_lone = after is None or after.kind is TYPED or after.kind not in CONTENT
    return is_lone and not units[number].types.isdisjoint(choices)


def _close_before(part: Part, units: list[Unit]) -> None:
    """Replace the lead that the units end with."""
    tokens = part.scan.tokens
    end = len(units)
    while end and units[end - 1].kind is TEXT and tokens[units[end - 1].first].key in ARTICLES:
        end -= 1
    start = end
    while start and end - start < LEADS.longest and units[start - 1].kind in (TEXT, PRONOUN):
        start -= 1
    if start < end:
        first, past = units[start].first, units[end - 1].past
        keys = keys_of(tokens[first:past])
        found = LEADS.before(keys, len(keys))
        if found is not None and _may_lead(part, first + found[1], past):
            kept = next(at for at in range(start, end) if units[at].first >= first + found[1])
            units[kept:] = [Unit(MARKER, first + found[1], units[-1].past)]


def _may_lead(part: Part, first: int, past: int) -> bool:
    """Whether words of a lead are in lower case, behind the first where a sentence begins, and repair nothing.

    Behind a repair ("no, it was Tuesday") they stand between what is taken back and what replaces it.
    """
    tokens = part.scan.tokens
    before = first - 1
    while before > part.first and not tokens[before].is_word:
        before -= 1
    if before >= part.first and tokens[before].key in _REPAIR_ENDS:
        return False
    opens = first > part.first and tokens[first - 1].key == _STOP
    return all(token.text.islower() for token in tokens[first + opens : past])
