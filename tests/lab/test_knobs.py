"""Knobs run a scenario anew and leave the film where it was."""

import pytest

from kafkaviz import Lab, knobs


def failover(
    brokers: int = 3, acks: object = "all", kafka: str = "4.4", unclean: bool = False, *, copies: int = 2
) -> Lab:
    lab = Lab(brokers, kafka=kafka, unclean_leader_election_enable=unclean)
    return lab.create_topic("letters", 1, copies).send("letters", "ABC", acks=acks).kill(1)  # type: ignore[arg-type]


@pytest.fixture
def shown():  # type: ignore[no-untyped-def]
    return knobs(failover, brokers=(1, 5), acks=["all", 1, 0], kafka=["4.4", "2.3"], unclean=bool)


def test_knobs_begin_where_the_scenario_does(shown):
    assert repr(shown) == "<knobs of failover: brokers=3, acks='all', kafka='4.4', unclean=False>"
    assert [type(knob).__name__ for knob in shown.knobs.values()] == ["IntSlider", "Dropdown", "Dropdown", "Checkbox"]
    assert shown.player.text() == failover().film().text()


def test_turning_a_knob_makes_the_film_anew_at_the_same_step(shown):
    shown.player.index, shown.player.lens = 3, "replication"
    shown.knobs["kafka"].value = "2.3"
    assert shown.player.text() == failover(kafka="2.3").film().text()
    assert (shown.player.index, shown.player.lens) == (3, "replication")
    assert shown.lab.kafka == "2.3" and shown.message == ""


def test_a_shorter_film_is_shown_at_its_end(shown):
    shown.knobs["kafka"].value = "2.3"
    shown.player.index = -1
    shown.knobs["kafka"].value = "4.4"
    assert shown.player.index == len(shown.player.film.captions) - 1


def test_what_kafka_refuses_is_one_sentence_and_the_old_film_stays(shown):
    before = shown.player.film
    shown.knobs["brokers"].value = 1
    assert "INVALID_REPLICATION_FACTOR (38)" in shown.message and shown.message.endswith("still the one before.")
    assert shown.player.film is before and len(shown.lab.cluster.brokers) == 3
    assert "INVALID_REPLICATION_FACTOR" in shown.children[1].value
    shown.knobs["brokers"].value = 4
    assert shown.message == shown.children[1].value == "" and len(shown.lab.cluster.brokers) == 4


def test_a_refusal_is_only_text():
    def scenario(name: str = "letters") -> Lab:
        return Lab().create_topic(name, 1, 1)

    shown = knobs(scenario, name=["letters", "<b>bad</b>"])
    shown.knobs["name"].value = "<b>bad</b>"
    assert "<b>" in shown.message and "<b>" not in shown.children[1].value


@pytest.mark.slow
def test_the_stand_in_is_the_first_film_and_the_same_each_time(shown):
    data, _ = shown._repr_mimebundle_()
    first, rest = data["text/plain"].split("\n", 1)
    assert first == repr(shown) and rest == failover().film().text()
    assert data["image/png"] == failover().film()._repr_mimebundle_()[0]["image/png"]


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
