"""Where a follower cuts its log when it meets its leader: the three rules Kafka has had, and what all must keep.

Each is asked as `rule(epochs, log_end, high_watermark, leader_epochs, leader_end)`: the follower's epoch cache, log end
and high watermark, and of its leader what it can ask about. It answers the offset from which on the log is dropped.
"""

from kafkaviz.decisions.replication import Epochs, end_offset_for, epoch_for_offset, truncation_offset_by_epoch
from kafkaviz.decisions.wording import as_integer, short


def truncate_to_high_watermark(
    epochs: Epochs, log_end: int, high_watermark: int, leader_epochs: Epochs, leader_end: int
) -> int:
    """Returns the follower's own high watermark, whatever the leader has.

    >>> truncate_to_high_watermark(((0, 0),), 2, 1, ((0, 0),), 2)
    1

    Kafka: ReplicaFetcherThread up to 0.10; KIP-101 says which records that loses.

    Not compared: 0.10 has no class that answers it alone; a rule of the model cuts there as well, which was played on
    0.10.2.2.
    """
    return min(high_watermark, log_end)


def truncate_by_latest_epoch(
    epochs: Epochs, log_end: int, high_watermark: int, leader_epochs: Epochs, leader_end: int
) -> int:
    """Returns where the leader says that the follower's latest epoch ended, without asking a second time.

    >>> truncate_by_latest_epoch(((0, 0),), 2, 1, ((0, 0),), 2)
    2
    >>> truncate_by_latest_epoch(((0, 0), (1, 2)), 4, 2, ((0, 0), (2, 3)), 4)
    3

    Kafka: KIP-101, 0.11 to 1.1; KIP-279 says which logs that lets diverge.
    """
    if not epochs:
        return min(high_watermark, log_end)
    epoch, end = end_offset_for(leader_epochs, epochs[-1][0], leader_end)
    return min(high_watermark if epoch is None else end, log_end)


def truncate_by_common_epoch(
    epochs: Epochs, log_end: int, high_watermark: int, leader_epochs: Epochs, leader_end: int
) -> int:
    """Returns where the latest epoch that both know ended, asking about older ones until there is one.

    >>> truncate_by_common_epoch(((0, 0), (1, 2)), 4, 2, ((0, 0), (2, 3)), 4)
    2

    Kafka: KIP-279, since 2.0; since 2.7 the same is told in the answer to a fetch.
    """
    end = log_end
    while epochs:
        epoch, leader_says = end_offset_for(leader_epochs, epochs[-1][0], leader_end)
        if epoch is None:
            return min(high_watermark, end)
        cut = truncation_offset_by_epoch(epochs, end, epoch, leader_says)
        if cut.is_final:
            return cut.offset
        end = cut.offset
        epochs = tuple(entry for entry in epochs if entry[1] < end)
    return min(high_watermark, end)


def truncation_fault(answer: object, log_end: int) -> str | None:
    """Says why an answer is no offset of the follower's log or its end, or None.

    >>> truncation_fault(2, log_end=2)
    >>> truncation_fault(3, log_end=2)
    'A truncation answered 3; the log of the follower ends at 2.'

    In Kafka the rule cannot be replaced.
    """
    offset = as_integer(answer)
    if offset is None:
        return f"A truncation answered {short(answer)}; it must answer a whole number from 0 to {log_end}."
    if not 0 <= offset <= log_end:
        return f"A truncation answered {short(answer)}; the log of the follower ends at {log_end}."
    return None


def truncation_breach(offset: int, epochs: Epochs, log_end: int, leader_epochs: Epochs, leader_end: int) -> str | None:
    """Says which promise a truncation breaks, or None: what stays is in the leader's log, and so is nothing that goes.

    Two replicas hold the same record at an offset where it has the same leader epoch.

    >>> truncation_breach(1, ((0, 0),), 2, ((0, 0),), 2)
    'Offset 1 of epoch 0 is cut off, which the leader has as well: while it is gone, one replica fewer holds it.'
    >>> truncation_breach(3, ((0, 0), (1, 2)), 4, ((0, 0), (2, 3)), 4)
    'Offset 2 of epoch 1 stays, where the leader has a record of epoch 0: the two logs differ for ever.'
    """
    for at in range(offset):
        mine, theirs = epoch_for_offset(epochs, at), epoch_for_offset(leader_epochs, at)
        if at >= leader_end:
            return f"Offset {at} of epoch {mine} stays, and the log of the leader ends at {leader_end}."
        if mine != theirs:
            return (
                f"Offset {at} of epoch {mine} stays, where the leader has a record of epoch {theirs}: "
                "the two logs differ for ever."
            )
    epoch = epoch_for_offset(epochs, offset)
    if offset < min(log_end, leader_end) and epoch == epoch_for_offset(leader_epochs, offset):
        return (
            f"Offset {offset} of epoch {epoch} is cut off, which the leader has as well: "
            "while it is gone, one replica fewer holds it."
        )
    return None
