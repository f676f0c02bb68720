"""What real clusters did is recorded for every story of the course; a story that has changed since is found here."""

import json
from collections import Counter

import pytest

from kafkaviz.lab.base import footnote_of
from kafkaviz.rehearsal import RELEASES
from kafkaviz.rehearsal.reasons import reason_not_to
from kafkaviz.rehearsal.recording import stale
from tests.real_course.beside import BESIDE, played_beside
from tests.real_course.record_plays import ROUNDS, known
from tests.real_course.stories import KNOBS, STORIES
from tools.make_played import PAGE, SHIPPED, page, shipped

PLAYS = known()


@pytest.fixture(scope="module")
def labs():
    return {story: build() for story, build in STORIES.items()}


def test_every_story_was_played_as_it_is_now_or_says_why_it_cannot_be(labs):
    assert stale(PLAYS, labs) == {}, "play these anew: python -m tests.real_course.record_plays"
    assert {*PLAYS} == {*labs}


def test_every_story_that_was_played_came_out_as_the_model_says():
    assert {story: play.differences for story, play in PLAYS.items() if play.outcome == "differs"} == {}


def test_many_are_played_and_few_are_not():
    outcomes = Counter(play.outcome for play in PLAYS.values())
    assert outcomes["equal"] >= 110
    assert outcomes["not playable"] * 10 <= len(PLAYS)
    assert {play.era for play in PLAYS.values()} == {*RELEASES}
    assert all(play.release == RELEASES[play.era].release for play in PLAYS.values())


def test_a_reason_is_that_of_the_story(labs):
    for story, play in PLAYS.items():
        assert play.reason == reason_not_to(labs[story]), story


def test_all_were_played_again_and_each_flake_has_its_cause():
    rounds = [json.loads(line) for line in ROUNDS.read_text("utf-8").splitlines()]
    assert len(rounds) >= 2
    assert all(how["cause"] for each in rounds for how in each["differs"].values())


def test_the_page_says_what_was_recorded():
    assert PAGE.read_text("utf-8") == page(PLAYS.values()), "run tools/make_played.py"


def test_the_package_says_what_was_recorded():
    assert SHIPPED.read_text("utf-8") == shipped(PLAYS), "run tools/make_played.py"


def test_what_came_out_alike_says_so_in_the_foot_of_its_film_and_nothing_else_does(labs):
    said = {story: footnote_of(lab) for story, lab in labs.items()}
    assert {story: note.words for story, note in said.items() if note} == {
        story: f"Played on Kafka {play.release} · {play.date}"
        for story, play in PLAYS.items()
        if play.outcome == "equal" and story in KNOBS
    }


def test_every_story_beside_the_course_was_played_as_it_is_now_and_came_out_alike():
    plays = played_beside()
    again = "python -m tests.real_course.beside"
    assert stale(plays, {story: build() for story, build in BESIDE.items()}) == {}, f"play these anew: {again}"
    assert {story for story, play in plays.items() if play.outcome != "equal"} == set()
