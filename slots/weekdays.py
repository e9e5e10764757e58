"""Weekdays: alone, with the word before them, of a week, beside a date, counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from slots.date_digits import dotted, numeric
from slots.date_expr import (
    CountedWeekday,
    Dated,
    DayOfMonth,
    MonthDay,
    NamedMonth,
    NthWeekday,
    Numeric,
    Period,
    Weekday,
    Which,
)
from slots.date_parts import (
    ALSO_WORDS,
    MONTHS,
    WEEKDAYS,
    ends_here,
    month_after,
    scan_day,
    scan_period,
    scan_relative_month,
    scan_steps,
    scan_year,
)
from slots.month_days import counted_day, day_of_month, month_day
from slots.numbers import is_number_like, key_at, read_ordinal, scan_number
from slots.text import Token, is_glued, starts_with

WHICH = {
    ("last",): Which.LAST,
    ("past",): Which.LAST,
    ("this", "past"): Which.LAST,
    ("this", "last"): Which.LAST,
    ("this",): Which.THIS,
    ("next",): Which.NEXT,
    ("nxt",): Which.NEXT,
    ("coming",): Which.COMING,
    ("this", "coming"): Which.COMING,
    ("this", "upcoming"): Which.COMING,
    ("upcoming",): Which.COMING,
}
"""Words before a weekday -> which one they say."""
_WHICH_WORDS = frozenset(words[0] for words in WHICH)
_BEHIND = {("after", "next"): Which.AFTER_NEXT, ("before", "last"): Which.BEFORE_LAST}
"""Words behind a weekday -> which one they say."""
_FAR_WEEKS = {("the", "week", "after", "next"): 2, ("the", "week", "before", "last"): -2}
PARTS_OF_DAY = frozenset("morning afternoon evening night".split())
"""Words after a day that leave it the same day."""
OTHER_MODIFIERS = frozenset(
    "previous prior following every each alternate closest nearest"
    " easter good black cyber super palm ash maundy shrove clean duper mini covenant holy".split()
)
"""Words before a weekday that it cannot be read without, and that no rule here decides (some are holidays)."""
_DATE_PREPOSITIONS = frozenset("on by due until till".split())
_GOES_ON = frozenset("/ - − : % $ € £ + ' \"".split())
"""Marks behind a number that make it something else than a day."""
_WEEKS = frozenset("week weeks fortnight".split())
_AFTER_WEEK = frozenset("on , maybe perhaps say probably like".split())
_LONGEST_PAUSE = 4
"""Words that may stand between a week and its day ("next week maybe, say on Wednesday")."""

_LONGEST_DATE = 14
"""Tokens of the longest date with its weekday behind it, in words."""
_SURE_IN_JANUARY = 5
"""From here on a weekday of a year may lie in February."""

DateFound = tuple[MonthDay | Numeric | DayOfMonth, int]
"""A date that a weekday may stand beside, and the position after it."""
DateForm = Callable[[Sequence[Token], int], DateFound | None]
"""A reader of such a date."""


def past_part_of_day(tokens: Sequence[Token], past: int) -> int:
    """Return the position after a part of the day ("friday *morning*")."""
    return past + (key_at(tokens, past) in PARTS_OF_DAY)


def weekday_name(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read the name alone, with the point of its short form ("Sun.,")."""
    weekday = WEEKDAYS.get(key_at(tokens, at))
    if weekday is None:
        return None
    has_point = key_at(tokens, at + 1) == "." and is_glued(tokens, at + 1) and key_at(tokens, at + 2) in ("", ",")
    return weekday, at + 1 + (has_point and at + 2 < len(tokens))


