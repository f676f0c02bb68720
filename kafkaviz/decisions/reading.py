"""From which replica a consumer reads."""

from collections.abc import Sequence
from typing import NamedTuple


class Readable(NamedTuple):
    """A replica a leader may send a consumer to. Kafka: org.apache.kafka.common.replica.ReplicaView."""

    id: int
    rack: str | None
    end_offset: int
    caught_up_ms: int


def leader_only(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> int:
    """Returns the leader, whoever asks.

    >>> leader_only("east", Readable(1, "west", 5, 0), [Readable(2, "east", 5, 0)])
    1

    Kafka: what holds without replica.selector.class.

    Not compared: Kafka has no class for it, and asks nobody where no selector is set.
    """
    return leader.id


def rack_aware(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> int:
    """Returns a replica in the consumer's rack: the leader if it is there, else the one that has most.

    `followers` are those in the ISR that hold the offset asked for. Among equals the one caught up last wins,
    then the highest id.

    >>> west, east = Readable(1, "west", 5, 0), [Readable(2, "east", 4, 0), Readable(3, "east", 5, 0)]
    >>> rack_aware("east", west, east), rack_aware("west", west, east), rack_aware(None, west, east)
    (3, 1, 1)

    Kafka: RackAwareReplicaSelector, KIP-392.
    """
    near = [follower for follower in followers if follower.rack == rack]
    if not rack or leader.rack == rack or not near:
        return leader.id
    return max(near, key=lambda replica: (replica.end_offset, replica.caught_up_ms, replica.id)).id
