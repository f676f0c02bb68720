"""The model, and not a hand, says which answer of the inventory is right, in both forms."""

from itertools import product

import pytest

from kafkaviz import TopicPartition, keyed_partition
from kafkaviz.course.inventory import questions_of
from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb04 import counts
from kafkaviz.scenarios.nb08 import last_poll

FORMS = ("before", "after")
WORDS = ("none", "one", "two", "three", "four", "five", "six")


def right(form: str, item: int) -> str:
    question = questions_of(form)[item - 1]
    return question.options[question.right].text


@pytest.mark.parametrize(("form", "sent", "partitions"), [("before", "123456789", 3), ("after", "abcdefgh", 4)])
def test_1_a_consumer_gets_order_within_partitions_alone(form, sent, partitions):
    lab = Lab(auto_offset_reset="earliest").create_topic("t", partitions)
    for number, value in enumerate(sent):
        lab.send("t", value, partition=number % partitions)
    lab.join("g", "C1", topics=["t"]).poll(group="g")
    got = "".join(last_poll(lab))
    assert sorted(got) == list(sent) and got != sent
    for partition in range(partitions):
        mine = sent[partition::partitions]
        assert [one for one in got if one in mine] == list(mine)
    assert "partition" in right(form, 1) and "order" in right(form, 1)


@pytest.mark.parametrize(("form", "records"), [("before", 1), ("after", 6)])
def test_2_another_group_reads_all_that_the_first_has_last_poll(form, records):
    sent = [f"o{n}" for n in range(records)]
    lab = Lab(auto_offset_reset="earliest").create_topic("t").send("t", *sent)
    lab.join("a", "A1", topics=["t"]).poll(group="a").commit("a", "A1")
    assert last_poll(lab.join("b", "B1", topics=["t"]).poll(group="b")) == sent
    assert right(form, 2) == {"before": "yes, as if A had never read it", "after": f"{sent[0]} to {sent[-1]}"}[form]


@pytest.mark.parametrize(("form", "partitions", "consumers"), [("before", 3, 5), ("after", 4, 6)])
def test_3_no_more_consumers_work_than_there_are_partitions(form, partitions, consumers):
    for protocol in ("classic", "cooperative", "consumer"):
        lab = Lab(group_protocol=protocol).create_topic("t", partitions)
        members = lab.join("g", *(f"C{n}" for n in range(consumers)), topics=["t"]).cluster.groups["g"].members
        busy = sum(bool(member.owned) for member in members.values())
        assert right(form, 3).startswith(f"{WORDS[busy]}; {WORDS[consumers - busy]} ")


@pytest.mark.parametrize(("form", "records", "partitions"), [("before", 10, 6), ("after", 24, 8)])
def test_4_small_records_without_a_key_go_to_one_partition(form, records, partitions):
    for seed in range(8):
        lab = Lab(seed=seed).create_topic("t", partitions).send("t", *(f"r{n}" for n in range(records)))
        assert sorted(counts(lab)) == [0] * (partitions - 1) + [records]
    assert right(form, 4).startswith("to one partition")


def test_4_and_to_another_one_once_a_batch_is_full():
    lab = Lab(seed=1, batch_size=200).create_topic("t", 6).send("t", *("x" * 60 for _ in range(40)))
    assert sum(map(bool, counts(lab))) > 1


@pytest.mark.parametrize(("form", "keys", "partitions"), [("before", 3, 12), ("after", 5, 8)])
def test_5_some_keys_fill_as_many_partitions_at_most(form, keys, partitions):
    filled = {
        len({keyed_partition(f"k{start}-{n}".encode(), partitions) for n in range(keys)}) for start in range(2_000)
    }
    assert max(filled) == keys > min(filled)
    assert right(form, 5).startswith(f"{WORDS[keys]} at most")


@pytest.mark.parametrize(
    ("form", "before", "after", "share", "said"),
    [("before", 3, 4, 3 / 4, "three quarters"), ("after", 4, 6, 2 / 3, "two thirds")],
)
def test_6_growth_moves_this_share_of_the_keys(form, before, after, share, said):
    keys = [f"user-{n}".encode() for n in range(20_000)]
    moved = sum(keyed_partition(key, before) != keyed_partition(key, after) for key in keys) / len(keys)
    assert abs(moved - share) < 0.01 and right(form, 6) == f"about {said}"
    lab = Lab().create_topic("t", before).send("t", *((key.decode(), "v") for key in keys[:50]))
    logs = [lab.cluster.log("t", partition) for partition in range(before)]
    lab.add_partitions("t", after)
    assert [lab.cluster.log("t", partition) for partition in range(before)] == logs, "no record moves along"


