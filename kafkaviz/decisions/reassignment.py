"""How a partition moves to other brokers: first it is held by old and new, then by the new alone."""

from collections.abc import Collection, Sequence

from kafkaviz.decisions.errors import InvalidReplicaAssignmentError
from kafkaviz.decisions.values import Reassignment


def plan_reassignment(current: Sequence[int], target: Sequence[int]) -> Reassignment:
    """Merges the present replicas with the wanted ones: the target in its order, then what is to go.

    >>> plan_reassignment([3, 2, 1, 0], [7, 3, 1, 9])
    Reassignment(replicas=(7, 3, 1, 9, 0, 2), adding=(7, 9), removing=(0, 2))

    Kafka: KIP-455, org.apache.kafka.controller.PartitionReassignmentReplicas.
    """
    adding = tuple(sorted(set(target) - set(current)))
    removing = tuple(sorted(set(current) - set(target)))
    return Reassignment((*target, *removing), adding, removing)


def complete_reassignment(
    reassignment: Reassignment, isr: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Returns the final replicas and ISR once every replica that is added is in sync, or None while the move goes on.

    Those that were there before may lag or be down. Only a move that removes more replicas than it adds waits for
    the whole target.

    >>> move = plan_reassignment([1, 2], [3, 2])
    >>> complete_reassignment(move, isr=[1, 2])
    >>> complete_reassignment(move, isr=[1, 3])
    ((3, 2), (3,))
    >>> complete_reassignment(plan_reassignment([1, 2, 3], [2, 3]), isr=[1, 3])

    Kafka: PartitionReassignmentReplicas.maybeCompleteReassignment; before 4.3 every move waited for its whole target.
    """
    replicas, adding, removing = reassignment
    if not adding and not removing:
        return None
    wanted = _without(replicas, removing)
    wanted_in_sync = _without(isr, removing)
    awaited = adding if len(adding) >= len(removing) else (*adding, *wanted)
    if not wanted or not wanted_in_sync or not set(awaited) <= set(wanted_in_sync):
        return None
    return wanted, wanted_in_sync


def cancel_reassignment(
    reassignment: Reassignment, isr: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """Returns replicas and ISR without the newcomers, and whether that takes an unclean election.

    >>> move = plan_reassignment([1, 2], [3, 4])
    >>> cancel_reassignment(move, isr=[1, 3])
    ((1, 2), (1,), False)
    >>> cancel_reassignment(move, isr=[3, 4])
    ((1, 2), (1,), True)

    Kafka: org.apache.kafka.controller.PartitionReassignmentRevert.
    """
    replicas = _without(reassignment.replicas, reassignment.adding)
    in_sync = _without(isr, reassignment.adding)
    return replicas, in_sync or replicas[:1], not in_sync


def validate_replica_assignment(replicas: Sequence[int], registered: Collection[int]) -> None:
    """Refuses a list of replicas that is empty, names a broker twice, or names one that nobody knows.

    Raises InvalidReplicaAssignmentError (39).

    >>> validate_replica_assignment([1, 2], registered=[1, 2, 3])
    >>> validate_replica_assignment([1, 1], registered=[1, 2, 3])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidReplicaAssignmentError: ... includes the broker 1 more than once.

    Kafka: ReplicationControlManager.validateManualPartitionAssignment.
    """
    if not replicas:
        raise InvalidReplicaAssignmentError("The manual partition assignment includes an empty replica list.")
    for replica in sorted(replicas):
        if replica not in registered:
            raise InvalidReplicaAssignmentError(
                f"The manual partition assignment includes broker {replica}, but no such broker is registered."
            )
        if list(replicas).count(replica) > 1:
            raise InvalidReplicaAssignmentError(
                f"The manual partition assignment includes the broker {replica} more than once."
            )


def _without(replicas: Sequence[int], gone: Collection[int]) -> tuple[int, ...]:
    return tuple(replica for replica in replicas if replica not in gone)
