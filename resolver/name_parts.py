"""Phrases made of parts of names: a nickname with the surname, a hyphenated part, and what only speaks of a known name.

In: a phrase and the entities that may be meant. Out: what it names, or whether it can be a new name at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from resolver.entities import Entity
from resolver.match import Hits, names_of
from resolver.name_words import FUNCTION_WORDS, parts_of, unowned
from resolver.outcome import Tier
from resolver.setting import Setting, fitting_entities
from slots.extraction import SlotPhrase
from slots.tables import SlotSpec
from slots.text import fold, words_of
from slots.words import ARTICLES


def by_nickname(phrase: str, entities: Iterable[Entity]) -> Hits | None:
    """Return the one entity all of whose names together have a phrase: an alias, and words of its name beside it.

    "Liz Hart" is Elizabeth Hart, who is also called Liz, where nobody else has both words.
    """
    words = parts_of(unowned(phrase)).content
    if len(words) < 2:
        return None
    bearers = {
        one.ref: one for one in entities if {*words} <= {word for name in names_of(one) for word in words_of(name)}
    }
    if len(bearers) != 1:
        return None
    found = next(iter(bearers.values()))
    own = words_of(found.name)
    for alias in map(words_of, found.aliases):
        rest = [word for word in words if word not in alias]
        is_beside = rest and set(alias) <= set(words) and set(rest) <= set(own) and set(alias).isdisjoint(own)
        if is_beside and len(words) == len(alias) + len(rest):
            return Hits(Tier.ALIAS, (found,))
    return None


def by_joined_part(phrase: str, entities: Iterable[Entity]) -> Hits | None:
    """Return the entities of whose names a hyphenated phrase is one whole part ("Jean-Luc": Jean-Luc Picard)."""
    said = fold(unowned(phrase))
    if "-" not in said.strip("-") or " " in said:
        return None
    found = {
        one.ref: one for one in entities if any(said == fold(part) for name in names_of(one) for part in name.split())
    }
    return Hits(Tier.PART, tuple(found.values())) if found else None


_JOINS = frozenset({"and", "or", "plus"})
_BESIDE = ARTICLES | frozenset("other same usual regular old".split())
"""Words before a known name with which it is spoken of ("*my* Ann", "the *other* Ann")."""


def is_about_known(phrase: SlotPhrase, slot: SlotSpec, setting: Setting) -> bool:
    """Whether a phrase only speaks of known things, one of which the slot takes: then it is no new name.

    So it is with words that name nothing before one ("my patient Ann"), and with one joined to another or to what an
    article leads to ("Ann and Bo", "Ann and a check").
    """
    if not any(fitting_entities(known, slot, setting) for known in phrase.known):
        return False
    start = phrase.span.start
    said = [phrase.text[: phrase.known[0].span.start - start]]
    for one, other in zip(phrase.known, (*phrase.known[1:], None), strict=True):
        said.append(phrase.text[one.span.end - start : other.span.start - start if other is not None else None])
    before, *between = (words_of(text) for text in said)
    kinds = [setting.tables.tables.entity_type(name) for name in slot.entities]
    nouns = {word for kind in kinds for noun in (kind.title, *kind.nouns) for word in words_of(noun)}
    if before and set(before) <= _BESIDE | nouns and not any(between):
        return True
    *inner, behind = between
    if inner and all(_JOINS.intersection(words) and set(words) <= FUNCTION_WORDS | _BESIDE for words in inner):
        return not behind
    return any(words[:1] and words[0] in _JOINS and words[1:2] and words[1] in ARTICLES for words in between)
