"""A small model of the protocol of manager and store, searched breadth first.

The model has the store (is the message accepted, the action's row, what is open), the world (the
effects), and workers that take steps between which anything may happen: another worker's step, a
crash, a lease that lapses (or not: the clock is not to be trusted, so recovery may always start).
The states of the action are those of the shipped tables, and every change of them goes through one.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from dialog.tools import ToolKind
from states.finish import ToolOutcome
from states.machine import Fire, State, VerbMachine

ENDS = {
    ToolOutcome.SUCCEEDED.value: Fire.SUCCEED,
    ToolOutcome.FAILED.value: Fire.FAIL,
    ToolOutcome.UNKNOWN.value: Fire.LOSE,
}
"""What a run came to -> the trigger that it fires, as in ``states.finish``."""


@dataclass(frozen=True, order=True)
class Worker:
    """Where one worker stands, and what it has read."""

    at: str = "idle"
    is_mine: bool = False
    """Whether the attempt that it read, or claimed, is still the action's."""
    result: str = ""
    version: int = 0


@dataclass(frozen=True, order=True)
class World:
    """One state of everything."""

    state: str
    version: int = 0
    is_accepted: bool = False
    status: str = ""
    told: str = ""
    calls: int = 0
    effects: int = 0
    crashes: int = 2
    workers: tuple[Worker, ...] = (Worker(),) * 3


