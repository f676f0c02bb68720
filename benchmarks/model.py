"""How many histories the model plays, every state kept, while a SimPy model that keeps nothing plays one.

python benchmarks/model.py [rounds]

Beside it stands how often the model does each of its parts in the CPU of a million turns of a plain loop. The exit code
counts what is not reached.

Both play the same hour: 3 brokers, a topic of 6 partitions with 3 replicas each, 60 records with acks=all, broker 1
killed and missed after 9 s, 30 more records, broker 1 back and in sync again. In SimPy, followers poll their leaders.
"""

import cProfile
import gc
import pstats
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import simpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import ROUNDS, Figure, in_yards, reached, seconds
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Kill, Restart
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.fingerprint import Fingerprints
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.silence import Silence
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.protocol import enabled, enabled_noting, happening

BROKERS, PARTITIONS, BEFORE, AFTER = (1, 2, 3), 6, 60, 30
SESSION_MS, POLL_MS = 9_000, 5
PER_ROUND = 20


def first_cluster() -> Cluster:
    """Returns three brokers and nothing else."""
    return Lab(brokers=len(BROKERS)).cluster


def requests() -> Iterator[Any]:
    """Yields what people ask for in this history."""
    yield CreateTopic("letters", PARTITIONS, len(BROKERS))
    for number in range(BEFORE):
        yield Send("letters", b"m%d" % number, partition=number % PARTITIONS)
    yield Kill(1)
    yield Tick(SESSION_MS)
    for number in range(BEFORE, BEFORE + AFTER):
        yield Send("letters", b"m%d" % number, partition=number % PARTITIONS)
    yield Restart(1)


@seldom_collecting()
def play_ours() -> History:
    """Plays the history with the model and keeps each of its states, as `carry_out` does."""
    policies, history = Policies(), History(first_cluster())
    steps: list[Step] = []
    for request in requests():
        now = steps[-1].cluster if steps else history.first
        steps += happening(now, request, policies)
    return history.then(steps)


class SimBroker:
    """A broker in SimPy: logs, high watermarks and what it knows of its followers, all changed in place."""

    def __init__(self) -> None:
        self.up, self.fenced, self.died_ms = True, False, 0.0
        self.logs: dict[int, list[tuple[int, bytes]]] = {p: [] for p in range(PARTITIONS)}
        self.high_watermark = dict.fromkeys(range(PARTITIONS), 0)
        self.fetched: dict[int, dict[int, int]] = {p: {} for p in range(PARTITIONS)}


class SimCluster:
    """The same protocol in little: leaders, ISR and epochs at a controller, followers that poll."""

    def __init__(self) -> None:
        self.env = simpy.Environment()
        self.brokers = {b: SimBroker() for b in BROKERS}
        self.replicas = {p: [BROKERS[(p + n) % len(BROKERS)] for n in range(len(BROKERS))] for p in range(PARTITIONS)}
        self.leader = {p: replicas[0] for p, replicas in self.replicas.items()}
        self.isr = {p: set(replicas) for p, replicas in self.replicas.items()}
        self.epoch = dict.fromkeys(range(PARTITIONS), 0)
        for follower in BROKERS:
            for source in BROKERS:
                if follower != source:
                    self.env.process(self.fetcher(follower, source))
        self.env.process(self.controller())

    def fetcher(self, follower: int, source: int) -> Generator[Any]:
        """Polls one leader for every partition it leads."""
        me, other = self.brokers[follower], self.brokers[source]
        while True:
            yield self.env.timeout(POLL_MS)
            if not (me.up and other.up):
                continue
            for p in range(PARTITIONS):
                if self.leader[p] == source:
                    self.fetch(p, me, follower, other)

    def fetch(self, p: int, me: SimBroker, follower: int, leader: SimBroker) -> None:
        """Copies what is missing, after cutting what differs, and lets the leader commit."""
        log, theirs, known = me.logs[p], leader.logs[p], leader.high_watermark[p]
        end = min(len(log), len(theirs))
        while end and log[end - 1] != theirs[end - 1]:
            end -= 1
        del log[end:]
        leader.fetched[p][follower] = end
        log.extend(theirs[end:])
        me.high_watermark[p] = min(known, len(log))
        if follower not in self.isr[p] and not me.fenced and end >= leader.high_watermark[p]:
            self.isr[p].add(follower)
        ends = [leader.fetched[p].get(b, -1) for b in self.isr[p] if b != self.leader[p]]
        leader.high_watermark[p] = max(leader.high_watermark[p], min([len(theirs), *ends]))

    def controller(self) -> Generator[Any]:
        """Fences who is silent for too long, and elects the first replica in the ISR that is alive."""
        while True:
            yield self.env.timeout(100)
            for b, broker in self.brokers.items():
                if not broker.up and not broker.fenced and self.env.now - broker.died_ms >= SESSION_MS:
                    broker.fenced = True
                    self.replace(b)

    def replace(self, gone: int) -> None:
        """Takes a broker out of every ISR and lets somebody else lead."""
        for p, replicas in self.replicas.items():
            self.isr[p].discard(gone)
            if self.leader[p] == gone:
                self.leader[p] = next(b for b in replicas if b in self.isr[p])
                self.epoch[p] += 1
                self.brokers[self.leader[p]].fetched[p] = {}

    def send(self, number: int) -> Generator[Any]:
        """Appends one record at its leader and waits until it is committed."""
        p = number % PARTITIONS
        while True:
            leader = self.brokers[self.leader[p]]
            if leader.up:
                break
            yield self.env.timeout(100)
        leader.logs[p].append((self.epoch[p], b"m%d" % number))
        offset = len(leader.logs[p])
        while leader.high_watermark[p] < offset:
            yield self.env.timeout(POLL_MS)

    def story(self) -> Generator[Any]:
        """Plays the history."""
        for number in range(BEFORE):
            yield self.env.process(self.send(number))
        one = self.brokers[1]
        one.up, one.died_ms = False, self.env.now
        yield self.env.timeout(SESSION_MS + 100)
        for number in range(BEFORE, BEFORE + AFTER):
            yield self.env.process(self.send(number))
        one.up, one.fenced = True, False
        while any(len(isr) < len(BROKERS) for isr in self.isr.values()):
            yield self.env.timeout(POLL_MS)


