"""A month and its day in every order, and a day without its month: "Dec 1", "the first of december", "the 3rd"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slots.date_expr import DayOfMonth, MonthDay
from slots.date_parts import (
    ALSO_WORDS,
    MONTHS,
    ends_here,
    full_year,
    is_supported,
    scan_day,
    scan_relative_month,
    scan_relative_year,
    scan_year,
)
from slots.numbers import key_at
from slots.text import NUMBER, Token, is_glued

MonthDayFound = tuple[MonthDay, int]
"""A month with its day and the position after them."""


def month_day(tokens: Sequence[Token], at: int) -> MonthDayFound | None:
    """Read a month and a day, with or without the year, in any order."""
    if key_at(tokens, at - 1) in ("next", "last", "previous"):
        return None
    return any_month_day(tokens, at)


def any_month_day(tokens: Sequence[Token], at: int) -> MonthDayFound | None:
    """Read a month and a day, whatever stands before them."""
    if key_at(tokens, at) in MONTHS:
        return _month_first(tokens, at)
    return _day_first(tokens, at) or _year_first(tokens, at)


def _month_first(tokens: Sequence[Token], at: int) -> MonthDayFound | None:
    """Read "Dec 1", "december the third", "Oct. 2", "June fifth 2026", "Sep-23-2020"."""
    key, separator = tokens[at].key, key_at(tokens, at + 1)
    start = at + 1 + (separator in (".", ",", "-", "/"))
    start += key_at(tokens, start) == "the"
    day = scan_day(tokens, start)
    if day is None or (separator == "," and not day[2]):
        return None
    return _with_year(tokens, MonthDay(MONTHS[key], day[0]), day[1], separator, weak=at if key in ALSO_WORDS else None)


def _day_first(tokens: Sequence[Token], at: int) -> MonthDayFound | None:
    """Read "1 December", "the first of december", "the twenty third day of June", "31-Aug-12"."""
    day = scan_day(tokens, at + (key_at(tokens, at) == "the"))
    if day is None:
        return None
    after = day[1] + (day[2] and key_at(tokens, day[1]) == "day" and key_at(tokens, day[1] + 1) == "of")
    separator = key_at(tokens, after)
    month = after + (separator in ("of", "-", "/", ","))
    key = key_at(tokens, month)
    if key not in MONTHS or (separator == "," and not day[2]):
        return None
    weak = at if key in ALSO_WORDS and separator != "of" else None
    past = month + 1
    past += key_at(tokens, past) == "." and is_glued(tokens, past) and key_at(tokens, past + 1).isdecimal()
    return _with_year(tokens, MonthDay(MONTHS[key], day[0]), past, separator, weak=weak)


def _with_year(
    tokens: Sequence[Token], expr: MonthDay, past: int, separator: str, *, weak: int | None
) -> MonthDayFound | None:
    """Add the year when there is one; a ``weak`` month without one needs support around it."""
    if separator in ("-", "/") and key_at(tokens, past) == separator and is_glued(tokens, past + 1):
        year = full_year(key_at(tokens, past + 1)) if key_at(tokens, past + 1).isdecimal() else None
        return (MonthDay(expr.month, expr.day, year), past + 2) if year else None
    found = scan_year(tokens, past)
    if found:
        return MonthDay(expr.month, expr.day, found[0]), found[1]
    counted = scan_relative_year(tokens, past)
    if counted:
        return replace(expr, year_offset=counted[0]), counted[1]
    if weak is not None and not is_supported(tokens, weak, past):
        return None
    return expr, past


def _year_first(tokens: Sequence[Token], at: int) -> MonthDayFound | None:
    """Read "2018 March 18", "2019/sep/01", "2020/23/Sep"."""
    text = key_at(tokens, at)
    year = full_year(text) if text.isdecimal() and len(text) == 4 else None
    if year is None:
        return None
    month = at + 1 + (key_at(tokens, at + 1) in ("-", "/"))
    if key_at(tokens, month) in MONTHS:
        day = scan_day(tokens, month + 1 + (key_at(tokens, month + 1) in ("-", "/")))
        return (MonthDay(MONTHS[tokens[month].key], day[0], year), day[1]) if day else None
    day = scan_day(tokens, month) if month > at + 1 else None
    last = day[1] + 1 if day and key_at(tokens, day[1]) in ("-", "/") else at
    return (
        (MonthDay(MONTHS[key_at(tokens, last)], day[0], year), last + 1)
        if day and key_at(tokens, last) in MONTHS
        else None
    )


def day_of_month(tokens: Sequence[Token], at: int) -> tuple[DayOfMonth, int] | None:
    """Read "the 3rd", "3rd", "the twenty first", "the 20th of next month"; "third" alone is no date."""
    the = key_at(tokens, at) == "the"
    day = scan_day(tokens, at + the)
    if day is None:
        return None
    number, past, is_ordinal = day
    if key_at(tokens, past) in ("of", "in"):
        month = scan_relative_month(tokens, past + 1)
        if month:
            is_any = month[1] == past + 3 and tokens[past + 1].key == "the"
            return DayOfMonth(number, None if is_any else month[0]), month[1]
    month = scan_relative_month(tokens, past) if is_ordinal and key_at(tokens, past) != "the" else None
    if month:
        return DayOfMonth(number, month[0]), month[1]
    if key_at(tokens, at - 1) in MONTHS or (
        not the and key_at(tokens, at - 1) == "the" and key_at(tokens, at - 2) in MONTHS
    ):
        return None
    is_date = is_ordinal and (the or tokens[at].kind is NUMBER)
    return (DayOfMonth(number), past) if is_date and ends_here(tokens, past) else None


def year_before(tokens: Sequence[Token], at: int) -> MonthDayFound | None:
    """Read "next year on june 4", "this year, june 4"."""
    year = scan_relative_year(tokens, at) if key_at(tokens, at) not in (",", "of") else None
    found = any_month_day(tokens, year[1] + (key_at(tokens, year[1]) in (",", "on"))) if year else None
    if year is None or found is None or found[0].year or found[0].year_offset is not None:
        return None
    return replace(found[0], year_offset=year[0]), found[1]


def month_before(tokens: Sequence[Token], at: int) -> tuple[DayOfMonth, int] | None:
    """Read "next month on the 5th", "last month, the 12th": the day behind its month."""
    month = scan_relative_month(tokens, at)
    if month is None or tokens[month[1] - 2].key == "the":
        return None
    start = month[1] + (key_at(tokens, month[1]) == ",")
    start += key_at(tokens, start) == "on"
    day = day_of_month(tokens, start)
    return (DayOfMonth(day[0].day, month[0]), day[1]) if day and day[0].month is None else None


def ordinal_day(tokens: Sequence[Token], at: int) -> tuple[DayOfMonth, int] | None:
    """Read "twenty first" as a whole answer."""
    day = scan_day(tokens, at)
    return (DayOfMonth(day[0]), day[1]) if day and day[2] and day[1] == len(tokens) else None


def counted_day(tokens: Sequence[Token], at: int) -> tuple[DayOfMonth, int] | None:
    """Read "the 27", "the fifteen", not "the one I mean": a day only where one is expected, or beside its weekday."""
    if key_at(tokens, at) != "the" or (key_at(tokens, at + 1) == "one" and at + 2 < len(tokens)):
        return None
    day = scan_day(tokens, at + 1)
    return (DayOfMonth(day[0]), day[1]) if day and not day[2] and ends_here(tokens, day[1]) else None
