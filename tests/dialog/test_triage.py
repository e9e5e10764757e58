"""The triage: words, scores, verdicts, keywords from the tables, the model behind it, its events."""

import asyncio
import json
import logging
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialog.examples import load_example
from dialog.routing.events import Events, intent_event
from dialog.routing.lexicon import ACTION_VERBS, KNOWLEDGE_VERBS, QUESTION_PATTERN, tokenize
from dialog.routing.settle import settle
from dialog.routing.triage import DomainTemplate, IntentClassifier, IntentLabel, IntentVerdict
from slots.text import MAX_LENGTH, fold

ACTION, KNOWLEDGE, AMBIGUOUS = IntentLabel
DOMAINS = {name: DomainTemplate.from_tables(load_example(name).verbs) for name in ("agency", "home")}
MAIL = DomainTemplate({"send_email": ("email", "send message"), "send_invoice": ("Invoice",)})
CLASSIFIER = IntentClassifier()


# Scores by hand: verbs 0.4 and 0.1 for each of up to three more, 0.2 when one is first, 0.3 for tools or the question


@pytest.mark.parametrize(("text", "domain", "action", "knowledge", "label", "confidence"), [
    # acts: verb, first word, keyword
    ("log 2 hours of design to it", "agency", 0.9, 0.0, ACTION, 0.9),
    ("log 2 hours of design to it", None, 0.6, 0.0, ACTION, 0.6),
    ("archive it", "agency", 0.9, 0.0, ACTION, 0.9),
    ("create", "agency", 0.6, 0.0, ACTION, 0.6),
    ("set her rate to one fifty an hour", "agency", 0.9, 0.0, ACTION, 0.9),
    ("add milk and remind May to buy and cook it", "home", 1.1, 0.0, ACTION, 1.0),
    ("add, edit, move, copy and delete it", "home", 1.2, 0.0, ACTION, 1.0),
    # politeness and fillers stand before the first word; a request is no question
    ("please set up a project", "agency", 0.9, 0.0, ACTION, 0.9),
    ("can you log 3h for me?", "agency", 0.9, 0.0, ACTION, 0.9),
    ("log 3h to Nike, ok?", "agency", 0.9, 0.0, ACTION, 0.9),
    ("we need to archive Nike", "agency", 0.9, 0.0, ACTION, 0.9),
    # two of three: a verb inside a sentence needs a keyword
    ("they ought to archive Nike", "agency", 0.7, 0.0, ACTION, 0.7),
    ("they ought to archive Nike", None, 0.4, 0.0, AMBIGUOUS, 0.0),
    # knowledge: a pure hit is enough
    ("show me the projects", "agency", 0.0, 0.6, KNOWLEDGE, 0.6),
    ("what is the rate of Sarah", "agency", 0.0, 1.0, KNOWLEDGE, 1.0),
    ("explain the cancel policy", None, 0.4, 0.6, KNOWLEDGE, 0.6),
    ("can you tell me who is on Nike?", "agency", 0.0, 1.1, KNOWLEDGE, 1.0),
    # an action word in a question starts no act
    ("how many hours did John log?", "agency", 0.7, 1.0, KNOWLEDGE, 1.0),
    ("how many hours did John log?", None, 0.4, 1.0, KNOWLEDGE, 1.0),
    ("who approved the cancel of Nike", "agency", 0.7, 0.9, KNOWLEDGE, 0.9),
    ("I want to know how to archive a project", "agency", 0.7, 1.0, KNOWLEDGE, 1.0),
    ("how do I add a list?", "home", 0.4 + 0.3, 1.0, KNOWLEDGE, 1.0),
    ("did you archive Nike?", "agency", 0.7, 0.9, KNOWLEDGE, 0.9),
    # nor does one that outscores the question: ambiguous
    ("delete?", "agency", 0.6, 0.3, AMBIGUOUS, 0.0),
    ("delete?", "home", 0.9, 0.3, AMBIGUOUS, 0.0),
    ("log 2 hours of what?", "agency", 0.9, 0.7, AMBIGUOUS, 0.25),
    # both lanes are open: half of the other one's score is taken off
    ("add milk to the Groceries list", "home", 0.9, 0.4, ACTION, 0.7),
    ("add milk to the Groceries list", None, 0.6, 0.4, AMBIGUOUS, 0.4),
    ("tell John to archive Nike", "agency", 0.7, 0.6, AMBIGUOUS, 0.4),
    ("explain the cancel policy", "agency", 0.7, 0.6, AMBIGUOUS, 0.4),
    # nothing to go by
    ("hello", "agency", 0.0, 0.0, AMBIGUOUS, 0.0),
    ("yes", "agency", 0.0, 0.0, AMBIGUOUS, 0.0),
    ("2", "agency", 0.0, 0.0, AMBIGUOUS, 0.0),
    ("Nike?", "agency", 0.0, 0.3, AMBIGUOUS, 0.3),
])  # fmt: skip
def test_scores_and_verdicts(text, domain, action, knowledge, label, confidence):
    verdict = CLASSIFIER.classify(text, DOMAINS.get(domain))
    assert (verdict.action_score, verdict.knowledge_score) == pytest.approx((action, knowledge))
    assert (verdict.label, verdict.confidence) == (label, pytest.approx(confidence))


