"""A replayed log is the history that its records tell: each change a step, each state that of a direct fold."""

import json
from pathlib import Path

import pytest

from kafkaviz.decisions.elections import apply_change, change_partition, elect_leader
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import ElectionContext, PartitionRequest, TopicPartition
from kafkaviz.metadata_log import MetadataLog, read, recorded
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.partitions.events import PartitionChanged
from tests.metadata_log.logs import Log, started
from tests.sampling import together

DECODED = Path(__file__).parents[1] / "vectors" / "metadata-log" / "decoded.jsonl"
LETTERS = TopicPartition("letters", 0)


def folded(lines):
    """Folds decoded lines into plain dicts, by nothing but what Kafka's schema says of them."""
    names, partitions, brokers, states = {}, {}, {}, []
    for line in lines:
        given = json.loads(line)
        kind, fields = given["type"], given.get("r") or {}
        if kind == "TopicRecord":
            names[fields["topicId"]] = fields["name"]
        elif kind == "PartitionRecord":
            at = names[fields["topicId"]], fields["partitionId"]
            named = ("replicas", "isr", "leader", "leaderEpoch", "partitionEpoch")
            partitions[at] = {name: fields[name] for name in named} | {"elr": [], "last": []}
        elif kind == "PartitionChangeRecord":
            at = names[fields["topicId"]], fields["partitionId"]
            now = dict(partitions[at])
            now["partitionEpoch"] += 1
            if "leader" in fields:
                now |= {"leader": fields["leader"], "leaderEpoch": now["leaderEpoch"] + 1}
            for told, own in (("isr", "isr"), ("eligibleLeaderReplicas", "elr"), ("lastKnownElr", "last")):
                if told in fields:
                    now[own] = fields[told]
            partitions[at] = now
        elif kind == "RegisterBrokerRecord":
            brokers[fields["brokerId"]] = [given["offset"], fields["fenced"], False]
        elif kind == "BrokerRegistrationChangeRecord":
            brokers[fields["brokerId"]] = list(brokers[fields["brokerId"]])
            if fields.get("fenced"):
                brokers[fields["brokerId"]][1] = fields["fenced"] > 0
            if fields.get("inControlledShutdown"):
                brokers[fields["brokerId"]][2] = True
        states.append((given["offset"], dict(partitions), {b: tuple(s) for b, s in brokers.items()}))
    return states


def as_folded(cluster):
    """Returns what a cluster says, as the fold does."""
    partitions = {
        tuple(tp): {
            "replicas": list(p.replicas),
            "isr": list(p.isr),
            "leader": -1 if p.leader is None else p.leader,
            "leaderEpoch": p.leader_epoch,
            "partitionEpoch": p.partition_epoch,
            "elr": list(p.elr),
            "last": list(p.last_known_elr),
        }
        for tp, p in cluster.partitions.items()
    }
    return partitions, {b.id: (b.epoch, b.fenced, b.state == "shutting down") for b in cluster.brokers.values()}


@pytest.mark.parametrize("real", [recorded(), read(DECODED)], ids=["segment", "decoded"])
def test_after_every_change_the_cluster_is_what_a_direct_fold_makes_of_the_records(real):
    at = {offset: state for offset, *state in folded(DECODED.read_text("utf-8").splitlines())}
    compared = 0
    for step in real.history.steps:
        if isinstance(step.event, RecordsReplayed):
            partitions, brokers = as_folded(step.cluster)
            assert [partitions, brokers] == at[step.event.offset], step.event.offset
            compared += 1
    assert compared > 300


def test_every_change_of_a_partition_in_the_log_is_a_step():
    changes = [json.loads(line) for line in DECODED.read_text("utf-8").splitlines() if "PartitionChangeRecord" in line]
    steps = [step.event for step in recorded().history.steps if isinstance(step.event, PartitionChanged)]
    assert len(steps) == len(changes) == 150
    for event, line in zip(steps, changes, strict=True):
        told = line["r"]
        assert event.tp.partition == told["partitionId"]
        assert (event.change.isr is not None) == ("isr" in told)
        assert (event.change.leader != "keep") == ("leader" in told)


