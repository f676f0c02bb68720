"""Who leads a partition now, and the one atomic change that says so."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from kafkaviz.decisions.explaining import check_shapes_of_lists
from kafkaviz.decisions.reassignment import complete_reassignment
from kafkaviz.decisions.values import (
    KEEP,
    Election,
    ElectionContext,
    Partition,
    PartitionChange,
    PartitionRequest,
    Reassignment,
)
from kafkaviz.decisions.wording import short

Elector = Callable[..., Election]
_T = TypeVar("_T")


@check_shapes_of_lists
def elect_leader(
    replicas: Sequence[int],
    isr: Collection[int],
    eligible: Collection[int],
    *,
    current: int | None = None,
    preferred: bool = False,
    elr: Collection[int] = (),
    last_known: int | None = None,
    unclean: bool = False,
) -> Election:
    """Elects the first replica, in the order of the assignment, that is in sync and eligible.

    The current leader stays if it still can, unless the preferred one is asked for. With an empty ISR the
    eligible leader replicas (`elr`) stand in for it, and after them the last known leader. An unclean
    election then takes any eligible replica: the partition is back, and records that only the old ISR held
    are gone.

    >>> elect_leader(replicas=[1, 2, 3], isr=[3, 2], eligible=[2, 3])
    Election(leader=2, clean=True)
    >>> elect_leader(replicas=[1, 2, 3], isr=[1], eligible=[2, 3])
    Election(leader=None, clean=True)
    >>> elect_leader(replicas=[1, 2, 3], isr=[1], eligible=[2, 3], unclean=True)
    Election(leader=2, clean=False)

    Kafka: PartitionChangeBuilder.electLeader; that the last known leader must be eligible too holds since
    4.1.
    """
    in_sync = isr or elr
    wished = [replicas[0], current] if preferred else [current]
    for candidate in (*wished, *replicas):
        if candidate in in_sync and candidate in eligible:
            return Election(candidate)
    if not in_sync and last_known in eligible:
        return Election(last_known, clean=False)
    if unclean:
        for candidate in replicas:
            if candidate in eligible:
                return Election(candidate, clean=False)
    return Election(None)


def change_partition(
    partition: Partition, request: PartitionRequest, election_context: ElectionContext, *, elect: Elector = elect_leader
) -> PartitionChange | None:
    """Decides all that follows from a request about one partition, in one change; None where nothing changes.

    A finished reassignment is completed, replicas that leave a small ISR become eligible leader replicas, a
    leader is elected, and the leader epoch is bumped where a replica is to be fenced out.

    >>> partition = Partition(replicas=(1, 2, 3), leader=1, isr=(1, 2, 3))
    >>> one_died = ElectionContext(acceptable=(2, 3))
    >>> change_partition(partition, PartitionRequest(target_isr=(2, 3)), one_died)  # doctest: +ELLIPSIS
    PartitionChange(leader=2, isr=(2, 3), replicas=None, ...)
    >>> change_partition(partition, PartitionRequest(), ElectionContext(acceptable=(1, 2, 3)))

    Kafka: org.apache.kafka.controller.PartitionChangeBuilder.build. Simplified: without directories.
    """
    partition, request, election_context = (
        _read_as(Partition, partition),
        _read_as(PartitionRequest, request),
        _read_as(ElectionContext, election_context),
    )
    target = _completed(_requested(partition, request))
    if election_context.elr_enabled:
        target = _with_eligible_leaders(target, partition, request, election_context)
    elected = _hold_election(target, partition, election_context, elect)
    target = _with_leader(target, partition, election_context, elected)
    if not target.isr and not election_context.elr_enabled:
        target = target._replace(isr=partition.isr)  # The last member stays listed: only it can bring the log back.
    names_leader = target.leader != partition.leader or _must_fence(target, partition, election_context)
    target = _with_stand_ins(target, partition, election_context, elected, names_leader=names_leader)
    fields = ("isr", "replicas", "adding", "removing", "elr", "last_known_elr", "recovery")
    changed = {field: getattr(target, field) for field in fields if getattr(target, field) != getattr(partition, field)}
    if target.leader != partition.leader and not elected.clean:
        changed["isr"] = target.isr  # An unclean election says who is in sync, even where nobody else was.
    change = PartitionChange(leader=target.leader if names_leader else KEEP, **changed)
    return None if change == PartitionChange() else change


def apply_change(partition: Partition, change: PartitionChange) -> Partition:
    """Returns the next state: a leader that is named begins a leader epoch, and every change a partition epoch.

    >>> apply_change(Partition((1, 2), 1, (1, 2)), PartitionChange(leader=2, isr=(2,)))  # doctest: +ELLIPSIS
    Partition(replicas=(1, 2), leader=2, isr=(2,), leader_epoch=1, partition_epoch=1, ...)

    Kafka: org.apache.kafka.metadata.PartitionRegistration.merge.
    """
    changes = {field: new for field, new in change._asdict().items() if field != "leader" and new is not None}
    if change.leader != KEEP:
        changes |= {"leader": change.leader, "leader_epoch": partition.leader_epoch + 1}
    return partition._replace(**changes, partition_epoch=partition.partition_epoch + 1)


def election_fault(answer: object, replicas: Sequence[int]) -> str | None:
    """Says why an answer names no leader, or None: it is a replica or None, alone or as (leader, clean).

    >>> election_fault(4, [1, 2, 3])
    'An election answered 4; a leader is one of the replicas 1, 2, 3, or None.'

    Kafka: the leader of a PartitionChangeRecord is a replica, or -1.
    """
    leader = answer[0] if isinstance(answer, tuple | list) and len(answer) == 2 else answer
    if leader is None or (leader in replicas and not isinstance(leader, bool)):
        return None
    names = ", ".join(map(str, replicas))
    return f"An election answered {short(answer)}; a leader is one of the replicas {names}, or None."


def election_breach(
    election: Election, replicas: Sequence[int], isr: Collection[int], eligible: Collection[int]
) -> str | None:
    """Says which promise an election breaks, or None: its leader is alive, and holds every committed record.

    >>> election_breach(Election(3), replicas=[1, 2, 3], isr=[1, 2], eligible=[2, 3])
    'Broker 3 is not in the ISR, so committed records may be lost; that is not a clean election.'

    Kafka: what an election without unclean.leader.election.enable guarantees; an empty ISR is not judged
    here.
    """
    leader, clean = election
    if leader is None:
        able = [replica for replica in replicas if replica in isr and replica in eligible]
        return f"Nobody leads, although broker {able[0]} is in sync and eligible." if able else None
    if leader not in eligible:
        return f"Broker {leader} is to lead, but it is not eligible: it is dead, fenced or shutting down."
    if clean and isr and leader not in isr:
        return f"Broker {leader} is not in the ISR, so committed records may be lost; that is not a clean election."
    return None


def _read_as(kind: Callable[..., _T], given: Mapping[str, object] | Iterable[object]) -> _T:
    return kind(**given) if isinstance(given, Mapping) else kind(*given)


def _requested(partition: Partition, request: PartitionRequest) -> Partition:
    def wanted(ids: Iterable[int] | None, now: tuple[int, ...]) -> tuple[int, ...]:
        return now if ids is None else tuple(ids)

    return partition._replace(
        isr=wanted(request.target_isr, partition.isr),
        replicas=wanted(request.target_replicas, partition.replicas),
        adding=wanted(request.target_adding, partition.adding),
        removing=wanted(request.target_removing, partition.removing),
        recovery=request.target_recovery or partition.recovery,
    )


def _completed(target: Partition) -> Partition:
    done = complete_reassignment(Reassignment(target.replicas, target.adding, target.removing), target.isr)
    if done is None:
        return target
    replicas, isr = done
    return target._replace(replicas=replicas, isr=isr, adding=(), removing=())


def _with_eligible_leaders(
    target: Partition, partition: Partition, request: PartitionRequest, election_context: ElectionContext
) -> Partition:
    """A full enough ISR needs no stand-ins; below that, whoever left it still has every committed record."""
    if len(target.isr) >= election_context.min_isr:
        return target._replace(elr=(), last_known_elr=())
    complete = {*partition.elr, *partition.isr}
    elr = complete - {*target.isr, *(request.unclean_shutdown or ())}
    last_known_elr = {*complete, *partition.last_known_elr} - {*target.isr, *elr}
    return target._replace(elr=tuple(sorted(elr)), last_known_elr=tuple(sorted(last_known_elr)))


def _hold_election(
    target: Partition, partition: Partition, election_context: ElectionContext, elect: Elector
) -> Election:
    knows_last = election_context.elr_enabled and election_context.use_last_known_leader
    known = partition.last_known_elr
    return elect(
        target.replicas,
        target.isr,
        election_context.acceptable,
        current=partition.leader,
        preferred=election_context.election == "PREFERRED",
        elr=target.elr,
        last_known=known[0] if knows_last and len(known) == 1 else None,
        unclean=election_context.election == "UNCLEAN",
    )


def _with_leader(
    target: Partition, partition: Partition, election_context: ElectionContext, elected: Election
) -> Partition:
    leader = elected.leader
    if leader == partition.leader:
        return target
    if leader is not None and (leader in target.elr or not elected.clean):
        target = target._replace(isr=(leader,), elr=tuple(b for b in target.elr if b != leader))
    if not elected.clean and election_context.recovery_supported and partition.recovery == "RECOVERED":
        target = target._replace(recovery="RECOVERING")
    return target._replace(leader=leader)


def _must_fence(target: Partition, partition: Partition, election_context: ElectionContext) -> bool:
    """Replicas that were dropped must stop; before 3.6 a leader epoch was spent on a smaller ISR as well."""
    shrinks = not set(partition.isr) <= set(target.isr)
    drops_replicas = not set(partition.replicas) <= set(target.replicas)
    return drops_replicas or (election_context.bump_on_isr_shrink and shrinks)


def _with_stand_ins(
    target: Partition, partition: Partition, election_context: ElectionContext, elected: Election, *, names_leader: bool
) -> Partition:
    """Forgets stand-ins after an unclean election; remembers who led last until a change names a leader."""
    unclean = target.leader != partition.leader and not elected.clean
    if unclean or not election_context.elr_enabled:
        target = target._replace(elr=(), last_known_elr=())
    if not election_context.use_last_known_leader:
        return target
    known = partition.last_known_elr
    if election_context.elr_enabled and names_leader:
        if target.leader is not None:
            known = ()
        elif not known:
            known = (-1 if partition.leader is None else partition.leader,)  # Kafka writes a -1 down, too.
    return target._replace(last_known_elr=known)
