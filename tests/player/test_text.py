"""A film can be read aloud."""

import pytest

from kafkaviz.player.text import clock, step_number, story
from kafkaviz.scene.values import Caption, Film


def test_the_story_tells_when_who_what_why_and_what_changed(film):
    lines = story(film).splitlines()
    assert lines[0] == "How a leader is replaced (5 steps)"
    assert lines[1] == "1. Three brokers, four partitions, everyone in sync."
    assert lines[2].startswith("2. producer: Producer 1 sends “f”")
    assert lines[3] == "   why: The key's hash chooses the partition; only its leader takes writes."
    assert lines[-4].startswith("   why: broker.session.timeout.ms is 9000")
    assert lines[-3:] == [
        "   letters-1: leader 2 → 1",
        "   letters-1: ISR {1, 2, 3} → {1, 3}",
        "   letters-1: epoch 0 → 1",
    ]


def test_a_time_is_told_when_it_moves_on():
    captions = tuple(Caption(cap, ms=ms) for cap, ms in (("a", 0), ("b", 500), ("c", 500), ("d", 12_500)))
    told = story(Film("t", captions, {}, {}, "")).splitlines()[1:]
    assert told == ["1. a", "2. [500 ms] b", "3. c", "4. [12.5 s] d"]


def test_one_step_can_be_told_from_either_end(film):
    assert story(film, 2) == story(film, -3)
    assert story(film, 2).startswith("3. [500 ms] follower: Broker 1 fetches")


@pytest.mark.parametrize("step", [5, -6])
def test_a_step_that_is_not_there_is_named(film, step):
    with pytest.raises(IndexError, match=f"This film has 5 steps, so step {step} is none of them"):
        step_number(film, step)


def test_long_times_keep_their_milliseconds():
    assert [clock(ms) for ms in (0, 999, 1000, 18_000, 3_600_001)] == ["0 ms", "999 ms", "1 s", "18 s", "3600 s"]