def test_the_events_alone_make_every_state_again():
    history = recorded().history
    cluster = history.first
    for step in history.steps:
        cluster = step.event.apply(cluster)
        assert cluster == step.cluster


def test_reading_twice_gives_the_same_history():
    assert MetadataLog(recorded().records).history == recorded().history


def test_the_rule_elects_every_leader_that_the_controller_elected():
    rows = recorded().elections().rows
    assert len(rows) == 64
    assert [row for row in rows if not row.agrees] == []
    assert {row.preferred for row in rows} == {True, False} and None in {row.after for row in rows}
    for row in rows:
        asked = {"current": row.before, "preferred": row.preferred}
        if row.isr:
            assert elect_leader(row.replicas, row.isr, row.eligible, **asked).leader == row.after


def test_a_leader_whom_the_rule_would_not_have_elected_is_told():
    elections = started().change("letters", 0, isr=[2, 3], leader=3).broker(1, fenced=1).replayed.elections()
    assert [(row.after, row.elected, row.agrees) for row in elections.rows] == [(3, 2, False)]
    assert str(elections).startswith("0 of 1 elections")


def test_the_rule_decides_all_that_the_controller_decided_for_brokers_that_left():
    """ISR, ELR, last known ELR and leader together, where a broker was fenced or asked to stop."""
    history, asked = recorded().history, 0
    before = history.first
    for step in history.steps:
        event = step.event
        if isinstance(event, PartitionChanged) and event.change.isr is not None:
            was = before.partitions[event.tp]
            left = [b for b in was.isr if b not in event.change.isr]
            acceptable = tuple(b for b in was.replicas if before.brokers[b].is_active and b not in left)
            context = ElectionContext(acceptable, min_isr=min(before.own_min_isr(event.tp.topic, 1), len(was.replicas)))
            if left:
                target = tuple(b for b in was.isr if b not in left)
                change = change_partition(was, PartitionRequest(target_isr=target), context)
                assert change is not None
                assert apply_change(was, change) == step.cluster.partitions[event.tp], event.tp
                asked += 1
        before = step.cluster
    assert asked == 104


def test_a_broker_that_is_fenced_keeps_its_copies_and_none_of_them_has_an_offset():
    cluster = recorded().at(123)
    assert cluster.brokers[2].fenced and cluster.brokers[2].state == "running"
    held = [copies[2] for copies in cluster.replicas.values() if 2 in copies]
    assert len(held) == 19
    assert {(r.log, r.log_end_offset, r.high_watermark) for r in held} == {((), -1, -1)}


def test_time_counts_from_the_first_record_and_never_runs_backwards():
    log = started()
    start = log.records[0].timestamp_ms
    log.lead(102, 2, ms=-500).change("letters", 0, leader=2, ms=10)
    times = [cluster.now_ms for cluster in log.replayed.history.clusters]
    assert times == sorted(times)
    assert times[-1] == max(record.timestamp_ms for record in log.records) - start


def test_a_new_leader_of_the_quorum_is_the_active_controller_and_of_others_only_the_vote_is_known():
    cluster = started().lead(103, 4, ms=2_000).replayed.cluster
    assert (cluster.active_controller, cluster.controller.epoch) == (103, 4)
    assert {node: voter.state for node, voter in cluster.controller.voters.items()} == {
        101: "voter",
        102: "voter",
        103: "leader",
    }


def test_a_transaction_is_there_as_a_whole_or_not_at_all():
    log = started().add("BeginTransactionRecord")
    log.change("letters", 0, leader=2).change("letters", 0, leader=3)
    assert log.replayed.cluster.partitions[LETTERS].leader == 1
    assert log.replayed.undone == 2
    ended = log.add("EndTransactionRecord").replayed
    assert (ended.cluster.partitions[LETTERS].leader, ended.undone) == (3, 0)
    assert "1 → 3" in ended.film().film.captions[-1].diff[0]


