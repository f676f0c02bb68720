"""What a play asks and compares, without a cluster: every request has its act, every story its print."""

import json
from types import SimpleNamespace

import pytest

import kafkaviz.model.requests
from kafkaviz import Lab
from kafkaviz.decisions.policies import ERAS
from kafkaviz.ledger.rows import reason_not_compared
from kafkaviz.model.brokers.requests import Kill, Restart
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.request import REQUESTS, Tick
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.model.partitions.topic_requests import Configure
from kafkaviz.rehearsal.acts import ACTS, NO_ACT
from kafkaviz.rehearsal.acts.clients import refused_partitions
from kafkaviz.rehearsal.callbacks import expected_callbacks
from kafkaviz.rehearsal.comparing import differing, error_name, expected_answers, expected_state, readable
from kafkaviz.rehearsal.configs import NOT_IN_A_PLAY_MS, member_props, producer_props, topic_configs
from kafkaviz.rehearsal.play import Difference, Play, moments
from kafkaviz.rehearsal.recording import plays_text, print_of, read, record_play, stale
from kafkaviz.rehearsal.settings import SHORTER_MS, needs_of, shorter_times, time_scale, times_of
from tests.sampling import together

assert kafkaviz.model.requests


def story(**how):
    return Lab(3, **how).create_topic("letters", 2, 3).send("letters", "ABC", ("key", "DEF")).kill(1).tick(9_000)


def test_every_request_has_an_act_or_says_why_it_has_none():
    without = {*REQUESTS.values()} - {*ACTS} - {*NO_ACT}
    silent = [kind.__name__ for kind in without if not reason_not_compared(kind.__doc__)]
    assert not silent, "write its act in kafkaviz/rehearsal/acts/, or a paragraph `Not compared:` in its docstring"
    assert not {*ACTS} & {*NO_ACT} and {*ACTS} | {*NO_ACT} <= {*REQUESTS.values()}


def test_no_step_of_a_story_is_left_out_or_taken_twice():
    lab = story().restart(1).join("app", "C0", "C1", topics=["letters"]).poll(group="app")
    asked = [*moments(lab.history)]
    assert [request for _, request, *_ in asked] == [r for act in lab.history.acts for r in act.requests]
    events = [event for *_, moment, _ in asked for event in moment.events]
    assert events == lab.history.events()
    assert asked[-1][2].after is lab.cluster


def test_an_act_of_several_requests_is_compared_after_the_last():
    rests = [(type(request).__name__, rests) for _, request, _, rests in moments(story().history)]
    assert rests[:4] == [("CreateTopic", True), ("Send", False), ("Send", True), ("Kill", False)]
    assert rests[4:] == [("Tick", True), ("Tick", True)]


def test_callbacks_are_told_as_the_model_calls_them():
    lab = Lab(3, enable_auto_commit=False).create_topic("letters", 2, 1).join("app", "C0", topics=["letters"])
    lab.join("app", "C1", topics=["letters"]).leave("app", "C0")
    told = expected_callbacks(lab.history, lab.policies)
    assert told["app C0"] == [
        ["assigned", ["letters-0", "letters-1"]],
        ["revoked", ["letters-0", "letters-1"]],
        ["assigned", ["letters-0"]],
        ["revoked", ["letters-0"]],
    ]
    assert told["app C1"][0] == ["assigned", ["letters-1"]] and told["app C1"][-1][1] == ["letters-0", "letters-1"]
    older = expected_callbacks(lab.history, lab.policies, "2.3")
    assert older == {**told, "app C0": told["app C0"][:-1]}, "before 2.4 whoever is closed says nothing"
    static = Lab(3, enable_auto_commit=False).create_topic("letters", 2, 1)
    static.join("app", "C0", topics=["letters"], instance_ids=["one"]).leave("app", "C0", wait=False)
    static.join("app", "C1", topics=["letters"], instance_ids=["one"])
    assert expected_callbacks(static.history, static.policies)["app C1"] == [["assigned", ["letters-0", "letters-1"]]]


@pytest.mark.parametrize("protocol", ["cooperative", "consumer"])
def test_where_chance_decides_who_owns_what_callbacks_are_counted(protocol):
    lab = Lab(3, group_protocol=protocol).create_topic("letters", 3, 1).join("app", "C0", topics=["letters"])
    lab.join("app", "C1", topics=["letters"])
    counted = {"cooperative": [[["assigned", 1]], [["assigned", 3], ["revoked", 1]]], "consumer": [1, 2]}
    assert expected_callbacks(lab.history, lab.policies) == {"app": counted[protocol]}