@pytest.mark.parametrize(("settings", "text", "label", "confidence"), [
    ({}, "archive it", ACTION, 0.6),
    ({"ambiguity_confidence_floor": 0.6}, "archive it", ACTION, 0.6),
    ({"ambiguity_confidence_floor": 0.61}, "archive it", AMBIGUOUS, 0.6),
    ({"min_action_signals": 3}, "archive it", AMBIGUOUS, 0.0),
    ({"min_action_signals": 1}, "we should archive it", AMBIGUOUS, 0.4),
    ({"min_action_signals": 1, "ambiguity_confidence_floor": 0.4}, "we should archive it", ACTION, 0.4),
    # a floor of 0 makes no verdict out of nothing
    ({"ambiguity_confidence_floor": 0.0}, "hello", AMBIGUOUS, 0.0),
    ({"ambiguity_confidence_floor": 0.0}, "Nike?", KNOWLEDGE, 0.3),
    # a tie goes to the safe side
    ({"ambiguity_confidence_floor": 0.0, "min_action_signals": 1}, "the log is wrong", KNOWLEDGE, 0.2),
])  # fmt: skip
def test_settings(settings, text, label, confidence):
    verdict = IntentClassifier(**settings).classify(text)
    assert (verdict.label, verdict.confidence) == (label, pytest.approx(confidence))


@pytest.mark.parametrize(("settings", "message"), [
    ({"ambiguity_confidence_floor": -0.01}, "ambiguity_confidence_floor must be in [0, 1]"),
    ({"ambiguity_confidence_floor": 1.01}, "ambiguity_confidence_floor must be in [0, 1]"),
    ({"ambiguity_confidence_floor": float("nan")}, "ambiguity_confidence_floor must be in [0, 1]"),
    ({"min_action_signals": 0}, "min_action_signals must be >= 1"),
])  # fmt: skip
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises(ValueError) as caught:
        IntentClassifier(**settings)
    assert str(caught.value) == message


# Whatever comes in, a verdict comes out


class Rude:
    def __bool__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(("query", "reasoning"), [
    ("", "empty query"),
    (" \t\n\u3000", "empty query"),
    (None, "empty query"),
    (b"", "empty query"),
    ("\ud800\u200b\x00", "empty query"),
    ("?!… ()", "no tokens"),
    ("'", "no tokens"),
    (b"log 2h", "not text: bytes"),
    (42, "not text: int"),
    (["log"], "not text: list"),
    ("log " * 2_500_000, f"longer than {MAX_LENGTH} characters"),
    (Rude(), "triage failed: RuntimeError"),
])  # fmt: skip
def test_what_cannot_be_judged_is_ambiguous(query, reasoning):
    assert CLASSIFIER.classify(query, MAIL) == IntentVerdict(AMBIGUOUS, 0.0, reasoning=reasoning)


def test_wrong_domain_is_ambiguous(caplog):
    assert CLASSIFIER.classify("log 2h", {"log_time": ("log",)}).reasoning == "triage failed: AttributeError"
    assert "triage failed" in caplog.text


@given(st.text() | st.text(st.characters(codec=None)) | st.binary() | st.none() | st.integers() | st.floats())
def test_any_input_gives_one_verdict(query):
    verdict = CLASSIFIER.classify(query, DOMAINS["agency"])
    assert 0.0 <= verdict.confidence <= 1.0
    assert 0.0 <= verdict.action_score <= 1.2001 and 0.0 <= verdict.knowledge_score <= 1.2001
    assert verdict.label is AMBIGUOUS or verdict.confidence >= 0.55
    assert verdict == CLASSIFIER.classify(query, DOMAINS["agency"])


