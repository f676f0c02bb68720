"""What cannot be played on a real cluster, each with its reason."""

import pytest

from kafkaviz import Lab
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.rehearsal.acts import ACTS
from kafkaviz.rehearsal.play import answer_differs, moments
from kafkaviz.rehearsal.reasons import reason_not_to
from tests.sampling import together


def story():
    return Lab(3).create_topic("letters", 2, 3).send("letters", "ABC").kill(1)


@pytest.mark.parametrize(
    ("begun", "reason"),
    [
        (lambda: story(), None),
        (lambda: story().flush(2), None),
        (lambda: story().kill(2, power_lost=True), "a power cut"),
        (lambda: story().tick(7_200_000), "it waits for 7,200 s"),
        (lambda: Lab(3, elect_leader=lambda *a, **k: None).create_topic("letters"), "its elect_leader is not Kafka's"),
        (lambda: Lab(3, placer=lambda *a, **k: [[1]]).create_topic("letters"), "its placer is not Kafka's"),
        (lambda: Lab(3, replica_selector=lambda *a, **k: 1).create_topic("letters"), "its replica_selector is not"),
        (lambda: Lab(3, assignor=lambda *a, **k: {}).create_topic("letters"), "its assignor is not Kafka's"),
        (lambda: Lab(3, assignor="range", group_protocol="consumer").create_topic("letters"), None),
        (lambda: Lab(3, partitioner=lambda *a, **k: 0).create_topic("letters"), None),
    ],
)
def test_a_story_that_cannot_be_played_says_why(begun, reason):
    said = reason_not_to(begun())
    assert said == reason if reason is None else said.startswith(reason)


def test_a_story_with_a_request_that_has_no_act_cannot_be_played(monkeypatch):
    monkeypatch.delitem(ACTS, Kill)
    assert reason_not_to(story()) == "nobody has written yet what Kill is on a real cluster"


@together(
    [
        ("3.9", {"controller": "quorum"}, None),
        ("2.3", {"controller": "quorum"}, "Kafka 2.3 has no controller=quorum"),
        ("4.4", {"controller": "zookeeper"}, "Kafka 4.4 has no controller=zookeeper"),
        ("2.3", {"group_protocol": "cooperative"}, "Kafka 2.3 has no group_protocol=cooperative"),
        ("3.9", {"group_protocol": "share"}, "Kafka 3.9 has no group_protocol=share"),
        ("2.3", {"eligible_leader_replicas_enable": True}, "Kafka 2.3 has no eligible_leader_replicas=on"),
    ]
)
def test_a_setting_that_its_release_lacks_cannot_be_played(kafka, settings, lacking):
    assert reason_not_to(Lab(3, kafka=kafka, **settings).create_topic("letters")) == lacking


def test_a_record_that_waits_in_its_producer_at_the_end_cannot_be_played():
    begun = Lab(3, linger_ms=50).create_topic("letters", 1, 1).send("letters", "A", flush=False)
    reason = "at its end a record waits in its producer until time passes, as it always does on a real cluster"
    assert reason_not_to(begun) == reason
    assert reason_not_to(begun.fork().tick(50)) is None
    assert reason_not_to(begun.fork().kill(1)) is None, "nobody leads, so it waits on a real cluster too"
    assert reason_not_to(Lab(3, linger_ms=60_000).create_topic("letters").send("letters", "A", flush=False)) is None


def test_polls_of_a_share_group_that_ask_for_different_numbers_cannot_be_played():
    begun = Lab(3, group_protocol="share").create_topic("letters").send("letters", "ABCD")
    begun.join("app", "C1", topics=["letters"]).poll(group="app", max_records=2)
    assert reason_not_to(begun.fork().poll(group="app", max_records=2)) is None
    assert reason_not_to(begun.poll(group="app")) == "a share consumer's max.poll.records is the same for all its polls"


def test_a_share_group_whose_members_have_different_partitions_cannot_be_played():
    begun = Lab(3, group_protocol="share").create_topic("letters", 2, 1).send("letters", "A", partition=0)
    shared = begun.fork().join("app", "C1", "C2", topics=["letters"]).poll(group="app", member="C1")
    assert reason_not_to(shared).startswith("which member of a share group has which partition is chance")
    assert reason_not_to(begun.join("app", "C1", topics=["letters"]).poll(group="app")) is None
    one = Lab(3, group_protocol="share").create_topic("letters", 1, 1).send("letters", "A")
    assert reason_not_to(one.join("app", "C1", "C2", topics=["letters"]).poll(group="app", member="C1")) is None