@dataclass(frozen=True)
class Protocol:
    """The protocol for one kind of tool; the flags make a wrong one of it."""

    kind: ToolKind
    machine: VerbMachine
    runs_before_accept: bool = False
    """Wrong: the tool is called, and only then the yes is written."""
    runs_when_not_found: bool = False
    """Wrong: a blind tool that left no result is called again."""
    ignores_claim: bool = False
    """Wrong: a worker finishes what another one has claimed meanwhile."""
    ignores_attempt: bool = False
    """Wrong: a transactional tool commits whoever claimed it meanwhile."""

    def start(self) -> World:
        return World(state=State.CONFIRMING.value)

    def steps(self, world: World) -> Iterator[World]:
        """Yield what the world may be after one step of one worker, a crash, or a delivery."""
        for number, worker in enumerate(world.workers):
            for after, moved in self._step(world, worker):
                yield _put(after, number, moved)
            if worker.at != "idle" and world.crashes:
                yield _put(replace(world, crashes=world.crashes - 1), number, Worker())

    def _step(self, world: World, worker: Worker) -> Iterator[tuple[World, Worker]]:
        match worker.at:
            case "idle":
                yield world, self._read(world)
            case "accept":
                yield self._accept(world, worker)
            case "recover":
                yield self._recover(world, worker)
            case "call" | "early":
                yield from self._call(world, worker)
            case "finish":
                yield self._finish(world, worker)

    def _read(self, world: World) -> Worker:
        """A delivery: a new message is decided, one that is executing may be recovered at any time."""
        if world.state == State.CONFIRMING and not world.is_accepted:
            return Worker("early" if self.runs_before_accept else "accept", version=world.version)
        if world.state == State.EXECUTING:
            return Worker("recover", True, "" if world.status == "executing" else world.status, world.version)
        return Worker()

    def _accept(self, world: World, worker: Worker) -> tuple[World, Worker]:
        """One transaction: inbox, state, action; not where somebody else was faster."""
        if world.is_accepted or world.version != worker.version:
            return world, Worker()
        state = self.machine.fire(world.state, Fire.CONFIRM)
        version = world.version + 1
        after = replace(world, state=state, version=version, is_accepted=True, status="executing")
        return after, replace(worker, at="finish" if worker.result else "call", is_mine=True, version=version)

    def _recover(self, world: World, worker: Worker) -> tuple[World, Worker]:
        """A recorded result is told; a blind action is unknown; the others are claimed and called again."""
        if worker.result:
            return world, replace(worker, at="finish")
        if self.kind is ToolKind.BLIND and not self.runs_when_not_found:
            return world, replace(worker, at="finish", result=ToolOutcome.UNKNOWN.value)
        if world.status != "executing" or not worker.is_mine:
            return world, Worker()
        others = [replace(other, is_mine=False) for other in world.workers]
        return replace(world, workers=tuple(others)), replace(worker, at="call")

    def _call(self, world: World, worker: Worker) -> Iterator[tuple[World, Worker]]:
        """The effect, and apart from it the return: a crash may come in between; a refusal has no effect."""
        after = "accept" if worker.at == "early" else "finish"
        succeeded, failed = ToolOutcome.SUCCEEDED.value, ToolOutcome.FAILED.value
        if self.kind is ToolKind.TRANSACTIONAL:
            is_mine = worker.is_mine and world.status == "executing"
            if is_mine or self.ignores_attempt or worker.at == "early":
                done = replace(
                    world, effects=min(world.effects + 1, 3), calls=min(world.calls + 1, 2), status=succeeded
                )
                yield done, replace(worker, at=after, result=succeeded)  # what follows must be looked up first
                if worker.at == "call" and world.version == worker.version:
                    yield self._tell(done, succeeded), Worker()  # state and reply in the same commit
            else:
                yield world, Worker()
        else:
            once = self.kind is ToolKind.IDEMPOTENT and world.effects
            effects = world.effects if once else min(world.effects + 1, 3)
            done = replace(world, effects=effects, calls=min(world.calls + 1, 2))
            yield done, replace(worker, at=after, result=succeeded)
            lost = failed if self.kind is ToolKind.IDEMPOTENT else ToolOutcome.UNKNOWN.value
            yield done, replace(worker, at=after, result=lost)  # the answer got lost, or came too late
        yield world, replace(worker, at=after, result=failed)

    def _finish(self, world: World, worker: Worker) -> tuple[World, Worker]:
        """One transaction: state, outcome, reply; where somebody settled it, only a success lifts an unknown."""
        is_mine = worker.is_mine
        status = worker.result if is_mine and world.status != ToolOutcome.SUCCEEDED.value else world.status
        if world.version == worker.version and (is_mine or self.ignores_claim):
            return self._tell(replace(world, status=status), worker.result), Worker()
        lifts = world.status in ("executing", ToolOutcome.UNKNOWN.value) and is_mine
        if lifts and worker.result == ToolOutcome.SUCCEEDED.value:
            return replace(world, status=status, told=worker.result), Worker()
        return world, Worker()

    def _tell(self, world: World, result: str) -> World:
        """The state and the reply."""
        state = self.machine.fire(world.state, ENDS[result])
        return replace(world, state=state, version=world.version + 1, told=result)

    def faults(self, world: World) -> Iterator[str]:
        """Yield what is wrong in a state."""
        if world.effects > 1:
            yield f"{world.effects} effects of a {self.kind} tool"
        if self.kind is ToolKind.BLIND and world.calls > 1:
            yield "a blind tool was called twice"
        if world.told and world.told not in ENDS:
            yield f"told {world.told!r}"
        if world.told == ToolOutcome.UNKNOWN.value and self.kind is not ToolKind.BLIND:
            yield f"a {self.kind} tool ended unknown"
        if world.told == ToolOutcome.SUCCEEDED.value and not world.effects:
            yield "told done, and nothing was"
        if world.told == ToolOutcome.FAILED.value and world.effects and self.kind is not ToolKind.IDEMPOTENT:
            yield "told failed, and it was done"
        is_quiet = all(worker.at == "idle" for worker in world.workers)
        if is_quiet and not world.is_accepted and world.effects:
            yield "an effect that nobody ordered"
        if is_quiet and world.is_accepted and not all(end.told for end in self.ends(world)):
            yield "confirmed, and the next delivery says neither done nor failed nor unknown"

    def ends(self, world: World) -> list[World]:
        """Return how one more delivery to one worker ends, when nothing comes between."""
        todo, found = [_put(world, 0, self._read(world))], []
        while todo:
            now = todo.pop()
            busy = next((number for number, worker in enumerate(now.workers) if worker.at != "idle"), None)
            if busy is None:
                found.append(now)
            else:
                todo += [_put(after, busy, moved) for after, moved in self._step(now, now.workers[busy])]
        return found


def _put(world: World, number: int, worker: Worker) -> World:
    """Return the world with one worker moved; which of them it is does not matter, so they are sorted."""
    others = (*world.workers[:number], *world.workers[number + 1 :])
    return replace(world, workers=tuple(sorted((*others, worker))))


@dataclass(frozen=True)
class Search:
    """What a search found."""

    states: int
    faults: dict[str, list[World]]
    """Fault -> the shortest way to it."""


def search(protocol: Protocol) -> Search:
    """Visit every state that can be reached, breadth first."""
    start = protocol.start()
    came_from: dict[World, World | None] = {start: None}
    todo = deque([start])
    faults: dict[str, list[World]] = {}
    while todo:
        world = todo.popleft()
        for fault in protocol.faults(world):
            faults.setdefault(fault, _way(world, came_from))
        for after in protocol.steps(world):
            if after not in came_from:
                came_from[after] = world
                todo.append(after)
    return Search(len(came_from), faults)


def _way(world: World, came_from: dict[World, World | None]) -> list[World]:
    way: list[World] = []
    step: World | None = world
    while step is not None:
        way.append(step)
        step = came_from[step]
    return way[::-1]