WORDS = st.sampled_from(
    [*sorted(ACTION_VERBS | KNOWLEDGE_VERBS), "the", "project", "hours", "to", "John", "?", ",", "2h"]
)


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_no_question_acts(text):
    for domain in (None, *DOMAINS.values()):
        verdict = CLASSIFIER.classify(text, domain)
        assert not (verdict.label is ACTION and QUESTION_PATTERN.search(text))
        assert verdict.label is AMBIGUOUS or verdict.confidence >= 0.55


def test_threads_get_the_same_verdicts():
    texts = ["log 2h to it", "who is on Nike?", "hello", "show me the projects", "delete?"] * 100
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda text: CLASSIFIER.classify(text, DOMAINS["agency"]), texts))
    assert found == [CLASSIFIER.classify(text, DOMAINS["agency"]) for text in texts]


# The longest texts that repeat what a pattern could trip over
@pytest.mark.parametrize(
    "part", ["?", "ok?x", "how ", "log ", "log the ", "tell me ", ".\n", "can you ", "a", "set up "]
)
def test_long_turns_take_no_time(part):
    text = (part * MAX_LENGTH)[:MAX_LENGTH].strip()
    started = time.perf_counter()
    CLASSIFIER.classify(text, DOMAINS["agency"])
    assert time.perf_counter() - started < 1.0


# The lexicon


def test_lexicon_is_folded_and_disjoint():
    assert ACTION_VERBS.isdisjoint(KNOWLEDGE_VERBS)
    for words in (ACTION_VERBS, KNOWLEDGE_VERBS):
        assert 60 <= len(words) <= 120
        assert all(tokenize(word) == (word,) and fold(word) == word for word in words)


@pytest.mark.parametrize(("text", "tokens"), [
    ("Please, could you LOG 3h for John's site?", ["log", "3", "h", "for", "john", "site"]),
    ("what’s on?", ["whats", "on"]),
    ("I want to know", ["know"]),
    # nothing but fillers stays
    ("ok", ["ok"]),
    ("hello there", ["hello", "there"]),
    ("…", []),
])  # fmt: skip
def test_tokens(text, tokens):
    assert list(tokenize(text)) == tokens


@pytest.mark.parametrize(("text", "asks"), [
    ("what is it", True),
    ("What's on Nike", True),
    ("hey, who did that", True),
    ("so how are we doing", True),
    ("isn't it done", True),
    ("do we have budget left", True),
    ("can she log time", True),
    ("thanks. who is on it", True),
    ("tell me who worked on it", True),
    ("nike done? thanks", True),
    ("delete?", True),
    # requests, orders, tags, and question words that only join
    ("can you log 3h?", False),
    ("hey, could you archive it?", False),
    ("do it", False),
    ("log 3h, ok?", False),
    ("log 3h to Nike, would you?", False),
    ("archive Nike, which is over", False),
    ("open https://example.com/?page=2", False),
    ("show me the time", False),
    ("whatever", False),
])  # fmt: skip
def test_questions(text, asks):
    assert bool(QUESTION_PATTERN.search(text)) is asks


# Keywords


@pytest.mark.parametrize(("domain", "tool", "among", "not_among"), [
    # families are expanded, phrases stay phrases
    ("agency", "log_time", ["log", "log time", "track time", "record hours"], ["time", "hours"]),
    ("agency", "create_project", ["set up project", "new project", "start retainer"], ["create", "project"]),
    ("agency", "set_rate", ["set rate", "change hourly rate"], ["set", "rate"]),
    ("agency", "assign_pm", ["assign", "make pm"], []),
    # a trigger that needs a value gives none
    ("agency", "allocate_hours", ["allocate", "assign hours"], ["assign"]),
    ("home", "start_timer", ["set timer", "begin pomodoro"], ["set", "start"]),
    ("home", "set_light", ["turn on", "switch off", "dim"], ["turn", "on"]),
    ("home", "plan_meal", ["book dinner", "let cook"], ["let"]),
])  # fmt: skip
def test_keywords_from_tables(domain, tool, among, not_among):
    keywords = DOMAINS[domain].tool_trigger_keywords[tool]
    assert set(among) <= set(keywords)
    assert set(not_among).isdisjoint(keywords)


