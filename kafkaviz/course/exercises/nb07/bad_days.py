"""What the elections of notebook 07 share: a bad day in a cluster, lived through with two electors."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Played
from kafkaviz.decisions.elections import elect_leader, election_fault
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab

TP = TopicPartition("sports_news", 0)
Day = Sequence[tuple[str, Callable[[Lab], Lab]]]


def clean_leader(
    replicas: Sequence[int], isr: Collection[int], eligible: Collection[int], current: int | None = None
) -> int | None:
    """Returns the leader of a clean election: the current one if it still can, else the first in order.

    >>> clean_leader([1, 2, 3], [3, 2], [2, 3])
    2

    Kafka: PartitionChangeBuilder.electAnyLeader, without eligible leader replicas.
    """
    wished = [] if current is None else [current]
    return next((broker for broker in (*wished, *replicas) if broker in isr and broker in eligible), None)


def leader_form(answer: object) -> tuple[int | None, bool]:
    """Returns leader and whether it is clean: a leader alone is, and so is nobody."""
    pair: Sequence[Any] = answer if isinstance(answer, list) and len(answer) == 2 else (answer, True)
    # What is neither true nor false stays what it is, and equals no answer.
    return pair[0], pair[0] is None or (bool(pair[1]) if pair[1] in (True, False) else pair[1])


def as_election(answer: object) -> object:
    """Returns a plain answer as the cluster takes it: pairs are tuples, and to elect nobody is clean."""
    return leader_form(answer) if isinstance(answer, list) else answer


def draw_brokers(random: Random, replicas: Sequence[int]) -> list[int]:
    """Draws who is alive: replicas and others, in no order."""
    others = [broker for broker in range(1, 13) if broker not in replicas]
    alive = [broker for broker in replicas if random.randrange(5) < 3] + random.sample(others, random.randint(0, 2))
    return random.sample(alive, len(alive)) if random.randrange(15) else []


def draw_isr(random: Random, replicas: Sequence[int]) -> list[int]:
    """Draws who is in sync, in no order; nobody may be."""
    return random.sample(replicas, random.choice((random.randint(0, 1), random.randint(0, len(replicas)))))


def no_leader(answer: object, replicas: Sequence[int]) -> str | None:
    """Says why an answer elects nobody that could be elected, or None.

    >>> no_leader(99, [1, 2])
    'A leader is one of the replicas 1, 2, or None; 99 is neither.'
    >>> no_leader([True, 2], [1, 2])
    'A pair is the leader, then True or False for a clean election; [True, 2] is not.'
    """
    if isinstance(answer, list | dict) and (len(answer) != 2 or isinstance(answer, dict)):
        return f"An election has one leader, or None; {one_line(answer)} is no leader."
    if isinstance(answer, list) and not (isinstance(answer[1], bool) and not isinstance(answer[0], bool)):
        return f"A pair is the leader, then True or False for a clean election; {one_line(answer)} is not."
    if election_fault(answer, replicas) is None:
        return None
    leader = answer[0] if isinstance(answer, list) else answer
    return f"A leader is one of the replicas {', '.join(map(str, replicas))}, or None; {one_line(leader)} is neither."


def lived_through(elector: Callable[..., object], day: Day, configs: Mapping[str, object] = {}) -> Played:
    """Lets the same things happen to two clusters, and stops at the first election that is not Kafka's."""
    mine, kafkas = (_cluster(which, configs) for which in (elector, elect_leader))
    since = mine.cluster
    for words, happens in day:
        before = kafkas.cluster.partitions[TP]
        happens(mine)
        happens(kafkas)
        chosen, expected = (lab.cluster.partitions[TP].leader for lab in (mine, kafkas))
        if chosen != expected:
            state = f"replicas {list(before.replicas)}, ISR {list(before.isr)} before"
            complaint = f"{words}: your election gives {_leader(chosen)}, Kafka's {_leader(expected)} ({state})."
            return Played(mine, complaint, since)
    return Played(mine, "", since)


def _cluster(elector: Callable[..., object], configs: Mapping[str, object]) -> Lab:
    lab = Lab(brokers=3, elect_leader=elector, replica_lag_time_max_ms=10_000, configs=configs)
    return lab.create_topic(TP.topic, assignment=[[1, 2, 3]]).send(TP.topic, "goal")


def _leader(leader: int | None) -> str:
    return "no leader" if leader is None else f"broker {leader}"