def test_a_poll_that_several_brokers_answer_cannot_be_played():
    begun = Lab(3, group_protocol="share").create_topic("letters", 2, 1)
    begun.send("letters", "A", partition=0).send("letters", "B", partition=1).join("app", "C1", topics=["letters"])
    reason = "a poll of a share consumer returns with what one broker answers, and the model's with what all lend"
    assert reason_not_to(begun.fork().poll(group="app", max_records=1)) is None, "one broker answered"
    assert reason_not_to(begun.fork().poll(group="app")) == reason


@together(
    [
        ("4.4", {}, lambda lab: lab.remove_broker(2), True),
        ("4.4", {}, lambda lab: lab.configure("letters", min_insync_replicas=1), True),
        ("4.4", {}, lambda lab: lab.delete_topic("letters"), False),
        ("3.9", {"controller": "quorum"}, lambda lab: lab.configure("letters", min_insync_replicas=1), True),
        ("3.9", {"controller": "quorum"}, lambda lab: lab.reassign("letters", 0, [2]), False),
    ]
)
def test_controllers_may_be_asked_for_some_things_where_no_broker_is_up(kafka, settings, asked, may_be):
    dead = Lab(2, kafka=kafka, **settings).create_topic("letters", 1, 2).kill(1).kill(2)
    reason = "no broker is up, and the controllers may not be asked for this"
    assert reason_not_to(asked(dead)) == (None if may_be else reason)


@pytest.mark.parametrize("kafka", ["2.3", "4.4"])
def test_a_topic_that_is_made_for_brokers_that_are_away_is_played_in_a_quorum_only(kafka):
    begun = Lab(3, kafka=kafka).create_topic("letters").kill(2)
    begun.create_topic("others", assignment=[[2]], expect="INVALID_REPLICA_ASSIGNMENT")
    assert (reason_not_to(begun) is None) == (kafka == "4.4")


@together([("2.3", None, True), ("2.3", 2, False), ("3.9", 2, False), ("4.4", 2, True)])
def test_that_somebody_waited_in_vain_for_partitions_that_are_there_is_no_difference(kafka, killed, differs):
    lab = Lab(2, kafka=kafka).create_topic("letters", assignment=[[1], [2]])
    lab = (lab if killed is None else lab.kill(killed)).add_partitions("letters", 3)
    *_, (number, request, moment, _) = moments(lab.history)
    found = [*answer_differs(number, str(request), {"error": "TimeoutException"}, moment)]
    assert bool(found) == differs


@pytest.mark.parametrize("kafka", ["2.3", "2.4", "0.10", "3.9", "4.4"])
def test_who_fetches_without_a_session_is_played_from_3_9_on(kafka):
    leader, follower = (Lab(3, kafka=kafka).create_topic("letters", 1, 3).cut_off(broker) for broker in (1, 3))
    reason = "up to 2.4 a leader takes in again who fetches without a session, which the model leaves out"
    assert reason_not_to(leader) is None
    assert reason_not_to(follower) == (None if kafka in ("3.9", "4.4") else reason)


@together([("eager", False), ("consumer", True)])
def test_a_broker_that_goes_while_a_group_has_not_heard_of_new_partitions_cannot_be_played(protocol, is_played):
    lab = Lab(3, group_protocol=protocol).create_topic("letters", 1, 3).join("app", "C0", topics=["letters"])
    reason = "a consumer that misses a leader asks which partitions there are, which the model leaves out"
    assert reason_not_to(lab.fork().kill(1)) is None
    assert reason_not_to(lab.add_partitions("letters", 2).kill(1)) == (None if is_played else reason)


def test_a_leader_epoch_that_ends_meanwhile_cannot_be_played_either():
    lab = Lab(4).create_topic("letters", assignment=[(1, 2, 3)]).create_topic("orders", assignment=[(1, 2, 3)])
    lab.join("app", "C0", topics=["letters"])
    reason = "a consumer that misses a leader asks which partitions there are, which the model leaves out"
    assert reason_not_to(lab.fork().reassign("letters", 0, [1, 2])) is None
    unaware = lab.add_partitions("letters", 2)
    assert reason_not_to(unaware.fork().reassign("orders", 0, [1, 2])) is None
    assert reason_not_to(unaware.reassign("letters", 0, [1, 2])) == reason


