"""The normal form in which token sets, phrases and messages are compared.

In: a text. Out: its words in order: lower case, accents folded, punctuation and
possessives dropped, aliases put in place ("named" counts as "name"; a word whose
alias is empty is left out). An entry of a rule may be tied to an edge of the message:
``<start> play`` stands where its words begin, ``mute <end>`` where they end, fillers
and politeness at both ends aside ("can you please mute"). Deterministic and without
any dependency.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from slots.text import MARK, POSSESSIVE, tokenize
from slots.words import CLOSINGS, OPENINGS

Words = tuple[str, ...]
"""The words of a text in normal form."""

START = "<start>"
"""Before an entry's words: they begin the message."""
END = "<end>"
"""Behind an entry's words: they end the message."""
EDGES = frozenset({START, END})
"""What stands in an entry beside its words."""


def normalise(text: str, aliases: Mapping[str, str] | None = None) -> Words:
    """Return the words of a text in normal form; the text is cleaned already."""
    found = aliases or {}
    said = [token.key for token in tokenize(text) if token.kind is not MARK and token.kind is not POSSESSIVE]
    return tuple([word for key in said if key and (word := found.get(key, key))])


def entry_words(entry: str, aliases: Mapping[str, str] | None = None) -> Words:
    """Return a rule's entry in normal form, with the edges that it is tied to; nothing for one without words."""
    text = entry.strip()
    words = normalise(text.removeprefix(START).removesuffix(END), aliases)
    if not words:
        return ()
    return (START,) * text.startswith(START) + words + (END,) * text.endswith(END)


def runs(words: Words, longest: int, led: Set[str] | None = None) -> set[Words]:
    """Return every run of up to ``longest`` words that stand together; with ``led`` those that one of these begins."""
    starts = [at for at, word in enumerate(words) if led is None or word in led]
    return {words[at : at + size] for at in starts for size in range(1, min(longest, len(words) - at) + 1)}


def edge_runs(words: Words, longest: int) -> set[Words]:
    """Return every run of up to ``longest`` words and edges that is tied to an edge of the message."""
    first, past = 0, len(words)
    while found := OPENINGS.at(words, first):
        first = found[1]
    while ended := CLOSINGS.before(words, past, first):
        past = ended[1]
    core = words[first:past]
    if not core:
        return set()
    sizes = range(1, min(longest - 1, len(core)) + 1)
    tied = {(START, *core[:size]) for size in sizes} | {(*core[-size:], END) for size in sizes}
    return tied | {(START, *core, END)} if len(core) + 2 <= longest else tied
