"""The keys under which an index keeps names, and those by which it looks a phrase up.

In: names and phrases. Out: plain strings; an index may store a digest of them. A word and its misspelling
share a form: the first seven letters, or these less one letter, or the skeleton of consonants.
"""

from __future__ import annotations

from resolver.name_words import parts_of, skeleton, unowned
from slots.look_alikes import unmask
from slots.text import kept, key_of, words_of

HEAD = 7
"""Letters of a word that are compared with one slip; behind them anything may differ (a prototype's figure:
longer heads found no more names among 10,000, shorter ones many more that did not fit)."""

OPENING = 60
"""Letters of a name by which names are listed in order (an index entry of PostgreSQL holds 2,700 bytes)."""

BARE, SOUND, LOOK = "=", "~", "^"
"""What stands before the key of a name without its legal form, before a skeleton, and before the key of what a
name of other alphabets looks like."""


@kept(8192)
def keys_of_name(name: str) -> tuple[str, ...]:
    """Return the whole-name keys of a name: its key first, then that without legal form, then that by sound."""
    key, joined = key_of(name), parts_of(name).joined
    if not key:
        return ()
    bare = () if joined == key else (BARE + joined,)
    look = key_of(unmask(name))
    masked = () if look == key else (LOOK + look,)
    return (key, *bare, *masked, SOUND + skeleton(joined))


def opening_of(name: str) -> str:
    """Return by what a name is listed in order."""
    return name.casefold()[:OPENING]


@kept(8192)
def words_of_name(name: str) -> tuple[str, ...]:
    """Return the words under which a name is found: its own, and those that it looks like in Latin letters."""
    words, look = words_of(name), unmask(name)
    return words if look == name else tuple(dict.fromkeys((*words, *words_of(look))))


def keys_of_phrase(phrase: str) -> tuple[str, ...]:
    """Return the whole-name keys that a phrase is looked up by, with and without a possessive at its end."""
    found: list[str] = []
    for text in dict.fromkeys((phrase, unowned(phrase))):
        parts = parts_of(text)
        for joined in (parts.whole, parts.joined):
            found += (*keys_of_name(text), joined, BARE + joined) if joined else ()
    look = key_of(unmask(phrase))
    found += (look, LOOK + look) if look else ()
    return tuple(dict.fromkeys(found))


@kept(16384)
def forms_of(word: str) -> tuple[str, ...]:
    """Return the forms of a word; two words that are one slip apart share one."""
    head = word[:HEAD]
    if len(word) < 3:
        return (word,)
    cut = (head[:at] + head[at + 1 :] for at in range(len(head)))
    return tuple(dict.fromkeys((head, *cut, SOUND + skeleton(word))))
