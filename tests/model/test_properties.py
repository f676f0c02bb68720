"""Properties asked alone, of one step that is good and one that is not."""

from itertools import product
from typing import Any

from kafkaviz.decisions.values import PartitionChange
from kafkaviz.model.clients.events import ProduceAcknowledged
from kafkaviz.model.core.clients import Acknowledged
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.partitions.events import HighWatermarkAdvanced, PartitionChanged
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.properties import brokers, clients, logs, partitions
from tests.model.histories import P0, HistoryBuilder


def with_logs(*values: bytes | None) -> Cluster:
    """Returns brokers 1, 2, 3 with one record each at offset 0 in one epoch, or none."""
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 3))
    held = {
        b: replica._replace(log=() if value is None else (Record(0, None, value, 0, 0),))
        for (b, replica), value in zip(builder.now.replicas[P0].items(), values, strict=True)
    }
    return builder.now._replace(replicas={P0: held})


def test_logs_are_compared_with_every_other_log_and_not_with_the_next_alone() -> None:
    event = HighWatermarkAdvanced(P0, 1, 0)
    bad, good = with_logs(b"a", None, b"b"), with_logs(b"a", None, b"a")
    assert logs.equal_offset_and_epoch_mean_equal_record(bad, event, bad) is not None
    assert logs.equal_offset_and_epoch_mean_equal_record(good, event, good) is None


Log = tuple[Record, ...]
WRITTEN = ((0, b"a"), (0, b"b"), (1, b"c"))
LOGS: list[Log] = [
    tuple(Record(offset, None, of[1], 0, of[0]) for offset, of in enumerate(each) if of is not None)
    for each in product((None, *WRITTEN), repeat=3)
]


def breaks(holds: Property, bare: Cluster, first: Log, second: Log, high_watermark: int = 0) -> bool:
    """Tells whether a promise is broken where broker 1, which leads, has one log and its followers have another."""
    held = {b: bare.replicas[P0][b]._replace(log=log) for b, log in ((1, first), (2, second), (3, second))}
    held[1] = held[1]._replace(high_watermark=high_watermark)
    return holds(bare, HighWatermarkAdvanced(P0, 1, 0), bare._replace(replicas={P0: held})) is not None


def test_a_leader_and_its_follower_agree_where_each_record_below_the_high_watermark_is_the_same() -> None:
    bare = with_logs(None, None, None)
    for first, second, committed in product(LOGS, LOGS, range(4)):
        differ = any(record not in second for record in first if record.offset < committed)
        assert breaks(logs.replicas_agree_below_high_watermark, bare, first, second, committed) == differ


def test_two_logs_are_compared_record_by_record_unless_one_is_the_beginning_of_the_other() -> None:
    bare = with_logs(None, None, None)
    for first, second in product(LOGS, LOGS):
        mine, theirs = ({record.offset: record for record in log} for log in (first, second))
        alike = [at for at in mine.keys() & theirs.keys() if mine[at].leader_epoch == theirs[at].leader_epoch]
        unlike = any(mine[at] != theirs[at] for at in alike)
        parted = any(
            (mine[at].leader_epoch if at in mine else None) != (theirs[at].leader_epoch if at in theirs else None)
            for at in range(max(alike, default=0))
        )
        assert breaks(logs.equal_offset_and_epoch_mean_equal_record, bare, first, second) == unlike
        assert breaks(logs.logs_agree_up_to_a_common_record, bare, first, second) == parted


def elected(clean: bool) -> tuple[Cluster, PartitionChanged, Cluster]:
    """Returns the election of broker 2, which lacks what broker 1 acknowledged."""
    before = with_logs(b"a", None, None)._replace(acknowledged=(Acknowledged(P0, 0, b"a", -1),))
    event = PartitionChanged(P0, PartitionChange(leader=2, isr=(2, 3)), clean)
    changed = before.partitions[P0]._replace(leader=2, isr=(2, 3), leader_epoch=1, partition_epoch=1)
    return before, event, before._replace(partitions={P0: changed})


def test_only_a_clean_election_promises_to_keep_what_was_acknowledged() -> None:
    assert clients.acknowledged_records_survive(*elected(clean=True)) is not None
    assert clients.acknowledged_records_survive(*elected(clean=False)) is None


def test_an_answer_from_a_broker_that_lost_its_copy_is_judged_without_an_error() -> None:
    before = with_logs(b"a", b"a", b"a")
    event = ProduceAcknowledged("p", P0, 0, 9, 0)
    for holds in clients.PROPERTIES:
        assert holds(before, event, before) is None, holds.__name__


def test_a_stand_in_without_a_copy_is_judged_without_an_error() -> None:
    cluster = with_logs(b"a", b"a", b"a")
    stale = cluster.partitions[P0]._replace(replicas=(1,), isr=(1,), elr=(2, 3), partition_epoch=1)
    after = cluster._replace(partitions={P0: stale}, replicas={P0: {1: cluster.replicas[P0][1]}})
    event: Any = PartitionChanged(P0, PartitionChange(replicas=(1,), isr=(1,), elr=(2, 3)))
    assert partitions.elr_has_what_is_committed(cluster, event, after) is None
    assert partitions.isr_within_replicas(cluster, event, after) is None
    nobody = after._replace(partitions={P0: stale._replace(elr=(7,))})
    assert partitions.isr_within_replicas(cluster, event, nobody) is not None


def test_a_second_controller_needs_an_epoch_of_its_own() -> None:
    one = HistoryBuilder("2.3").ask(CreateTopic("letters", 1, 3)).now
    event = HighWatermarkAdvanced(P0, 1, 0)
    for epoch, is_right in ((one.controller.epoch, False), (one.controller.epoch + 1, True)):
        other = one._replace(controller=one.controller._replace(controller=2, epoch=epoch))
        assert (brokers.one_controller_per_epoch(one, event, other) is None) == is_right