def test_a_transaction_that_was_aborted_changes_nothing():
    log = started().add("BeginTransactionRecord").change("letters", 0, leader=2).add("AbortTransactionRecord")
    assert (log.replayed.cluster.partitions[LETTERS].leader, log.replayed.undone) == (1, 1)


def test_a_controller_that_takes_over_in_a_transaction_leads_and_aborts_it():
    log = started().add("BeginTransactionRecord").change("letters", 0, leader=2).lead(102, 2)
    cluster = log.add("AbortTransactionRecord").replayed.cluster
    assert (cluster.active_controller, cluster.partitions[LETTERS].leader) == (102, 1)


@together(
    [
        Log().add("EndTransactionRecord"),
        Log().add("AbortTransactionRecord"),
        Log().add("BeginTransactionRecord").add("BeginTransactionRecord"),
        Log().change("letters", 0, leader=1),
        Log().broker(1, fenced=1),
        Log().add("FenceBrokerRecord", {"id": 1, "epoch": 0}),
        Log().brokers(1).broker(1, brokerEpoch=77, fenced=1),
        Log().add("RegisterBrokerRecord", {"brokerId": -1}),
        Log().add("RegisterBrokerRecord", {"brokerId": "1"}),
        Log().topic("letters", [1]),
        Log().brokers(1).topic("no spaces", [1]),
        Log().brokers(1).topic("<script>", [1]),
        Log().brokers(1).topic("letters", [1]).topic("letters", [1]),
        Log().brokers(1).topic("letters", [1]).place("letters", 2, [1]),
        Log().brokers(1).topic("letters", [1]).place("letters", 0, [1]),
        Log().brokers(1).topic("letters", [1]).change("letters", 1, leader=1),
        Log().brokers(1).topic("letters", [1]).change("letters", 0, replicas=[1, 2]),
        Log().brokers(1).topic("letters", [1]).change("letters", 0, isr="1"),
        Log().brokers(1, 2).topic("letters", [1]).change("letters", 0, isr=[1, 2]),
        Log().brokers(1, 2).topic("letters", [1]).change("letters", 0, leader=2),
        Log().brokers(1).topic("letters", [1]).change("letters", 0, replicas=[], isr=[], leader=-1),
        Log().brokers(1).add("TopicRecord", {"name": "a", "topicId": "id of a"}).place("a", 0, [1], replicas=[]),
        Log().add("FeatureLevelRecord", {"name": 3, "featureLevel": 1}),
        Log().brokers(1).topic("letters", [1]).add("RemoveTopicRecord", {"topicId": "another"}),
    ],
    lambda log: " ".join(record.type for record in log.records)[-60:],
)
def test_a_record_that_cannot_follow_those_before_it_is_named_with_its_place(log):
    with pytest.raises(InvalidArgumentError, match=r"^record \d+: \w+ at offset \d+ .*\.$") as refusal:
        _ = log.replayed
    assert str(refusal.value).count("\n") == 0


def test_a_log_that_begins_behind_a_snapshot_is_refused_and_says_so():
    with pytest.raises(InvalidArgumentError, match="begins behind a snapshot"):
        _ = Log().change("letters", 0, leader=1).replayed


def test_records_of_types_that_nobody_knows_are_counted_and_change_nothing():
    real = started().add("SomethingNewRecord", {"x": 1}).add("SomethingNewRecord").replayed
    assert dict(real.unknown) == {"SomethingNewRecord": 2}
    assert real.cluster.partitions == started().replayed.cluster.partitions


def test_a_topic_can_grow_be_configured_deleted_and_made_anew():
    log = started().place("letters", 1, [2, 3, 1])
    config = {"resourceType": 2, "resourceName": "letters", "name": "min.insync.replicas", "value": "2"}
    log.add("ConfigRecord", config, ms=1_000)
    grown = log.replayed.cluster
    assert grown.topics["letters"].partitions == 2
    assert grown.topics["letters"].configs == {"min_insync_replicas": 2}
    log.add("RemoveTopicRecord", {"topicId": "id of letters"}, ms=1_000)
    assert not log.replayed.cluster.topics and not log.replayed.cluster.replicas
    assert log.topic("letters", [3]).replayed.cluster.partitions[LETTERS].leader == 3