@pytest.mark.parametrize(("form", "brokers", "behind", "minimum"), [("before", 4, 4, 2), ("after", 5, 3, 2)])
def test_7_acks_all_waits_for_everybody_in_sync_and_for_nobody_else(form, brokers, behind, minimum):
    lab = Lab(brokers=brokers, min_insync_replicas=minimum).create_topic("t", 1, brokers).send("t", "A")
    lab.pause(behind).send("t", "B", acks=1).tick(60_000).send("t", "C", acks="all")
    partition = lab.cluster.partitions["t", 0]
    assert behind not in partition.isr and len(partition.isr) == brokers - 1
    seen = [
        sum(any(record.value == b"D" for record in copy.log) for copy in step.cluster.replicas["t", 0].values())
        for step in acknowledged(lab, "D")
    ]
    assert seen == [brokers - 1]
    assert right(form, 7).startswith(f"{WORDS[brokers - 1]} at least")


def acknowledged(lab: Lab, value: str):
    """Returns the first step after which a value counts as acknowledged."""
    before = len(lab.history.steps)
    lab.send("t", value, acks="all")
    return next([step] for step in lab.history.steps[before:] if value_promised(step.cluster, value))


def value_promised(cluster, value: str) -> bool:
    return value.encode() in str(cluster.acknowledged).encode()


@pytest.mark.parametrize(("form", "factor"), [("before", 3), ("after", 2)])
def test_8_with_a_minimum_of_all_replicas_one_missing_refuses_writes(form, factor):
    lab = Lab(brokers=3, min_insync_replicas=factor).create_topic("t", assignment=[list(range(1, factor + 1))])
    lab.send("t", "A").stop(factor).send("t", "B", expect="NOT_ENOUGH_REPLICAS")
    assert right(form, 8) == "they are refused"


@pytest.mark.parametrize(("form", "replicas", "gone"), [("before", [1, 2, 3], 2), ("after", [2, 3, 1], 3)])
def test_9_the_first_in_sync_leads_when_the_controller_has_noticed(form, replicas, gone):
    lab = Lab(brokers=3).create_topic("t", assignment=[replicas]).send("t", "A").pause(gone).send("t", "B")
    lab.tick(60_000)
    isr = lab.cluster.partitions["t", 0].isr
    crashed_ms = lab.cluster.now_ms
    lab.kill(replicas[0])
    leader = lab.cluster.partitions["t", 0].leader
    assert set(isr) == set(replicas) - {gone} and leader == replicas[2]
    assert lab.cluster.now_ms - crashed_ms >= 8_000
    assert right(form, 9) == f"broker {leader}, when the controller has noticed"


@pytest.mark.parametrize(
    ("form", "start", "end", "committed", "reset"),
    [("before", 0, 100, 40, "latest"), ("after", 10, 80, 25, "earliest")],
)
def test_10_a_committed_offset_counts_before_the_reset(form, start, end, committed, reset):
    lab = (
        Lab(auto_offset_reset=reset, enable_auto_commit=False)
        .create_topic("t")
        .send("t", *(f"r{n}" for n in range(end)))
    )
    if start:
        lab.delete_records("t", 0, start)
    lab.join("g", "C1", topics=["t"]).commit("g", "C1", {TopicPartition("t", 0): committed}).leave("g", "C1")
    got = last_poll(lab.join("g", "C2", topics=["t"]).poll(group="g"))
    assert got[0] == f"r{committed}" and right(form, 10) == f"at {committed}"


@pytest.mark.parametrize(("form", "committed", "processed"), [("before", 10, 15), ("after", 20, 26)])
def test_11_what_was_processed_and_not_committed_comes_again(form, committed, processed):
    lab = Lab(auto_offset_reset="earliest", enable_auto_commit=False).create_topic("t")
    lab.send("t", *(f"r{n}" for n in range(40))).join("g", "C1", topics=["t"])
    lab.poll(group="g", max_records=committed).commit("g", "C1").poll(group="g", max_records=processed - committed)
    assert last_poll(lab) == [f"r{n}" for n in range(committed, processed)]
    lab.crash_member("g", "C1").join("g", "C2", topics=["t"]).poll(group="g", max_records=processed - committed)
    assert last_poll(lab) == [f"r{n}" for n in range(committed, processed)]
    assert "a second time" in right(form, 11)


@pytest.mark.parametrize(("form", "brokers", "partitions", "hours"), [("before", 3, 12, 1), ("after", 5, 30, 24)])
def test_12_a_new_broker_holds_nothing(form, brokers, partitions, hours):
    lab = Lab(brokers=brokers).create_topic("t", partitions, 2).add_broker(brokers + 1).tick(hours * 3_600_000)
    held = sum(brokers + 1 in partition.replicas for partition in lab.cluster.partitions.values())
    assert right(form, 12) == WORDS[held] == "none"


def test_every_item_of_both_forms_is_held_against_the_model():
    names = {name for name in globals() if name.startswith("test_")}
    held = {int(name.split("_")[1]) for name in names if name.split("_")[1].isdigit()}
    assert held == {item for item, _ in product(range(1, 13), FORMS)}