def play_simpy() -> SimCluster:
    """Plays the history with SimPy; at the end there is one state, and no way back."""
    cluster = SimCluster()
    cluster.env.run(until=cluster.env.process(cluster.story()))
    return cluster


def in_a_yard(history: History, work: Callable[[], Callable[[Step, Cluster], object]], rounds: int) -> list[float]:
    """Returns of how many steps of a history one kind of work is done in a million turns of the loop, in each round."""
    befores = history.clusters[:-1]

    def once() -> None:
        do = work()
        for step, before in zip(history.steps, befores, strict=True):
            do(step, before)

    return [len(befores) / yards for yards in in_yards(once, rounds)]


def parts(history: History, rounds: int) -> list[Figure]:
    """Returns how often the model does each of its parts, over the states of one history.

    `enabled` is asked of one state after the other with what is known of the one before; a fingerprint is asked of
    states that share what they are made of.
    """
    policies, was = Policies(), {"apply": 11_000, "enabled": 500, "fingerprint": 2_150}
    works: dict[str, tuple[Callable[[], Callable[[Step, Cluster], object]], float | None]] = {
        "apply": (lambda: lambda step, before: step.event.apply(before), None),
        "enabled, all asked": (lambda: lambda _, before: list(enabled(before, policies)), None),
        "enabled": (lambda: noting(policies), 3 * was["enabled"]),
        "fingerprint": (lambda: fingerprint_of_each(Fingerprints()), 2 * was["fingerprint"]),
    }
    return [
        Figure(f"{name}, in a million turns", in_a_yard(history, work, rounds), was[name.partition(",")[0]], wanted)
        for name, (work, wanted) in works.items()
    ]


def noting(policies: Policies) -> Callable[[Step, Cluster], object]:
    """Returns what asks each state with what is known of the one before it."""
    silence: Silence | None = None

    def ask(step: Step, before: Cluster) -> object:
        nonlocal silence
        silence = Silence(before, silence)
        return list(enabled_noting(silence, policies))

    return ask


def fingerprint_of_each(known: Fingerprints) -> Callable[[Step, Cluster], int]:
    """Returns what asks one set of fingerprints for that of the state before a step."""
    return lambda _, before: known.of(before)


def same_end() -> bool:
    """Tells whether both end with the same records in every log."""
    ours, theirs = play_ours().last, play_simpy()
    return all(
        [record.value for record in replica.log] == [value for _, value in theirs.brokers[b].logs[p]]
        for p in range(PARTITIONS)
        for b, replica in ours.replicas[TopicPartition("letters", p)].items()
    )


def played(play: Callable[[], object]) -> None:
    """Plays a few histories."""
    for _ in range(PER_ROUND):
        play()


def main(rounds: int = ROUNDS) -> int:
    """Prints medians of rounds taken in turns, and where our time goes."""
    gc.collect()
    gc.freeze()  # What was imported is scanned for neither of the two.
    history = play_ours()
    print(f"the same records everywhere at the end: {'yes' if same_end() else 'NO'}")
    taken = [(seconds(lambda: played(play_ours)), seconds(lambda: played(play_simpy))) for _ in range(rounds)]
    ratio = Figure(
        f"{len(history.steps)} events kept, beside SimPy", [simpy / ours for ours, simpy in taken], 0.83, 1.0
    )
    failed = reached([ratio, *parts(history, rounds)])
    profile = cProfile.Profile()
    profile.runcall(lambda: [play_ours() for _ in range(PER_ROUND)])
    print("where the time goes:")
    top = sorted(pstats.Stats(profile).stats.items(), key=lambda row: -row[1][2])[:14]  # type: ignore[attr-defined]
    total = sum(row[2] for row in pstats.Stats(profile).stats.values())  # type: ignore[attr-defined]
    for (file, _, name), (_, calls, own, *_) in top:
        module = file.rpartition("kafkaviz/")[2]
        print(f"  {100 * own / total:5.1f} %  {calls // PER_ROUND:6d} calls a history  {module}: {name}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