def test_what_differs_is_named_by_its_path():
    model = {"topics": {"t-0": {"leader": 1, "isr": [1, 2]}}, "groups": {}}
    assert differing(model, model) == {}
    assert differing(model, {"topics": {}, "groups": {}}) == {
        "topics t-0": {"model": {"leader": 1, "isr": [1, 2]}, "real": None}
    }
    other = {"topics": {"t-0": {"leader": 2, "isr": [1, 2]}}, "groups": {"app": {}}}
    assert [*differing(model, other)] == ["topics t-0 leader", "groups app"]


def test_the_model_is_read_as_an_administrator_reads_a_cluster():
    lab = story()
    told = expected_state(lab.cluster, lab.policies)
    assert told["topics"]["letters-0"].keys() == {"leader", "isr", "replicas", "elr"}
    assert 1 not in told["topics"]["letters-0"]["isr"]
    assert sorted(value for log in readable(lab.cluster).values() for value, *_ in log) == ["ABC", "DEF"]
    assert expected_answers(lab.history) == ["acknowledged", "acknowledged"]


@together(ERAS)
def test_no_time_is_longer_in_a_play(era):
    usual = ERAS[era]
    assert all(shorter_times(usual)[name] <= getattr(usual, name) for name in SHORTER_MS)
    assert shorter_times(usual._replace(request_timeout_ms=700))["request_timeout_ms"] == 700


def test_a_cluster_is_described_by_what_the_story_needs():
    lab = Lab({1: "east", 2: None}).create_topic("letters")
    needs = needs_of(lab.kafka, lab.history, lab.policies)
    assert needs.racks == ((1, "east"), (2, None)) and needs.controllers == 1 and needs.offsets == ()
    assert needs == needs_of(lab.kafka, lab.send("letters", "A").history, lab.policies)
    asks = Lab(3).create_topic("letters")
    asks.kill_controller(asks.cluster.controller.active)
    assert needs_of(asks.kafka, asks.history, asks.policies).controllers == 3


def test_sizes_and_times_of_logs_are_translated():
    lab = Lab(1).create_topic("letters", segment_bytes=30, retention_ms=60_000).tick(360_000)
    scale = time_scale(lab.history)
    assert scale == pytest.approx(20 / 360)
    own = {"segment_bytes": 30, "retention_ms": 60_000, "segment_ms": 400_000, "delete_retention_ms": -1}
    told = topic_configs(lab.policies, own, "4.4", 10, scale, 360_000)
    assert told["internal.segment.bytes"] == str(3 * 71 + 35) and told["retention.ms"] == "3333"
    assert told["segment.ms"] == "400000" and told["delete.retention.ms"] == "-1", "they end in no wait of the story"
    short = topic_configs(lab.policies, {"retention_ms": 60_000, "segment_ms": 9_000}, "4.4", 10, None, 10_000)
    assert short["retention.ms"] == str(NOT_IN_A_PLAY_MS) and short["segment.ms"] == "9000"
    assert time_scale(story().history) is None
    older = topic_configs(lab.policies, {"segment_bytes": 30}, "2.3", 10, None, 0)
    assert "segment.bytes" in older and "min.insync.replicas" not in older, "a cluster has the usual ones by itself"


def test_clients_get_the_configs_of_their_policies():
    props = producer_props(ERAS["4.4"], "app", "all", shorter_times(ERAS["4.4"]))
    assert (props["acks"], props["enable.idempotence"]) == ("all", "true")
    assert producer_props(ERAS["4.4"], "app", 0, shorter_times(ERAS["4.4"]))["enable.idempotence"] == "false"
    member = member_props(ERAS["4.4"]._replace(group_protocol="consumer"), "g", "C0", None, shorter_times(ERAS["4.4"]))
    assert member["group.protocol"] == "consumer" and "session.timeout.ms" not in member
    assert member_props(ERAS["2.3"], "g", "C0", "one", shorter_times(ERAS["2.3"]))["group.instance.id"] == "one"


