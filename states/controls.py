"""Replies that steer the dialogue instead of filling a slot: control words and questions.

In: the reply as typed. Out: a :class:`Control`, or whether it asks something.
Only a whole reply, fillers aside, is a control word: "cancel" is, "cancel the
Nike project" is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from slots.text import MARK, Token, kept, keys_of, tokenize
from slots.triggers import CLAUSE_MARKS, JOINERS
from slots.words import (
    COMMON_PREPOSITIONS,
    REPAIRS,
    REQUESTS,
    SPEAKERS,
    PhraseTable,
    phrases,
    skip_openings,
    strip_edges,
)


class Control(StrEnum):
    """What a control word asks for."""

    CANCEL = "cancel"
    """Drop the pending action."""
    HELP = "help"
    """Say what can be answered here."""
    REPEAT = "repeat"
    """Ask the question again."""
    STATUS = "status"
    """Say what is known so far."""
    WHY = "why"
    """Say what the answer is needed for."""
    START_OVER = "start over"
    """Drop the pending action and everything said for it."""
    SOMETHING_ELSE = "something else"
    """None of what was offered."""
    SKIP = "skip"
    """Leave this slot empty."""
    KEEP = "keep"
    """Leave the value that was there."""


CONTROLS: Mapping[Control, tuple[str, ...]] = MappingProxyType(
    {
        Control.CANCEL: (
            "cancel", "cancel that", "cancel it", "cancel this", "stop", "stop it", "stop that", "kill", "kill it",
            "kill that", "never mind", "nevermind", "nvm", "forget it", "forget that", "forget about it",
            "forget about that", "drop it", "drop that", "quit", "exit", "abort", "abort it", "abort that",
            "call it off", "don't bother", "cancel everything", "scrap it", "scrap that", "scratch that", "stop this",
            "forget this", "i changed my mind",
        ),
        Control.HELP: (
            "help", "help me", "help me out", "i need help", "what do you mean", "what do you mean by that", "what",
            "huh", "what can i say", "what can you do", "what can i do", "what are my options", "what should i say",
            "what do i say",
            "i don't understand", "i do not understand", "i don't get it", "how does this work", "how do i do this",
            "what does that mean", "what does this mean", "i'm lost", "i'm confused", "options", "menu",
        ),
        Control.REPEAT: (
            "repeat", "repeat that", "repeat it", "repeat the question", "say that again", "say it again",
            "one more time", "once more", "come again", "pardon", "pardon me", "what was the question",
            "what was that", "what did you say", "what did you ask", "again", "excuse me", "ask again",
            "ask me again", "i didn't catch that", "show me the list", "show the list", "show me the options",
            "show the options", "what are the options", "what were the options", "list them", "read them",
            "the list", "the options", "show me the list again", "show the list again", "show me the options again",
            "show the options again", "list them again", "read them again", "the list again", "the options again",
        ),
        Control.STATUS: (
            "status", "what have you got so far", "what have you got", "what do you have", "what do you have so far",
            "what do we have", "what do we have so far", "where are we", "where were we", "show me what you have",
            "show me what you've got", "what you have so far", "summary", "summarize", "what's the status",
            "sum it up", "what is the status", "what's missing", "what is missing", "what else do you need",
            "what do you need",
        ),
        Control.WHY: (
            "why", "why do you ask", "why that", "why this", "why do you need that", "why do you need it",
            "why do you need this", "why do you need to know", "why do you want to know", "how come",
            "why are you asking", "what for", "what is that for", "what's that for",
        ),
        Control.START_OVER: (
            "start over", "restart", "begin again", "reset", "start again", "start from scratch",
            "start from the beginning", "let's start over", "start anew", "begin anew", "from the top", "start fresh",
            "do over",
        ),
        Control.SOMETHING_ELSE: (
            "something else", "someone else", "somebody else", "none", "none of these", "none of those",
            "none of them", "none of the above", "none of the options", "none of the options above", "none of that",
            "none of these options", "neither", "neither one", "neither of them", "neither of these",
            "neither of those", "neither of the two", "not any of these", "not any of those", "not any of them",
            "not one of these", "not one of them", "not these", "not those", "not listed", "not on the list",
            "not in the list", "it's not on the list", "it's not listed", "it's not there", "not there",
            "it isn't there", "it's none of these", "it's none of them", "it's neither", "other", "another",
            "another one", "a different one", "a different thing", "different one", "no match", "none match",
            "none fit", "none of these fit", "none are right", "none of these are right",
            "none of these let me try again", "none of these let me try again with more detail", "let me try again",
            "let me try again with more detail",
        ),
        Control.SKIP: (
            "skip", "skip it", "skip this", "skip that", "skip this one", "skip that one", "skip this question",
            "pass", "leave it empty", "leave it blank", "leave that empty", "leave that blank", "leave it out",
            "none needed", "not needed", "no need", "no matter", "doesn't matter", "it doesn't matter",
            "next question", "not applicable", "n/a",
        ),
        Control.KEEP: (
            "keep it", "keep that", "keep this", "keep the old one", "keep the old value", "keep the old",
            "leave it as it is", "leave it as is", "leave it", "leave that", "leave it alone", "leave it that way",
            "keep it that way", "as it was", "keep it as it is", "keep it as is", "keep it as it was",
            "keep what you have", "keep what it was", "no change", "don't change it", "don't change that",
            "keep the same", "keep it the same", "stay with that",
        ),
    }
)  # fmt: skip
"""Control -> the whole replies that mean it, the plainest first; for help texts and diagrams."""


def _keys(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the keys of words and possessives; sentence marks say nothing here, other marks do."""
    return tuple(token.key for token in tokens if token.kind is not MARK or token.key in "&+$%#@=€£<>")


