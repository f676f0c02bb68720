"""E06.5: where does a follower cut its log, told by leader epochs?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import announce, begin_with, holding, lab_with, let_happen, replica_holding
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.replication import assign_epoch, epoch_for_offset
from kafkaviz.decisions.truncation import truncate_by_common_epoch, truncation_breach, truncation_fault
from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import as_integer, listing
from kafkaviz.lab import Lab
from kafkaviz.model.core.replicas import FetchAnswer, Replica
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed
from kafkaviz.scenarios.nb06 import TP, fast_elections, leader_change, logs, lost, power_cut

Epochs = list[tuple[int, int]]
Asked = tuple[Epochs, int, int, Epochs, int]


def _draw(random: Random) -> Asked:
    base = random.choice((0, 0, 0, 8))
    shared, common = _grown([], 0, random, [base, base + 1][: random.choice((0, 1, 1, 2))])
    # Leaders of these epochs wrote what only one of the two replicas has.
    later = random.sample(range(base + 2, base + 5), random.choice((0, 1, 2, 3)))
    mine = sorted(later[: random.randint(0, len(later))])
    # Who leads now has an epoch that is as new as any.
    newest = [base + 5] if mine or not shared or random.randrange(2) else []
    further = [*sorted({*later} - {*mine}), *newest]
    more = random.choice((0, 0, 1, 3)) if shared else 0
    end, leader_end = random.choice(((common, common + more), (common + more, common)))
    epochs, log_end = _grown(shared, end, random, mine)
    leader_epochs, leader_log_end = _grown(shared, leader_end, random, further)
    return (
        epochs,
        log_end,
        random.choice((0, min(common, log_end), random.randint(0, log_end))),
        leader_epochs,
        leader_log_end,
    )


def _grown(epochs: Epochs, end: int, random: Random, more: Sequence[int]) -> tuple[Epochs, int]:
    """Returns the epochs and the end of a log after leaders of further epochs have written a few records each."""
    for epoch in more:
        epochs, end = list(assign_epoch(epochs, epoch, end)), end + random.randint(1, 4)
    return epochs, end


def cut(*asked: *Asked) -> int:
    """Returns the offset that a log is cut off at."""
    return truncate_by_common_epoch(*asked)


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    epochs, log_end, _, leader_epochs, leader_end, answer = given
    if answer is None:
        return None
    offset = as_integer(answer)
    if offset is None:
        return f"The answer is an offset, a whole number, not {one_line(answer)}."
    if truncation_fault(offset, log_end):
        return f"The log of the follower ends at {log_end}; {offset} is no place to cut it."
    return truncation_breach(offset, epochs, log_end, leader_epochs, leader_end)


def _in_cluster(my_truncation: Callable[[*Asked], int]) -> Played:
    """Plays the three accidents that the older rules did not survive, and compares what is left."""

    def asked(epochs: object, end: int, mark: int, leader_epochs: object, leader_end: int) -> int:
        return my_truncation(_pairs(epochs), end, mark, _pairs(leader_epochs), leader_end)

    lab = Lab()
    for words, accident in (
        ("two leaders fell silent", leader_change),
        ("the power failed", power_cut),
        ("two elections came quickly", fast_elections),
    ):
        lab, right = accident(asked), accident("KIP-279")
        if logs(lab) != logs(right):
            held, all_of = logs(lab).values(), "both" if len(logs(lab)) == 2 else "all"
            complaint = f"After {words} the logs are {listing(held, '')}; they should be {logs(right)[1]} {all_of}."
            return Played(lab, complaint, lens="replication")
        if lost(lab) != lost(right):
            return Played(lab, f"After {words} {', '.join(lost(lab))} are lost.", lens="replication")
    return Played(lab, lens="replication")


def _pairs(epochs: object) -> Epochs:
    return [(epoch, start) for epoch, start in epochs]  # type: ignore[attr-defined]


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets broker 1, a follower, cut its log where the answer says, and fetch from broker 2."""
    epochs, log_end, mark, leader_epochs, leader_end, answer = given
    offset = as_integer(answer)
    if offset is None or truncation_fault(offset, log_end):
        raise InvalidArgumentError(f"A log that ends at {log_end} is not cut at {one_line(answer)}.")
    old, new = _log(epochs, log_end, "f"), _log(leader_epochs, leader_end, "r")
    epoch = max([0, *(number for number, _ in (*epochs, *leader_epochs))])
    lab = lab_with(TP.topic, {0: [1, 2]})
    cluster = announce(lab.cluster, TP, Partition((1, 2), 2, (2,), epoch, epoch))
    copies = {
        1: old._replace(high_watermark=mark, must_truncate=True),
        2: new._replace(high_watermark=min(mark, leader_end)),
    }
    lab = begin_with(lab, holding(cluster, TP, copies))
    if offset < log_end:
        lab = let_happen(lab, LogTruncated(TP, 1, offset))
    missing = new.log[offset:]
    if missing:
        lab = let_happen(lab, FetchServed(TP, 1, FetchAnswer(2, epoch, offset, missing, copies[2].high_watermark)))
        lab = let_happen(lab, FetchReceived(TP, 1))
    return Played(lab, lens="replication")


def _log(epochs: Epochs, end: int, name: str) -> Replica:
    """Returns a copy whose records are named after their epoch and offset, so that equal ones have one name."""
    written = [epoch_for_offset(epochs, offset) or 0 for offset in range(end)]
    return replica_holding([f"e{epoch}.{offset}".encode() for offset, epoch in enumerate(written)], epochs=written)


E06_5 = Exercise[*Asked, int](
    id="E06.5",
    title="Where does a follower cut?",
    stars=3,
    minutes=14,
    hints=(
        "Two replicas have the same record at an offset where both say the same epoch. Look for the first offset where "
        "they do not.",
        "The epoch of an offset is that of the last entry that begins at it or before it. Go up from 0, and stop where "
        "the epochs differ, or where one of the logs ends.",
        "`for offset in range(min(log_end, leader_end)):` `if epoch_at(epochs, offset) != epoch_at(leader_epochs, "
        "offset): return offset`; after the loop `return min(log_end, leader_end)`.",
    ),
    examples=(
        Example(([(0, 0)], 2, 1, [(0, 0)], 2), 2),
        Example(([(0, 0)], 2, 2, [(0, 0), (1, 1)], 2), 1),
        Example(([(0, 0), (1, 2)], 4, 2, [(0, 0), (2, 3)], 4), 2),
        Example(([(0, 0)], 5, 3, [(0, 0)], 3), 3),
        Example(([(0, 0), (2, 5)], 8, 5, [(0, 0), (1, 5), (3, 8)], 9), 5),
        Example(([(0, 0)], 3, 3, [(0, 0), (1, 3)], 6), 3),
        Example(([], 0, 0, [(0, 0)], 2), 0),
    ),
    reference=cut,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="An epoch and an offset name a record, so two replicas need not compare what is in it. Your rule went "
    "through the three accidents that made Kafka change its own, twice, and the logs agree.",
    next="Next: go back to the notebook and answer its last questions.",
)
