"""The semantic tier in whole turns: on, off, failing, slow; its menu, and what comes before it."""

import itertools
import sys
from threading import Event
from time import monotonic

import pytest

from dialog import DialogManager
from dialog.routing.hooks import Hooks
from dialog.routing.semantic import SemanticSettings
from dialog.routing.settings import RoutingSettings
from slots.errors import ExtraMissingError
from states.routes import RouteTier
from tests.dialog.test_routing import TABLES, Studio, directory


class Bag:
    """An embedder of words in buckets: what shares words is near. Behind a gate it waits till that is open."""

    name = "bag/1"
    longest = 10.0

    def __init__(self, fails=False, gate=None):
        self.fails, self.gate, self.calls, self.built = fails, gate, 0, 0

    def embed(self, texts):
        numpy = pytest.importorskip("numpy")
        self.calls += 1
        if self.gate is not None:
            self.gate.wait(self.longest)
        self.built += "end the performer contract" in texts
        if self.fails:
            raise RuntimeError("no model")
        rows = numpy.zeros((len(texts), 64), dtype="float32")
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[sum(map(ord, word)) % 64] += 1
        lengths = numpy.linalg.norm(rows, axis=1, keepdims=True)
        return rows / numpy.where(lengths > 0, lengths, 1)


def meaning(**more):
    examples = {
        "fire_actor": ["dismiss the performer at once", "the performer must leave us", "end the performer contract"],
        "praise_actor": [
            "applaud the performer loudly",
            "tell the performer how good it was",
            "flowers for the performer",
        ],
    }
    verbs = tuple(verb.model_copy(update={"examples": tuple(examples.get(verb.name, ()))}) for verb in TABLES.verbs)
    studio = Studio.__new__(Studio)
    gossip = ("the latest gossip between performers", "what gossip today", "the gossip of performers today")
    routes = tuple(
        route.model_copy(update={"examples": gossip}) if route.name == "chat_sessions" else route
        for route in TABLES.routes
    )
    tables = TABLES.model_copy(update={"verbs": verbs, "routes": routes})
    studio.manager = DialogManager(verbs=tables, directory=directory(), **more)
    studio.count, studio.fired = itertools.count(), []
    return studio


def test_the_semantic_tier_takes_what_no_rule_did_and_learns_once():
    embedder = Bag()
    studio = meaning(hooks=Hooks(embedder=embedder))
    reply = studio.say("end the performer contract now")
    assert (reply.verb, reply.annotation.tier) == ("fire_actor", "semantic")
    assert reply.annotation.rule == "like “end the performer contract”"
    assert next(iter(reply.annotation.routes)) == "fire_actor"
    assert "praise_actor" in reply.annotation.routes
    before = embedder.calls
    assert studio.say("cancel", "bananas and custard").handled is False
    assert embedder.calls == before + 1


def test_an_unclear_meaning_is_a_menu_and_a_rule_comes_first():
    studio = meaning(hooks=Hooks(embedder=Bag(), semantic=SemanticSettings(threshold=1.0, menu_threshold=0.2)))
    reply = studio.say("end the performer contract now")
    assert (reply.state, reply.annotation.tier) == ("awaiting_menu_choice", "semantic")
    assert studio.say("1", "cancel", "sack the actor Tom Hanks").annotation.tier == "token_set"


@pytest.mark.parametrize("off", [{"tiers": frozenset({RouteTier.TOKEN_SET})}, {"semantic_timeout": 0.0}])
def test_a_tier_that_is_off_fails_or_is_slow_is_passed_over(off):
    for embedder in (Bag(), Bag(fails=True)):
        studio = meaning(hooks=Hooks(embedder=embedder), routing=RoutingSettings(**off))
        assert studio.say("end the performer contract now").handled is False
    assert meaning(hooks=Hooks(embedder=Bag(fails=True))).say("end the performer contract").handled is False


