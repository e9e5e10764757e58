"""The parts of dates: month names, days, years, periods, and the words that may stand around them."""

from __future__ import annotations

from collections.abc import Sequence

from slots.date_expr import DateExpr, MonthExpr, NamedMonth, Period, RelativeMonth, Step
from slots.durations import is_time_unit
from slots.money import is_currency
from slots.numbers import is_part_of_next, key_at, read_ordinal, scan_fraction, scan_number
from slots.text import MARK, MENTION, NUMBER, WORD, Token, Tokens, is_glued

Found = tuple[DateExpr, int]
"""An expression and the position after its last token."""

MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "january jan januray janurary",
            "february feb febuary feburary",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug augst augest",
            "september sept sep septmber setember septemeber",
            "october oct ocotber",
            "november nov novmber novemeber",
            "december dec decmber decemeber",
        ),
        start=1,
    )
    for word in words.split()
}
"""Month names, their short forms and common misspellings -> 1 to 12."""

WEEKDAYS = {
    word: number
    for number, words in enumerate(
        (
            "monday mon",
            "tuesday tue tues tuseday teusday tusday",
            "wednesday wed weds wensday wednsday wendesday wedensday",
            "thursday thu thur thurs thrusday thursay thurday",
            "friday fri firday",
            "saturday sat saterday satuday saturaday",
            "sunday sun",
        )
    )
    for word in words.split()
}
"""Weekdays, their short forms and common misspellings -> Monday is 0."""

ALSO_WORDS = frozenset("may march mar sun sat".split())
"""Names that are other words as well and need something beside them."""

PERIODS = {period.value: period for period in Period}
"""week, month, quarter, year."""

STEPS = {
    word: step
    for step, words in {
        Step.DAY: "d day days",
        Step.WEEK: "w wk wks week weeks",
        Step.MONTH: "mo month months",
        Step.YEAR: "y yr yrs year years",
    }.items()
    for word in words.split()
}
"""Units of distances, and their short forms."""
_RANGES = frozenset("to - – through thru".split())
_HALF_YEAR = 6
_LONGEST_CHAIN = 3
"""Units in one distance: years, months and days."""
OFFSETS = {"this": 0, "current": 0, "next": 1, "nxt": 1, "coming": 1, "last": -1, "past": -1, "previous": -1}
"""Words before a period -> which one they say, counted from the current one."""
_FOLLOWERS = frozenset(
    "on for to at by in with from as and or but please thanks thank is was because so then until till due"
    " before after around instead not no about over under into like that if when while works suits sounds"
    " would will".split()
)
_DATE_LEADS = frozenset("on by due until till since from for".split())
"""Words before a weak month that say that a date follows ("*on* may 4 of design")."""
_PRONOUNS = frozenset("i you he she it we they who that this there".split())
_FIRST_YEAR, _LAST_YEAR = 1900, 2199
_CENTURY_TURN = 70
"""Two-digit years below it are of this century (POSIX says 69)."""


def is_cut(tokens: Sequence[Token], past: int) -> bool:
    """Whether a date that ends at ``past`` is glued to what follows: it is part of a longer word."""
    if not is_glued(tokens, past):
        return False
    goes_on = tokens[past].key in "-−/" and is_glued(tokens, past + 1) and tokens[past + 1].is_word
    return tokens[past].kind in (WORD, NUMBER, MENTION) or goes_on


def ends_here(tokens: Sequence[Token], past: int) -> bool:
    """Whether what follows cannot be a noun that the words before belong to ("the third *task*")."""
    if past >= len(tokens):
        return True
    token = tokens[past]
    if token.kind is MARK:
        return not (is_glued(tokens, past) and is_glued(tokens, past + 1) and tokens[past + 1].is_word)
    return token.key in _FOLLOWERS or (token.kind is NUMBER and not is_glued(tokens, past))


def is_supported(tokens: Sequence[Token], at: int, past: int) -> bool:
    """Whether "may 3", "3 march" stand where a date can: no pronoun before, no noun or verb after."""
    before, after = key_at(tokens, at - 1), key_at(tokens, past)
    is_owned = after == "of" and before in _DATE_LEADS
    # nobody may or marches "4th"
    is_place = key_at(tokens, past - 1) in ("st", "nd", "rd", "th")
    return is_owned or ((is_place or before not in _PRONOUNS) and (after in WEEKDAYS or ends_here(tokens, past)))


def scan_day(tokens: Sequence[Token], at: int) -> tuple[int, int, bool] | None:
    """Return the day of a month, the position after it, and whether it is an ordinal; it counts nothing else."""
    if not isinstance(tokens, Tokens):
        return _scan_day(tokens, at)
    if at not in tokens.days:
        tokens.days[at] = _scan_day(tokens, at)
    return tokens.days[at]


