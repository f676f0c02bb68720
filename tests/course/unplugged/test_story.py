"""The story of the cards: the model gives every answer, and what the cards say besides holds of the model."""

import pytest

from kafkaviz.course.unplugged.events import EVENTS
from kafkaviz.course.unplugged.roles import NEEDED, ROLES
from kafkaviz.course.unplugged.sheets import page
from kafkaviz.course.unplugged.story import play
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS
from tools.notebook_files import ROOT

ROUNDS = {played.event.title: played for played in play()}


def test_the_answers_are_those_that_a_room_should_find():
    assert [answer for played in play() for answer in played.answers] == [
        "Broker 1.",
        "Yes: ABC is on brokers 1, 2 and 3.",
        "No: DEF is on brokers 1 and 2.",
        "ABC.",
        "Yes: GHI is on brokers 1 and 2.",
        "{1, 2}; the high watermark rises to 3.",
        "DEF.",
        "Broker 2, after 9 seconds.",
        "Yes: JKL is on broker 2.",
        "Nobody.",
        "Broker 3.",
        "Gone: GHI, DEF and JKL.",
        "Broker 1 cuts off DEF and GHI; broker 2 cuts off DEF, GHI and JKL.",
        "ABC and MNO.",
    ]


@pytest.mark.parametrize(("kafka", "seconds"), [("4.4", 9), ("3.9", 18), ("2.3", 6)])
def test_another_release_answers_for_itself(kafka, seconds):
    said = [answer for played in play(kafka) for answer in played.answers]
    assert f"Broker 2, after {seconds} seconds." in said
    assert f"after {seconds} seconds." in page(kafka)


def test_the_times_that_events_and_roles_name_are_the_models():
    now = ERAS["4.4"]
    (waiting,) = (event for event in EVENTS if event.title == "45 seconds pass")
    check_s = now.replica_lag_time_max_ms // 2_000
    assert f"in steps of {check_s}" in waiting.do and 3 * check_s == 45
    assert waiting.title in ROUNDS and ERAS["4.4"].min_insync_replicas == 1
    told = " ".join(line for role in ROLES for line in (*role.does, *role.never))
    assert f"none for {now.session_timeout_ms // 1_000} seconds" in told
    assert f"{now.replica_lag_time_max_ms // 1_000} seconds behind" in told


def test_min_insync_replicas_would_have_refused_what_the_cards_say_it_would():
    from kafkaviz import Lab

    lab = Lab(brokers=3, request_timeout_ms=90_000).create_topic(
        "letters", assignment=[[1, 2, 3]], min_insync_replicas=2
    )
    lab.pause(3).send("letters", "ABC").tick(45_000).kill(1)
    lab.send("letters", "JKL", expect="NOT_ENOUGH_REPLICAS")
    assert [each.value for each in lab.cluster.acknowledged] == [b"ABC"]


def test_a_record_card_is_there_for_every_place_where_a_record_ever_lies():
    text = page()
    for value in ("ABC", "DEF", "GHI", "JKL", "MNO"):
        assert text.count(f"{value}<small>") == 3
    ends = max(len(line.log) for played in ROUNDS.values() for line in played.lines)
    assert [text.count(f">offset {offset}<") for offset in range(ends + 1)] == [*[3] * ends, 0]


def test_a_back_stands_behind_its_front():
    sheets = page().split('<section class="sheet')
    fronts = [n for n, sheet in enumerate(sheets) if sheet.startswith(" grid cards cut")]
    for n in fronts:
        front, back = (
            [cell.partition("</h2>")[0] for cell in sheets[n + side].split('class="card">')[1:]] for side in (0, 1)
        )
        assert all(
            cell == behind or not behind.startswith("<span")
            for cell, behind in zip(front, [back[at] for at in (1, 0, 3, 2)], strict=True)
        )
    # What is printed on both sides begins on a front.
    assert all((n - fronts[0]) % 2 == 0 for n in fronts) and (fronts[0] - 1) % 2 == 0


def test_the_plan_of_the_instructor_is_the_one_on_the_cards():
    plan = (ROOT / "INSTRUCTOR.md").read_text("utf-8")
    minutes = sum(event.minutes for event in EVENTS)
    assert f"{minutes} minutes, {NEEDED} to {len(ROLES)} people" in plan


def test_the_page_is_the_same_each_time_and_asks_nothing_of_a_network():
    assert page() == page()
    assert "<script" not in page() and "http" not in page().replace("http-equiv", "")


def test_a_release_that_there_is_not_gets_a_sentence():
    with pytest.raises(InvalidArgumentError, match="There is no Kafka"):
        play("5.0")