def weekday(tokens: Sequence[Token], at: int) -> tuple[Weekday, int] | None:
    """Read a weekday alone or with words around it ("friday", "last friday", "the friday after next")."""
    the = key_at(tokens, at) == "the"
    which, start = Which.BARE, at + the
    for words, meaning in WHICH.items() if key_at(tokens, at) in _WHICH_WORDS else ():
        if starts_with(tokens, at, words) and at + len(words) > start:
            which, start = meaning, at + len(words)
    name = weekday_name(tokens, start)
    before = key_at(tokens, at - 1)
    if name is None or (which is Which.BARE and (before in OTHER_MODIFIERS or (before,) in WHICH)):
        return None
    if which is Which.BARE and _is_counted(tokens, at):
        return None
    day, past = name
    behind = _behind(tokens, past) if which is Which.BARE else None
    if behind:
        return Weekday(day, behind), past + 2
    is_weak = which is Which.BARE and tokens[start].key in ALSO_WORDS
    if the or (is_weak and not (ends_here(tokens, past) and (at == 0 or before in _DATE_PREPOSITIONS))):
        return None
    if key_at(tokens, past) == "of" or _goes_on_counting(tokens, past) or _is_weeks_on(tokens, at):
        return None
    return Weekday(day, which), past_part_of_day(tokens, past)


def _behind(tokens: Sequence[Token], past: int) -> Which | None:
    """Read "after next" and "before last" that no noun follows ("after next *week*")."""
    which = next((which for words, which in _BEHIND.items() if starts_with(tokens, past, words)), None)
    return which if which and ends_here(tokens, past + 2) else None


def _goes_on_counting(tokens: Sequence[Token], past: int) -> bool:
    """Whether a distance follows ("Saturday 3 days from now"): the weekday alone would be half of the date."""
    steps, after = scan_steps(tokens, past)
    return bool(steps) and key_at(tokens, after) in ("ago", "hence", "from", "after", "before")


def _is_weeks_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether weeks are counted from it ("a week *friday*"): where no date is expected it may be a length, too."""
    if key_at(tokens, at - 1) not in _WEEKS:
        return False
    return key_at(tokens, at - 2) in ("a", "one") or is_number_like(tokens, at - 2)


def scan_week(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read which week, counted from this one: "next week", "the week after next"."""
    for words, offset in _FAR_WEEKS.items() if key_at(tokens, at) == "the" else ():
        if starts_with(tokens, at, words):
            return offset, at + len(words)
    found = scan_period(tokens, at)
    return (found[1], found[2]) if found and found[0] is Period.WEEK and tokens[found[2] - 2].key != "the" else None


def past_pause(tokens: Sequence[Token], at: int) -> int:
    """Return the position after what may stand between a week and its day."""
    past = at
    while past < at + _LONGEST_PAUSE and key_at(tokens, past) in _AFTER_WEEK:
        past += 1
    return past


def dated(tokens: Sequence[Token], at: int) -> tuple[Dated, int] | None:
    """Read a weekday that goes with a date: "Tuesday, May 19", "Monday the 3rd", "this friday (jun-15)"."""
    name = weekday_name(tokens, at + (key_at(tokens, at) in _WHICH_WORDS))
    if name is None:
        return None
    day, past = name
    mark = key_at(tokens, past)
    has_point = mark == "." and is_glued(tokens, past) and not tokens[past - 1].key.endswith("day")
    best = _longest(
        tokens, past + (has_point or mark in (",", "(")), (month_day, numeric, day_of_month, counted_day, dotted)
    )
    if best is None:
        return None
    return Dated(day, best[0]), best[1] + (mark == "(" and key_at(tokens, best[1]) == ")")


def dated_behind(tokens: Sequence[Token], at: int) -> tuple[Dated, int] | None:
    """Read a date with its weekday behind it: "May 19, Tuesday", "October the 15th 2013 on tuesday", "19/5 (Tue)"."""
    if not any(token.key in WEEKDAYS for token in tokens[at + 1 : at + _LONGEST_DATE]):
        return None
    found = _longest(tokens, at, (month_day, numeric, day_of_month))
    if found is None:
        return None
    mark = key_at(tokens, found[1])
    name = weekday_name(tokens, found[1] + (mark in (",", "(", "on")))
    if name is None or (mark == "on" and not getattr(found[0], "year", None)) or not ends_here(tokens, name[1]):
        return None
    if tokens[name[1] - 1].key in ALSO_WORDS or (mark == "," and key_at(tokens, name[1]) not in ("", ".")):
        return None
    return Dated(name[0], found[0]), name[1] + (mark == "(" and key_at(tokens, name[1]) == ")")