def test_a_config_that_is_unknown_here_stays_the_text_that_it_is():
    log = Log().brokers(1).add("TopicRecord", {"name": "letters", "topicId": "id of letters"})
    log.add("ConfigRecord", {"resourceName": "letters", "name": "new.config", "value": "<b>3</b>"})
    cluster = log.place("letters", 0, [1]).replayed.cluster
    assert cluster.topics["letters"].configs == {"new_config": "<b>3</b>"}


def test_configs_of_brokers_belong_to_no_topic():
    config = {"resourceType": 4, "resourceName": "letters", "name": "min.insync.replicas", "value": "2"}
    assert started().add("ConfigRecord", config).replayed.cluster.topics["letters"].configs == {}


def test_eligible_leader_replicas_can_be_cleared():
    log = started().change("letters", 0, isr=[1], eligibleLeaderReplicas=[2], lastKnownElr=[])
    assert log.replayed.cluster.partitions[LETTERS].elr == (2,)
    assert log.add("ClearElrRecord", {"topicName": "letters"}).replayed.cluster.partitions[LETTERS].elr == ()


def test_a_reassignment_brings_and_takes_copies():
    log = started().brokers(4)
    log.change("letters", 0, replicas=[4, 2, 3, 1], addingReplicas=[4], removingReplicas=[1], ms=1_000)
    assert set(log.replayed.cluster.replicas[LETTERS]) == {1, 2, 3, 4}
    log.change("letters", 0, isr=[2, 3, 4], replicas=[4, 2, 3], addingReplicas=[], removingReplicas=[], leader=4, ms=50)
    cluster = log.replayed.cluster
    assert set(cluster.replicas[LETTERS]) == {2, 3, 4} and cluster.partitions[LETTERS].adding == ()


def test_an_unregistered_broker_goes_unless_a_partition_names_it_still():
    gone = started().brokers(4).add("UnregisterBrokerRecord", {"brokerId": 4, "brokerEpoch": -1}).replayed.cluster
    assert 4 not in gone.brokers
    held = started().add("UnregisterBrokerRecord", {"brokerId": 3}).replayed.cluster
    assert held.brokers[3].fenced


def test_the_records_of_old_releases_fence_and_unfence_too():
    log = started().add("FenceBrokerRecord", {"id": 3, "epoch": 5}, ms=9_000)
    assert log.replayed.cluster.brokers[3].fenced
    assert not log.add("UnfenceBrokerRecord", {"id": 3, "epoch": 5}).replayed.cluster.brokers[3].fenced


def test_a_leader_that_must_recover_was_elected_uncleanly():
    log = started().change("letters", 0, isr=[1]).broker(1, fenced=1)
    log.change("letters", 0, isr=[2], leader=2, leaderRecoveryState=1, ms=5_000)
    row = log.replayed.elections().rows[-1]
    assert (row.after, row.elected, log.replayed.cluster.partitions[LETTERS].recovery) == (2, 2, "RECOVERING")


def test_a_fence_is_a_fence():
    assert [s.event.broker for s in recorded().history.steps if isinstance(s.event, BrokerFenced)] == [2, 3, 3, 1, 3, 2]


@pytest.mark.parametrize("fields", [{"leaderId": 7}, {"grantingVoters": [101, 7]}])
def test_a_leader_or_a_vote_of_nobody_is_refused_where_it_is_read(fields):
    said = {"epoch": 2, "leaderId": 101, "voters": [101, 102, 103], "grantingVoters": [101], **fields}
    log = started().add("LeaderChangeMessage", said)
    with pytest.raises(InvalidArgumentError, match=r"names 7, who is none of the voters \(101, 102, 103\)"):
        log.replayed.film()