@pytest.mark.parametrize("name", ["agency", "home"])
def test_every_verb_that_acts_has_keywords_of_its_own(name):
    tables = load_example(name).verbs
    keywords = DOMAINS[name].tool_trigger_keywords
    assert list(keywords) == [verb.name for verb in tables.verbs if not verb.read]
    every = [keyword for words in keywords.values() for keyword in words]
    assert len(every) == len(set(every))
    reading = DomainTemplate.from_tables(tables, reading=True).tool_trigger_keywords
    assert set(keywords) < set(reading)


def test_shared_and_empty_phrases_give_no_keywords():
    tables = load_example("home").verbs
    first, second = tables.verbs[0], tables.verbs[1]
    same = second.model_copy(update={"triggers": first.triggers})
    assert DomainTemplate.from_tables(tables.model_copy(update={"verbs": (first, same)})).tool_trigger_keywords == {}
    only_prepositions = first.model_copy(
        update={"triggers": (first.triggers[0].model_copy(update={"phrase": "the on"}),)}
    )
    assert not DomainTemplate.from_tables(tables.model_copy(update={"verbs": (only_prepositions,)})).tools_in("on")


@pytest.mark.parametrize(("domain", "text", "tools"), [
    # whole tokens, in order, any case
    (MAIL, "EMAIL it to John", ["send_email"]),
    (MAIL, "write emails", []),
    (MAIL, "the email-address", ["send_email"]),
    (MAIL, "send him a quick message", ["send_email"]),
    (MAIL, "message: send", []),
    (MAIL, "send it. message me", []),
    (MAIL, "send it to John with a message", []),
    (MAIL, "send one two three four five six seven message", []),
    (MAIL, "send message and email", ["send_email"]),
    (MAIL, "email the invoice", ["send_email", "send_invoice"]),
    (MAIL, "", []),
    # the longest of those that start together
    (DOMAINS["agency"], "assign 5 hours to Mark", ["allocate_hours"]),
    (DOMAINS["agency"], "assign Mark as PM", ["assign_pm"]),
    (DOMAINS["agency"], "create a retainer period for Acme", ["create_retainer_period"]),
    (DOMAINS["agency"], "log 2h and archive Nike", ["archive", "log_time"]),
    # never inside a word
    (DOMAINS["agency"], "catalog the blog", []),
    (DOMAINS["home"], "turn the reading lamp off", ["set_light"]),
])  # fmt: skip
def test_tools_in_a_text(domain, text, tools):
    assert domain.tools_in(text) == tools
    assert CLASSIFIER.classify(text, domain).matched_tool_keywords == tools


def test_articles_are_no_keywords():
    domain = DomainTemplate({"make_report": ("the weekly report", "a timesheet", "the")})
    assert domain.tools_in("my weekly report") == domain.tools_in("timesheet") == ["make_report"]
    assert domain.tools_in("the a") == []


def test_domain_refuses_one_text_and_cannot_be_changed():
    with pytest.raises(ValueError, match="log_time: its keywords must be a tuple of phrases"):
        DomainTemplate({"log_time": "log"})
    source = {"log_time": ["log"]}
    domain = DomainTemplate(source)
    source["log_time"].append("x")
    assert domain.tool_trigger_keywords == {"log_time": ("log",)}
    with pytest.raises(TypeError):
        domain.tool_trigger_keywords["other"] = ()
    assert DomainTemplate().tools_in("log") == []


# The verdict as an event


def test_payload_is_rounded_plain_and_a_copy():
    verdict = IntentVerdict(ACTION, 0.66666, ["log_time"], "why", 0.7 + 0.1 + 0.1, 0.12349)
    payload = verdict.to_event_payload()
    assert payload == {
        "label": "action",
        "confidence": 0.667,
        "matched_tool_keywords": ["log_time"],
        "reasoning": "why",
        "action_score": 0.9,
        "knowledge_score": 0.123,
    }
    assert json.loads(json.dumps(payload)) == payload
    payload["matched_tool_keywords"].append("x")
    assert verdict.matched_tool_keywords == ["log_time"]


def test_reasoning_names_the_signals():
    assert CLASSIFIER.classify("how do I log time?", DOMAINS["agency"]).reasoning == (
        "action verbs: log; knowledge words: how; tools: log_time; question: yes; first word: how"
    )
    assert len(CLASSIFIER.classify("a" * 3000).reasoning) < 80