def test_what_was_learned_is_kept_in_a_file(tmp_path):
    file, first, second = tmp_path / "meaning.npz", Bag(), Bag()
    for embedder in (first, second):
        studio = meaning(hooks=Hooks(embedder=embedder, semantic_file=file))
        assert studio.say("end the performer contract now").verb == "fire_actor"
    assert second.calls < first.calls


def test_a_question_is_not_taken_by_meaning_either():
    studio = meaning(hooks=Hooks(embedder=Bag()))
    assert studio.say("why did you end the performer contract?").handled is False


@pytest.mark.parametrize("is_answered", [True, False])
def test_a_route_that_nothing_answers_is_taken_by_no_meaning(is_answered, caplog):
    studio = meaning(hooks=Hooks(embedder=Bag()))
    if is_answered:
        studio.manager.lookup("chat_sessions")(lambda asked: "two sessions")
    reply = studio.say("the latest gossip between performers today")
    assert (reply.handled, reply.text == "two sessions") == (is_answered, is_answered)
    assert [record.getMessage() for record in caplog.records] == (
        []
        if is_answered
        else ["route chat_sessions passed over: nothing answers it; give the manager @manager.lookup('chat_sessions')"]
    )


# --- learning before the first message


@pytest.mark.parametrize("times", [1, 2])
def test_what_was_learned_before_serves_the_first_message(times):
    embedder = Bag()
    studio = meaning(hooks=Hooks(embedder=embedder))
    for _ in range(times):
        studio.manager.warm_up_sync()
    learned = embedder.calls
    assert learned > 0
    assert studio.say("end the performer contract now").annotation.tier == "semantic"
    assert embedder.calls == learned + 1


@pytest.mark.parametrize(("embedder", "tiers"), [
    (None, frozenset(RouteTier)),
    (Bag(fails=True), frozenset({RouteTier.TOKEN_SET})),
])  # fmt: skip
def test_nothing_is_learned_where_the_tier_is_off(embedder, tiers):
    studio = meaning(hooks=Hooks(embedder=embedder), routing=RoutingSettings(tiers=tiers))
    studio.manager.warm_up_sync()
    assert embedder is None or embedder.calls == 0


async def test_learning_holds_nobody_up_and_is_begun_once():
    embedder = Bag(gate=Event())
    studio = meaning(hooks=Hooks(embedder=embedder), routing=RoutingSettings(semantic_timeout=0.05))
    passed_over = [await studio.manager.handle(studio.turn("end the performer contract now")) for _ in range(3)]
    assert [reply.handled for reply in passed_over] == [False] * 3
    assert embedder.calls == 1
    embedder.gate.set()
    await studio.manager.warm_up()
    taken = await studio.manager.handle(studio.turn("end the performer contract now"))
    assert (taken.verb, embedder.built) == ("fire_actor", 1)


def test_no_message_waits_longer_than_the_tier_may_take():
    embedder = Bag(gate=Event())
    studio = meaning(hooks=Hooks(embedder=embedder), routing=RoutingSettings(semantic_timeout=0.05))
    begun = monotonic()
    assert studio.say("end the performer contract now").handled is False  # its loop has ended too
    assert monotonic() - begun < embedder.longest / 2
    embedder.gate.set()


def test_what_could_not_be_learned_is_said_and_tried_again():
    embedder = Bag(fails=True)
    studio = meaning(hooks=Hooks(embedder=embedder))
    with pytest.raises(RuntimeError, match="no model"):
        studio.manager.warm_up_sync()
    embedder.fails = False
    studio.manager.warm_up_sync()
    assert studio.say("end the performer contract now").verb == "fire_actor"


def test_learning_without_numpy_names_the_extra(monkeypatch):
    studio = meaning(hooks=Hooks(embedder=Bag()))
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ExtraMissingError, match=r"verbflow\[semantic\]"):
        studio.manager.warm_up_sync()