_CONTROL_OF = {_keys(tokenize(phrase)): control for control, listed in CONTROLS.items() for phrase in listed}
_LONGEST = 2 * max(map(len, _CONTROL_OF))
"""Tokens of the longest control with marks between its words."""
_REFUSALS = PhraseTable.of([(True, "nope | nah | " + " | ".join(" ".join(words) for words in REPAIRS))])
_AFTER_REFUSAL = frozenset({Control.CANCEL, Control.START_OVER, Control.SOMETHING_ELSE})
"""Controls that may follow a *no* without a comma ("nope none", "no cancel it")."""


def read_control(reply: str) -> Control | None:
    """Return the control that the whole reply stands for, None when it is anything else."""
    tokens = tokenize(reply)
    first, past = strip_edges(tokens)
    for end in _ends(tokens, past):
        # some controls begin like a filler: "help me", "let me try again"
        for start in range(max(0, end - _LONGEST), first + 1):
            found = _CONTROL_OF.get(_keys(tokens[start:end]))
            if found is not None:
                return found
    return _refused_with(tokens[:past]) or _ways_out(tokens)


def _ways_out(tokens: Sequence[Token]) -> Control | None:
    """Return the last of several ways out with marks between them, and nothing else ("forget it, cancel that")."""
    if len(tokens) > 2 * _LONGEST:
        return None
    found: list[Control | None] = []
    start = 0
    for end, token in enumerate((*tokens, None)):
        if token is not None and token.key not in CLAUSE_MARKS and token.key not in JOINERS:
            continue
        clause = tokens[start:end]
        start = end + 1
        if _keys(clause) in REPAIRS or len(set(strip_edges(clause))) == 1:
            continue  # "no", "wait", "please"
        rest = clause[strip_edges(clause)[0] : strip_edges(clause)[1]]
        found.append(_CONTROL_OF.get(_keys(clause)) or _CONTROL_OF.get(_keys(rest)))
    return found[-1] if len(found) > 1 and _AFTER_REFUSAL.issuperset(found) else None


def _ends(tokens: Sequence[Token], past: int) -> Iterable[int]:
    """Return where a control may end: before politeness, also where "um, help me please" is nothing but fillers."""
    size = len(tokens)
    near = (end for end in range(size - 1, max(size - 6, 0), -1) if len(set(strip_edges(tokens[end:]))) == 1)
    return dict.fromkeys((size, past, *near))


def _refused_with(tokens: Sequence[Token]) -> Control | None:
    """Return the control after a refusal or repair at the start ("no, wait, start over")."""
    refusal = _REFUSALS.at(keys_of(tokens), 0)
    if refusal is None:
        return None
    rest = tokens[refusal[1] :]
    found = _CONTROL_OF.get(_keys(rest)) or _CONTROL_OF.get(_keys(rest[strip_edges(rest)[0] :]))
    has_break = bool(rest) and rest[0].kind is MARK
    return found if found in _AFTER_REFUSAL or has_break else None


_QUESTION_WORDS = frozenset(
    "how hows what whats who whos whose whom which when whens where wheres why whys".split()
) | frozenset({"whatre", "whore", "wholl", "whatll", "whatd", "howd", "howre"})
_SUGGESTIONS = phrases("how about | what about | why not | why dont we | why dont you")
"""Proposals in the form of a question ("how about 3 hours?")."""
_LEADS = PhraseTable.of([(True, "tell me | do you know | let me know | i wonder | i want to know | id like to know")])
"""What may stand before the question word."""
_TELL_ME = ("tell", "me")
"""Whatever follows, something is asked ("tell me about the shop")."""
_REQUESTS = PhraseTable.of([(True, REQUESTS)])

