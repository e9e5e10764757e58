"""The sentences of a message: which ask, and whether a clause of one may be a wish.

In: a scanned message and the position at which a clause starts. A question that holds an action word ("how many hours
did John log?") starts no action; what stands beside a question is judged by itself.
"""

from __future__ import annotations

from bisect import bisect_right

from slots.scan import Scan
from slots.text import MARK
from slots.triggers import JOINERS, ends_line
from slots.words import POINTED
from states.controls import is_question

_ENDS = frozenset("?!")
_OPENING = 12
"""Tokens by which a clause is known to open as a question: politeness, a preposition and the word that asks."""


def may_act(scan: Scan, at: int, before: int | None) -> bool:
    """Whether an action may start at a clause; ``before`` is where the wish before it starts, None for none.

    Inside a sentence that opens as a question it may where a verb that reads took the question, and no question mark
    ends it ("who is on Nike and log 2h to it"). Where only the mark asks, it may behind another wish.
    """
    first, past = _sentence(scan, at)
    if not _asks(scan, first, past):
        return True
    if before is None:
        return False
    is_marked = scan.tokens[past - 1].key == "?"
    opens = not is_marked or _asks(scan, first, past - 1)
    return not opens or (not is_marked and first <= before)


def may_read(scan: Scan, at: int) -> bool:
    """Whether a verb that reads may start at a clause behind another wish.

    It opens as a question, a joining word leads to it, or a sentence begins with it.
    """
    first, past = _sentence(scan, at)
    if scan.tokens[at].text[:1].isupper() and any(token.is_word for token in scan.tokens[first:at]):
        return False  # a word of a new name ("Salt and Show")
    if _asks(scan, at, min(past, at + _OPENING)):
        return True
    is_joined = at > 0 and scan.tokens[at - 1].key in JOINERS
    return is_joined or not any(token.is_word for token in scan.tokens[first:at])


def past_question(scan: Scan, at: int) -> int:
    """Return where the words that belong to a wish begin: behind a sentence before it that asks, else at the start."""
    first, _ = _sentence(scan, at)
    return first if first and _asks(scan, 0, first) else 0


def _asks(scan: Scan, first: int, past: int) -> bool:
    """Whether some tokens ask something, each stretch looked at once."""
    key = ("asks", first, past)
    if key not in scan.noted:
        scan.noted[key] = is_question(scan.words(first, past))
    return bool(scan.noted[key])


def _sentence(scan: Scan, at: int) -> tuple[int, int]:
    """Return the positions (first, past) of the sentence around a position, its mark with it."""
    if "sentences" not in scan.noted:
        scan.noted["sentences"] = [at + 1 for at in range(len(scan.tokens)) if _is_end(scan, at)]
    ends: list[int] = scan.noted["sentences"]
    number = bisect_right(ends, at)
    return ends[number - 1] if number else 0, ends[number] if number < len(ends) else len(scan.tokens)


def _is_end(scan: Scan, at: int) -> bool:
    """Whether a sentence ends with a token: a mark, in no name and no quotation, or the end of a line."""
    token = scan.tokens[at]
    if "\n" in scan.text and ends_line(scan, at):
        return True
    if token.kind is not MARK or at in scan.known_over or at in scan.quoted_over:
        return False
    if token.key in _ENDS:
        return True
    if token.key != "." or at == 0 or at + 1 >= len(scan.tokens) or token.end == scan.tokens[at + 1].start:
        return False
    before = scan.tokens[at - 1]
    return len(before.key) > 1 and before.key not in POINTED
