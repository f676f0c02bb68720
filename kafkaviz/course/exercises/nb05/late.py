"""E05.3: which follower is out of sync?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, let_happen, view_of
from kafkaviz.course.placed_copies import TP, commit_up_to, copies_that_end
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.replication import is_out_of_sync
from kafkaviz.decisions.values import PartitionChange
from kafkaviz.model.partitions.changes import put_replica
from kafkaviz.model.partitions.events import IsrChangeProposed, MetadataDelivered, PartitionChanged
from kafkaviz.scenarios.nb05 import copies

LAG_MS = 30_000


def late(end: int, leader_end: int, caught_up_ms: int, now_ms: int, replica_lag_time_max_ms: int) -> bool:
    """Tells whether a follower lacks something, and has lacked something for too long.

    >>> late(4, 5, caught_up_ms=0, now_ms=30_001, replica_lag_time_max_ms=30_000)
    True

    Kafka: Partition.isFollowerOutOfSync.
    """
    times = {"caught_up_ms": caught_up_ms, "now_ms": now_ms, "replica_lag_time_max_ms": replica_lag_time_max_ms}
    return is_out_of_sync(end, leader_end, **times)


def _draw(random: Random) -> tuple[int, int, int, int, int]:
    leader_end, caught_up_ms = random.randint(0, 200), random.randrange(0, 60_000, 500)
    end = leader_end if random.random() < 0.25 else random.randint(0, leader_end)
    if random.random() < 0.25:
        end = max(0, leader_end - 1)
    lag_ms = random.choice((10_000, LAG_MS, 45_000))
    age_ms = random.choice((0, 500, 20_000, lag_ms - 1, lag_ms, lag_ms + 1, 40_000, 600_000))
    return end, leader_end, caught_up_ms, caught_up_ms + age_ms, lag_ms


def _promise(end: int, leader_end: int, caught_up_ms: int, now_ms: int, lag_ms: int, answer: object) -> str | None:
    if answer is None:
        return None
    if answer not in (True, False):
        return f"The answer is True or False, not {one_line(answer)}."
    if bool(answer) == late(end, leader_end, caught_up_ms, now_ms, lag_ms):
        return None
    age_ms = now_ms - caught_up_ms
    if answer and end == leader_end:
        return f"It has everything up to {end}, so it is in sync, however long ago that was."
    if age_ms == lag_ms:
        return f"It had everything {age_ms} ms ago, which is still allowed; only more than {lag_ms} ms is too long."
    if answer:
        return (
            f"It had everything {age_ms} ms ago, and {lag_ms} ms are allowed. That it lacks {leader_end - end} "
            "now does not count."
        )
    return f"It lacks something, and had everything {age_ms} ms ago, which is more than the {lag_ms} ms allowed."


def _in_cluster(my_is_out_of_sync: Callable[[int, int, int, int, int], bool]) -> Played:
    """Lets a follower lack one record for 20 seconds, then for 50, and sees when it leaves the ISR."""

    def asked(end: int, leader_end: int, *, caught_up_ms: int, now_ms: int, replica_lag_time_max_ms: int) -> bool:
        return my_is_out_of_sync(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms)

    lab = copies(slow=1, seconds=20, is_out_of_sync=asked)
    early = lab.cluster.partitions[TP].isr
    lab.tick(30_000, every_ms=15_000)
    in_the_end = lab.cluster.partitions[TP].isr
    complaint = ""
    if early != (1, 2, 3):
        complaint = f"Broker 3 left the ISR within 20 seconds, though 30 are allowed; it was {_set(early)}."
    elif in_the_end != (1, 2):
        complaint = f"Broker 3 lacked a record for 50 seconds, and the ISR was still {_set(in_the_end)}."
    return Played(lab, complaint, lens="replication")


def _set(isr: tuple[int, ...]) -> str:
    return f"{{{', '.join(map(str, isr))}}}"


def _case_film(end: int, leader_end: int, caught_up_ms: int, now_ms: int, lag_ms: int, answer: object) -> Played:
    """Lets broker 1 lead and broker 2 be as far as the case says; it leaves the ISR, or nothing happens."""
    if answer not in (True, False):
        raise InvalidArgumentError(f"A follower is out of sync or not, and not {one_line(answer)}.")
    lab = copies_that_end({1: leader_end, 2: end}, now_ms=now_ms, replica_lag_time_max_ms=lag_ms)
    cluster = commit_up_to(lab.cluster, min(end, leader_end))
    leader = cluster.replicas[TP][1]
    seen = leader.followers[2]._replace(caught_up_ms=caught_up_ms, behind_since_ms=caught_up_ms)
    lab = begin_with(lab, put_replica(cluster, TP, 1, leader._replace(followers={2: seen})))
    if answer:
        lab = let_happen(lab, IsrChangeProposed(TP, 1, (1,)), PartitionChanged(TP, PartitionChange(isr=(1,))))
        lab = let_happen(lab, MetadataDelivered(TP, (1, 2), view_of(lab.cluster.partitions[TP])))
    return Played(lab, lens="replication")


E05_3 = Exercise[int, int, int, int, int, bool](
    id="E05.3",
    title="Who is late?",
    stars=2,
    minutes=8,
    hints=(
        "A follower is late when two things hold: it lacks something now, and it had everything too long ago.",
        "How long ago is `now_ms - caught_up_ms`; too long is more than `replica_lag_time_max_ms`.",
        "`return end != leader_end and now_ms - caught_up_ms > replica_lag_time_max_ms`.",
    ),
    examples=(
        Example((5, 5, 0, 1_000, LAG_MS), False),
        Example((4, 5, 0, 1_000, LAG_MS), False),
        Example((4, 5, 0, 45_000, LAG_MS), True),
        Example((0, 100, 40_000, 50_000, LAG_MS), False),
        Example((5, 5, 0, 45_000, LAG_MS), False),
        Example((4, 5, 0, 30_000, LAG_MS), False),
    ),
    reference=late,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="It is time that counts, not distance. Up to Kafka 0.8 it was the number of records, and each burst of "
    "traffic threw healthy followers out of the ISR. That is why an ISR is observed, and never configured.",
    next="Next: E05.4, read from a copy that is near.",
)