def test_events_reach_every_callback(caplog):
    seen = []

    def fail(event):
        raise RuntimeError("watcher down")

    events = Events([seen.append, fail])
    events.add(seen.append)
    event = intent_event(CLASSIFIER.classify("log 2h"))
    events.emit(event)
    assert seen == [event, event]
    assert (event["type"], event["payload"]["label"]) == ("intent_classified", "action")
    assert "watcher down" in caplog.text
    Events().emit(event)


def test_callbacks_are_plain_functions():
    async def later(event): ...

    for wrong in (later, "print"):
        with pytest.raises(TypeError, match="a callback is a plain function"):
            Events([wrong])


# The model behind it


class Model:
    """A host's model: says, raises or sleeps."""

    def __init__(self, says=None, *, raises=None, sleeps=0.0):
        self.says, self.raises, self.sleeps = says, raises, sleeps
        self.asked, self.was_cancelled = [], False

    async def classify(self, query, verdict):
        self.asked.append(query)
        try:
            await asyncio.sleep(self.sleeps)
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise OSError("failed while it was cancelled") from None
        if self.raises:
            raise self.raises
        return self.says


UNSURE = CLASSIFIER.classify("hello")
SURE = IntentVerdict(ACTION, 0.8, reasoning="model")


@pytest.mark.parametrize(("says", "expected"), [
    (SURE, SURE),
    (IntentVerdict("action", 0.8, reasoning="model"), SURE),
    (None, UNSURE),
    # below the floor every verdict is ambiguous
    (IntentVerdict(ACTION, 0.5), IntentVerdict(AMBIGUOUS, 0.5)),
    # what is no verdict is passed over
    ("action", UNSURE),
    (IntentVerdict(ACTION, 1.5), UNSURE),
    (IntentVerdict(ACTION, float("nan")), UNSURE),
    (IntentVerdict(ACTION, "high"), UNSURE),
    (IntentVerdict("chat", 0.9), UNSURE),
])  # fmt: skip
async def test_model_settles_an_ambiguous_turn(says, expected):
    found = await settle(UNSURE, "hello", Model(says), timeout=1)
    assert found == expected
    assert isinstance(found.label, IntentLabel)


@pytest.mark.parametrize(("verdict", "query"), [
    (SURE, "log 2h"),
    (UNSURE, " "),
    (UNSURE, None),
    (UNSURE, "x" * (MAX_LENGTH + 1)),
])  # fmt: skip
async def test_model_is_not_asked_in_vain(verdict, query):
    model = Model(SURE)
    assert await settle(verdict, query, model, timeout=1) is verdict
    assert model.asked == []


async def test_no_model_changes_nothing():
    assert await settle(UNSURE, "hello", None, timeout=1) is UNSURE


@pytest.mark.parametrize("error", [RuntimeError("key=secret hello"), asyncio.CancelledError(), TimeoutError()])
async def test_failing_model_is_logged_and_passed_over(error, caplog):
    assert await settle(UNSURE, "hello", Model(raises=error), timeout=1) is UNSURE
    assert "passed over" in caplog.text
    assert "secret" not in caplog.text


async def test_slow_model_is_given_up(caplog):
    model = Model(SURE, sleeps=60)
    assert await settle(UNSURE, "hello", model, timeout=0.01) is UNSURE
    assert "no answer within 0.01 s" in caplog.text
    await asyncio.sleep(0)
    assert model.was_cancelled


async def test_model_that_is_not_async_is_passed_over():
    class Plain:
        def classify(self, query, verdict):
            return SURE

    assert await settle(UNSURE, "hello", Plain(), timeout=1) is UNSURE


async def test_cancelled_turn_cancels_the_model():
    model = Model(SURE, sleeps=60)
    turn = asyncio.ensure_future(settle(UNSURE, "hello", model, timeout=60))
    await asyncio.sleep(0.01)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await asyncio.sleep(0)
    assert model.was_cancelled


def test_debug_line_holds_the_verdict(caplog):
    with caplog.at_level(logging.DEBUG, logger="dialog.routing.triage"):
        CLASSIFIER.classify("log 2h")
    assert "intent verdict: IntentVerdict(label=<IntentLabel.ACTION: 'action'>" in caplog.text
