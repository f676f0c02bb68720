"""Which brokers hold the replicas of a new topic: the quorum's stripes and the older start-and-shift rule."""

from collections.abc import Callable, Sequence
from itertools import count

from kafkaviz.decisions.errors import (
    AdminOperationError,
    InvalidArgumentError,
    InvalidPartitionsError,
    InvalidReplicationFactorError,
)
from kafkaviz.decisions.explaining import check_shapes_of_lists
from kafkaviz.decisions.stripes import Stripes
from kafkaviz.decisions.values import Placeable
from kafkaviz.decisions.wording import quantity, short

Draw = Callable[[int], int]
MOST_PARTITIONS = 1_000_000


@check_shapes_of_lists
def place_striped(
    brokers: Sequence[Placeable], partitions: int, replication_factor: int, *, draw: Draw
) -> list[list[int]]:
    """Lays the replicas of each partition one broker, and one rack, further than the partition before.

    Gives one list of broker ids per partition, leader first; fenced brokers are taken last and never lead.
    After as many partitions as there are unfenced brokers the order is drawn anew. `draw(bound)` gives a
    number in `range(bound)`; racks draw in the order in which `brokers` first shows them.

    Raises InvalidReplicationFactorError (38) when the brokers do not suffice.

    >>> place_striped([Placeable(1), Placeable(2), Placeable(3)], 3, 3, draw=lambda bound: 0)
    [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    >>> two_racks = [Placeable(1, "a"), Placeable(2, "a"), Placeable(3, "b"), Placeable(4, "b")]
    >>> place_striped(two_racks, 4, 2, draw=lambda bound: 0)
    [[1, 3], [4, 2], [1, 3], [4, 2]]

    Kafka: org.apache.kafka.metadata.placement.StripedReplicaPlacer, the only placer since 4.0. Simplified: its refusals
    speak of cordoned log directories (KIP-1066, 4.3), here no broker has any.
    """
    brokers = [Placeable(*broker) for broker in brokers]
    if replication_factor <= 0:
        raise InvalidReplicationFactorError(
            f"Invalid replication factor {replication_factor}: the replication factor must be positive."
        )
    if all(broker.fenced for broker in brokers):
        raise InvalidReplicationFactorError(
            "All brokers are currently fenced, or have all their log directories cordoned."
        )
    if replication_factor > len(brokers):
        raise InvalidReplicationFactorError(
            f"The target replication factor of {replication_factor} cannot be reached because only "
            f"{len(brokers)} broker(s) are registered or some brokers have all their log directories cordoned."
        )
    _require_bounded(partitions)
    stripes = Stripes(brokers, draw)
    return [stripes.next_replicas(replication_factor) for _ in range(partitions)]


@check_shapes_of_lists
def place_zookeeper(
    brokers: Sequence[Placeable],
    partitions: int,
    replication_factor: int,
    *,
    fixed_start_index: int = -1,
    start_partition_id: int = -1,
    draw: Draw | None = None,
) -> list[list[int]]:
    """Walks around the brokers for leaders, and for followers from a distance that grows with each round.

    Gives one list of broker ids per partition from `start_partition_id` on, leader first. A fixed start
    index is both start and distance; at -1 each is drawn, and is 0 where no `draw` is given.

    Raises InvalidPartitionsError (37), InvalidReplicationFactorError (38), and AdminOperationError when
    only some brokers name a rack.

    >>> place_zookeeper([Placeable(1), Placeable(2), Placeable(3)], 3, 2, fixed_start_index=0)
    [[1, 2], [2, 3], [3, 1]]
    >>> place_zookeeper([(0, "a"), (1, "a"), (2, "b"), (3, "b")], 3, 2, fixed_start_index=0)
    [[0, 2], [2, 1], [1, 3]]

    Kafka: org.apache.kafka.admin.AdminUtils.assignReplicasToBrokers, used until 3.9.
    """
    brokers = [Placeable(*broker) for broker in brokers]
    if partitions <= 0:
        raise InvalidPartitionsError("Number of partitions must be larger than 0.")
    _require_bounded(partitions)
    if replication_factor <= 0:
        raise InvalidReplicationFactorError("Replication factor must be larger than 0.")
    if replication_factor > len(brokers):
        raise InvalidReplicationFactorError(
            f"Replication factor: {replication_factor} larger than available brokers: {len(brokers)}."
        )
    racks = {broker.id: broker.rack for broker in brokers if broker.rack is not None}
    if racks and len(racks) < len(brokers):
        raise AdminOperationError("Not all brokers have rack information for replica rack aware assignment.")

    ring = alternate_racks(brokers) if racks else [broker.id for broker in brokers]
    start, shift = _start_and_shift(len(ring), fixed_start_index, draw)
    stride = len(set(racks.values())) if racks else 1
    first_partition = max(0, start_partition_id)
    placement = []
    for partition in range(first_partition, first_partition + partitions):
        if partition > 0 and partition % len(ring) == 0:
            shift += 1
        leader = (partition + start) % len(ring)
        placement.append(_walk_from(ring, leader, shift * stride, replication_factor, racks))
    return placement


