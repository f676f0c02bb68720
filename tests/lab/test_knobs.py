"""Knobs run a scenario anew, tell what came of it, and stay at the event at which somebody stood."""

import time
from collections.abc import Iterator

import pytest

from kafkaviz import Lab, knobs
from kafkaviz.decisions.errors import LearnerError
from kafkaviz.lab import knobs as knobs_module
from kafkaviz.lab import positions
from kafkaviz.player import widget
from kafkaviz.player.wire import wire
from kafkaviz.scenarios import nb06
from tests.sampling import bounded


def failover(
    brokers: int = 3, acks: object = "all", kafka: str = "4.4", unclean: bool = False, *, copies: int = 2
) -> Lab:
    lab = Lab(brokers, kafka=kafka, unclean_leader_election_enable=unclean)
    return lab.create_topic("letters", 1, copies).send("letters", "ABC", acks=acks).kill(1)  # type: ignore[arg-type]


@pytest.fixture(autouse=True, scope="module")
def unseen() -> Iterator[None]:
    """Draws nothing for a browser, since none looks at these films."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widget, "at_once", lambda film, lens: None)
        patch.setattr(widget, "wire", lambda film, lens: {"title": film.title})
        yield


@pytest.fixture
def shown():  # type: ignore[no-untyped-def]
    return knobs(failover, brokers=(1, 5), acks=["all", 1, 0], kafka=["4.4", "2.3"], unclean=bool)


def said(shown):  # type: ignore[no-untyped-def]
    return shown.children[0].children[1].value


def strip(shown):  # type: ignore[no-untyped-def]
    return shown.children[0].children[2].value


def test_knobs_begin_where_the_scenario_does(shown):
    assert repr(shown) == "<knobs of failover: brokers=3, acks='all', kafka='4.4', unclean=False>"
    assert [type(knob).__name__ for knob in shown.knobs.values()] == ["IntSlider", "Dropdown", "Dropdown", "Checkbox"]
    assert shown.player.text() == failover().film().text()


def test_what_a_browser_gets_is_the_film_as_it_was_turned(shown, monkeypatch):
    monkeypatch.setattr(widget, "wire", wire)
    shown.knobs["acks"].value = 1
    assert shown.player.get_state("film") == {"film": wire(shown.player.film)}
    assert shown.player.text() == failover(acks=1).film().text()


def caption(shown):  # type: ignore[no-untyped-def]
    return shown.player.film.captions[shown.player.index].cap


def test_the_film_opens_where_the_outcome_was_decided_and_it_is_told_in_one_line():
    shown = knobs(nb06.gate, lens="replication", dead=(0, 4), acks=["all", 1, 0])
    assert shown.outcome == "DEF: acknowledged; brokers 1, 2 and 3 have it"
    assert caption(shown).endswith("written, fetched by brokers 2 and 3, committed, acknowledged.")
    shown.knobs["dead"].value = 2
    assert shown.outcome == "DEF: refused, NOT_ENOUGH_REPLICAS" and shown.outcome in said(shown)
    assert caption(shown) == "Broker 1 refuses the batch for letters-0: NOT_ENOUGH_REPLICAS (19)."
    shown.knobs["acks"].value = 0
    assert shown.outcome == "DEF: not acknowledged; broker 1 has it"
    assert caption(shown) == "letters-0: the leader, broker 1, writes DEF at offset 1."


def test_all_positions_of_the_knob_that_was_turned_last_are_told_at_once():
    shown = knobs(nb06.gate, dead=(0, 4), acks=["all", 1, 0], back=bool)
    told = ["acknowledged; brokers 1, 2 and 3 have it", "acknowledged; brokers 1 and 2 have it"]
    told = [*(f"DEF: {one}" for one in (*told, "refused, NOT_ENOUGH_REPLICAS")), "not possible", "not possible"]
    assert shown.positions == dict(zip("01234", told, strict=True))
    shown.knobs["dead"].value = 2
    places = strip(shown)
    assert "<b>3, 4</b> · not possible" in places and places.count("DEF") == 1
    assert places.count("aria-current") == 1 and "<b>2</b> · refused" in places.partition("aria-current")[2]
    shown.knobs["acks"].value = 1
    assert [*shown.positions] == ["all", "1", "0"]
    shown.knobs["back"].value = True
    assert [*shown.positions] == ["False", "True"]


def test_the_strip_runs_each_scenario_once_and_makes_no_film_of_it(monkeypatch):
    runs, films = [], []

    def counted(dead: int = 0) -> Lab:
        runs.append(dead)
        return nb06.gate(dead)

    film_in = knobs_module.film_in
    monkeypatch.setattr(knobs_module, "film_in", lambda *given: films.append(given) or film_in(*given))
    shown = knobs(counted, dead=(0, 2))
    assert sorted(runs) == [0, 0, 1, 2] and len(films) == 1
    shown.knobs["dead"].value = 1
    shown.knobs["dead"].value = 0
    assert sorted(runs) == [0, 0, 0, 1, 1, 2] and len(films) == 3


def test_a_scenario_that_takes_long_tells_of_the_nearest_positions_first(monkeypatch):
    monkeypatch.setattr(positions, "MOST_STEPS", 0)
    shown = knobs(nb06.gate, dead=(0, 2))
    assert [*shown.positions] == ["0"]
    shown.knobs["dead"].value = 2
    assert [*shown.positions] == ["2"]
    steps = len(nb06.gate(dead=2).history.steps)
    monkeypatch.setattr(positions, "LEAST_STEPS", steps + 1)
    monkeypatch.setattr(positions, "MOST_STEPS", steps + 2)
    shown.knobs["dead"].value = 0
    assert [*shown.positions] == ["0", "1"]


def test_how_many_positions_are_told_knows_no_clock(monkeypatch):
    def never() -> float:
        raise AssertionError("A clock is asked.")

    for clock in ("monotonic", "perf_counter", "process_time", "thread_time", "time"):
        monkeypatch.setattr(time, clock, never)
    assert len(knobs(nb06.gate, dead=(0, 4)).positions) == 5
    lab = nb06.gate()
    many = knobs(lambda broker=0: lab, broker=(0, 1_000))
    assert len(many.positions) == positions.MOST_STEPS // positions.LEAST_STEPS


@bounded("apart", 8, 1)
def test_a_turn_stays_at_the_event_at_which_somebody_stands(shown, apart):
    shown.player.lens = "replication"
    for old in range(1, len(shown.player.film.captions), apart):
        shown.knobs["kafka"].value = "4.4"
        shown.player.index = old
        before = shown.player.film.captions[old]
        shown.knobs["kafka"].value = "2.3"
        after = shown.player.film.captions[shown.player.index]
        assert after.events == before.events or before.events not in [one.events for one in shown.player.film.captions]
    assert shown.player.text() == failover(kafka="2.3").film().text()
    assert shown.player.lens == "replication" and shown.lab.kafka == "2.3" and shown.message == ""


def test_who_stands_at_the_end_stays_at_the_end(shown):
    shown.player.index = -1
    for kafka in ("2.3", "4.4"):
        shown.knobs["kafka"].value = kafka
        assert shown.player.index == len(shown.player.film.captions) - 1


def test_what_kafka_refuses_is_one_sentence_and_the_old_film_stays(shown):
    before = shown.player.film
    shown.knobs["brokers"].value = 1
    assert "INVALID_REPLICATION_FACTOR (38)" in shown.message and shown.message.endswith("still the one before.")
    assert shown.player.film is before and len(shown.lab.cluster.brokers) == 3
    assert "INVALID_REPLICATION_FACTOR" in said(shown) and shown.outcome == ""
    assert shown.positions["1"] == "not possible, INVALID_REPLICATION_FACTOR"
    shown.knobs["brokers"].value = 4
    assert shown.message == "" and shown.outcome in said(shown) and len(shown.lab.cluster.brokers) == 4


def test_an_outcome_of_ones_own_is_asked_and_what_it_raises_is_no_traceback():
    shown = knobs(failover, brokers=(3, 5), outcome=lambda lab: {"leaders": [one.broker for one in lab.busiest().rows]})
    assert shown.outcome == "leaders: 2, 1, 3" and shown.positions["4"] == "leaders: 2, 1, 3, 4"
    with pytest.raises(LearnerError, match="ZeroDivisionError"):
        knobs(failover, brokers=(3, 5), outcome=lambda lab: 1 / 0)


def test_a_refusal_is_only_text():
    def scenario(name: str = "letters") -> Lab:
        return Lab().create_topic(name, 1, 1)

    shown = knobs(scenario, name=["letters", "<b>bad</b>"])
    shown.knobs["name"].value = "<b>bad</b>"
    assert "<b>" in shown.message and "<b>" not in said(shown)
    assert "<b>bad" not in strip(shown)


@pytest.mark.slow
def test_the_stand_in_is_the_first_film_and_the_same_each_time(shown):
    data, _ = shown._repr_mimebundle_()
    first, rest = data["text/plain"].split("\n", 1)
    assert first == repr(shown) and rest == failover().film().text()
    assert data["image/png"] == shown.player._repr_mimebundle_()[0]["image/png"]


def test_a_scenario_may_give_a_player_with_a_question():
    def asked(brokers: int = 3):  # type: ignore[no-untyped-def]
        lab = Lab(brokers).create_topic("letters", 1, 2)
        return lab.kill(1).film(ask=("Who leads?", ["2", "nobody"], 0, "PartitionChanged"))

    shown = knobs(asked, brokers=[3, 4])
    gate = shown.player.film.gates[0].step
    shown.player.answers = {0: 1}
    shown.player.index = gate
    shown.knobs["brokers"].value = 4
    assert (shown.player.index, shown.player.answers) == (gate, {0: 1})
    assert shown.outcome == strip(shown) == "" and shown.positions == {}


@pytest.mark.parametrize(
    ("ranges", "says"),
    [
        ({"racks": (1, 2)}, "failover has no racks; it has brokers, acks, kafka, unclean, copies"),
        ({"brokers": "many"}, "The knob brokers takes .low, high. of whole numbers, a list, or bool, not 'many'"),
        ({"brokers": (4, 5)}, "brokers begins at 3, which is none of 4 to 5"),
        ({"kafka": ["2.3"]}, "kafka begins at '4.4', which is none of '2.3'"),
    ],
)
def test_a_knob_that_cannot_be_is_named(ranges, says):
    with pytest.raises(ValueError, match=says):
        knobs(failover, **ranges)
