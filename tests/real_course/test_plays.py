"""Stories of the course on real clusters: a handful in `make check`, all of them and every lie in `make weekly`."""

import threading
import time
from collections import Counter

import pytest

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.rehearsal import MissingToolError
from kafkaviz.rehearsal.jars import kafka_jars
from kafkaviz.rehearsal.jvm import java
from kafkaviz.rehearsal.play import play
from kafkaviz.rehearsal.plays import play_all
from kafkaviz.rehearsal.settings import needs_of
from kafkaviz.rehearsal.stage import Stage
from tests.real_course.lies import LIES
from tests.real_course.stories import STORIES
from tests.sampling import only_weekly

HANDFUL = (
    "nb05.copies()",
    "nb06.lost_answer(enable_idempotence=False)",
    "nb07.failover()",
    "nb11.parcels()",
    "nb09.one_crashes(kafka=2.3)",
)
LATE_S = 1.5
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True, scope="module")
def clusters_can_be_started() -> None:
    try:
        java()
        kafka_jars("4.4")
    except MissingToolError as missing:
        pytest.skip(str(missing))


def test_a_handful_comes_out_as_the_model_says():
    plays = [*play_all({story: STORIES[story]() for story in HANDFUL})]
    assert {play.story: play.differences for play in plays if play.outcome != "equal"} == {}
    assert len(plays) == len(HANDFUL)


@only_weekly
def test_nothing_is_sent_to_a_leader_that_does_not_know_that_it_leads():
    """Its first batch would be refused, the next be taken, and the first be out of order until its time is over."""
    lab = Lab(2).create_topic("letters").send("letters", "ABC").send("letters", "DEF")
    leader = lab.cluster.partitions[TopicPartition("letters", 0)].leader
    with Stage(needs_of(lab.kafka, lab.history, lab.policies)) as stage:
        stage.proxy.cut_off(leader)
        threading.Timer(LATE_S, stage.proxy.reconnect, [leader]).start()
        began_s, ended_s = time.monotonic(), dict[int, float]()
        played = play(lab, "late", stage, lambda act: ended_s.setdefault(act, time.monotonic()))
    assert played.outcome == "equal"
    assert ended_s[1] - began_s >= LATE_S


@only_weekly
def test_every_story_comes_out_as_the_model_says():
    plays = [*play_all({story: build() for story, build in STORIES.items()})]
    print(Counter(play.outcome for play in plays))
    assert {play.story: play.differences for play in plays if play.outcome == "differs"} == {}


@only_weekly
def test_every_lie_is_caught():
    plays = [*play_all({lie: build() for lie, build in LIES.items()})]
    assert len(plays) == len(LIES) >= 20
    assert {play.story for play in plays if play.outcome != "differs"} == set()
