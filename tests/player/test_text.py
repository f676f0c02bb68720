"""A film can be read aloud."""

import pytest

from kafkaviz.player.gates import step_number
from kafkaviz.player.text import clock, story
from kafkaviz.scene.values import Caption, Film, Lamp


def test_the_story_tells_when_who_what_why_and_what_changed(film):
    lines = story(film).splitlines()
    assert lines[0] == "How a leader is replaced (9 steps)"
    assert lines[1] == "1. Topic letters has a partition with three copies: broker 1 leads it."
    assert lines[3].startswith("2. producer: The leader, broker 1, writes ABC")
    assert lines[4] == "   why: A producer writes to the leader only. White and dashed: written, not yet safe."
    fence = lines.index("8. controller: The session snaps: broker 1 is fenced, and a new leader is written down.")
    assert lines[fence + 2 : fence + 5] == [
        "   letters-0: leader 1 → 2",
        "   letters-0: ISR {1, 2, 3} → {2, 3}",
        "   letters-0: epoch 0 → 1",
    ]


def test_a_time_is_told_when_it_moves_on():
    captions = tuple(Caption(cap, ms=ms) for cap, ms in (("a", 0), ("b", 500), ("c", 500), ("d", 12_500)))
    told = story(Film("t", captions, {}, {}, "")).splitlines()[1:]
    assert told == ["1. a", "2. [500 ms] b", "3. c", "4. [12.5 s] d"]


def test_one_step_can_be_told_from_either_end(film):
    assert story(film, 2) == story(film, -7)
    assert story(film, 2).startswith("3. follower: Brokers 2 and 3 ask")


@pytest.mark.parametrize("step", [9, -10])
def test_a_step_that_is_not_there_is_named(film, step):
    with pytest.raises(IndexError, match=f"This film has 9 steps, so step {step} is none of them"):
        step_number(film, step)


def test_long_times_keep_their_milliseconds():
    assert [clock(ms) for ms in (0, 999, 1000, 18_000, 3_600_001)] == ["0 ms", "999 ms", "1 s", "18 s", "3600 s"]


LAMPS = (Lamp("Somebody leads", 6, "Nobody leads letters-0."), Lamp("Time goes on"), Lamp("All is well", 0))


def test_what_is_kept_stands_first_and_what_is_broken_with_the_step_that_breaks_it(film):
    lines = story(film._replace(promises=LAMPS)).splitlines()
    assert lines[1:4] == [
        "✓ 1 promise kept",
        "✗ Broken: Somebody leads · Nobody leads letters-0. (step 7)",
        "✗ Broken: All is well (step 1)",
    ]
    assert lines[4:] == story(film).splitlines()[1:]


def test_a_story_up_to_a_question_does_not_tell_what_breaks_after_it(film):
    assert "Somebody leads" not in story(film._replace(promises=LAMPS), until=5)
    assert "✓ 2 promises kept" in story(film._replace(promises=LAMPS), until=5)


def test_one_step_says_which_promises_are_kept_by_then(film):
    told = [story(film._replace(promises=LAMPS[:1]), step).splitlines()[-1].strip() for step in (5, 6, 8)]
    assert told == ["✓ 1 promise kept", *["✗ Broken: Somebody leads · Nobody leads letters-0."] * 2]
