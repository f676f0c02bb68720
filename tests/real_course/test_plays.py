"""Stories of the course on real clusters: a handful in `make check`, all of them and every lie in `make weekly`."""

from collections import Counter

import pytest

from kafkaviz.rehearsal import MissingToolError
from kafkaviz.rehearsal.jars import kafka_jars
from kafkaviz.rehearsal.jvm import java
from kafkaviz.rehearsal.plays import play_all
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
def test_every_story_comes_out_as_the_model_says():
    plays = [*play_all({story: build() for story, build in STORIES.items()})]
    print(Counter(play.outcome for play in plays))
    assert {play.story: play.differences for play in plays if play.outcome == "differs"} == {}


@only_weekly
def test_every_lie_is_caught():
    plays = [*play_all({lie: build() for lie, build in LIES.items()})]
    assert len(plays) == len(LIES) >= 20
    assert {play.story for play in plays if play.outcome != "differs"} == set()
