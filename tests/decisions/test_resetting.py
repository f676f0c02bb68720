"""Where a consumer begins by time: what Kafka 4.4.0's AutoOffsetResetStrategy said, and what a real consumer read."""

import pytest

from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.rehearsal.acts import BY_THE_CLOCK
from kafkaviz.rehearsal.reasons import reason_not_to
from tests.sampling import together

SAID = {
    "PT1H": 3_600_000, "pt1h30m": 5_400_000, "PT0S": 0, "P1D": 86_400_000, "P1DT2H3M4.5S": 93_784_500, "PT1.5S": 1_500,
    "PT1,5S": 1_500, "PT+1H": 3_600_000, "+PT1H": 3_600_000, "-PT-1H": 3_600_000, "P-1DT25H": 3_600_000, "PT1.S": 1_000,
}  # fmt: skip
REFUSED = (
    *("-PT1S", "PT-1S", "P1M", "P1W", " PT1H", "PT", "P", "P1DT", "PT1H1H", "PT1S1M", "PT-0.5S", "PT.5S", "1000", ""),
    *("PT99999999999999999999S", "PT1.1234567891S"),
)


@together(SAID.items())
def test_a_duration_is_read_as_java_reads_it(said: str, ms: int) -> None:
    assert reset_duration_ms(f"by_duration:{said}") == ms
    assert Lab(auto_offset_reset=f" by_duration:{said} ").policies.auto_offset_reset == f"by_duration:{said}"


@together([*(f"by_duration:{said}" for said in REFUSED), "by_duration", "BY_DURATION:PT1H", "Latest"])
def test_what_is_no_duration_is_refused_in_one_sentence(reset: str) -> None:
    with pytest.raises(ValueError, match=r"auto.offset.reset: it is one of .* by_duration:PT1H"):
        Lab(auto_offset_reset=reset)
    told = Lab().create_topic("t").to_json()
    forged = told.replace('"configs": {}', f'"configs": {{"auto.offset.reset": "{reset}"}}', 1)
    assert forged != told
    with pytest.raises(ValueError, match=r"\$.configs.auto.offset.reset"):
        Lab.from_json(forged)


def polled(lab: Lab) -> list[str]:
    """Returns what the last poll brought."""
    event = lab.history.events()[-1]
    assert isinstance(event, GroupPolled)
    return [(record.value or b"").decode() for *_, records in event.fetched for record in records]


def late_records(reset: str) -> Lab:
    """Returns a group that begins when there are records two hours, one hour and one minute old."""
    lab = Lab(3, auto_offset_reset=reset, enable_auto_commit=False).create_topic("t", 1, 3)
    lab.send("t", "old").tick(3_600_000).send("t", "hour").tick(3_540_000).send("t", "minute").tick(60_000)
    return lab.join("app", "C0", topics=["t"]).poll(group="app")


@together(
    [
        ("by_duration:PT3H", ["old", "hour", "minute"]),
        ("by_duration:PT1H30M", ["hour", "minute"]),
        ("by_duration:PT5M", ["minute"]),
        ("by_duration:PT1S", []),
    ]
)
def test_a_group_begins_at_the_first_record_that_is_not_older(reset: str, begins: list[str]) -> None:
    lab = late_records(reset)
    assert polled(lab) == begins
    assert f"auto.offset.reset, {reset}, says" in lab.film().film.captions[-1].why or not begins


def test_while_there_is_no_such_record_it_has_no_position_and_asks_again() -> None:
    lab = late_records("by_duration:PT1S")
    assert ("t", 0) not in lab.cluster.groups["app"].members["C0"].positions
    lab.send("t", "new").poll(group="app")
    assert polled(lab) == ["new"]


def test_a_consumer_without_a_group_begins_there_too() -> None:
    lab = late_records("latest").poll("t", auto_offset_reset=" by_duration:PT5M ")
    event = lab.history.events()[-1]
    assert isinstance(event, RecordsPolled)
    assert [record.value for *_, records in event.fetched for record in records] == [b"minute"]
    lab = late_records("latest").poll("t", auto_offset_reset="by_duration:PT1S")
    assert "t" not in {tp.topic for each in lab.cluster.consumers.values() for tp in each.positions}
    assert "as recent as auto.offset.reset asks" in lab.film().film.captions[-1].why
    with pytest.raises(ValueError, match=r"auto.offset.reset: it is one of .* by_duration:PT1H"):
        lab.poll("t", auto_offset_reset="by_duration:1h")


@together(["3.9", "2.4", "2.3", "0.10"])
def test_before_4_0_nobody_begins_by_time(kafka: str) -> None:
    with pytest.raises(ValueError, match=rf"Kafka {kafka} has no auto.offset.reset=by_duration:PT1H: it came with 4.0"):
        Lab(kafka=kafka, auto_offset_reset="by_duration:PT1H")
    with pytest.raises(ValueError, match="it came with"):
        Lab(kafka=kafka).create_topic("t", 1, 1).poll("t", auto_offset_reset="by_duration:PT1H")


def test_a_play_does_not_count_by_the_clock() -> None:
    assert reason_not_to(late_records("by_duration:PT5M")) == BY_THE_CLOCK
    assert reason_not_to(late_records("latest").poll("t", auto_offset_reset="by_duration:PT5M")) == BY_THE_CLOCK
