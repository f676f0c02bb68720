"""Whose choice a leader was is said, and what it costs, in numbers."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.elections import Election
from kafkaviz.player.text import story


def my_highest_alive(replicas, isr, eligible, **_):
    return max(eligible, default=None)


def my_unclean_highest(replicas, isr, eligible, **_):
    return Election(max(eligible, default=None), True)


def my_last_of_the_isr(replicas, isr, eligible, **_):
    return max((broker for broker in isr if broker in eligible), default=None)


def said(rule):
    """What the film says once broker 3, which has stopped fetching and left the ISR, may lead in the place of 1."""
    lab = Lab(elect_leader=rule, min_insync_replicas=2).create_topic("letters", assignment=[[1, 2, 3]])
    return story(lab.pause(3).send("letters", "ABC", "DEF").tick(50_000).kill(1).film().film)


@pytest.mark.parametrize("rule", [my_highest_alive, my_unclean_highest])
def test_a_learners_election_outside_the_isr_is_called_the_learners_with_what_it_costs(rule):
    told = said(rule)
    assert f"{rule.__name__} chose broker 3, outside the ISR {{1, 2}}, of which broker" in told
    assert "could lead; 2 records that only they had will be cut off." in told
    assert "An unclean election" not in told, "nobody was out of the ISR for want of a better one"


def test_a_learners_election_within_the_isr_names_who_was_alive():
    told = said(my_last_of_the_isr)
    assert "my_last_of_the_isr chose broker 2; live are 1, 2 and 3." in told


def test_where_nobody_who_could_lead_lives_that_is_said():
    lab = Lab(brokers=2, elect_leader=my_unclean_highest).create_topic("letters", assignment=[[1, 2]])
    told = story(lab.kill(2).send("letters", "ABC").kill(1).restart(2).film().film)
    assert "my_unclean_highest chose broker 2, outside the ELR {1}, of which nobody lives; 1 record that only" in told


def test_kafkas_own_unclean_election_stays_one():
    lab = Lab(brokers=2, unclean_leader_election_enable=True).create_topic("letters", assignment=[[1, 2]])
    told = story(lab.kill(2).send("letters", "ABC").kill(1).restart(2).film().film)
    assert "An unclean election: nobody of {1} could lead, and unclean.leader.election.enable is true; 1 record" in told


def test_a_partition_that_nobody_leads_has_no_new_leader() -> None:
    lab = Lab(3).create_topic("t", assignment=[[1], [1], [2]]).kill(1)
    assert "Broker 1 is fenced; t-0, t-1 have no leader any more." in lab.story()
    lab = Lab(3).create_topic("one", assignment=[[1]]).create_topic("two", assignment=[[1, 2]]).kill(1)
    assert "Broker 1 is fenced; a new leader: two-0 → broker 2; one-0 has no leader any more." in lab.story()


def test_a_broker_that_returns_names_no_epoch_that_its_kafka_would_not_give() -> None:
    """Kafka: the offset of the registration record; with ZooKeeper the id of a transaction, and before 2.2 none."""
    lab = Lab(3).create_topic("t", assignment=[[1, 2]]).kill(1).restart(1)
    assert "It registers again, under a new broker epoch, and follows: its one replica holds 0 records" in story(
        lab.film().film
    )
    old = Lab(3, kafka="0.10").create_topic("t", assignment=[[1, 2]]).kill(1).restart(1)
    assert "It writes /brokers/ids/1 anew, and follows: its one replica holds 0 records" in story(old.film().film)