@pytest.mark.parametrize(
    ("assignor", "protocol", "config", "said"),
    [
        (None, "eager", "partition.assignment.strategy", "RangeAssignor"),
        ("roundrobin", "eager", "partition.assignment.strategy", "RoundRobinAssignor"),
        ("sticky", "eager", "partition.assignment.strategy", "StickyAssignor"),
        (None, "cooperative", "partition.assignment.strategy", "CooperativeStickyAssignor"),
        (None, "consumer", "group.remote.assignor", "uniform"),
        ("range", "consumer", "group.remote.assignor", "range"),
    ],
)
def test_members_are_told_the_assignor_of_their_lab(assignor, protocol, config, said):
    policies = Lab(3, group_protocol=protocol, **({"assignor": assignor} if assignor else {})).policies
    told = member_props(policies, "g", "C0", None, shorter_times(policies))
    assert told[config].rpartition(".")[2] == said


def test_errors_have_the_names_of_the_model():
    assert error_name("NotEnoughReplicasException") == "NOT_ENOUGH_REPLICAS"
    assert error_name("org.apache.kafka.common.errors.TimeoutException") == "REQUEST_TIMED_OUT"
    assert error_name("TopicExistsException") == "TOPIC_ALREADY_EXISTS"


def test_a_recorded_play_is_known_by_its_story_and_by_no_other(tmp_path):
    lab = story()
    play = Play("a story", "4.4", 4, (Difference(1, "Kill(1)", "leader", 1, 2),), seconds=2.0)
    row = record_play(play, lab, "4.4.0", "2026-11-22")
    assert row.outcome == "differs" and "leader: model 1, real 2" in row.differences[0]
    file = tmp_path / "4.4.jsonl"
    file.write_text(plays_text([row]), "utf-8")
    assert read(file) == {"a story": row} and json.loads(file.read_text("utf-8"))["era"] == "4.4"
    assert stale({"a story": row}, {"a story": story()}) == {}
    others = {
        "another act": story().kill(2),
        "another record": Lab(3)
        .create_topic("letters", 2, 3)
        .send("letters", "ABD", ("key", "DEF"))
        .kill(1)
        .tick(9_000),
        "another config": story(min_insync_replicas=2),
        "another era": story(kafka="3.9"),
    }
    for what, lab in others.items():
        assert stale({"a story": row}, {"a story": lab}) == {"a story": "it is not the story that was played"}, what
    assert stale({}, {"a story": story()}) == {"a story": "it was never played"}


def test_an_outcome_that_changes_changes_the_print(monkeypatch):
    lab = story()
    before = print_of(lab)
    step = lab.history.steps[-1]
    tp = next(iter(step.cluster.partitions))
    changed = step.cluster.partitions[tp]._replace(leader=None)
    lied = step.cluster._replace(partitions={**step.cluster.partitions, tp: changed})
    lab.history = lab.history._replace(steps=(*lab.history.steps[:-1], step._replace(cluster=lied)))
    assert print_of(lab) != before


def test_kills_and_ticks_are_told_apart_by_their_print():
    assert print_of(Lab(3).kill(1)) != print_of(Lab(3).kill(2)) != print_of(Lab(3).tick(5))
    assert Kill in ACTS and Tick in ACTS


@together([("2.3", "NOT_ENOUGH_REPLICAS"), ("3.9", None), ("4.4", None)])
def test_more_in_sync_than_there_are_replicas_is_asked_for_before_kip_966_alone(era, answer):
    # A real 2.3.1 refuses each record of such a topic, and a real 4.4.0 takes it.
    lab = Lab(2, kafka=era, acks="all", min_insync_replicas=2).create_topic("letters", 1, 1)
    lab.ask(Send("letters", b"ABC"), expect=answer)
    assert len(lab.cluster.log("letters", 0)) == (answer is None)


def test_of_an_act_that_is_refused_the_refused_request_alone_is_asked():
    lab = Lab(2, min_insync_replicas=2).create_topic("letters", 1, 2).kill(2)
    lab.ask(Send("letters", b"ABC"), Send("letters", b"DEF"), expect="NOT_ENOUGH_REPLICAS")
    asked = [request for number, request, *_ in moments(lab.history) if number == len(lab.history.acts)]
    assert len(asked) == 1


def moment_of(lab, kind):
    """Returns the last moment of a story in which something of this kind is asked."""
    return [(request, moment) for _, request, moment, _ in moments(lab.history) if isinstance(request, kind)][-1]


