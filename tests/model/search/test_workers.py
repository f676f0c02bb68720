"""Several workers come to what one comes to: the same outcome, history and counts, at every bound."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.lab.exploring import explore as explored
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.goals import goal
from kafkaviz.model.search.mending import unreachable
from kafkaviz.model.search.outcomes import Bounds, Broken, Closed, Failed, Outcome, Reached, Stopped, Unreached
from kafkaviz.model.search.workers import WorkerEnded, can_fork
from tests.model.search.starts import SAFE, first_alive, lowest_alive, start
from tests.sampling import every

pytestmark = pytest.mark.skipif(not can_fork(), reason="A process cannot be copied here.")
ROOT = Path(__file__).parents[3]
SMALL = {"kill": 2, "restart": 1, "send": 1, "tick": 1}
LARGE = {"kill": 2, "restart": 2, "send": 2, "tick": 2}


def raises_late(replicas: Any, isr: Any, eligible: Any, **known: Any) -> int | None:
    if len(eligible) == 1:
        raise LookupError("one is no choice")
    return next((broker for broker in replicas if broker in isr and broker in eligible), None)


def nobody_at_last(replicas: Any, isr: Any, eligible: Any, **known: Any) -> int | None:
    return None if isr == (3,) else next((b for b in replicas if b in isr and b in eligible), None)


def cluster_with(elect_leader: Callable[..., Any] | None = None) -> tuple[Cluster, Any]:
    policies = SAFE if elect_leader is None else SAFE._replace(elect_leader=elect_leader)
    return start(policies), policies


def searched(elect_leader: Callable[..., Any] | None = None, **how: Any) -> Callable[[int], Outcome]:
    cluster, policies = cluster_with(elect_leader)
    return lambda workers: explore(cluster, policies, workers=workers, **{"budget": SMALL, **how})


def mended(elect_leader: Callable[..., Any] | None = None, **how: Any) -> Callable[[int], Outcome]:
    cluster, policies = cluster_with(elect_leader)
    return lambda workers: unreachable(cluster, policies, workers=workers, **{"budget": SMALL, **how})


led_by_three = goal("led_by_three", "Broker 3 leads", lambda cluster: cluster.partitions["letters", 0].leader == 3)
SEARCHES = {
    "closed": (Closed, searched()),
    "nothing asked": (Closed, searched(promises=())),
    "broken": (Broken, searched(lowest_alive, budget=LARGE)),
    "failed": (Failed, searched(raises_late, budget={"kill": 2, "send": 2, "tick": 2})),
    "reached": (Reached, searched(goals=[led_by_three], budget=LARGE)),
    "states": (Stopped, searched(bounds=Bounds(states=150))),
    "one more state": (Stopped, searched(bounds=Bounds(states=151))),
    "transitions": (Stopped, searched(bounds=Bounds(transitions=222))),
    "megabytes": (Stopped, searched(budget=LARGE, bounds=Bounds(megabytes=1))),
    "mended": (Closed, mended()),
    "unreached": (Unreached, mended(nobody_at_last)),
    "any order": (Closed, searched(schedules="all", budget={"kill": 1, "send": 1, "tick": 1})),
    "any order, broken": (Broken, searched(first_alive, schedules="all", budget={"kill": 2, "restart": 1, "tick": 1})),
    "any order, states": (Stopped, searched(schedules="all", budget=SMALL, bounds=Bounds(states=400))),
}


@pytest.mark.parametrize("name", every(14, SEARCHES, whole=6))
def test_several_workers_come_to_what_one_comes_to(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name != "megabytes":  # How much a state takes is measured before the states are shared out.
        monkeypatch.setattr("kafkaviz.model.search.workers.FORKS_AT", 8)
    kind, search = SEARCHES[name]
    alone = search(1)
    assert isinstance(alone, kind), alone.summary
    for workers in (2, 3):
        found = search(workers)
        assert found.summary == alone.summary
        assert found == (alone._replace(fault=found.fault) if isinstance(found, Failed) else alone)
    assert not multiprocessing.active_children()


def test_progress_is_told_of_each_state_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkaviz.model.search.workers.FORKS_AT", 8)
    alone, shared = list[Any](), list[Any]()
    searched(progress=alone.append)(1)
    searched(progress=shared.append)(3)
    assert alone == shared and len(alone) > 100


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Lets an interrupt raise KeyboardInterrupt also where pytest was started with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_ends_all_workers_at_once(monkeypatch: pytest.MonkeyPatch, interruptible: None) -> None:
    monkeypatch.setattr("kafkaviz.model.search.workers.FORKS_AT", 8)
    struck = list[float]()

    def strike(progress: Any) -> None:
        if multiprocessing.active_children() and not struck:
            struck.append(time.monotonic())
            signal.raise_signal(signal.SIGINT)

    stopped = searched(budget={**LARGE, "send": 4, "tick": 4}, progress=strike)(2)
    assert time.monotonic() - struck[0] < 20  # The whole search takes minutes.
    assert isinstance(stopped, Stopped) and stopped.summary.startswith("Interrupted: ")
    assert not multiprocessing.active_children()


def test_an_interrupt_while_a_process_is_copied_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch, interruptible: None
) -> None:
    monkeypatch.setattr("kafkaviz.model.search.workers.FORKS_AT", 8)
    strikes = [signal.SIGINT]
    os.register_at_fork(before=lambda: signal.raise_signal(strikes.pop()) if strikes else None)
    stopped = searched(budget={**LARGE, "send": 4, "tick": 4})(2)
    assert not strikes
    assert isinstance(stopped, Stopped) and stopped.summary.startswith("Interrupted: ")
    assert not multiprocessing.active_children()


def test_a_worker_that_is_killed_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkaviz.model.search.workers.FORKS_AT", 8)

    def kills(progress: Any) -> None:
        for child in multiprocessing.active_children()[:1]:
            child.kill()

    with pytest.raises(WorkerEnded, match="too little memory"):
        searched(budget=LARGE, progress=kills)(2)
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, "2", None])
def test_a_number_of_workers_is_a_whole_number_above_0(workers: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="a whole number above 0, not"):
        searched()(workers)


def test_a_lab_is_explored_by_several_workers() -> None:
    lab = Lab(min_insync_replicas=2).create_topic("letters", replication_factor=3)
    alone, shared = (explored(lab, budget={"kill": 2, "send": 1, "tick": 1}, workers=workers) for workers in (1, 2))
    assert alone.outcome == shared.outcome


def test_what_is_asked_is_what_every_search_asks() -> None:
    assert searched(promises=PROPERTIES)(2) == searched()(1)


@pytest.mark.whole
def test_workers_end_when_the_first_process_is_killed() -> None:
    code = (
        "import multiprocessing as m; from kafkaviz.model.search import workers; workers.FORKS_AT = 8\n"
        "from tests.model.search.test_workers import LARGE, searched\n"
        "say = lambda progress: m.active_children() and print(*(c.pid for c in m.active_children()), flush=True)\n"
        "searched(budget={**LARGE, 'send': 4, 'tick': 4}, progress=say)(2)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT) as first:
        assert first.stdout is not None
        children = list(map(int, first.stdout.readline().split()))
        first.kill()
    until = time.monotonic() + 20
    while any(map(_runs, children)) and time.monotonic() < until:
        time.sleep(0.05)
    assert len(children) == 2 and not any(map(_runs, children))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"


def test_in_a_browser_no_process_is_copied(monkeypatch):
    monkeypatch.setattr("sys.platform", "emscripten")
    assert not can_fork()