def _scan_day(tokens: Sequence[Token], at: int) -> tuple[int, int, bool] | None:
    ordinal = read_ordinal(tokens, at)
    if ordinal:
        return (ordinal[0], ordinal[1], True) if ordinal[0] <= 31 else None
    if not 0 <= at < len(tokens) or (tokens[at].kind is NUMBER and len(tokens[at].text) > 2):
        return None
    found = scan_number(tokens, at)
    if found is None or found[0] != int(found[0]) or not 1 <= found[0] <= 31:
        return None
    past = found[1]
    is_cut = is_glued(tokens, past) and (tokens[past].is_word or tokens[past].key in ":%")
    is_cut = is_cut and not (tokens[at].kind is NUMBER and tokens[past].key in MONTHS)
    return None if is_cut or counts_something(tokens, past) else (int(found[0]), past, False)


def counts_something(tokens: Sequence[Token], past: int) -> bool:
    """Whether a number that ends at ``past`` is an amount of time or money."""
    return is_time_unit(tokens, past) or is_currency(tokens, past) or key_at(tokens, past) == "%"


def full_year(digits: str) -> int | None:
    """Return the year that two or four digits say; None for others and for years that nobody plans."""
    if len(digits) == 2:
        return int(digits) + (2000 if int(digits) < _CENTURY_TURN else 1900)
    return int(digits) if len(digits) == 4 and _FIRST_YEAR <= int(digits) <= _LAST_YEAR else None


