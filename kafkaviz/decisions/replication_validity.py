"""What every answer about the ISR, the high watermark and acknowledgements must be: usable, and keeping its promise."""

from collections.abc import Iterable

from kafkaviz.decisions.wording import short


def high_watermark_breach(answer: int, isr_ends: Iterable[int]) -> str | None:
    """Says which promise a high watermark breaks, or None: every replica in sync has all that is below it.

    >>> high_watermark_breach(5, [5, 3])
    'Offsets below 5 count as committed, but a replica in sync ends at 3: if it leads next, the others are gone.'
    """
    least = min(isr_ends, default=answer)
    if answer > max(0, least):
        return (
            f"Offsets below {answer} count as committed, but a replica in sync ends at {least}: "
            "if it leads next, the others are gone."
        )
    return None


def out_of_sync_breach(
    answer: bool, end: int, leader_end: int, *, caught_up_ms: int, now_ms: int, replica_lag_time_max_ms: int
) -> str | None:
    """Says which promise an answer breaks, or None: a follower that was level within the time stays, any other goes.

    >>> times = {"caught_up_ms": 0, "replica_lag_time_max_ms": 30_000}
    >>> out_of_sync_breach(True, 1, 9, now_ms=500, **times)
    'A follower that had everything 500 ms ago is to leave the ISR, although 30000 ms are allowed.'
    >>> out_of_sync_breach(False, 8, 9, now_ms=30_001, **times)
    'A follower that has been behind for 30001 ms stays in the ISR; acks=all waits for it longer than 30000 ms.'
    """
    behind_ms = now_ms - caught_up_ms
    if answer and end == leader_end:
        return f"A follower is to leave the ISR although it has everything up to the leader's end, {leader_end}."
    if answer and behind_ms <= replica_lag_time_max_ms:
        return (
            f"A follower that had everything {behind_ms} ms ago is to leave the ISR, "
            f"although {replica_lag_time_max_ms} ms are allowed."
        )
    if not answer and end != leader_end and behind_ms > replica_lag_time_max_ms:
        return (
            f"A follower that has been behind for {behind_ms} ms stays in the ISR; "
            f"acks=all waits for it longer than {replica_lag_time_max_ms} ms."
        )
    return None


def acknowledgement_breach(
    answer: bool, acks: int, batch_end: int, high_watermark: int, in_sync: int, min_insync_replicas: int
) -> str | None:
    """Says which promise an answer breaks, or None: acks=all waits for the high watermark and enough in sync.

    >>> acknowledgement_breach(True, -1, 5, high_watermark=4, in_sync=3, min_insync_replicas=2)
    'acks=all is answered at high watermark 4 for a batch that ends at 5: not every replica in sync has it.'
    """
    if not answer or acks != -1:
        return None
    if high_watermark < batch_end:
        return (
            f"acks=all is answered at high watermark {high_watermark} for a batch that ends at {batch_end}: "
            "not every replica in sync has it."
        )
    if in_sync < min_insync_replicas:
        return f"acks=all is answered with {in_sync} in sync; min.insync.replicas is {min_insync_replicas}."
    return None


def yes_or_no_fault(answer: object) -> str | None:
    """Says why an answer is neither True nor False, or None.

    >>> yes_or_no_fault(1)
    'A question of yes or no was answered 1; it must be True or False.'

    Java's compiler sees to it.
    """
    # A bool of numpy's is one as well, and numpy is not known here.
    if isinstance(answer, bool) or type(answer).__name__ in ("bool", "bool_"):
        return None
    return f"A question of yes or no was answered {short(answer)}; it must be True or False."
