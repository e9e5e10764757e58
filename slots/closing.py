"""The region that is open while the units are walked, and the phrases that it gives to its slot when it ends.

In: the units that :mod:`slots.regions` puts into it. Out: :class:`Bound`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from slots.binding import has_stand_in
from slots.counts import DETERMINERS, MORE
from slots.extraction import KnownWords, PhraseKind, Role, SlotPhrase
from slots.parts import END, KNOWN, POSSESSIVE, TEXT, Part, Unit, fits
from slots.phrases import build_phrase, known_words, unnamed_phrase
from slots.tables import SlotKind, SlotSpec
from slots.two_things import split_things
from slots.words import ARTICLES

_PARTITIVE = "of"
"""The word between a number and what it is a part of."""


@dataclass
class Bound:
    """What the regions of an utterance gave to the slots; filled while the units are walked."""

    phrases: list[SlotPhrase] = field(default_factory=list)
    """In the order of the utterance."""
    strays: list[KnownWords] = field(default_factory=list)
    """Known names that no slot took."""
    roles: dict[int, tuple[Role, str]] = field(default_factory=dict)
    """Token position -> role, and the slot for values; positions left out are leftover."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch, and what its content is for."""

    slot: str
    """The slot that takes its content; empty for none."""
    via: str
    """What led to it."""
    is_gap: bool = False
    """Whether it lies between two parts of the trigger."""
    is_unreadable: bool = False
    """Whether its content cannot be read as the slot's kind."""
    is_repair: bool = False
    """Whether its content replaces what the slot took before."""
    is_resumed: bool = False
    """Whether a value stood where its content was to begin: then no known name of another slot is its content."""


BARE = Region("", "bare")
"""What stands behind a value or a break."""


