"""A case of an election as a film: the partition as it is given, and the controller that takes an answer over."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kafkaviz.course.exercise import Played
from kafkaviz.course.exercises.nb07.bad_days import TP, as_election
from kafkaviz.course.placed import announce, begin_with, dead, holding, lab_with, let_happen, replica_holding, view_of
from kafkaviz.decisions.elections import change_partition
from kafkaviz.decisions.values import Partition, PartitionRequest
from kafkaviz.lab import Lab
from kafkaviz.model.core.election_context import election_context, elector, is_clean
from kafkaviz.model.partitions.events import MetadataDelivered, PartitionChanged


class Election(NamedTuple):
    """What the controller knows when it elects; a broker that is `eligible` may be no replica."""

    replicas: Sequence[int]
    isr: Sequence[int]
    eligible: Sequence[int]
    current: int | None = None
    preferred: bool = False
    elr: Sequence[int] = ()
    last_known: int | None = None
    unclean: bool = False


def election_film(case: Election, answer: object) -> Played:
    """Shows what comes of an answer to an election: the controller takes it over, and the brokers hear of it.

    Raises LearnerError where no cluster can take it over.

    A case may be one that no history leads to, so it begins as it is given.
    """
    lab = _given(case)
    partition = lab.cluster.partitions[TP]
    context = election_context(lab.cluster, TP, lab.policies, election="PREFERRED" if case.preferred else "ONLINE")
    answers = lab.policies._replace(elect_leader=_answering(answer))
    change = change_partition(partition, PartitionRequest(), context, elect=elector(answers))
    if change is None:
        return Played(lab)
    lab = let_happen(lab, PartitionChanged(TP, change, is_clean(partition, change)))
    alive = tuple(broker for broker in case.replicas if lab.cluster.is_up(broker))
    hear = (MetadataDelivered(TP, alive, view_of(lab.cluster.partitions[TP])),) if alive else ()
    return Played(let_happen(lab, *hear))


def _given(case: Election) -> Lab:
    lab = lab_with(
        TP.topic,
        {0: case.replicas},
        case.eligible,
        unclean_leader_election_enable=case.unclean,
        # With fewer in sync than this the controller keeps eligible leader replicas.
        min_insync_replicas=len(case.isr) + 1 if case.elr else 1,
    )
    last_known = () if case.last_known is None else (case.last_known,)
    partition = Partition(
        tuple(case.replicas), case.current, tuple(sorted(case.isr)), 1, 1, tuple(sorted(case.elr)), last_known
    )
    gone = [broker for broker in case.replicas if broker not in case.eligible]
    cluster = announce(dead(lab.cluster, *gone), TP, partition)
    whole, part = (
        replica_holding((b"goal", b"foul"))._replace(high_watermark=2),
        replica_holding((b"goal",))._replace(high_watermark=1),
    )
    has_all = {*case.isr, *case.elr}
    return begin_with(
        lab, holding(cluster, TP, {broker: whole if broker in has_all else part for broker in case.replicas})
    )


def _answering(answer: object) -> Callable[..., Any]:
    return lambda *asked, **named: as_election(answer)
