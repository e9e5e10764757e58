"""The stretches between boundaries, and the phrase that each of them gives to its slot.

In: units with their prepositions bound. Out: :class:`Bound`. A region begins
behind the trigger, a preposition, a value or a break, and ends at the next of
them; what stands in it is a phrase of its slot, or leftover.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from slots.binding import Head
from slots.closing import BARE, Bound, OpenRegion, Region
from slots.counts import DETERMINERS
from slots.extraction import PhraseKind, Role, SlotPhrase
from slots.nearby import is_unsaid, reads
from slots.parts import (
    BREAK,
    CONTENT,
    DENIED,
    END,
    KNOWN,
    MARK,
    MARKER,
    POSSESSIVE,
    PREPOSITION,
    QUOTED,
    REPAIR,
    REPAIRED,
    TEXT,
    TRIGGER,
    TYPED,
    UNREAD,
    UNREADABLE,
    Part,
    Unit,
    UnitKind,
    fits,
)
from slots.phrases import known_words
from slots.quoted_slots import quoted_slot
from slots.tables import SlotKind, SlotSpec
from slots.words import ABBREVIATIONS, ARTICLES, NAMING, SOUNDS

_ROLES: Mapping[UnitKind, Role] = {
    TRIGGER: Role.TRIGGER,
    MARKER: Role.MARKER,
    PREPOSITION: Role.PREPOSITION,
    BREAK: Role.PUNCTUATION,
    MARK: Role.PUNCTUATION,
    REPAIR: Role.REPAIRED,
    REPAIRED: Role.REPAIRED,
}


_BESIDE_REPAIR = frozenset({REPAIR, REPAIRED, DENIED, BREAK})
"""Units between the first word of a repair and what it says."""

_QUOTES = frozenset("\"'")
"""Marks that close a name; those by which a chat shows type may stand inside one."""

_BEFORE_COUNT = DETERMINERS | frozenset("~≈")
"""Words and signs between the trigger and a number."""

_NEAR = 6
"""Units behind an article that are looked at for the value that they name ("with *a total budget of 40h*")."""

_INSIDE = CONTENT | {POSSESSIVE, MARK}
"""Units behind which a region goes on."""


def read_regions(part: Part, units: Sequence[Unit], heads: Mapping[int, Head]) -> Bound:
    """Walk the units once and give each region's content to its slot."""
    return _Walk(part, units, heads).run()


def _next_solid(units: Sequence[Unit]) -> list[Unit | None]:
    """Return, for each unit, the next one behind it that is no break."""
    found: list[Unit | None] = [None] * len(units)
    for number in range(len(units) - 2, -1, -1):
        after = units[number + 1]
        found[number] = found[number + 1] if after.kind is BREAK else after
    return found