def scan_year(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the year after a month or day: "2026", ", 2026", "of 26", "twenty twenty six"."""
    lead = key_at(tokens, at)
    start = at + (lead in (",", "of", "in", "'"))
    if lead == "," and key_at(tokens, start) == "'":
        lead, start = "'", start + 1
    if not 0 <= start < len(tokens):
        return None
    token, past = tokens[start], start + 1
    if token.kind is not NUMBER:
        return scan_spoken_year(tokens, start)
    if (
        not token.text.isdecimal()
        or (is_glued(tokens, past) and tokens[past].is_word)
        or counts_something(tokens, past)
    ):
        return None
    is_old = lead == "," and token.text >= str(_CENTURY_TURN) and ends_here(tokens, past)
    is_short = len(token.text) == 2 and (lead in ("of", "'") or (start == at and ends_here(tokens, past)) or is_old)
    year = full_year(token.text) if is_short or len(token.text) == 4 else None
    return (year, past) if year else None


def scan_spoken_year(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return a year in words: "twenty twenty six", "two thousand and eighteen"."""
    found = scan_number(tokens, at)
    if found is None or not tokens[at].text.isalpha():
        return None
    value, past = found
    if value in (19, 20):
        rest = scan_number(tokens, past) if key_at(tokens, past).isalpha() else None
        if rest is None or not 10 <= rest[0] <= 99 or rest[0] != int(rest[0]):
            return None
        value, past = 100 * value + rest[0], rest[1]
    is_year = _FIRST_YEAR <= value <= _LAST_YEAR and value == int(value) and not counts_something(tokens, past)
    return (int(value), past) if is_year else None


def scan_relative_year(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the year behind a month or day, counted from this one, and where it ends: "next year", "of last year"."""
    start = at + (key_at(tokens, at) in (",", "of"))
    offset = OFFSETS.get(key_at(tokens, start))
    return (offset, start + 2) if offset is not None and key_at(tokens, start + 1) == "year" else None


def scan_period(tokens: Sequence[Token], at: int, *, bare: bool = False) -> tuple[Period, int, int] | None:
    """Return which week, month, quarter or year a phrase says, its offset from the current one, and the position after.

    "the week" is the current one; with ``bare``, so is "week".
    """
    the = key_at(tokens, at) == "the"
    start = at + the
    offset = OFFSETS.get(key_at(tokens, start))
    if offset is None:
        period = PERIODS.get(key_at(tokens, start))
        return (period, 0, start + 1) if period and (the or bare) else None
    period = PERIODS.get(key_at(tokens, start + 1))
    return (period, offset, start + 2) if period else None


PERIOD_WORDS: frozenset[str] = frozenset(PERIODS) | {"weekend"}
"""Words of which a phrase that :func:`read_period` reads has one."""


def read_period(tokens: Sequence[Token], at: int) -> int | None:
    """Return the position after a period that names no day ("last week", "the weekend")."""
    the = key_at(tokens, at) == "the"
    if not the and key_at(tokens, at) not in OFFSETS:
        return None
    start = at + the
    is_counted = key_at(tokens, start) in OFFSETS
    if the and not is_counted:
        return start + 1 if key_at(tokens, start) == "weekend" else None
    return start + 2 if key_at(tokens, start + 1) in PERIODS or key_at(tokens, start + 1) == "weekend" else None


def scan_relative_month(tokens: Sequence[Token], at: int) -> tuple[RelativeMonth, int] | None:
    """Return the month of "this month", "the next month"."""
    found = scan_period(tokens, at)
    if found is None or found[0] is not Period.MONTH:
        return None
    return RelativeMonth(found[1]), found[2]


def month_after(tokens: Sequence[Token], at: int) -> tuple[MonthExpr, int] | None:
    """Return the month of "of July", "of May 2026", "of next month", read from behind the *of*."""
    key = key_at(tokens, at)
    if key not in MONTHS:
        return scan_relative_month(tokens, at)
    year = scan_year(tokens, at + 1)
    if year:
        return NamedMonth(MONTHS[key], year[0]), year[1]
    counted = scan_relative_year(tokens, at + 1)
    return (NamedMonth(MONTHS[key], None, counted[0]), counted[1]) if counted else (NamedMonth(MONTHS[key]), at + 1)


def scan_steps(tokens: Sequence[Token], at: int) -> tuple[tuple[tuple[int, Step], ...], int]:
    """Return the counts with their units from ``at`` on ("1 month and 21 days") and the position after.

    Half a year is six months; halves of other units are no whole days, and nothing is read.
    """
    steps: list[tuple[int, Step]] = []
    past = at
    while len(steps) < _LONGEST_CHAIN:
        start = past
        if steps:
            start += key_at(tokens, start) == ","
            start += key_at(tokens, start) == "and"
        step = _step(tokens, start)
        if step is None:
            break
        steps.append((step[0], step[1]))
        past = step[2]
    half = scan_fraction(tokens, past + 1) if steps and key_at(tokens, past) == "and" else None
    if half is None or is_part_of_next(tokens, half[1]):
        return tuple(steps), past
    is_year = steps[-1][1] is Step.YEAR and half[0] * 2 == 1
    return (*steps, (_HALF_YEAR, Step.MONTH)) if is_year else (), half[1] if is_year else at


def _step(tokens: Sequence[Token], at: int) -> tuple[int, Step, int] | None:
    """Read a whole count and its unit; "a fortnight" is two weeks, "a couple of days" two, "half a year" six months."""
    half = _half_year(tokens, at)
    if half:
        return _HALF_YEAR, Step.MONTH, half
    article = at + (key_at(tokens, at) in ("a", "an"))
    if key_at(tokens, article) == "couple":
        count, past = 2, article + 1 + (key_at(tokens, article + 1) == "of")
    elif article > at:
        count, past = 1, article
    else:
        found = scan_number(tokens, at)
        if found is None or found[0] != int(found[0]):
            return None
        count, past = int(found[0]), found[1]
    key, then = key_at(tokens, past), key_at(tokens, past + 1)
    if key in ("business", "working") and then in ("day", "days"):
        return count, Step.BUSINESS_DAY, past + 2
    if key in ("fortnight", "fortnights"):
        return 2 * count, Step.WEEK, past + 1
    return (count, STEPS[key], past + 1) if key in STEPS else None


def _half_year(tokens: Sequence[Token], at: int) -> int | None:
    """Return the position after "half a year"."""
    if key_at(tokens, at) != "half":
        return None
    past = at + 1 + (key_at(tokens, at + 1) in ("a", "of"))
    return past + 1 if STEPS.get(key_at(tokens, past)) is Step.YEAR and len(key_at(tokens, past)) > 1 else None


def is_range(tokens: Sequence[Token], at: int, past: int) -> bool:
    """Whether a date is the first of several days ("may 5 to 7", "between may 5 and 7"); "from may 5 to 7 june" is a
    change."""
    before, joint = key_at(tokens, at - 1), key_at(tokens, past)
    is_between = before == "between" and joint == "and"
    if before == "from" or not (is_between or joint in _RANGES):
        return False
    last = scan_day(tokens, past + 1)
    return last is not None and ends_here(tokens, last[1]) and not (is_between and last[2])


def is_step(word: str) -> bool:
    """Whether a word is a unit of distances ("weeks"); a single letter is none here."""
    return word in STEPS and len(word) > 2


def is_inside_steps(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words before belong to the same distance ("1 month and *21 days ago*")."""
    before = at - 1 - (key_at(tokens, at - 1) == "and")
    before -= key_at(tokens, before) == ","
    return is_step(key_at(tokens, before))


def backwards(steps: tuple[tuple[int, Step], ...]) -> tuple[tuple[int, Step], ...]:
    """Return the same distance towards the past."""
    return tuple((-count, step) for count, step in steps)
