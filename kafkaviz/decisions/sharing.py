"""Which records of a partition a share group may lend to a member that asks."""

from collections.abc import Mapping, Sequence
from typing import Literal

RecordState = Literal["available", "acquired", "acknowledged", "archived"]


def acquirable(offsets: Sequence[int], states: Mapping[int, RecordState], max_records: int) -> tuple[int, ...]:
    """Returns the first available offsets, in the order of the log, as many as one member may have at once.

    `offsets` are those that consumers may read; one without a state was never lent, and is available. Released
    records are available again and stand where they stood, so they come before younger ones.

    >>> acquirable([4, 5, 6, 7], {4: "acknowledged", 5: "acquired", 6: "available"}, 2)
    (6, 7)

    Kafka: SharePartition.acquire and RecordState (KIP-932). Simplified: each record is lent alone, where Kafka keeps
    whole batches together unless share.acquire.mode says otherwise.
    """
    free = [offset for offset in offsets if states.get(offset, "available") == "available"]
    return tuple(free[: max(0, max_records)])
