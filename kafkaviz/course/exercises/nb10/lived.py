"""The cases of notebook 10: lists of brokers, drawn, read and played in a cluster that begins as a case says."""

from collections.abc import Collection, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Played
from kafkaviz.course.placed import FEW, announce, begin_with, lab_with, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.reassignment import validate_replica_assignment
from kafkaviz.decisions.values import KEEP, Partition, PartitionChange
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.scenarios.nb10 import TOPIC, TP

Brokers = list[int]


def draw_move(random: Random) -> tuple[Brokers, Brokers]:
    """Draws where a partition is and where it is to be: on the same brokers, on more, on fewer, or on others."""
    highest = random.choice((5, 5, 12))
    current = random.sample(range(1, highest + 1), random.randint(1, 4))
    free = [broker for broker in range(1, highest + 1) if broker not in current]
    kept = random.sample(current, random.randint(0, len(current)))
    fresh = random.sample(free, random.randint(0 if kept else 1, min(3, len(free))))
    target = random.sample([*kept, *fresh], len(kept) + len(fresh))
    return current, random.choice((target, target, target, random.sample(current, len(current)), [*current]))


def as_brokers(value: object) -> Brokers | None:
    """Returns an answer as a list of broker ids, or None where it is something else.

    >>> as_brokers([1, 2]), as_brokers([1, "2"])
    ([1, 2], None)
    """
    return [*value] if isinstance(value, list) and None not in map(as_integer, value) else None


def no_assignment(value: object) -> str | None:
    """Says why a value is no list of brokers on which a partition can lie, or returns None.

    >>> no_assignment([1, 1])
    'A broker holds at most one replica of a partition; [1, 1] names one twice.'
    """
    brokers = as_brokers(value)
    if brokers is None:
        return f"A list of brokers is asked for, such as [1, 2], not {one_line(value)}."
    if not brokers:
        return "A list without a broker would be a partition that nobody holds."
    if len({*brokers}) < len(brokers):
        return f"A broker holds at most one replica of a partition; {one_line(value)} names one twice."
    return None


def on_brokers(replicas: Sequence[int], others: Collection[int] = ()) -> Lab:
    """Returns a lab with one partition on these brokers, two records in it, and others that hold nothing.

    >>> on_brokers([2, 1], [3]).cluster.partitions[TP].replicas
    (2, 1)
    """
    highest = max([*replicas, *others])
    lab = lab_with(TOPIC, {0: replicas}, [*others, *range(1, highest + 1)] if highest <= FEW else [*others])
    return begin_with(lab, lab.send(TOPIC, "o0", "o1").cluster)


def decided(lab: Lab, change: PartitionChange) -> Played:
    """Shows a cluster in which the controller has decided a change of the partition; ValueError for other brokers."""
    if change.replicas is not None:
        validate_replica_assignment(change.replicas, lab.cluster.brokers)
        leader = lab.cluster.partitions[TP].leader if change.leader == KEEP else change.leader
        if leader not in (None, *change.replicas):
            raise InvalidArgumentError(f"Broker {leader} leads {TP}, and would hold nothing of it.")
    return Played(let_happen(lab, PartitionChanged(TP, change)))


def in_motion(replicas: Sequence[int], adding: Sequence[int], removing: Sequence[int], isr: Sequence[int]) -> Lab:
    """Returns a lab whose partition is on its way; the first in the ISR that was there before leads.

    >>> in_motion([3, 2, 1], [3], [1], [1, 2]).cluster.partitions[TP].leader
    2
    """
    before = [broker for broker in replicas if broker not in adding]
    lab = on_brokers(before, adding)
    lab = let_happen(lab, PartitionChanged(TP, PartitionChange(replicas=tuple(replicas))))
    leader = next((broker for broker in [*before, *replicas] if broker in isr), None)
    partition = Partition(tuple(replicas), leader, tuple(isr), adding=tuple(adding), removing=tuple(removing))
    return begin_with(lab, announce(lab.cluster, TP, partition))


def broker_ids(value: object, what: str) -> tuple[int, ...]:
    """Returns an answer as broker ids; raises InvalidArgumentError where it is something else."""
    brokers = as_brokers(value)
    if brokers is None:
        raise InvalidArgumentError(f"{what} are brokers, not {one_line(value)}.")
    return tuple(brokers)