def _require_bounded(partitions: int) -> None:
    if partitions > MOST_PARTITIONS:
        raise InvalidArgumentError(f"Up to {MOST_PARTITIONS} partitions are placed at a time, not {short(partitions)}.")


def alternate_racks(brokers: Sequence[Placeable]) -> list[int]:
    """Orders broker ids so that neighbours sit in different racks: one of each rack in turn, while it lasts.

    >>> alternate_racks([(0, "a"), (1, "a"), (2, "a"), (3, "b"), (4, "c")])
    [0, 3, 4, 1, 2]

    Kafka: AdminUtils.getRackAlternatedBrokerList.
    """
    racks: dict[str, list[int]] = {}
    for broker in sorted((Placeable(*broker) for broker in brokers), key=lambda b: (b.rack or "", b.id)):
        racks.setdefault(broker.rack or "", []).append(broker.id)
    longest = max(map(len, racks.values()), default=0)
    return [rack[turn] for turn in range(longest) for rack in racks.values() if turn < len(rack)]


def _start_and_shift(brokers: int, fixed_start_index: int, draw: Draw | None) -> tuple[int, int]:
    if fixed_start_index >= 0:
        return fixed_start_index, fixed_start_index
    return (draw(brokers), draw(brokers)) if draw else (0, 0)


def _walk_from(ring: list[int], leader: int, shift: int, replication_factor: int, racks: dict[int, str]) -> list[int]:
    """Takes the leader, then each candidate that brings a new rack, or a new broker once all racks are in."""
    replicas = [ring[leader]]
    all_racks = set(racks.values())
    for step in count():
        if len(replicas) == replication_factor:
            return replicas
        candidate = ring[(leader + 1 + (shift + step) % (len(ring) - 1)) % len(ring)]
        used_racks = {racks[replica] for replica in replicas} if racks else set()
        rack_repeats = bool(racks) and racks[candidate] in used_racks and used_racks != all_racks
        if candidate not in replicas and not rack_repeats:
            replicas.append(candidate)
    raise AssertionError("count() never ends")


def placement_fault(placement: object, brokers: Sequence[Placeable], partitions: int) -> str | None:
    """Says why a placement cannot be used at all, or None: it names known brokers, some for each partition.

    >>> placement_fault([[1, 4]], [Placeable(1)], 1)
    'Partition 0 is placed on broker 4, which is not registered; known brokers are 1.'

    Kafka: ReplicationControlManager refuses such an answer as INVALID_REPLICA_ASSIGNMENT (39).
    """
    known = [Placeable(*broker).id for broker in brokers]
    if not isinstance(placement, list | tuple) or len(placement) != partitions:
        return f"A placement is a list with one list of broker ids for each partition, {partitions} in all."
    for partition, replicas in enumerate(placement):
        if not isinstance(replicas, list | tuple) or not replicas:
            return f"Partition {partition} is given {short(replicas)}; a partition needs a list of broker ids."
        for replica in replicas:
            if replica not in known:
                names = ", ".join(map(str, known))
                return (
                    f"Partition {partition} is placed on broker {short(replica)}, which is not registered; "
                    f"known brokers are {names}."
                )
    return None


def placement_breach(
    placement: Sequence[Sequence[int]], brokers: Sequence[Placeable], replication_factor: int
) -> str | None:
    """Says which promise a placement breaks, or None: enough replicas, all different, a live leader.

    >>> placement_breach([[1, 1]], [Placeable(1), Placeable(2)], 2)
    'Partition 0 has two replicas on broker 1; one broken machine would take both.'

    Kafka: the constraints that StripedReplicaPlacer states for itself.
    """
    fenced = {broker.id for broker in (Placeable(*b) for b in brokers) if broker.fenced}
    for partition, replicas in enumerate(placement):
        if len(replicas) != replication_factor:
            return f"Partition {partition} has {quantity(len(replicas), 'replica')} instead of {replication_factor}."
        for replica in replicas:
            if list(replicas).count(replica) > 1:
                return (
                    f"Partition {partition} has two replicas on broker {replica}; one broken machine would take both."
                )
        if replicas[0] in fenced:
            return f"Partition {partition} is to be led by broker {replicas[0]}, which is fenced."
    return None
