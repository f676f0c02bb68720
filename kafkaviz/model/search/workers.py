"""A search on several processors: level by level, with the same outcome as alone, whatever the number of workers.

Each worker is a copy of this process and looks at its share of a level's states; what follows from these stays with it.
It only tells the hashes of the states that it comes to, and the first process says in the order of the search which of
them are kept, counts, and sees to the bounds. So nothing depends on who is faster.
"""

import gc
import multiprocessing
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import compress
from multiprocessing.connection import Connection
from typing import Final, NamedTuple, Protocol

from kafkaviz.decisions.errors import OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.acting import repeat_act
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.search.goals import Goal
from kafkaviz.model.search.kept import CameTo, Come, Kept, KeptHashes, Left
from kafkaviz.model.search.moves import Node
from kafkaviz.model.search.outcomes import Outcome

FORKS_AT: Final = 64
"""How many states must wait at the end of a level before they are shared out."""
TELLS_EVERY: Final = 32
"""After how many states a worker tells what came of them."""
_MISSED: Final = "A worker of the search was ended from outside; there may be too little memory."
Visit = Callable[[Node], Outcome | None]
"""What may end a search at a state that was kept."""
Looked = tuple[int, Outcome | None]
"""How many states still wait after one was looked at, and what ends the search there, if anything does."""


class Shareable(Protocol):
    """A search under way, as `search.Search` is one."""

    policies: Policies
    kept: Kept
    waiting: deque[Node]
    left: Left
    transitions: int

    def looks_on(self, goals: Sequence[Goal], visit: Visit | None) -> Looked:
        """Looks at the next state; returns how many wait, and what ends the search, if anything does."""

    def looks_at(self, node: Node, goals: Sequence[Goal], visit: Visit | None) -> Outcome | None:
        """Looks at a state, and keeps those that follow; returns what ends the search, if anything does."""

    def unsteady(self, history: History) -> Outcome:
        """Returns that a history came out otherwise when it was told again."""


class WorkerEnded(OneSentence, RuntimeError):
    """A process that looked at a share of the states is no more."""


class Told(NamedTuple):
    """What came of a state: the states that follow; if the search ends there, the way to it from a first state."""

    come: list[Come]
    ends: tuple[int, list[Act]] | None = None


class Shared(NamedTuple):
    """A state of a level that some worker holds, with what is left of the budget."""

    worker: int
    left: Left
    until_ms: int | None = None


class Share(NamedTuple):
    """What one of the workers has to do."""

    search: Shareable
    first: list[Node]
    worker: int
    workers: int
    goals: Sequence[Goal]
    visit: Visit | None


def can_fork() -> bool:
    """Tells whether this system can copy a process; a browser's Python names the way and cannot go it."""
    return sys.platform != "emscripten" and "fork" in multiprocessing.get_all_start_methods()


def share_out(
    search: Shareable, goals: Sequence[Goal], visit: Visit | None, workers: int
) -> Generator[Looked, None, None]:
    """Looks at all states of a search, alone until many wait; after each, yields what `Search.looks_on` returns."""
    of_level = 1
    while search.waiting and (of_level or len(search.waiting) < FORKS_AT):
        of_level = (of_level or len(search.waiting)) - 1
        yield search.looks_on(goals, visit)
    if not search.waiting:
        return
    first, search.waiting = list(search.waiting), deque[Node]()
    kept = search.kept = KeptHashes(search.kept)
    context, pipes, processes = multiprocessing.get_context("fork"), list[Connection](), []
    try:
        for worker in range(workers):
            mine, other = context.Pipe()
            pipes.append(mine)
            share = Share(search, first, worker, workers, goals, visit)
            work = context.Process(target=_work, args=(share, other, pipes), daemon=True)
            with warnings.catch_warnings(), _interrupts_wait():
                warnings.simplefilter("ignore", DeprecationWarning)  # No other thread's locks are taken in a worker.
                work.start()
                processes.append(work)
            other.close()  # Else nobody would hear that a worker is no more.
        level = [Shared(number % workers, node.left, node.until_ms) for number, node in enumerate(first)]
        while level:
            following, is_kept = list[Shared](), [list[bool]() for _ in pipes]
            telling = [_told_by(pipe) for pipe in pipes]
            for number, state in enumerate(level, 1):
                search.left, told = state.left, next(telling[state.worker])
                if told.ends is not None:
                    yield 0, _looked_at_again(search, first, state, *told.ends, goals, visit)
                    return
                for come in told.come:
                    search.transitions += 1
                    is_kept[state.worker].append(kept.keeps_hash(*come))
                    if is_kept[state.worker][-1]:
                        following.append(Shared(state.worker, *come[1:]))
                yield len(level) - number + len(following), None
            for pipe, keeps in zip(pipes, is_kept, strict=True):
                _tell(pipe, keeps)
            level = following
    finally:
        for work in processes:
            work.kill()
            work.join()


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Lets an interrupt strike later: one that strikes in what Python does around a fork is printed and forgotten."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    struck = list[int]()
    before = signal.signal(signal.SIGINT, lambda number, _: struck.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if struck:
        signal.raise_signal(signal.SIGINT)


def _told_by(pipe: Connection) -> Iterator[Told]:
    while True:
        try:
            yield from pipe.recv()
        except (EOFError, OSError):
            raise WorkerEnded(_MISSED) from None


def _tell(pipe: Connection, keeps: list[bool]) -> None:
    try:
        pipe.send(keeps)
    except OSError:
        raise WorkerEnded(_MISSED) from None


def _work(share: Share, pipe: Connection, not_mine: list[Connection]) -> None:
    """Looks at a share of the first states, and at those that follow and are kept, until nobody wants to know."""
    gc.freeze()  # What was there before is not copied only because it is scanned.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It is the first process that is interrupted, and ends the others.
    for end in not_mine:
        end.close()  # Else a worker would not hear that the first process is no more.
    with suppress(EOFError, OSError):
        _looks_on(share, pipe)


def _looks_on(share: Share, pipe: Connection) -> None:
    search, first = share.search, share.first
    came = search.kept = CameTo()
    numbers = {id(node): number for number, node in enumerate(first)}
    mine, seen = first[share.worker :: share.workers], list[Node]()
    while True:
        told = list[Told]()
        for node in mine:
            came.come = []
            found = search.looks_at(node, share.goals, share.visit)
            told.append(Told(came.come, None if found is None else _way_to(node, numbers)))
            if len(told) == TELLS_EVERY:
                pipe.send(told)
                told = []
            if found is not None:
                break
        pipe.send(told)
        seen += mine  # Whoever visits states knows them by their identity.
        mine = list(compress(search.waiting, pipe.recv()))
        search.waiting.clear()


def _way_to(node: Node, numbers: dict[int, int]) -> tuple[int, list[Act]]:
    acts = list[Act]()
    while id(node) not in numbers:
        acts.append(node.act)
        assert node.parent is not None
        node = node.parent
    return numbers[id(node)], acts[::-1]


def _looked_at_again(
    search: Shareable,
    first: list[Node],
    state: Shared,
    number: int,
    acts: list[Act],
    goals: Sequence[Goal],
    visit: Visit | None,
) -> Outcome:
    """Returns what ends the search in a state that a worker has found, looked at once more in this process."""
    node = first[number]
    history = History(node.cluster)
    for act in acts:
        try:
            history = repeat_act(history, act, search.policies)
        except (OneSentence, ValueError):
            return search.unsteady(history)
        node = Node(history.last, state.left, state.until_ms, node, act, act.steps)
    return search.looks_at(node, goals, visit) or search.unsteady(history)