class _Walk(OpenRegion):
    """One walk over the units; its attributes are the region that is open."""

    def __init__(self, part: Part, units: Sequence[Unit], heads: Mapping[int, Head]) -> None:
        super().__init__(part)
        self.units, self.heads = units, heads
        self.choices: dict[frozenset[str], str] = {}
        self.bare: dict[tuple[tuple[str, ...], str], list[str]] = {}
        self.reads_on = False
        self.after = _next_solid(units)
        self.last_trigger = max((n for n, unit in enumerate(units) if unit.kind is TRIGGER), default=-1)

    def run(self) -> Bound:
        for number, unit in enumerate(self.units):
            self._step(number, unit)
        self._close()
        self.bound.phrases.sort(key=lambda phrase: phrase.span)
        return self.bound

    def _step(self, number: int, unit: Unit) -> None:
        if (self.reads_on or (self.content and self.content[-1].kind is QUOTED)) and self._read_on(number, unit):
            return
        if unit.kind is TEXT:  # most units
            self._take_content(unit)
            return
        role, step = (None, None) if unit.kind is TYPED else (_ROLES.get(unit.kind), _STEPS.get(unit.kind))
        if role is not None:
            self._mark(unit, role)
        if step is not None:
            step(self, number, unit)
        elif self._is_value(number, unit):
            self._take_value(unit)
        elif unit.kind is not REPAIRED:
            self._take_content(unit)

    def _read_on(self, number: int, unit: Unit) -> bool:
        """End a quoted name at its closing mark; behind it a noun leads to its slot ("project "Kite" *client* Zed").

        Returns whether the unit was such a noun.
        """
        if unit.kind not in (TEXT, KNOWN, QUOTED):
            return False
        if self._is_quoted_name():
            self._open(BARE)
            self.reads_on = True
        is_behind = not self.region.slot or any(one.kind is QUOTED for one in self.content[-1:])
        slot = quoted_slot(self.part, self.units, number) if unit.kind is TEXT and is_behind else ""
        if not slot:
            return False
        self._open(Region(slot, "bare"))
        self._mark(unit, Role.NOUN)
        return True

    def _is_quoted_name(self) -> bool:
        """Whether all of the open region is a new name in quotation marks, which the wish itself names."""
        spec = self._spec()
        if spec is None or spec.kind is not SlotKind.NAME or self.region.via == "answer" or not self.content:
            return False
        tokens = self.part.scan.tokens
        *before, last = self.content
        is_marked = last.kind is QUOTED and tokens[last.first].key in _QUOTES
        return is_marked and all(tokens[one.first].text in ARTICLES or one.kind is MARK for one in before)

    def _lead(self, number: int, unit: Unit) -> None:
        head = self.heads[number]
        is_repair = self.region.is_repair and not self.content
        self._open(Region(head.slot, self._words(unit), is_unreadable=head.is_unreadable, is_repair=is_repair))
        self.expects = head.slot

    def _repair(self, number: int, unit: Unit) -> None:
        if self.region.is_repair and not self.content:
            return  # one of several words
        slot = self._repaired_slot(number)
        self._open(Region(slot, "repair", is_repair=True) if slot else BARE)

    def _deny(self, number: int, unit: Unit) -> None:
        """What is denied ends the region; with nothing before it, what is meant follows ("not May but Will")."""
        if self.content and not self.region.is_gap:
            self._open(BARE)

    def _close_at_marker(self, number: int, unit: Unit) -> None:
        self._open(BARE)

    def _pause(self, number: int, unit: Unit) -> None:
        """A break ends the region, but not behind a repair or a preposition ("to, um, Nike"), in a name or a text."""
        is_led_to = bool(self.expects) and self.expects == self.region.slot
        is_meant_behind = number > 0 and self.units[number - 1].kind is DENIED
        if not self.content and (self.region.is_repair or is_led_to or is_meant_behind):
            return
        if self._is_inside_name(number):
            self.content.append(unit)
        else:
            self._open(BARE)

    def _take_content(self, unit: Unit) -> None:
        """Take a unit into the region, but no sound that no name has; with a capital it may be one ("ER")."""
        token = self.part.scan.tokens[unit.first]
        if token.key in SOUNDS and unit.kind is TEXT and token.text.islower():
            self._mark(unit, Role.FILLER)
        else:
            self.content.append(unit)

    def _is_inside_name(self, number: int) -> bool:
        """Whether a break is a part of a free text, or of the new name asked for: no value of its own follows."""
        spec = self._spec()
        if spec is None or spec.is_typed or not self.content:
            return False
        if spec.kind is SlotKind.TEXT:
            return True
        after = self.after[number]
        if after is not None and self.part.scan.tokens[after.first].key in ABBREVIATIONS:
            return after.kind is TEXT
        if spec.kind is not SlotKind.NAME or self.region.via != "answer":
            return False
        if after is None:
            return True
        if after.kind is TYPED:
            return not self._slots_for(after)
        return not self._is_lone_choice(after) and after.kind in CONTENT | {MARK}

    def _open(self, region: Region) -> None:
        self._close()
        self.expects = ""
        self.region = region

    def _open_after_trigger(self, number: int, unit: Unit) -> None:
        objects = self.part.form.objects
        if number != self.last_trigger:
            self._open(Region(objects[0] if objects else "", "object", is_gap=True))
        else:
            self._open(Region(objects[0] if objects else "", "object"))

    def _end(self, number: int, unit: Unit) -> None:
        if self.region.slot in unit.slots and (self.content or self._leads_on(number, unit)):
            self._open(BARE)
        self.content.append(unit)

    def _leads_on(self, number: int, unit: Unit) -> bool:
        """Whether a word that ends a name leads to something else right behind the trigger: "a retainer *with* Acme",
        "a project *with* a budget of 40h".

        With a capital, or before a word without one, it is the name's first word ("At Last", "with love").
        """
        tokens = self.part.scan.tokens
        after = self.units[number + 1] if number + 1 < len(self.units) else None
        if self.region.via != "object" or after is None or unit.is_capital(tokens):
            return False
        if after.kind is TEXT and tokens[after.first].key in ARTICLES:
            return self._is_before_value(number + 2)
        return after.kind is KNOWN or (after.kind is TEXT and after.is_capital(tokens))

    def _is_before_value(self, number: int) -> bool:
        """Whether a value, or the preposition of one, is the first unit from a number on that is no plain word."""
        near = self.units[number : number + _NEAR]
        unit = next((unit for unit in near if unit.kind is not TEXT), None)
        if unit is None or unit.kind is not PREPOSITION:
            return unit is not None and unit.kind in (TYPED, UNREAD)
        return all(self.part.verb.spec.slot(name).is_typed for name in unit.slots)

    def _repaired_slot(self, number: int) -> str:
        """Return the slot that a repair replaces: the nearest one said that takes what follows; empty for none."""
        right = self._meant[number]
        is_open = bool(self.region.slot) and (bool(self.content) or self.expects == self.region.slot)
        said = [*([self.region.slot] if is_open else []), *reversed(self.filled)]
        if right is None or right.kind is PREPOSITION or not said:
            return said[0] if said else ""
        verb = self.part.verb.spec
        found = next((slot for slot in said if reads(self.part, right, slot)), "")
        if found or verb.slot(said[0]).kind is SlotKind.NAME:
            return found or said[0]
        takes_other = any(reads(self.part, right, slot.name) for slot in verb.slots if not slot.is_typed)
        return "" if verb.slot(said[0]).is_typed or takes_other else said[0]

    @cached_property
    def _meant(self) -> list[Unit | None]:
        """The first unit, from each one on, that may be what a repair says."""
        found: list[Unit | None] = [None] * len(self.units)
        meant: Unit | None = None
        for number in range(len(self.units) - 1, -1, -1):
            unit = self.units[number]
            if unit.kind not in _BESIDE_REPAIR and not is_unsaid(self.part, unit):
                meant = unit
            found[number] = meant
        return found

    # -- values ---------------------------------------------------------------

    def _is_value(self, number: int, unit: Unit) -> bool:
        """Whether a unit stands for itself here instead of being a part of the region's name."""
        spec = self._spec()
        if unit.kind is TYPED:
            return self._counts(number, unit, spec)
        if unit.kind is UNREADABLE:
            return True
        if unit.kind is UNREAD:
            return self._bounds(number, unit, spec)
        if unit.kind is not KNOWN or not self._choice_slot(unit):
            return False
        if self.region.slot and fits(self.part, unit, self.region.slot):
            return False
        if self.region.is_gap or spec is None:
            return True
        return spec.kind is SlotKind.ENTITY and bool(self.content) and (self._has_own() or self._at_right_edge(number))

    def _has_own(self) -> bool:
        """Whether the open region has a known thing for its slot already ("to *Paris* with American Airlines")."""
        return any(unit.kind is KNOWN and fits(self.part, unit, self.region.slot) for unit in self.content)

    def _counts(self, number: int, unit: Unit, spec: SlotSpec | None) -> bool:
        """Whether a typed value fills a slot where it stands."""
        if self.expects in unit.slots or self._is_alternative(unit):
            return True
        if not self._slots_for(unit):
            return False
        if spec is None or spec.is_typed or self.region.is_gap:
            return True
        if spec.kind is SlotKind.TEXT:
            return self._ends_text(number, unit)
        if spec.kind is SlotKind.NAME:
            if self.region.via == "answer" or (self.region.via in NAMING and not self.content):
                return False
            return self._at_right_edge(number)
        if spec.auto_create is not None and not self.content:
            following = self.units[number + 1] if number + 1 < len(self.units) else None
            return following is None or following.kind not in (TEXT, KNOWN)
        return True

    def _is_alternative(self, unit: Unit) -> bool:
        """Whether a value stands behind *or* and the last one of its kind ("due June 5 *or* June 6")."""
        tokens = self.part.scan.tokens
        last = self.bound.phrases[-1] if self.bound.phrases else None
        if last is None or last.slot not in unit.slots or len(self.content) != 1:
            return False
        joint = self.content[0].first
        return joint == unit.first - 1 and tokens[joint].key == "or" and tokens[joint - 1].end == last.span.end

    def _bounds(self, number: int, unit: Unit, spec: SlotSpec | None) -> bool:
        """Whether what looks like a value ends the region's name instead of being a part of it."""
        if spec is None or spec.is_typed or self.region.is_gap:
            return True
        if spec.kind is SlotKind.TEXT:
            return False
        if not self.content and (not unit.slots or unit.is_capital(self.part.scan.tokens)):
            return False
        if spec.kind is SlotKind.NAME:
            return self._counts(number, unit, spec)
        after = self.units[number + 1] if number + 1 < len(self.units) else None
        if after is None or after.kind not in (TEXT, KNOWN):
            return True
        is_name = after.kind is TEXT and self.part.scan.tokens[after.first].text[:1].isupper()
        return bool(self.content) and not is_name

    def _ends_text(self, number: int, unit: Unit) -> bool:
        """Whether a value at the end of a free text is the one that its slot still has to have ("to call tomorrow")."""
        is_last = all(one.kind not in CONTENT for one in self.units[number + 1 :])
        if self.part.is_answer or not self.content or not is_last:
            return False
        slot = self.part.verb.spec.slot(self._typed_slot(unit))
        return slot.required and not slot.default and all(one.slot != slot.name for one in self.bound.phrases)

    def _at_right_edge(self, number: int) -> bool:
        """Whether nothing but further values stands between a unit and the end of its region."""
        return self._right_edges[number]

    @cached_property
    def _right_edges(self) -> list[bool]:
        edges = [True] * len(self.units)
        for number in range(len(self.units) - 2, -1, -1):
            after = self.units[number + 1]
            if after.kind in (TYPED, UNREAD, UNREADABLE) or self._is_lone_choice(after):
                edges[number] = edges[number + 1]
            else:
                edges[number] = after.kind not in _INSIDE
        return edges

    def _is_lone_choice(self, unit: Unit) -> bool:
        return unit.kind is KNOWN and bool(self._choice_slot(unit))

    def _slots_for(self, unit: Unit) -> list[str]:
        """Return the slots that a typed unit may fill without their preposition."""
        repaired = self.region.slot if self.region.is_repair else ""
        key = (unit.slots, repaired)
        if key not in self.bare:
            verb = self.part.verb.spec
            wanted = (self.part.asked, repaired)
            self.bare[key] = [name for name in unit.slots if verb.slot(name).bare or name in wanted]
        return self.bare[key]

    def _choice_slot(self, unit: Unit) -> str:
        """Return the choice slot that a known unit names; empty for none."""
        if unit.types not in self.choices:
            choices = (slot.name for slot in self.part.verb.spec.slots if slot.kind is SlotKind.CHOICE)
            self.choices[unit.types] = next((name for name in choices if fits(self.part, unit, name)), "")
        return self.choices[unit.types]

    def _take_value(self, unit: Unit) -> None:
        """Give a value to its slot; the region it interrupts is closed, or goes on behind it."""
        slot, kind = self._slot_and_kind(unit)
        via = self.region.via if self.expects and slot == self.expects else "bare"
        is_repair = self.region.is_repair and not self.content
        self._drop_determiners(unit)
        goes_on = self.region.is_gap or (self.region.via == "answer" and not self.region.slot)
        if goes_on:
            self._open(self.region)
        else:
            self._open(replace(self.region, is_resumed=True) if self._awaits_object() else BARE)
        if not slot:
            self._leave([unit])
            return
        phrase = SlotPhrase(
            slot,
            *self.part.scan.said(unit.first, unit.past),
            kind,
            via,
            value=unit.value,
            known=known_words(self.part, [unit]) if unit.kind is KNOWN else (),
        )
        self._add(phrase, is_repair=is_repair)
        self._mark(unit, Role.VALUE, slot)

    def _drop_determiners(self, unit: Unit) -> None:
        """Drop what stands between the trigger and a number of what the verb is about ("move *all* 7 jars")."""
        is_count = unit.kind is TYPED and self.part.verb.spec.slot(unit.slots[0]).kind is SlotKind.NUMBER
        if not is_count or self.region.via != "object":
            return
        if all(self.part.scan.tokens[one.first].key in _BEFORE_COUNT for one in self.content):
            for one in self.content:
                self._mark(one, Role.FILLER)
            self.content = []

    def _awaits_object(self) -> bool:
        """Whether a value stands before the known thing that the verb is about ("order *two* blood tests")."""
        spec = self._spec()
        return self.region.via == "object" and not self.content and spec is not None and spec.kind is SlotKind.ENTITY

    def _slot_and_kind(self, unit: Unit) -> tuple[str, PhraseKind]:
        if unit.kind is TYPED:
            return self._typed_slot(unit), PhraseKind.VALUE
        if unit.kind is UNREADABLE:
            return unit.slots[0], PhraseKind.UNREADABLE
        if unit.kind is UNREAD:
            is_taken = self.expects in unit.slots or bool(self._slots_for(unit))
            return self._typed_slot(unit) if is_taken else "", PhraseKind.UNREADABLE
        return self._choice_slot(unit), PhraseKind.WORDS

    def _typed_slot(self, unit: Unit) -> str:
        if self.expects in unit.slots:
            return self.expects
        if self._is_alternative(unit):
            return self.bound.phrases[-1].slot
        slots = self._slots_for(unit)
        if self.region.is_repair and self.region.slot in slots:
            return self.region.slot
        if self.part.asked in slots:
            return self.part.asked
        return next((slot for slot in slots if not self.filled.get(slot)), slots[0])


_STEPS: Mapping[UnitKind, Callable[[_Walk, int, Unit], None]] = {
    TRIGGER: _Walk._open_after_trigger,
    PREPOSITION: _Walk._lead,
    BREAK: _Walk._pause,
    MARKER: _Walk._close_at_marker,
    REPAIR: _Walk._repair,
    DENIED: _Walk._deny,
    END: _Walk._end,
}
"""What a unit that is no value and no content does to the open region."""