def _longest(tokens: Sequence[Token], at: int, forms: Sequence[DateForm]) -> DateFound | None:
    best: DateFound | None = None
    for form in forms:
        found = form(tokens, at)
        if found and (best is None or found[1] > best[1]):
            best = found
    return best


def nth_weekday(tokens: Sequence[Token], at: int) -> tuple[NthWeekday, int] | None:
    """Read "the first Monday of July", "last friday of next month", "first monday next month", "a sunday of 2027"."""
    start = at + (key_at(tokens, at) == "the")
    nth = _place_of(tokens, start)
    if nth is None or nth[0] > 5:
        return None
    name = weekday_name(tokens, nth[1])
    joint = name[1] if name else -1
    if name is None or key_at(tokens, joint) not in ("of", "in"):
        counted = scan_relative_month(tokens, joint) if name and key_at(tokens, joint) != "the" else None
        return (NthWeekday(nth[0], name[0], counted[0]), counted[1]) if name and counted else None
    month = month_after(tokens, joint + 1)
    if month:
        return NthWeekday(nth[0], name[0], month[0]), month[1]
    year = scan_year(tokens, joint + 1) if nth[0] < _SURE_IN_JANUARY else None
    return (NthWeekday(nth[0], name[0], NamedMonth(12 if nth[0] < 0 else 1, year[0])), year[1]) if year else None


def _place_of(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read "first", "last", "second to last": places from the end are negative."""
    if key_at(tokens, at) == "last":
        return -1, at + 1
    place = read_ordinal(tokens, at)
    end = place[1] + (key_at(tokens, place[1]) == "to") if place else at
    return (-place[0], end + 1) if place and key_at(tokens, end) == "last" else place


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """Whether a place stands before a weekday ("the third *thursday*") that is no day of a month before it."""
    sizes = (1, 2, 3)
    place = next((size for size in sizes if (found := read_ordinal(tokens, at - size)) and found[1] == at), 0)
    before = at - place - (key_at(tokens, at - place - 1) == "the") - 1
    return place > 0 and key_at(tokens, before) not in MONTHS


def numbered(tokens: Sequence[Token], at: int) -> tuple[Dated, int] | None:
    """Read "wednesday 27", "mon 1.6." as a whole answer, or to the next mark."""
    name = weekday_name(tokens, at)
    text = key_at(tokens, name[1]) if name else ""
    if name is None or tokens[name[1] - 1].key == "." or not text[:1].isdigit():
        return None
    day = scan_day(tokens, name[1])
    first, _, second = text.partition(".")
    is_pair = first.isdecimal() and second.isdecimal() and len(first) < 3 and len(second) < 3
    found: DateFound | None = (Numeric(int(first), int(second)), name[1] + 1) if is_pair else None
    if day and not day[2]:
        found = DayOfMonth(day[0]), day[1]
    after = key_at(tokens, found[1]) if found else ""
    is_end = found is not None and not after.isalnum() and after not in _GOES_ON
    return (Dated(name[0], found[0]), found[1]) if found and is_end else None


def counted_weekday(tokens: Sequence[Token], at: int) -> tuple[CountedWeekday, int] | None:
    """Read "3 fridays from now", "two mondays ago", "2 thursdays back"."""
    found = scan_number(tokens, at)
    key = key_at(tokens, found[1]) if found else ""
    if found is None or not key[:3].isalpha() or found[0] != int(found[0]) or not 0 < found[0] <= 520:
        return None
    day = WEEKDAYS.get(key, WEEKDAYS.get(key[:-1]) if key.endswith("s") else None)
    after, then = key_at(tokens, found[1] + 1), key_at(tokens, found[1] + 2)
    if day is None:
        return None
    if after in ("ago", "back"):
        return CountedWeekday(-int(found[0]), day), found[1] + 2
    if after in ("later", "hence") or (after == "from" and then in ("now", "today")):
        return CountedWeekday(int(found[0]), day), found[1] + 2 + (after == "from")
    return None
