"""Whether a turn asks for an act, for knowledge, or for neither clearly: without a model.

In: the text of a turn and, when there is one, the domain's trigger keywords.
Out: an :class:`IntentVerdict` with a label, a confidence and the signals that
fired. Three signals speak for an act: an action verb anywhere, an action verb as
the first word, a trigger keyword of a tool. Three speak for knowledge: a
knowledge word anywhere, one as the first word, the form of a question. Whoever
prepares a turn may skip the costly look-up for *action*; *ambiguous* is to be
treated as *knowledge*, which is the safe side.

The words stand in :mod:`dialog.routing.lexicon`. The weights (0.4, 0.1, 0.2, 0.3)
are those of the triage that this one follows; a host tunes the two settings of
:class:`IntentClassifier`, not the weights.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from types import MappingProxyType

from dialog.routing.lexicon import ACTION_VERBS, KNOWLEDGE_VERBS, QUESTION_PATTERN, tokenize
from slots.compiled import CompiledVerb, Keys, compile_tables, keys
from slots.tables import TableSet
from slots.text import MARK, MAX_LENGTH, Token, clean, keys_of
from slots.text import tokenize as cut
from slots.triggers import CLAUSE_MARKS, GAP_STOPS, GAP_WORDS
from slots.words import ARTICLES

logger = logging.getLogger(__name__)

AMBIGUITY_FLOOR = 0.55
"""The confidence below which a verdict is ambiguous: a pure verb hit (0.6) stays above it, contested turns fall
below (the default of the triage that this one follows)."""

CONTEST = 0.5
"""How much of the losing lane's score the winner's confidence loses. At one half, a single verb of the other lane
(0.4) takes a pure verb hit (0.6) to 0.4, below the floor, and leaves one that a keyword backs (0.9) at 0.7."""

_SHOWN = 40
"""Characters of the first word that the reasoning shows; a line of a log holds it."""


class IntentLabel(StrEnum):
    """The lane that a turn is routed into."""

    ACTION = "action"
    """Something is to be done: a tool is to run."""
    KNOWLEDGE = "knowledge"
    """Something is to be told or recalled."""
    AMBIGUOUS = "ambiguous"
    """The signals are mixed or missing; treat it as knowledge."""


@dataclass(frozen=True, slots=True)
class IntentVerdict:
    """What the triage says of one turn."""

    label: IntentLabel
    """The lane; ambiguous whenever the confidence is below the floor."""
    confidence: float
    """From 0 to 1, a heuristic; 0 for a turn that could not be judged."""
    matched_tool_keywords: list[str] = field(default_factory=list)
    """The tools whose trigger keywords stand in the turn, sorted."""
    reasoning: str = ""
    """Which signals fired, for people."""
    action_score: float = 0.0
    """The action lane's raw score, from 0 to 1.2."""
    knowledge_score: float = 0.0
    """The knowledge lane's raw score, from 0 to 1.2."""

    def to_event_payload(self) -> dict[str, object]:
        """Return the verdict as plain values for an event, its numbers rounded to three places."""
        return {
            "label": self.label,
            "confidence": round(self.confidence, 3),
            "matched_tool_keywords": list(self.matched_tool_keywords),
            "reasoning": self.reasoning,
            "action_score": round(self.action_score, 3),
            "knowledge_score": round(self.knowledge_score, 3),
        }


