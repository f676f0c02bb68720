"""What cannot be played on a real cluster, each with its reason."""

import pytest

from kafkaviz import Lab
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.rehearsal.acts import ACTS
from kafkaviz.rehearsal.play import answer_differs, moments, reason_not_to
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


@pytest.mark.parametrize("kafka", ["2.3", "2.4", "0.10", "3.9", "4.4"])
def test_who_fetches_without_a_session_is_played_from_3_9_on(kafka):
    leader, follower = (Lab(3, kafka=kafka).create_topic("letters", 1, 3).cut_off(broker) for broker in (1, 3))
    reason = "up to 2.4 a leader takes in again who fetches without a session, which the model leaves out"
    assert reason_not_to(leader) is None
    assert reason_not_to(follower) == (None if kafka in ("3.9", "4.4") else reason)


def test_what_nobody_may_ask_the_controllers_for_is_a_difference_only_where_the_model_does_it():
    dead = Lab(2).create_topic("letters", 1, 2).kill(1).kill(2)
    refused = dead.fork().elect_preferred("letters", 0, expect="PREFERRED_LEADER_NOT_AVAILABLE")
    done = dead.fork().delete_topic("letters")
    for lab, differs in ((refused, []), (done, [("error", None, "UNSUPPORTED_ENDPOINT_TYPE")])):
        *_, (number, request, moment, _) = moments(lab.history)
        found = answer_differs(number, str(request), {"error": "UnsupportedEndpointTypeException"}, moment)
        assert [(each.what, each.model, each.real) for each in found] == differs