class OpenRegion:
    """What is open, and what the regions before it gave; its attributes change as the units are walked."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.bound = Bound()
        self.content: list[Unit] = []
        slot = part.asked if part.is_answer and part.asked and not part.verb.spec.slot(part.asked).is_typed else ""
        self.region = Region(slot, "answer")
        self.filled: dict[str, int] = {}
        self.given: dict[tuple[Role, str], tuple[Role, str]] = {}
        self.expects = ""

    def _close(self) -> None:
        if not self.content:
            return
        content, self.content = self.content, []
        region = self.region
        if content[0].kind is END and not region.slot:
            content = content[1:]
        if not content:
            return
        if region.is_gap:
            self._close_gap(content)
            return
        if region.is_unreadable:
            self._add_unreadable(region, content)
            return
        if not region.slot:
            self._leave(content)
            return
        pieces = split_things(self.part, region.slot, content, self.filled)
        taken = {unit.first for _, piece in pieces for unit in piece}
        for unit in content:
            if unit.first not in taken:
                self._mark(unit, Role.FILLER)
        for slot, piece in pieces:
            self._give(region, slot, piece)

    def _give(self, region: Region, slot: str, content: list[Unit]) -> None:
        """Give a region's content, or a piece of it, to a slot; it is left over where it makes no phrase."""
        is_own = slot == region.slot
        if region.is_resumed:
            content = self._without_lead(content)
        is_left = is_own and region.is_resumed and self._names_other(content)
        via = region.via if is_own else "bare"
        phrase, used = (None, []) if is_left else build_phrase(self.part, slot, via, content)
        if phrase is None and self.expects == slot and has_stand_in(self.part, slot):
            phrase, used = unnamed_phrase(self.part, slot, via, content)
        if phrase is None:
            self._leave(content)
        else:
            self._add(phrase, is_repair=region.is_repair and is_own)
        for position, (role, name) in used:
            self.bound.roles[position] = (role, name)

    def _without_lead(self, content: list[Unit]) -> list[Unit]:
        """Drop what stands between a number and what it counts ("10 *of those* jars", "5 *more* jars")."""
        keys = [self.part.scan.tokens[unit.first].key for unit in content]
        past = next((at for at, key in enumerate(keys) if key not in MORE), 0)
        if keys[past : past + 1] == [_PARTITIVE]:
            start, past = past, next((at for at in range(past + 1, len(keys)) if keys[at] not in DETERMINERS), past)
            for unit in content[start:past]:
                self._mark(unit, Role.FILLER)
        return content[past:]

    def _names_other(self, content: Sequence[Unit]) -> bool:
        """Whether a known name among some units is none that the region's slot takes."""
        return any(unit.kind is KNOWN and not fits(self.part, unit, self.region.slot) for unit in content)

    def _close_gap(self, content: list[Unit]) -> None:
        """Words between two parts of the trigger: a possessive, or the object."""
        owner_end = next((n for n, unit in enumerate(content) if unit.kind is POSSESSIVE), None)
        possessive = [unit for unit in content if unit.pronoun is not None and unit.pronoun.is_possessive]
        slot, via, owner = self.region.slot, "object", content
        if owner_end is not None or possessive:
            slot, via = self._possessive_slot(), "possessive"
            owner = content[:owner_end] if owner_end is not None else possessive[:1]
        elif not slot or self.part.verb.spec.slot(slot).kind is not SlotKind.ENTITY:
            self._leave(content)
            return
        rest = [unit for unit in content if unit not in owner and unit.kind is not POSSESSIVE]
        phrase, used = build_phrase(self.part, slot, via, owner) if slot else (None, [])
        if phrase is None:
            self._leave(content)
            return
        self._add(phrase, is_repair=False)
        for position, role in used:
            self.bound.roles[position] = role
        for unit in content:
            if unit.kind is POSSESSIVE:
                self._mark(unit, Role.PREPOSITION)
        self._leave(rest)

    def _possessive_slot(self) -> str:
        """A possessive stands for the slot that ``for`` fills, else ``of``, else the object (decisions.md)."""
        for word in (("for",), ("of",)):
            for name in self.part.form.prepositions.get(word, ()):
                if self.part.verb.spec.slot(name).kind is SlotKind.ENTITY:
                    return name
        return self.region.slot

    def _add_unreadable(self, region: Region, content: list[Unit]) -> None:
        said = self.part.scan.said(content[0].first, content[-1].past)
        self._add(SlotPhrase(region.slot, *said, PhraseKind.UNREADABLE, region.via), is_repair=region.is_repair)
        for unit in content:
            self._mark(unit, Role.VALUE, region.slot)

    def _add(self, phrase: SlotPhrase, *, is_repair: bool) -> None:
        if is_repair:
            for old in [old for old in self.bound.phrases if old.slot == phrase.slot]:
                self.bound.phrases.remove(old)
                self.filled[old.slot] -= 1
                self._unmark(old)
        self.bound.phrases.append(phrase)
        self.filled[phrase.slot] = self.filled.pop(phrase.slot, 0) + 1  # last said, last in order

    def _unmark(self, phrase: SlotPhrase) -> None:
        tokens = self.part.scan.tokens
        first, past = (bisect_left(tokens, at, key=lambda token: token.start) for at in phrase.span)
        for position in range(first, past):
            if self.bound.roles.get(position) == (Role.VALUE, phrase.slot):
                self.bound.roles[position] = (Role.REPAIRED, "")

    def _leave(self, content: Sequence[Unit]) -> None:
        self.bound.strays.extend(known_words(self.part, content))
        for unit in content:
            if unit.kind is TEXT and self.part.scan.tokens[unit.first].key in ARTICLES:
                self._mark(unit, Role.FILLER)

    # -- small things ---------------------------------------------------------

    def _spec(self) -> SlotSpec | None:
        return self.part.verb.spec.slot(self.region.slot) if self.region.slot else None

    def _words(self, unit: Unit) -> str:
        return self.part.scan.words(unit.first, unit.past)

    def _mark(self, unit: Unit, role: Role, slot: str = "") -> None:
        given = self.given.setdefault((role, slot), (role, slot))
        for position in range(unit.first, unit.past):
            self.bound.roles[position] = given