@dataclass(frozen=True)
class DomainTemplate:
    """The words of one domain that point at its tools.

    A keyword is a word or a phrase and stands in a turn when its words do, as whole tokens and in order:
    articles between them never count, and up to :data:`slots.triggers.GAP_WORDS` other words may stand
    between them, as in a trigger ("set *her hourly* rate"), but no preposition and no end of a clause. Of
    keywords that start at the same word only the longest counts ("assign hours" hides "assign").
    """

    tool_trigger_keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tool -> its trigger keywords, any case."""
    _starts: Mapping[str, tuple[tuple[str, Keys], ...]] = field(init=False, repr=False, compare=False)
    """First word -> (tool, keyword) of those that start with it."""

    def __post_init__(self) -> None:
        """Freeze the keywords and sort them by their first word; ``ValueError`` for keywords that are one text."""
        starts: dict[str, list[tuple[str, Keys]]] = {}
        for tool, keywords in self.tool_trigger_keywords.items():
            if isinstance(keywords, str):
                raise ValueError(f"{tool}: its keywords must be a tuple of phrases, not the one text {keywords!r}")
            for keyword in keywords:
                words = tuple(word for word in keys(clean(keyword)) if word not in ARTICLES)
                if words:
                    starts.setdefault(words[0], []).append((tool, words))
        frozen = {tool: tuple(keywords) for tool, keywords in self.tool_trigger_keywords.items()}
        object.__setattr__(self, "tool_trigger_keywords", MappingProxyType(frozen))
        object.__setattr__(self, "_starts", MappingProxyType({word: tuple(found) for word, found in starts.items()}))

    @classmethod
    def from_tables(cls, tables: TableSet, *, reading: bool = False) -> DomainTemplate:
        """Derive the keywords from the verbs' triggers; the key is the verb's name.

        Each trigger gives one phrase for each word of its alias families, articles left out. Left out as too
        common to tell one verb from another are: a phrase that two verbs share, one of nothing but
        prepositions, and triggers that need a value ("assign <hours>": the hours tell, not the word). A verb
        that keeps no phrase has no entry. Verbs that only read have none either unless ``reading`` is set: a
        keyword speaks for an act, and theirs ("show", "who is on") speak for knowledge.
        """
        phrases = {name: tuple(_phrases(verb)) for name, verb in compile_tables(tables).verbs.items()}
        owners: dict[Keys, set[str]] = {}
        for name, found in phrases.items():
            for phrase in found:
                owners.setdefault(phrase, set()).add(name)
        kept = {
            verb.name: tuple(dict.fromkeys(" ".join(one) for one in phrases[verb.name] if len(owners[one]) == 1))
            for verb in tables.verbs
            if reading or not verb.read
        }
        return cls({name: keywords for name, keywords in kept.items() if keywords})

    def tools_in(self, text: str) -> list[str]:
        """Return the tools whose keywords stand in a cleaned text, sorted, each once."""
        tokens = cut(text)
        said = frozenset(keys_of(tokens))
        led = {word: listed for word in said & self._starts.keys() if (listed := self._said(word, said))}
        found: set[str] = set()
        for at, token in enumerate(tokens) if led else ():
            if token.key not in led:
                continue
            standing = [(len(words), tool) for tool, words in led[token.key] if _stands(tokens, at, words)]
            longest = max((size for size, _ in standing), default=0)
            found.update(tool for size, tool in standing if size == longest)
        return sorted(found)

    def _said(self, first: str, said: frozenset[str]) -> list[tuple[str, Keys]]:
        """Return the keywords with a first word of which every word is said somewhere, each with its tool."""
        return [(tool, words) for tool, words in self._starts[first] if said.issuperset(words)]


def _phrases(verb: CompiledVerb) -> Iterator[Keys]:
    """Yield the phrases of a verb's triggers, alias families expanded; see ``DomainTemplate.from_tables``."""
    for trigger in verb.triggers:
        if any(group.slot for group in trigger.groups):
            continue
        for parts in product(*(group.words for group in trigger.groups)):
            phrase = tuple(word for part in parts for word in part if word not in ARTICLES)
            if not GAP_STOPS.issuperset(phrase):
                yield phrase


def _stands(tokens: Sequence[Token], at: int, words: Keys) -> bool:
    """Whether the words of a keyword stand in order from a position on, which holds the first one."""
    position = at + 1
    for word in words[1:]:
        crossed = 0
        while position < len(tokens) and tokens[position].key != word:
            token = tokens[position]
            crossed += 1 if token.is_word and token.key not in ARTICLES else 0
            if crossed > GAP_WORDS or token.key in GAP_STOPS or _ends_clause(token):
                return False
            position += 1
        if position >= len(tokens):
            return False
        position += 1
    return True


def _ends_clause(token: Token) -> bool:
    return token.kind is MARK and token.key in CLAUSE_MARKS