_SUBJECTS = SPEAKERS | frozenset("the a an my our your this that these those".split())
_NO_SUBJECT = frozenset(
    "be do to not work like love have right correct fine ok okay wrong true false good great perfect enough".split()
)
_AUXILIARIES: Mapping[str, frozenset[str] | None] = MappingProxyType(
    {
        **dict.fromkeys("is are was were am does did has isnt arent wasnt werent doesnt didnt hasnt".split()),
        **dict.fromkeys("can could should would shall cant couldnt shouldnt wouldnt".split()),
        **dict.fromkeys("do dont have havent had".split(), frozenset("i we you they people".split())),
        # names and months: Will, May, Might
        **dict.fromkeys("will wont may might must".split(), _SUBJECTS),
    }
)
"""Auxiliary -> the words that make an inversion after it; None for any word but those that are no subject."""


_SENTENCE_ENDS = frozenset(".!?")


@kept(512)
def is_question(reply: str) -> bool:
    """Whether the reply asks something: it ends with a question mark or opens as a question does.

    Requests ("can you log 3h?", "the design is done. can you log it?") and proposals ("how about 3 hours?") are no
    questions.
    """
    tokens = tokenize(reply)
    keys = keys_of(tokens)
    if not any(token.is_word for token in tokens):
        return "?" in keys
    first, past = strip_edges(tokens)
    if _proposes(keys, first):
        return False
    if any(_LEADS.at(keys, at) and _opens_question(keys, at) for at in range(min(first + 1, len(keys)))):
        return True
    if _opens_question(keys, first):
        return True
    if any(_REQUESTS.at(keys, at) for at in range(first)):
        return False
    return _ends_asking(keys) and not _ends_requesting(tokens, keys, past)


def without_questions(reply: str) -> str:
    """Return the reply less the sentences that open as a question does ("for Ann. Is that free?" -> "for Ann.")."""
    tokens = tokenize(reply)
    keys = keys_of(tokens)
    ends = [at + 1 for at, key in enumerate(keys) if key in _SENTENCE_ENDS]
    starts = [0, *ends]
    kept_ones = [
        reply[tokens[first].start : tokens[past - 1].end]
        for first, past in zip(starts, [*ends, len(keys)], strict=True)
        if first < past and not _asks(tokens[first:past])
    ]
    return " ".join(kept_ones)


def _proposes(keys: Sequence[str], first: int) -> bool:
    return any(tuple(keys[first : first + len(words)]) == words for words in _SUGGESTIONS)


def _asks(sentence: Sequence[Token]) -> bool:
    """Whether a sentence, looked at alone, opens as a question does."""
    keys = keys_of(sentence)
    first = skip_openings(sentence, keys, 0)
    return not _proposes(keys, first) and _opens_question(keys, first)


def _opens_question(keys: Sequence[str], first: int) -> bool:
    lead = _LEADS.at(keys, first)
    if tuple(keys[first : first + 2]) == _TELL_ME:
        return len(keys) > first + 2
    if lead is not None:
        return lead[1] < len(keys) and keys[lead[1]] in _QUESTION_WORDS | {"if", "whether"}
    if first >= len(keys):
        return False
    is_led = keys[first] in COMMON_PREPOSITIONS and first + 1 < len(keys)
    if keys[first + is_led] in _QUESTION_WORDS:  # "which year", "in which year"
        return True
    if keys[first] not in _AUXILIARIES or first + 1 >= len(keys) or not keys[first + 1].isalnum():
        return False
    subjects, after = _AUXILIARIES[keys[first]], keys[first + 1]
    return after in subjects if subjects is not None else after not in _NO_SUBJECT


def _ends_requesting(tokens: Sequence[Token], keys: Sequence[str], past: int) -> bool:
    """Whether the last clause asks somebody to do something ("I am done, can you log 3h?")."""
    start = next((at + 1 for at in reversed(range(past)) if keys[at] in CLAUSE_MARKS or keys[at] in JOINERS), 0)
    first = skip_openings(tokens, keys, start)
    return any(_REQUESTS.at(keys, at) for at in range(start, first)) and not _opens_question(keys, first)


def _ends_asking(keys: Sequence[str]) -> bool:
    """Whether the last mark before closing quotes, brackets and exclamation marks is a question mark."""
    for key in reversed(keys):
        if key not in "\"')]}!. ":
            return key == "?"
    return False
