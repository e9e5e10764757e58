"""Play the messages that are worst to read, half as long as allowed and as long as allowed.

    python benchmarks/worst/run.py [--rounds 5] [--only WORD] [--all] [--freeze]

Each message is played over both examples, with nothing open and with a question of each kind open, in one warm process
and a conversation of its own; its end differs from round to round, so that no cache holds it. Time is CPU time of the
process (``time.process_time``). Prints one row of a Markdown table a message, for where it takes longest (``--all``:
for each place): milliseconds for half of it and for all of it (4,000 characters, or 1,000 tokens where those are
fewer), the least of the rounds, as other work on the machine only adds to what a message takes; their ratio; and the
median for all of it, which has what a pass of the garbage collector adds.
``--freeze`` does as a host may that has started: what is there by then is no longer walked by the garbage collector, so
that its passes cost a message only what the message left. ``--everyday FILE ...`` plays files of cases instead, and
prints the mean CPU time of a turn.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from statistics import median

from dialog import DialogManager, Reply, Turn
from dialog.cases import play_case, read_cases
from dialog.examples import load_example
from dialog.testing import FrozenClock
from slots.text import MAX_LENGTH, MAX_TOKENS, clean, tokenize

NOW = datetime.fromisoformat("2026-03-13T10:00:00+00:00")
SPEAKERS = {"agency": ("lighthouse", "u-omar"), "home": ("hill-street-9", "m-nora")}
LIMIT = 50.0
"""Milliseconds that a message should take at most."""
NOISE = 1.0
"""Milliseconds below which a ratio says nothing: the turn itself costs about as much."""


@dataclass(frozen=True)
class Place:
    """Where a message is said: which example, and what is open."""

    example: str
    """Whose tables."""
    name: str
    """What is open, in a word."""
    before: tuple[str, ...] = ()
    """What was said before it."""


PLACES = (
    Place("agency", "nothing"),
    Place("agency", "menu", ("assign Freya as PM",)),
    Place("agency", "menu of near names", ("create project Zed for Harbour Booksellers as T&M",)),
    Place("agency", "name", ("create project",)),
    Place("agency", "hours", ("log time",)),
    Place("agency", "rate", ("set rate for Freya",)),
    Place("agency", "confirmation", ("log 2h of design to Harbour Shop",)),
    Place("agency", "confirmation of a new name", ("create project Zed for Salt & Stone as T&M, 40h, due 1 June",)),
    Place("home", "nothing"),
    Place("home", "menu", ("add milk",)),
    Place("home", "name", ("add to Groceries",)),
    Place("home", "length", ("start a timer",)),
    Place("home", "time", ("set an alarm",)),
    Place("home", "day", ("remind Will to call the bank",)),
    Place("home", "text", ("announce", "1")),
    Place("home", "confirmation", ("turn on the Reading Lamp",)),
)

UNITS = {
    # boundaries
    "for on": " for on",
    "all prepositions": " to for on of with at in from by about over as due",
    "prepositions and names": " for Harbour Shop on Olive Grove to Freya with Salt & Stone at The Den",
    "prepositions and unknown names": " for Zorba on Quince to Plover with Marl",
    "commas": ",",
    "commas and words": " milk, bread,",
    "brackets": " (a) [b]",
    "dashes": " - a – b",
    "lines": "\na",
    # names
    "known names": " Harbour Shop Freya Lind Design Olive Grove Reading Lamp Will Byrne Groceries",
    "parts of names": " Harbour Salt Museum Guide Freya Robin Will Byrne Lamp",
    "names nearly right": " Harbor Shopp Frea Lindt Desing Reding Lamb",
    "articles": " the a an my",
    "type nouns": " client project task new client",
    "possessives": " Freya's Robin's Will's",
    "pronouns": " it them her him this that one",
    "mentions": " @freya <@U03SARAH>",
    "me": " me",
    # values
    "hours": " 2h",
    "hours in words": " two and a half hours",
    "numbers": " 12",
    "number words": " twenty two hundred and five thousand",
    "tens": " ninety nine",
    "money": " $50k 12,000 dollars",
    "dates": " next friday",
    "dates in words": " the third of june two weeks from monday",
    "dates in digits": " 5/6/2026 2026-10-16",
    "weekdays": " monday",
    "months": " may march december 3rd",
    "times": " half past 10 at night",
    "percent": " 40%",
    "unreadable dates": " next friday after the holiday",
    "digits": "7",
    "digits and points": "1.2,",
    "odd digits": "²½٣Ⅳ",
    # quotes
    "quotes": '"',
    "open quotes": ' "a',
    "quoted words": ' "a b"',
    "apostrophes": "'",
    "all quotes": " 'a' \"b\" *c* `d` _e_",
    # verbs
    "and then": " and then",
    "verbs": " log 2h to Harbour Shop and",
    "lone verbs": " and log",
    "verbs of all kinds": " set rate for Freya to $50, rename it to Zed; archive it. turn on Lava Lamp and add milk,",
    "triggers": " log create add remind turn set start",
    "sentences": " Create project Zed for Olive Grove. Log 2h.",
    "questions": " who is on Harbour Shop?",
    # answers
    "yes": " yes",
    "yes and no": " yes no",
    "yes but": " yes but",
    "corrections": " no, make it 3 hours",
    "repairs": " two, no, three",
    "repairs alone": " no wait actually I mean",
    "changes": " change the project to Olive Grove and the hours to 3",
    "picks": " 2",
    "ordinals": " the second one",
    "not the second": " not the second one",
    "ranges": " 1 and 2 or 3",
    "options": " option two",
    "fillers": " um",
    "politeness": " please can you",
    "control words": " cancel help repeat skip",
    "labels": " Harbour Shop, Olive Grove or",
    # characters
    "a long word": "a",
    "long words": " abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
    "short words": " x",
    "marks": " !",
    "all marks": "!?.;:%#+=~|\\^&",
    "emoji": "👍",
    "families": "👩‍👩‍👧‍👦",
    "combining marks": "\u0301",
    "marked letters": "e\u0301\u0302\u0303",
    "Cyrillic": " привет мир",
    "Arabic": " مرحبا بالعالم",
    "Chinese": "你好世界",
    "Hangul": " 안녕하세요",
    "full width": " Ａｃｍｅ",
    "look-alikes": " Н\u0430rb\u043eur Sh\u043ep",
    "ligatures": "ﷺ",
    "sharp s": "ß",
    "blanks": " ",
    "breaks": "\n",
    "underscores": "_a",
    "hyphens": "-a",
    "slashes": "a/",
    "ats": "@",
    "angle brackets": "<@",
    "annotations": "[Pre-resolved: verb=set_rate] ",
    "braces": "{hours}",
}
"""What is said again and again."""

HEADS = {"agency": ("", "log 2h of design", "create project Zed"), "home": ("", "add milk", "remind Will")}
"""What stands before it where nothing is open; the row shows the head under which it takes longest."""


def _random_text(letters: str, size: int, chance: random.Random) -> str:
    return "".join(chance.choices(letters, k=size))


def _words(size: int, chance: random.Random) -> str:
    words: list[str] = []
    while sum(map(len, words)) + len(words) < size:
        words.append(_random_text("abcdefghijklmnoprstuvwy", chance.randint(1, 9), chance))
    return " ".join(words)


def _vocabulary(size: int, chance: random.Random) -> str:
    pool = " ".join(UNITS.values()).split()
    words: list[str] = []
    while sum(map(len, words)) + len(words) < size:
        words.append(chance.choice(pool))
    return " ".join(words)


RANDOM: dict[str, Callable[[int, random.Random], str]] = {
    "random letters": lambda size, chance: _random_text("abcdefghij klmnop qrstuv", size, chance),
    "random words": _words,
    "random bytes": lambda size, chance: chance.randbytes(size).decode("latin-1"),
    "random characters": lambda size, chance: "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(size)),
    "random marks": lambda size, chance: _random_text(" '\"(),.;:-–@<>*`_$%&/#", size, chance),
    "random words of these rows": _vocabulary,
}
"""What is different in each round."""


def texts(name: str, head: str, number: int, *, is_half: bool = False) -> str:
    """Return the message of a row in one round: as long as one may be, in characters and in tokens, or half of it."""
    end = f" x{number}"
    room = MAX_LENGTH - len(end)
    body = f" {RANDOM[name](room, random.Random(number))}" if name in RANDOM else UNITS[name] * room
    text = clean((head + body)[:room])
    tokens = tokenize(text)[: MAX_TOKENS - len(tokenize(end))]
    text = text[: tokens[-1].end] if tokens else text
    return text[: len(text) // 2 if is_half else None] + end


class Stage:
    """Both examples, warm."""

    def __init__(self) -> None:
        self.clock = FrozenClock(NOW)
        self.count = 0
        self.managers = {name: self._open(name) for name in SPEAKERS}

    def _open(self, name: str) -> DialogManager:
        example = load_example(name)

        async def take(call: object) -> str:
            return "done"

        return DialogManager(verbs=example.verbs, directory=example.directory(), clock=self.clock, default_tool=take)

    async def play(self, place: Place, text: str) -> float:
        """Return the milliseconds of CPU time that a message takes there."""
        self.count += 1
        conversation = f"c{self.count}"
        for line in place.before:
            await self._say(place.example, conversation, line)
        started = time.process_time()
        await self._say(place.example, conversation, text)
        return (time.process_time() - started) * 1000

    async def _say(self, example: str, conversation: str, text: str) -> None:
        tenant, user = SPEAKERS[example]
        await self.managers[example].handle(Turn(tenant=tenant, conversation=conversation, user=user, text=text))


@dataclass
class Row:
    """What one message took in one place."""

    name: str
    """The message, a row of ``UNITS`` or ``RANDOM``."""
    head: str
    """What stands before it."""
    place: Place
    """Where."""
    halves: list[float] = field(default_factory=list)
    """Milliseconds at half the length, a round each."""
    fulls: list[float] = field(default_factory=list)
    """Milliseconds at the full length, a round each."""

    @property
    def full(self) -> float:
        """The least of the milliseconds at the full length."""
        return min(self.fulls)

    @property
    def ratio(self) -> float:
        """How many times longer the doubled message takes."""
        return self.full / max(min(self.halves), NOISE)

    def __str__(self) -> str:
        said = f"{self.head} … {self.name}" if self.head else self.name
        where = f"{self.place.example}: {self.place.name}"
        numbers = (min(self.halves), self.full, self.ratio, median(self.fulls))
        return f"| {said} | {where} | {' | '.join(f'{number:.1f}' for number in numbers)} |"

    async def play(self, stage: Stage, number: int) -> None:
        """Play one round."""
        for is_half, took in ((True, self.halves), (False, self.fulls)):
            took.append(await stage.play(self.place, texts(self.name, self.head, number, is_half=is_half)))


async def slowest(stage: Stage, name: str) -> list[tuple[Place, str]]:
    """Return where a message takes longest, by one round."""
    took = {
        (place, head): await stage.play(place, texts(name, head, 0))
        for place in PLACES
        for head in (HEADS[place.example] if not place.before else ("",))
    }
    return sorted(took, key=lambda one: -took[one])


async def worst(only: str, rounds: int, *, shows_all: bool, freezes: bool) -> None:
    """Print the table; a round goes over all rows, so that a slow spell of the machine touches one round of a row."""
    stage = Stage()
    await slowest(stage, "for on")
    if freezes:
        gc.collect()
        gc.freeze()
    found: dict[str, list[Row]] = {}
    for name in (name for name in (*UNITS, *RANDOM) if only in name):
        where = (await slowest(stage, name))[: None if shows_all else 2]
        found[name] = [Row(name, head, place) for place, head in where]
    for number in range(1, rounds + 1):
        for row in (row for rows in found.values() for row in rows):
            await row.play(stage, number)
    shown: list[Row] = []
    for rows in found.values():
        shown += sorted(rows, key=lambda row: -row.full)[: None if shows_all else 1]
    print("| message | open | half as long, ms | as long as allowed, ms | ratio | median, ms |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    print("\n".join(map(str, shown)))
    _tell(shown)


def _tell(shown: list[Row]) -> None:
    """Print what the rows come to, and how fast the machine was."""
    slow, steep = max(shown, key=lambda row: row.full), max(shown, key=lambda row: row.ratio)
    over, usual = sum(row.full > LIMIT for row in shown), sum(median(row.fulls) > LIMIT for row in shown)
    print(f"\nspeed of this machine: 3,000,000 additions in a loop take {_loop():.0f} ms")
    print(f"slowest: {slow.full:.1f} ms ({slow.name}); steepest: {steep.ratio:.1f} ({steep.name})")
    print(f"median row: {median(row.full for row in shown):.1f} ms")
    print(f"above {LIMIT:.0f} ms: {over}, by their medians: {usual}")


def _loop() -> float:
    """Return the milliseconds of CPU time of a plain loop, the median of five: how fast the machine is just now."""
    took = []
    for _ in range(5):
        started, total = time.process_time(), 0
        for number in range(3_000_000):
            total += number
        took.append((time.process_time() - started) * 1000)
    return median(took)


class Timed:
    """Counts turns and their CPU time while cases are played."""

    def __init__(self) -> None:
        self.turns, self.seconds = 0, 0.0
        self._handle = DialogManager.handle

    def __enter__(self) -> Timed:
        async def handle(manager: DialogManager, turn: Turn) -> Reply:
            started = time.process_time()
            try:
                return await self._handle(manager, turn)
            finally:
                self.seconds += time.process_time() - started
                self.turns += 1

        DialogManager.handle = handle  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        DialogManager.handle = self._handle  # type: ignore[method-assign]


async def everyday(paths: list[Path], rounds: int) -> None:
    """Print the mean CPU time of a turn of some cases in each round; the tables are compiled outside of it."""
    cases = [(path, case) for path in paths for case in read_cases(path)]
    means = []
    for _ in range(rounds):
        with Timed() as timed:
            for path, case in cases:
                await play_case(case, path)
        means.append(timed.seconds * 1000 / timed.turns)
    print(f"{timed.turns} turns, {min(means):.3f} ms a turn (of {', '.join(f'{mean:.3f}' for mean in means)})")


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description="Play the messages that are worst to read.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", metavar="WORD", help="only the rows with this in their name")
    parser.add_argument("--all", action="store_true", help="a row for each place and head")
    parser.add_argument("--everyday", nargs="+", type=Path, metavar="FILE", help="play these cases instead")
    parser.add_argument("--freeze", action="store_true", help="with gc.freeze() when all is warm")
    given = parser.parse_args()
    if given.everyday:
        asyncio.run(everyday(given.everyday, given.rounds))
    else:
        asyncio.run(worst(given.only, given.rounds, shows_all=given.all, freezes=given.freeze))


if __name__ == "__main__":
    main()
