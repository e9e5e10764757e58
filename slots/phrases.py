"""The phrase that the content of one region makes: a name, a reference, a mention.

In: the units between two boundaries and the slot they are for. Out: the
:class:`slots.extraction.SlotPhrase` and the role of each of its tokens; None
where nothing is left once articles and type nouns are taken away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from slots.compiled import Keys
from slots.extraction import KnownWords, PhraseKind, Role, SlotPhrase
from slots.parts import BREAK, END, KNOWN, MARK, MENTION, POSSESSIVE, PRONOUN, QUOTED, TEXT, Part, Unit
from slots.tables import SlotKind, SlotSpec
from slots.text import Span, Token, is_picture
from slots.words import ARTICLES, DEFINITE, NAME_LEADS, NAMING, PronounKind, phrases

Roles = list[tuple[int, tuple[Role, str]]]
"""Token positions with their role and slot."""

NEW_WORDS = frozenset({"new"})
"""Words before a type noun that say the thing is not there yet ("new client X")."""

_LONGEST_LEAD = max(map(len, NAME_LEADS))

TRAILING = frozenset("to for on of with at in from by about as over and or please pls thanks".split())
"""Words that no name ends with: what they led to was a value of its own ("for Acme *with* $5k"), or politeness."""

_LOOSE = frozenset("a an the too also again instead back and but".split())
"""Words, in lower case, with which no name ends that is there already: what they belong to stands elsewhere ("assign
her to the shop *too*", "rename it *back* to Zed", "set May *a* timer")."""
_ANSWER_LEADS = phrases(
    "its | it is | thats | that is | it was | that was | it should be | that should be | that would be | it would be"
    " | make it | i think its | i think it is | i mean | i meant | i guess | how about | what about"
    " | go with | lets go with | lets take | ill take"
)
"""Words before a thing that was asked for."""
_COPULAS = frozenset("is was be will would should".split())
"""Words between a definite type noun and the name that it has ("the client *is* Zed")."""
_POINTER = "one"
"""Behind a definite article the noun of any type ("the museum *one*")."""


def known_words(part: Part, units: Sequence[Unit]) -> tuple[KnownWords, ...]:
    """Return the known names among some units, in order."""
    return tuple(
        KnownWords(*part.scan.said(unit.first, unit.past), unit.key, unit.types) for unit in units if unit.kind is KNOWN
    )


def _given(first: int, past: int, role: Role, slot: str = "") -> Roles:
    """Give one role to the tokens from ``first`` to before ``past``."""
    given = (role, slot)
    return [(at, given) for at in range(first, past)]


def build_phrase(part: Part, slot: str, via: str, content: Sequence[Unit]) -> tuple[SlotPhrase | None, Roles]:
    """Make the phrase of a slot from its region's units, and say what each token is there for."""
    spec = part.verb.spec.slot(slot)
    quoted = [unit for unit in content if unit.kind is QUOTED]
    if quoted and (spec.kind not in (SlotKind.NAME, SlotKind.TEXT) or _stands_alone(part, spec, content)):
        return _quoted_phrase(part, spec, via, content, quoted[0])
    units = _trim_marks(part, spec, content)
    if spec.kind in (SlotKind.NAME, SlotKind.TEXT):
        return _name_phrase(part, spec, via, units)
    lead = _answer_lead(part, units) if via == "answer" else 0
    core, noun, is_new, dropped = _strip_nouns(part, spec, units[lead:])
    dropped += [(unit, Role.FILLER) for unit in units[:lead]]
    roles = [given for unit, role in dropped for given in _given(unit.first, unit.past, role)]
    if not core:
        return _reference(part, spec, via, units, noun, roles)
    core = _speaker_alone(part, core)
    roles += _given(core[0].first, core[-1].past, Role.VALUE, slot)
    phrase = _entity_phrase(part, spec, via, core, noun, is_new)
    last = max((unit.past for unit, role in dropped if role is Role.NOUN), default=0)
    if last > core[-1].past and phrase.kind is PhraseKind.WORDS:
        phrase = replace(phrase, full=part.scan.words(core[0].first, last))
    return phrase, roles


def _speaker_alone(part: Part, core: list[Unit]) -> list[Unit]:
    """Return the speaker's pronoun without words behind it that name nobody ("remind *me* at 7 to call Ann")."""
    opens = core[0].kind is PRONOUN and part.scan.tokens[core[0].first].key in _SPEAKER
    names = any(unit.kind in (KNOWN, MENTION, PRONOUN, QUOTED) for unit in core[1:])
    return core[:1] if opens and not names else core


_SPEAKER = frozenset({"me", "us"})
"""What somebody is called to whom something is done."""


def unnamed_phrase(part: Part, slot: str, via: str, content: Sequence[Unit]) -> tuple[SlotPhrase, Roles]:
    """Make a phrase of articles and type nouns alone, which name nothing ("for *the* from Monday")."""
    first, past = content[0].first, content[-1].past
    said = part.scan.said(first, past)
    return SlotPhrase(slot, *said, PhraseKind.WORDS, via), _given(first, past, Role.VALUE, slot)


def _answer_lead(part: Part, units: Sequence[Unit]) -> int:
    """Return how many units only lead to the known thing that was asked for ("it's the client Zed")."""
    said = [part.scan.tokens[unit.first].key if _key(part, unit) or unit.pronoun else "" for unit in units]
    return next((len(lead) for lead in _ANSWER_LEADS if tuple(said[: len(lead)]) == lead), 0)


def _trim_marks(part: Part, spec: SlotSpec, content: Sequence[Unit]) -> list[Unit]:
    """Take marks from the front, but no emoji of a new name, and what a possessive left from the end."""
    edge = (MARK, POSSESSIVE)
    units = list(content)
    while units and units[0].kind in edge:
        if spec.kind is SlotKind.NAME and is_picture(part.scan.tokens[units[0].first]):
            break
        units.pop(0)
    while units and units[-1].kind is POSSESSIVE:
        units.pop()
    return units


def _stands_alone(part: Part, spec: SlotSpec, content: Sequence[Unit]) -> bool:
    """Whether a quotation is all that a name consists of; `The "Big" One` is a name with marks inside."""
    core, *_ = _strip_nouns(part, spec, content)
    return len(core) == 1 and core[0].kind is QUOTED


def _quoted_phrase(
    part: Part, spec: SlotSpec, via: str, content: Sequence[Unit], unit: Unit
) -> tuple[SlotPhrase, Roles]:
    """What stands in quotation marks is the value; what stands beside it can only be a type noun."""
    _, noun, is_new, dropped = _strip_nouns(part, spec, [other for other in content if other is not unit])
    roles = [given for other, role in dropped for given in _given(other.first, other.past, role)]
    first, past = unit.first + 1, unit.past - 1
    roles += _given(first, past, Role.VALUE, spec.name)
    roles += [(at, (Role.PUNCTUATION, "")) for at in (unit.first, past)]
    said = _as_typed(part, spec, first, past)
    inside = tuple(
        KnownWords(*part.scan.said(name.first, name.past), name.key, name.types)
        for name in part.scan.known
        if first <= name.first and name.past <= past
    )
    return SlotPhrase(spec.name, *said, PhraseKind.WORDS, via, type_noun=noun, known=inside, is_new=is_new), roles


def _name_phrase(part: Part, spec: SlotSpec, via: str, units: Sequence[Unit]) -> tuple[SlotPhrase | None, Roles]:
    """A new name keeps everything, as typed."""
    own = {noun for noun, kind in part.verb.nouns.get(spec.name, {}).items() if not kind}
    while len(units) > 1 and (part.scan.tokens[units[0].first].key,) in own:
        units = units[1:]
    lead: Roles = []
    if via == "answer":
        shown = units
        units = _without_lead(part, spec, _without_new(part, spec, units))
        taken = shown[: len(shown) - len(units)]
        lead = [given for unit in taken for given in _given(unit.first, unit.past, Role.FILLER)]
    elif via.casefold().endswith("name") and len(units) > 1 and _says_is(part, units[0]):
        lead, units = _given(units[0].first, units[0].past, Role.FILLER), units[1:]
    while units and units[-1].kind in (END, BREAK):
        units = units[:-1]
    if not units:
        return None, []
    first, past = units[0].first, units[-1].past
    roles = _given(first, past, Role.VALUE, spec.name) + lead
    said = _as_typed(part, spec, first, past)
    return SlotPhrase(spec.name, *said, PhraseKind.WORDS, via, known=known_words(part, units)), roles


def _says_is(part: Part, unit: Unit) -> bool:
    """Whether a word behind "name" only joins the name to it ("the name *is* Zed", "the name*'s* Zed")."""
    return unit.kind is POSSESSIVE or (_key(part, unit) == ("is",) and part.scan.tokens[unit.first].text.islower())


def _as_typed(part: Part, spec: SlotSpec, first: int, past: int) -> tuple[str, Span]:
    """Return some words and where they stand: those of a free text with their line breaks."""
    text, span = part.scan.said(first, past)
    return (part.scan.text[span.start : span.end] if spec.kind is SlotKind.TEXT else text), span


def _without_new(part: Part, spec: SlotSpec, units: Sequence[Unit]) -> Sequence[Unit]:
    """Take the "new client" before the new name that was asked for; a name that begins with the noun keeps it."""
    keys = [_key(part, unit)[:1] for unit in units]
    at = 1 if keys[:1] and keys[0] and keys[0][0] in ARTICLES else 0
    nouns = part.verb.nouns.get(spec.name, {})
    if len(units) < at + 3 or not keys[at] or keys[at][0] not in NEW_WORDS or keys[at + 1] not in nouns:
        return units
    at += 3 if keys[at + 2] and keys[at + 2][0] in NAMING and len(units) > at + 3 else 2
    return units[at:]


def _without_lead(part: Part, spec: SlotSpec, units: Sequence[Unit]) -> Sequence[Unit]:
    """Take the slot's own preposition, in lower case, before the name that was asked for ("to Zed Two")."""
    own = {word for word, slots in part.form.prepositions.items() if spec.name in slots}
    units = _without_noun_of(part, spec, units)
    for size in range(min(_LONGEST_LEAD, len(units) - 1), 0, -1):
        lead = part.scan.tokens[units[0].first : units[size - 1].past]
        said = tuple(token.key for token in lead)
        if (said in NAME_LEADS and not _is_titled(lead)) or (
            said in own and all(token.text.islower() for token in lead)
        ):
            return units[size:]
    return units


def _is_titled(lead: Sequence[Token]) -> bool:
    """Whether words before a name are written as a part of it: "Her Name Is Rio"."""
    return len(lead) > 2 and all(token.text[:1].isupper() and token.text[1:].islower() for token in lead)


def _without_noun_of(part: Part, spec: SlotSpec, units: Sequence[Unit]) -> Sequence[Unit]:
    """Take "the client" before "is called Zed", and "the client's" before "name is Zed"."""
    keys = [_key(part, unit)[:1] for unit in units]
    at = 1 if keys[:1] and keys[0] and keys[0][0] in ARTICLES else 0
    is_noun = len(units) > at + 3 and keys[at] in part.verb.nouns.get(spec.name, {})
    if is_noun and units[at + 1].kind is POSSESSIVE:
        return units[at + 2 :]
    return units[at + 1 :] if is_noun and (*keys[at + 1], *keys[at + 2]) == ("is", "called") else units


def _strip_nouns(
    part: Part, spec: SlotSpec, units: Sequence[Unit]
) -> tuple[list[Unit], str, bool, list[tuple[Unit, Role]]]:
    """Take articles and type nouns from both ends; returns the core, the type said, "new", and what was taken."""
    nouns = part.verb.nouns.get(spec.name, {})
    core, noun, is_new = list(units), "", False
    dropped: list[tuple[Unit, Role]] = []
    while core:
        key = _key(part, core[0])
        if key and key[0] in ARTICLES and _is_plain_article(part, core, nouns):
            dropped.append((core.pop(0), Role.FILLER))
        elif key and key[0] in NEW_WORDS and len(core) > 1 and _key(part, core[1]) in nouns:
            is_new = True
            dropped.append((core.pop(0), Role.FILLER))
        elif (own := _noun_of(part, core, nouns)) and (len(core) == 1 or not _is_capital_pair(part, core)):
            noun = noun or nouns[own] or ""
            dropped += [(core.pop(0), Role.NOUN) for _ in own]
            if len(core) > 1 and core[0].kind is MARK and part.scan.tokens[core[0].first].key == ".":
                dropped.append((core.pop(0), Role.PUNCTUATION))  # "Dr. Noon"
            joins = NAMING | _COPULAS if _is_definite(part, dropped) else NAMING
            while core and _key(part, core[0])[:1] and _key(part, core[0])[0] in joins and len(core) > 1:
                dropped.append((core.pop(0), Role.FILLER))
        else:
            break
    while len(core) > 1 and _trails(part, core):
        dropped.append((core.pop(), Role.FILLER))
    while len(core) > 1 and (own := _noun_of(part, core, nouns, is_last=True)) and len(own) < len(core):
        noun = noun or nouns[own]
        dropped += [(core.pop(), Role.NOUN) for _ in own]
    if core and not noun and _points(part, core[-1]) and _is_definite(part, dropped):
        dropped.append((core.pop(), Role.NOUN))
    return core, noun, is_new, dropped


def _noun_of(part: Part, core: Sequence[Unit], nouns: Mapping[Keys, str], *, is_last: bool = False) -> Keys:
    """Return the longest type noun that some units begin with, or end with; empty for none."""
    for size in range(min(max(map(len, nouns), default=0), len(core)), 0, -1):
        units = core[-size:] if is_last else core[:size]
        keys = tuple(key for unit in units for key in _key(part, unit))
        if len(keys) == size and keys in nouns:
            return keys
    return ()


def _trails(part: Part, core: Sequence[Unit]) -> bool:
    """Whether the last of some units is a word that ends no name; a capital may make it one ("Never Again")."""
    key = _key(part, core[-1])[:1]
    if not key:
        return False
    is_as_well = key == ("well",) and _key(part, core[-2]) == ("as",)
    is_loose = key[0] in _LOOSE and part.scan.tokens[core[-1].first].text.islower()
    return key[0] in TRAILING or is_as_well or is_loose


def _points(part: Part, unit: Unit) -> bool:
    """Whether a unit is *one* in place of a noun; with a capital it is a number in a name ("Nike Sprint One")."""
    return _key(part, unit) == (_POINTER,) and part.scan.tokens[unit.first].text.islower()


def _is_definite(part: Part, dropped: Sequence[tuple[Unit, Role]]) -> bool:
    """Whether "the", "that" or "this" was taken from the front."""
    return any(
        _key(part, unit)[:1] and _key(part, unit)[0] in DEFINITE for unit, role in dropped if role is Role.FILLER
    )


def _key(part: Part, unit: Unit) -> Keys:
    if unit.kind not in (TEXT, END):
        return ()
    return tuple(token.key for token in part.scan.tokens[unit.first : unit.past])


def _is_plain_article(part: Part, core: Sequence[Unit], nouns: Mapping[Keys, str]) -> bool:
    """An article in lower case, or before a known name, is no part of a name ("The Home Depot" keeps its own).

    In a message of capitals ("ARCHIVE THE CLIENT ACME") the type noun behind it tells.
    """
    token = part.scan.tokens[core[0].first]
    following = core[1] if len(core) > 1 else None
    if token.text.islower() or following is None or following.kind is KNOWN:
        return True
    return token.text.isupper() and len(token.text) > 1 and _key(part, following) in nouns


def _is_capital_pair(part: Part, core: Sequence[Unit]) -> bool:
    """Whether a noun and the word behind it look like one name ("Client Portal")."""
    noun, after = part.scan.tokens[core[0].first], part.scan.tokens[core[1].first]
    return core[1].kind is TEXT and noun.text[:1].isupper() and after.text[:1].isupper() and core[0].first > 0


def _reference(
    part: Part, spec: SlotSpec, via: str, units: Sequence[Unit], noun: str, roles: Roles
) -> tuple[SlotPhrase | None, Roles]:
    """A lone type noun with "the" or "that" points at something mentioned; anything else is no phrase."""
    if not units or not noun or _key(part, units[0])[:1] == ():
        return None, roles
    if _key(part, units[0])[0] not in DEFINITE:
        return None, roles
    first, past = units[0].first, units[-1].past
    roles = _given(first, past, Role.VALUE, spec.name)
    said = part.scan.said(first, past)
    return SlotPhrase(spec.name, *said, PhraseKind.PRONOUN, via, pronoun=PronounKind.IT, type_noun=noun), roles


def _entity_phrase(part: Part, spec: SlotSpec, via: str, core: Sequence[Unit], noun: str, is_new: bool) -> SlotPhrase:
    said = part.scan.said(core[0].first, core[-1].past)
    lone = core[0] if len(core) == 1 else None
    if lone is not None and lone.kind is PRONOUN and lone.pronoun is not None:
        return SlotPhrase(spec.name, *said, PhraseKind.PRONOUN, via, pronoun=lone.pronoun.kind, type_noun=noun)
    mention = next((unit for unit in core if unit.kind is MENTION), None)
    if mention is not None:
        said = part.scan.said(mention.first, mention.past)
        return SlotPhrase(spec.name, *said, PhraseKind.MENTION, via, type_noun=noun)
    known = known_words(part, core)
    return SlotPhrase(spec.name, *said, PhraseKind.WORDS, via, type_noun=noun, known=known, is_new=is_new)
