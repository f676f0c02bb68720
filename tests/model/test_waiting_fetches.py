"""A fetch that finds no record waits at the leader, so a follower hears late of what is committed, or never."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.event import TimeAdvanced
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.scenarios import nb06
from kafkaviz.scene.film.director import film_of
from tests.sampling import every

P0 = TopicPartition("letters", 0)


def marks(lab: Lab) -> list[int]:
    """Returns the high watermark that each broker knows."""
    return [copy.high_watermark for copy in lab.cluster.replicas[P0].values()]


def a_record(**how: object) -> Lab:
    return Lab(acks="all", **how).create_topic("letters", assignment=[[1, 2, 3]]).send("letters", "ABC")


@pytest.mark.parametrize("kafka", every(2, ERAS))
def test_followers_hear_of_the_high_watermark_when_their_fetch_has_waited(kafka: str) -> None:
    lab = a_record(kafka=kafka)
    assert marks(lab) == [1, 0, 0], "the answer with the record was on its way before it was committed"
    assert marks(lab.tick(499)) == [1, 0, 0]
    assert marks(lab.tick(1)) == [1, 1, 1]


def test_they_hear_of_it_with_the_next_record() -> None:
    assert marks(a_record().send("letters", "DEF")) == [2, 1, 1]


def test_how_long_a_fetch_waits_is_a_config() -> None:
    assert marks(a_record(replica_fetch_wait_max_ms=0)) == [1, 1, 1]
    assert marks(a_record(replica_fetch_wait_max_ms=900).tick(899)) == [1, 0, 0]
    with pytest.raises(InvalidArgumentError, match="a follower would leave the ISR while its fetch waits"):
        Lab(replica_lag_time_max_ms=400)


def test_a_leader_that_dies_takes_the_waiting_fetch_with_it_and_nothing_is_lost() -> None:
    lab = a_record(min_insync_replicas=2).kill(1)
    assert marks(lab)[1] == 1, "the new leader finds out what both have"
    assert [record.value for record in lab.cluster.log(*P0)] == [b"ABC"] and not lab.lost().rows


def test_a_follower_that_catches_up_hears_of_it_with_what_it_copies() -> None:
    lab = a_record().tick(500).pause(3).send("letters", "DEF", acks=1).resume(3)
    assert [copy.log_end_offset for copy in lab.cluster.replicas[P0].values()] == [2, 2, 2]
    assert marks(lab) == [2, 1, 1] and marks(lab.tick(500)) == [2, 2, 2]


@pytest.mark.parametrize("kafka", ["0.10", "2.3"])
def test_a_new_epoch_of_the_same_leader_takes_no_record_away(kafka: str) -> None:
    lab = a_record(kafka=kafka).kill(2, detect=False)
    before = len(lab.history.steps)
    lab.tick(lab.policies.session_timeout_ms)
    dropped = [
        step.event
        for step in lab.history.steps[before:]
        if isinstance(step.event, LogTruncated) and step.event.broker == 3 and step.event.offset < 1
    ]
    assert lab.cluster.partitions[P0].leader_epoch == 1 and not dropped


@pytest.mark.parametrize("rule", nb06.RULES)
def test_a_change_of_leader_ends_as_it_did_on_real_clusters(rule: str) -> None:
    """Recorded on three brokers of 0.10.2.2 and of 2.3.1: leaders and ISRs in this order, and what was on each disk."""
    lab = nb06.leader_change(rule)
    states = [
        (part.leader, set(part.isr))
        for part in (cluster.partitions.get(P0) for cluster in lab.history.clusters)
        if part
    ]
    changes = [state for n, state in enumerate(states) if n == 0 or states[n - 1] != state]
    assert changes == [(1, {1, 2, 3}), (2, {2, 3}), (3, {3}), (3, {2, 3}), (3, {1, 2, 3})]
    kept = ["ABC@0"] if rule == "high watermark" else ["ABC@0", "DEF@0"]
    assert nb06.logs(lab) == {1: kept, 2: kept, 3: kept}


def test_what_is_heard_while_time_passes_is_no_frame_of_its_own() -> None:
    film = film_of(a_record().tick(500).history)
    assert film.captions[-1].kind == TimeAdvanced.__name__ and "learn" not in {caption.tag for caption in film.captions}


def test_a_new_leader_that_finds_out_what_was_promised_tells_nothing() -> None:
    lab = a_record().kill(1)
    after = [caption for caption in film_of(lab.history).captions if caption.ms]
    assert "commit" not in {caption.tag for caption in after}
    assert not any("HW" in line for caption in after for line in caption.diff)
