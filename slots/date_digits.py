"""Dates and months in digits: "2026-12-01", "5/6", "12.05.26", "05/2026"; a version or a fraction is no date."""

from __future__ import annotations

from collections.abc import Sequence

from slots.date_expr import MonthDay, MonthExpr, NamedMonth, Numeric
from slots.date_parts import counts_something, full_year, is_cut
from slots.numbers import key_at
from slots.text import NUMBER, Token, is_glued

_NO_DATES = frozenset("version v release build phase rev revision".split())
_COMPACT_DIGITS = 8
"""Digits of a day without separators ("20261201")."""


def scan_digit_groups(tokens: Sequence[Token], at: int) -> tuple[list[str], str, int]:
    """Return the two or three groups of digits, what stands between them, and the position after; none else."""
    token = tokens[at] if 0 <= at < len(tokens) else None
    if token is None or token.kind is not NUMBER or "," in token.text:
        return [], "", at
    if "." in token.text:
        parts = token.text.split(".")
        return (
            (parts, ".", at + 1)
            if len(parts) == 3 and max(map(len, parts)) <= 4 and len(parts[1]) < 3
            else ([], "", at)
        )
    parts, past, separator = [token.text], at + 1, key_at(tokens, at + 1)
    while separator in ("/", "-") and key_at(tokens, past) == separator and is_glued(tokens, past):
        following = key_at(tokens, past + 1)
        if not (following.isdecimal() and is_glued(tokens, past + 1)):
            break
        parts.append(tokens[past + 1].text)
        past += 2
        if len(parts) > 3:
            return [], "", at
    is_sane = len(parts) > 1 and max(map(len, parts)) <= 4 and (len(parts) == 2 or len(parts[1]) <= 2)
    return (parts, separator, past) if is_sane and all(part.isdecimal() for part in parts) else ([], "", at)


def numeric(tokens: Sequence[Token], at: int) -> tuple[MonthDay | Numeric, int] | None:
    """Read "2026-12-01", "5/6", "5/6/26", "12.05.2026"; a version or a fraction is no date."""
    if _is_version(tokens, at):
        return None
    parts, separator, past = scan_digit_groups(tokens, at)
    if len(parts) == 2:
        first, second = int(parts[0]), int(parts[1])
        is_date = separator == "/" and _may_be_day(first, second)
        is_phrase = (first, second) == (24, 7) or counts_something(tokens, past) or key_at(tokens, past) in ("of", "an")
        return (Numeric(first, second), past) if is_date and not is_phrase else None
    if len(parts) != 3:
        return None
    is_short = len(parts[2]) == 2 and len(parts[0]) < 4
    if is_short and separator == "." and (len(parts[0]), len(parts[1])) != (2, 2):
        return None
    return _with_year(parts, past)


def numeric_month(tokens: Sequence[Token], at: int) -> tuple[MonthExpr, int] | None:
    """Read "2026-05" and "05/2026"."""
    parts, _, past = scan_digit_groups(tokens, at)
    if len(parts) != 2 or is_cut(tokens, past):
        return None
    year, month = parts if len(parts[0]) == 4 else (parts[1], parts[0])
    if len(year) != 4 or len(month) > 2 or not 1 <= int(month) <= 12:
        return None
    known = full_year(year)
    return (NamedMonth(int(month), known), past) if known else None


def dotted(tokens: Sequence[Token], at: int) -> tuple[Numeric, int] | None:
    """Read "19.06" and "4.22", two digits after the point: a date only beside something that says so."""
    text = key_at(tokens, at)
    first, point, second = text.partition(".")
    if not point or not (first.isdecimal() and second.isdecimal()) or len(first) > 2 or len(second) != 2:
        return None
    is_date = _may_be_day(int(first), int(second)) and not counts_something(tokens, at + 1)
    return (Numeric(int(first), int(second)), at + 1) if is_date else None


def loose_digits(tokens: Sequence[Token], at: int) -> tuple[MonthDay | Numeric, int] | None:
    """Read digits that are a date where one is expected: "4-22", "4.22", "2 / 15", "26. 10. 21", "2026 10 16".

    Two numbers must show which is the day: "1-2" and "5.6" stay unread.
    """
    if _is_version(tokens, at) or not (0 <= at < len(tokens) and tokens[at].kind is NUMBER):
        return None
    text = tokens[at].text
    if len(text) == _COMPACT_DIGITS and text.isdecimal():
        return _with_year([text[:4], text[4:6], text[6:]], at + 1)
    groups, past = _dotted_groups(tokens, at)
    if len(groups) == 3:
        return _with_year(groups, past) if max(map(int, groups[:2])) > 12 or len(groups[2]) == 4 else None
    groups, past = _spaced_groups(tokens, at)
    if len(groups) == 3:
        return _with_year(groups, past) if max(map(len, groups)) == 4 else None
    found = (Numeric(int(groups[0]), int(groups[1])), past) if len(groups) == 2 else dotted(tokens, at)
    if found is None or counts_something(tokens, found[1]):
        return None
    low, high = sorted((found[0].first, found[0].second))
    return found if 1 <= low <= 12 < high <= 31 else None


def _dotted_groups(tokens: Sequence[Token], at: int) -> tuple[list[str], int]:
    """Read three groups with dots between them, blanks around those or none: "26. 10. 2027", "26.10.27"."""
    groups: list[str] = []
    past = at
    while len(groups) < 3 and past < len(tokens) and tokens[past].kind is NUMBER:
        groups += tokens[past].text.split(".")
        past += 1
        if len(groups) >= 3 or key_at(tokens, past) != ".":
            break
        past += 1
    is_date = (
        len(groups) == 3 and all(map(_is_short, groups[:2])) and groups[2].isdecimal() and len(groups[2]) in (2, 4)
    )
    return (groups, past) if is_date else ([], at)


def _spaced_groups(tokens: Sequence[Token], at: int) -> tuple[list[str], int]:
    """Read two groups around a dash or a slash, or three with blanks between them."""
    if key_at(tokens, at + 1) in ("/", "-"):
        groups = [key_at(tokens, at), key_at(tokens, at + 2)]
        past = at + 3
        is_more = key_at(tokens, past) in ("/", "-")
        is_free = not is_glued(tokens, at + 1) or key_at(tokens, at + 1) == "-"
        return (groups, past) if is_free and not is_more and all(map(_is_short, groups)) else ([], at)
    groups = [key_at(tokens, at + place) for place in range(3)]
    is_spaced = all(group.isdecimal() for group in groups) and not any(is_glued(tokens, at + place) for place in (1, 2))
    return (groups, at + 3) if is_spaced else ([], at)


def _is_short(digits: str) -> bool:
    return digits.isdecimal() and len(digits) <= 2


def _may_be_day(first: int, second: int) -> bool:
    return 1 <= min(first, second) <= 12 and max(first, second) <= 31


def _is_version(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1 - (key_at(tokens, at - 1) == ":")
    return key_at(tokens, before) in _NO_DATES


def _with_year(parts: Sequence[str], past: int) -> tuple[MonthDay | Numeric, int] | None:
    if len(parts[0]) == 4:
        year = full_year(parts[0])
        return (MonthDay(int(parts[1]), int(parts[2]), year), past) if year and len(parts[2]) <= 2 else None
    year = full_year(parts[2])
    if year is None or len(parts[0]) > 2:
        return None
    return Numeric(int(parts[0]), int(parts[1]), year, is_short=len(parts[2]) == 2), past
