"""What notebook 10 asks and says of growth, size and moves is what the model does."""

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, InvalidConfigError, InvalidPartitionsError
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scenarios import nb10
from kafkaviz.scenarios.questions import nb10 as questions
from kafkaviz.scene.questions import Question
from kafkaviz.spark import expected_capacity, expected_moved_share
from tests.sampling import together


def right(question: Question) -> str:
    return question.options[question.right].text


def replicas(lab: Lab, partition: int = 0) -> tuple[int, ...]:
    return lab.cluster.partitions[nb10.TOPIC, partition].replicas


def leads(lab: Lab, broker: int) -> int:
    return next(row.leads for row in lab.busiest().rows if row.broker == broker)


def moments(lab: Lab, since: Cluster) -> list[Cluster]:
    clusters = lab.history.clusters
    return list(clusters[[one is since for one in clusters].index(True) :])


def test_old_orders_stay_and_new_ones_go_where_the_hash_says() -> None:
    assert right(questions.NEXT_ORDER) == "the old one in partition 2, the new one elsewhere"
    assert nb10.homes(nb10.grown())["ada"] == [2, 1]
    before = nb10.before(nb10.grown(), "PartitionsAdded")
    after = nb10.grown().cluster
    for partition in range(3):
        old = before.log(nb10.TOPIC, partition)
        assert after.log(nb10.TOPIC, partition)[: len(old)] == old


def test_a_new_reader_gets_the_newer_order_first() -> None:
    assert right(questions.READ_AGAIN).startswith("either one")
    read = nb10.read_again(nb10.grown())
    assert read.index("ada2") < read.index("ada1") and len(read) == 8


def test_reading_again_changes_nothing_in_the_lab() -> None:
    lab = nb10.grown()
    before = lab.cluster
    nb10.read_again(lab)
    assert lab.cluster is before


@together([9, 12, 16])
def test_the_share_of_keys_that_move_is_that_of_the_law(after: int) -> None:
    assert nb10.moved_share(8, after) == pytest.approx(expected_moved_share(8, after), abs=0.02)


def test_nearly_nine_of_ten_keys_move_from_eight_to_nine_partitions() -> None:
    assert questions.NINE.is_right(100 * nb10.moved_share(8, 9))
    assert not questions.NINE.is_right(100 * nb10.moved_share(8, 16))