def test_a_time_that_is_over_in_no_wait_of_the_story_does_not_pass_unnoticed():
    quiet = story().pause(2).tick(1_000)
    assert times_of(quiet.history, quiet.policies)["replica_lag_time_max_ms"] == NOT_IN_A_PLAY_MS
    lags = Lab(3).create_topic("letters", 1, 3).pause(3).send("letters", "ABC").tick(46_000)
    assert times_of(lags.history, lags.policies)["replica_lag_time_max_ms"] == SHORTER_MS["replica_lag_time_max_ms"]
    long = ("metadata_max_age_ms", "max_poll_interval_ms", "delivery_timeout_ms")
    assert [times_of(quiet.history, quiet.policies)[name] for name in long] == [300_000, 300_000, 120_000]
    waits = story().tick(300_000)
    assert times_of(waits.history, waits.policies)["metadata_max_age_ms"] == SHORTER_MS["metadata_max_age_ms"]


def test_a_config_that_topics_do_not_have_is_asked_for_as_well():
    lab = Lab(1).create_topic("letters").configure("letters", expect="INVALID_CONFIG", configs={"no.such": 1})
    request, moment = moment_of(lab, Configure)
    asked = []
    run = SimpleNamespace(
        policies=lab.policies, kafka="4.4", largest_bytes=10, time_scale=None, waits_ms=0, topic=str,
        admin=lambda operation, **fields: asked.append(fields["configs"]) or {},
    )  # fmt: skip
    ACTS[Configure](run, request, moment)
    assert asked == [{"no.such": "1"}]


def test_a_refused_record_without_a_key_goes_to_the_partition_that_was_drawn():
    lab = Lab(3, min_insync_replicas=2).create_topic("letters", assignment=[[1, 2], [2, 3]]).stop(1)
    lab.send("letters", "ABC", expect="NOT_ENOUGH_REPLICAS", partition=0)
    _, moment = moment_of(lab, Send)
    assert [*refused_partitions(moment, "letters")] == [("letters", 0)]


def test_a_broker_that_starts_again_is_held_up_no_more():
    lab = story().pause(2).kill(2).restart(2)
    request, moment = moment_of(lab, Restart)
    did = []
    proxy = SimpleNamespace(unstall=did.append, reconnect=did.append)
    cluster = SimpleNamespace(start_node=lambda broker: True)
    run = SimpleNamespace(stage=SimpleNamespace(proxy=proxy, cluster=cluster), is_refused=lambda moment: False)
    ACTS[type(request)](run, request, moment)
    assert did == [2, 2]


def test_nobody_is_given_back_what_it_led_in_a_story_that_does_not_wait_for_it():
    config = {lab: dict(needs_of("2.4", lab.history, lab.policies).configs)["auto.leader.rebalance.enable"]
              for lab in (story(kafka="2.4"), story(kafka="2.4").tick(300_000))}  # fmt: skip
    assert [*config.values()] == ["false", "true"]


def test_where_brokers_are_controllers_as_many_vote_as_in_the_lab():
    lab = Lab(3, process_roles="combined").create_topic("letters", 1, 3)
    assert needs_of("4.4", lab.history, lab.policies).controllers == 3
    assert needs_of("4.4", story().history, story().policies).controllers == 1


def test_where_chance_decides_who_owns_the_same_stands_for_a_member():
    lab = Lab(3, group_protocol="consumer").create_topic("t", 2, 1).join("app", "C0", "C1", topics=["t"]).tick(10_000)
    request, moment = moment_of(lab.poll(group="app", member="C0"), GroupPoll)
    [mine] = map(str, lab.cluster.groups["app"].members["C0"].owned)
    [others] = map(str, lab.cluster.groups["app"].members["C1"].owned)
    said = {"members": [{"client": "C0", "partitions": [others]}, {"client": "C1", "partitions": [mine]}]}
    read = []
    run = SimpleNamespace(
        is_share=False, policies=lab.policies, group=str, name_of_topic=str, has_member=lambda group, name: True,
        stage=SimpleNamespace(look=lambda *args, **fields: said), member=lambda group, name: (None, name),
        read=lambda operation, client, *args: read.append(client) or {},
    )  # fmt: skip
    ACTS[GroupPoll](run, request, moment)
    assert read == ["C1"]