def test_who_reads_on_from_a_leader_that_is_cut_off_cannot_be_played():
    lab = Lab(4).create_topic("letters", assignment=[(1, 2, 3)]).send("letters", "A").poll("letters").cut_off(1)
    reason = "a leader that is cut off goes on answering those who know of no other one, which the model leaves out"
    # As long as both have the same records, a reader notices nothing.
    assert reason_not_to(lab.fork().poll("letters")) is None
    # The producer that knows it gets no answer, asks again, and sends to the new leader.
    assert reason_not_to(lab.send("letters", "B", flush=False).tick(60_000)) is None
    assert reason_not_to(lab.fork().poll("letters", consumer="late")) is None
    assert reason_not_to(lab.poll("letters")) == reason


def test_a_limit_that_is_too_low_for_the_records_of_several_partitions_leaves_them_to_chance():
    lab = Lab(3, auto_offset_reset="earliest").create_topic("letters", 2, 3)
    lab.send("letters", "A", "B", partition=0).send("letters", "C", partition=1).join("app", "C0", topics=["letters"])
    reason = "from which partitions a poll with a limit takes its records is chance: whose came first"
    assert reason_not_to(lab.fork().poll(group="app", max_records=3)) is None
    assert reason_not_to(lab.fork().poll(group="app", max_records=2)) == reason
    assert reason_not_to(lab.ask(Poll("letters", max_poll_records=2))) == reason
    alone = Lab(3).create_topic("letters", 1, 3).send("letters", "A", "B")
    assert reason_not_to(alone.ask(Poll("letters", max_poll_records=1))) is None


@together([("share", False), ("consumer", True)])
def test_a_share_group_beside_a_paused_follower_cannot_be_played(protocol, is_played):
    lab = Lab(3, group_protocol=protocol).create_topic("letters", 1, 3).send("letters", "A")
    lab.join("app", "C0", topics=["letters"])
    reason = "while a follower is paused a share group's coordinator waits for it, which the model leaves out"
    assert reason_not_to(lab.fork().poll(group="app").pause(2)) is None
    assert reason_not_to(lab.pause(2).poll(group="app")) == (None if is_played else reason)


@together([("2.3", False), ("4.4", True)])
def test_a_group_that_was_refused_for_want_of_brokers_cannot_be_played_with_zookeeper(kafka, is_played):
    lab = Lab(2, kafka=kafka).create_topic("letters")
    lab.ask(Join("app", ("C0",), ("letters",)), expect="COORDINATOR_NOT_AVAILABLE")
    reason = "the topic of offsets is there when a play begins, and here a group was refused for want of brokers"
    assert reason_not_to(lab) is None
    lab.add_broker(3).join("app", "C0", topics=["letters"])
    assert reason_not_to(lab) == (None if is_played else reason)


@together([("eager", False), ("cooperative", False), ("consumer", True)])
def test_a_group_whose_coordinator_is_cut_off_is_played_where_it_stops_answering(protocol, is_played):
    lab = Lab(3, group_protocol=protocol).create_topic("letters", 2, 3).join("app", "C0", topics=["letters"])
    cut = lab.cut_off(lab.cluster.groups["app"].coordinator)
    reason = "a coordinator that is cut off goes on answering classic members, which the model leaves out"
    assert reason_not_to(cut.tick(10_000)) == (None if is_played else reason)


def test_what_nobody_may_ask_the_controllers_for_is_a_difference_only_where_the_model_does_it():
    dead = Lab(2).create_topic("letters", 1, 2).kill(1).kill(2)
    refused = dead.fork().elect_preferred("letters", 0, expect="PREFERRED_LEADER_NOT_AVAILABLE")
    done = dead.fork().delete_topic("letters")
    for lab, differs in ((refused, []), (done, [("error", None, "UNSUPPORTED_ENDPOINT_TYPE")])):
        *_, (number, request, moment, _) = moments(lab.history)
        found = answer_differs(number, str(request), {"error": "UnsupportedEndpointTypeException"}, moment)
        assert [(each.what, each.model, each.real) for each in found] == differs