def test_a_broker_takes_in_its_share_of_all_copies() -> None:
    lab = Lab(brokers=6).create_topic(nb10.TOPIC, assignment=[[1 + (n + k) % 6 for k in range(3)] for n in range(6)])
    edges = lab.graph("graph").out_degree([f"broker:{number}" for number in range(1, 7)])
    assert {300 // 6 * count for _, count in edges} == {questions.BROKER_IN.right}


def test_fewer_partitions_are_refused_and_nothing_changes() -> None:
    lab = nb10.grown()
    before = lab.cluster
    with pytest.raises(InvalidPartitionsError):
        lab.add_partitions(nb10.TOPIC, 3)
    assert right(questions.FEWER) == "it refuses" and lab.cluster is before


def test_one_partition_has_one_leader_however_many_brokers_there_are() -> None:
    assert [row.leads for row in Lab(brokers=3).create_topic(nb10.TOPIC).busiest().rows] == [1, 0, 0]
    assert [row.leads for row in nb10.joined(partitions=1).busiest().rows] == [1, 0, 0, 0]
    assert questions.ONE_PARTITION.is_right(100)


@together(range(1, 20))
def test_what_a_group_holds_by_its_assignment_is_what_the_formula_says(partitions: int) -> None:
    for consumers in range(1, partitions + 1):
        assert nb10.capacity(partitions, consumers) == int(expected_capacity(partitions, consumers, 1_000))


def test_a_ninth_partition_costs_eight_consumers_44_per_cent() -> None:
    assert right(questions.NINTH_PARTITION) == "4,500 records/s"
    held, held_by_nine = nb10.capacity(8, 8), nb10.capacity(9, 8)
    assert (held, held_by_nine) == (8_000, 4_500)
    assert 1 - held_by_nine / held == pytest.approx(0.44, abs=0.005)


def test_nobody_reads_a_new_partition_before_the_group_has_noticed() -> None:
    assert right(questions.WHO_READS_IT).startswith("one of them, after up to five minutes")
    lab = nb10.shared()
    added = nb10.before(lab, "MetadataNoticed")
    assert lab.cluster.groups["billing"].owners((nb10.TOPIC, 2)) == ["C2"]  # type: ignore[arg-type]
    assert added.groups["billing"].owners((nb10.TOPIC, 2)) == [] and added.now_ms > 300_000  # type: ignore[arg-type]


def test_latest_skips_what_was_sent_before_the_group_noticed() -> None:
    assert right(questions.UNNOTICED) == "o2 alone"
    assert [nb10.unnoticed(reset) for reset in ("latest", "earliest")] == [["o2"], ["o1", "o2"]]  # type: ignore[arg-type]


def test_a_broker_that_joins_holds_nothing_after_an_hour() -> None:
    lab = nb10.joined()
    held = sum(4 in partition.replicas for partition in lab.cluster.partitions.values())
    assert held == questions.NEW_BROKER.right and not lab.moved(nb10.before(lab, "BrokerAdded")).rows


def test_a_partition_is_led_and_in_sync_all_the_time_while_it_moves() -> None:
    assert right(questions.HELD_BY) == "it is acknowledged as before the move"
    lab = nb10.moving()
    on_its_way = moments(lab, nb10.before(lab, "BrokerPaused"))
    assert all(one.partitions[nb10.TP].leader is not None for one in on_its_way)
    assert min(len(one.partitions[nb10.TP].isr) for one in on_its_way) == 2
    acknowledged = nb10.before(lab, "BrokerResumed")
    assert acknowledged.partitions[nb10.TP].isr == (1, 2) and len(acknowledged.log(*nb10.TP)) == 3
    assert replicas(lab) == (4, 2) and len(lab.cluster.log(*nb10.TP)) == 3


def test_a_move_that_is_called_off_keeps_all_records_and_turns_the_list() -> None:
    lab = nb10.moving(cancel=True)
    assert replicas(lab) == (2, 1) and 4 not in lab.cluster.replicas[nb10.TP]
    assert [record.value for record in lab.cluster.log(*nb10.TP)] == [b"o0", b"o1", b"o2"]
    assert "2, 1" in questions.CALLED_OFF.options[questions.CALLED_OFF.right].because
    assert lab.tick(300_000).cluster.partitions[nb10.TP].leader == 2


def test_the_new_broker_leads_its_share_only_when_preferred_leaders_are_elected() -> None:
    assert right(questions.PREFERRED) == "none at first, two within five minutes"
    lab = nb10.rebalanced()
    idle_ms = nb10.joined().cluster.now_ms
    moved = [one for one in lab.history.clusters if one.now_ms == idle_ms][-1]
    assert moved.partitions[nb10.TOPIC, 3].replicas == (4, 2)  # type: ignore[index]
    assert sum(partition.leader == 4 for partition in moved.partitions.values()) == 0 and leads(lab, 4) == 2
    held = [sum(b in partition.replicas for partition in lab.cluster.partitions.values()) for b in (1, 2, 3, 4)]
    assert held == [3, 3, 3, 3]


def test_a_longer_list_raises_the_replication_factor() -> None:
    lab = nb10.moving([1, 2], [1, 2, 3])
    assert replicas(lab) == lab.cluster.partitions[nb10.TP].isr == (1, 2, 3)
    assert right(questions.MORE_COPIES).startswith("a reassignment")
    with pytest.raises(InvalidConfigError, match="replication_factor"):
        lab.configure(nb10.TOPIC, replication_factor=3)


def test_six_of_eight_customers_go_on_elsewhere_when_three_become_nine() -> None:
    homes = nb10.homes(nb10.grown(3, 9, customers=8)).values()
    assert sum(len({*partitions}) > 1 for partitions in homes) == questions.KNOBS.right


def test_five_customers_of_eight_break_when_one_partition_becomes_two() -> None:
    homes = nb10.homes(nb10.grown(1, 2, customers=8))
    assert sorted(customer for customer, at in homes.items() if len({*at}) > 1) == ["ada", "ben", "cyd", "dan", "gil"]


def test_what_never_happened_is_said_in_a_sentence() -> None:
    with pytest.raises(InvalidArgumentError, match="Nothing of the kind BrokerPaused has happened here"):
        nb10.before(nb10.grown(), "BrokerPaused")
    with pytest.raises(InvalidArgumentError, match="There are 1 to 8 customers, not 9"):
        nb10.grown(customers=9)