class IntentClassifier:
    """Routes turns by verbs and keywords.

    It holds two settings and nothing else, so one may serve all threads and turns; the same text and
    domain give the same verdict.
    """

    def __init__(self, *, ambiguity_confidence_floor: float = AMBIGUITY_FLOOR, min_action_signals: int = 2) -> None:
        """Take the two settings; ``ValueError`` for a floor outside 0 to 1 or fewer than one signal.

        ``ambiguity_confidence_floor``: verdicts below it are labelled ambiguous, whichever lane won.
        ``min_action_signals``: how many of the three action signals the action lane needs; with 2, an action
        verb somewhere in a sentence is not enough.
        """
        if not 0.0 <= ambiguity_confidence_floor <= 1.0:
            raise ValueError("ambiguity_confidence_floor must be in [0, 1]")
        if min_action_signals < 1:
            raise ValueError("min_action_signals must be >= 1")
        self._floor = ambiguity_confidence_floor
        self._min_action_signals = min_action_signals

    def classify(self, query: str, domain: DomainTemplate | None = None) -> IntentVerdict:
        """Judge one turn; never raises.

        A turn that is empty, longer than :data:`slots.text.MAX_LENGTH` characters, no text at all, or that
        fails to be judged is ambiguous with confidence 0; the reasoning says which.
        """
        try:
            verdict = self._judge(query, domain)
        except Exception as error:  # the promise to callers: no turn fails over its triage
            logger.warning("triage failed: %s", type(error).__name__, exc_info=True)
            verdict = _unjudged(f"triage failed: {type(error).__name__}")
        logger.debug("intent verdict: %s", verdict)
        return verdict

    def _judge(self, query: object, domain: DomainTemplate | None) -> IntentVerdict:
        raw = query or ""
        if not isinstance(raw, str):
            return _unjudged(f"not text: {type(raw).__name__}")
        if len(raw.strip()) > MAX_LENGTH:
            return _unjudged(f"longer than {MAX_LENGTH} characters")
        text = clean(raw) if len(raw) <= MAX_LENGTH else clean(raw.strip())
        if not text.strip():
            return _unjudged("empty query")
        tokens = tokenize(text)
        if not tokens:
            return _unjudged("no tokens")
        return self._weigh(_Signals.of(text, tokens, domain))

    def _weigh(self, signals: _Signals) -> IntentVerdict:
        label, confidence = self._resolve(
            action_score=signals.action_score,
            knowledge_score=signals.knowledge_score,
            action_signals=signals.action_signals,
            is_question=signals.is_question,
        )
        return IntentVerdict(
            label=label,
            confidence=confidence,
            matched_tool_keywords=signals.matched_tools,
            reasoning=signals.reasoning,
            action_score=signals.action_score,
            knowledge_score=signals.knowledge_score,
        )

    def _resolve(
        self, *, action_score: float, knowledge_score: float, action_signals: int, is_question: bool
    ) -> tuple[IntentLabel, float]:
        """Turn scores into a label and a confidence.

        1. The action lane is open when at least ``min_action_signals`` fired and the turn is no question: a
           question that holds an action word starts no act, whatever the word scores.
        2. A closed action lane that does not outscore knowledge does not contest it: the action words are what
           is asked about ("how many hours did John log?"). The confidence is knowledge's own score.
        3. Else the lanes contest each other: the higher one wins if it is open (a tie goes to knowledge), and
           its score less ``CONTEST`` of the other's is the confidence. A closed action lane that scores
           higher cannot win and leaves knowledge with what remains ("delete?": nothing).
        4. The confidence is cut to 0 to 1. Below the floor, or at 0, the verdict is ambiguous.
        """
        is_open = action_signals >= self._min_action_signals and not is_question
        if is_open and action_score > knowledge_score:
            label, confidence = IntentLabel.ACTION, action_score - CONTEST * knowledge_score
        elif is_open or action_score > knowledge_score:
            label, confidence = IntentLabel.KNOWLEDGE, knowledge_score - CONTEST * action_score
        else:
            label, confidence = IntentLabel.KNOWLEDGE, knowledge_score
        confidence = round(min(max(confidence, 0.0), 1.0), 6)
        if confidence == 0.0 or confidence < self._floor:
            label = IntentLabel.AMBIGUOUS
        return label, confidence


@dataclass(frozen=True, slots=True)
class _Signals:
    """What fired in one turn; the scores follow from it."""

    action_verbs: list[str]
    knowledge_verbs: list[str]
    is_question: bool
    matched_tools: list[str]
    first_token: str

    @classmethod
    def of(cls, text: str, tokens: Sequence[str], domain: DomainTemplate | None) -> _Signals:
        return cls(
            action_verbs=sorted(set(tokens) & ACTION_VERBS),
            knowledge_verbs=sorted(set(tokens) & KNOWLEDGE_VERBS),
            is_question=bool(QUESTION_PATTERN.search(text.strip())),
            matched_tools=domain.tools_in(text) if domain is not None else [],
            first_token=tokens[0],
        )

    @property
    def action_score(self) -> float:
        return _verb_score(self.action_verbs, self.first_token) + (0.3 if self.matched_tools else 0.0)

    @property
    def knowledge_score(self) -> float:
        return _verb_score(self.knowledge_verbs, self.first_token) + (0.3 if self.is_question else 0.0)

    @property
    def action_signals(self) -> int:
        """How many of the three fired, whatever they weigh."""
        return sum((bool(self.action_verbs), self.first_token in self.action_verbs, bool(self.matched_tools)))

    @property
    def reasoning(self) -> str:
        parts = (
            ("action verbs", ", ".join(self.action_verbs)),
            ("knowledge words", ", ".join(self.knowledge_verbs)),
            ("tools", ", ".join(self.matched_tools)),
            ("question", "yes" if self.is_question else ""),
            ("first word", self.first_token[:_SHOWN]),
        )
        return "; ".join(f"{name}: {value}" for name, value in parts if value)


def _verb_score(verbs: Sequence[str], first_token: str) -> float:
    """Return 0.4 for a verb, 0.1 for each of up to three more, 0.2 when one is the first word."""
    score = 0.4 + 0.1 * min(len(verbs) - 1, 3) if verbs else 0.0
    return score + 0.2 if first_token in verbs else score


def _unjudged(reason: str) -> IntentVerdict:
    return IntentVerdict(IntentLabel.AMBIGUOUS, 0.0, reasoning=reason)
