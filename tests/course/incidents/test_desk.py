"""Metrics and lines come first; wrong diagnoses are answered from the incident's own numbers; the film is last."""

from itertools import product
from pathlib import Path

import pytest
from ipywidgets import Button, RadioButtons, Tab

from kafkaviz import incident, incidents, records
from kafkaviz.course.incidents.case import metrics_of
from kafkaviz.course.incidents.desk import widget_of
from kafkaviz.course.incidents.diagnoses import DIAGNOSES, fitting
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from tests.sampling import every


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress.json"))


def parts(widget, kind):
    here = [widget] if isinstance(widget, kind) else []
    return here + [one for child in getattr(widget, "children", ()) for one in parts(child, kind)]


@pytest.mark.parametrize(("name", "said"), every(4, product(DIAGNOSES, repeat=2)))
def test_each_diagnosis_of_each_incident_is_judged_and_a_wrong_one_answered_from_both_runs(name, said):
    given = incident(name, seed=1).diagnose(said)
    assert given.right == (name == said)
    told = DIAGNOSES[said]
    if given.right:
        assert given.words.startswith(f"✓ Right: {told.title}. One knows it by {told.signs[0].metric}")
        assert told.because in given.words and told.remedy in given.words
        return
    sign = told.missing(metrics_of(1, name))
    here, there = sign.measure(metrics_of(1, name)), sign.measure(metrics_of(1, said))
    assert here != there
    assert f"{sign.what} would be {there}; here it is {here}." in given.words
    assert DIAGNOSES[name].title not in given.words


def test_with_a_slow_follower_the_isr_would_have_shrunk():
    said = incident("hot_key", seed=1).diagnose("slow follower").words
    assert "the number of times that a leader shrank an ISR would be 3; here it is 0." in said
    assert "The ISR of parcels-0 is {1,2,3} all along." in said
    crashed = incident("broker crash" + "ed", seed=1).diagnose("slow follower").words
    assert "the controller made it so when a broker went" in crashed


def test_the_second_wrong_diagnosis_is_told_in_which_rows_to_look():
    told = incident("hot_key", seed=1)
    assert told.diagnose("broker crashed").words.endswith("Look at what the partitions tell.")
    assert told.diagnose("broker crashed").words.endswith("Look at what the partitions tell.")
    assert told.diagnose("slow follower").words.endswith("Look at LogEndOffset.")


def test_the_film_is_refused_until_the_diagnosis_is_right():
    told = incident("leader_pileup", seed=2)
    with pytest.raises(
        InvalidArgumentError, match=r"^The film comes last: diagnose\(...\) it first, or give_up\(\)\.$"
    ):
        told.film()
    told.diagnose("hot key")
    with pytest.raises(InvalidArgumentError, match="The film comes last"):
        told.film()


@pytest.mark.slow
def test_the_film_opens_where_it_began():
    told = incident("leader_pileup", seed=2)
    told.diagnose("leaders not moved back")
    film = told.film()
    opened = film.film.captions[film.index].cap
    assert "broker 23" in opened.lower() and film.film.title == "leaders not moved back"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_the_film_has_what_its_lens_tells_of_and_little_before_its_moment(seed):
    told = incident(seed=seed)
    told.give_up()
    film = told.film().film
    assert 0 < film.opens_at < 10 and 3 <= len(film.captions) <= 110
    assert {*film.tracks[film.lens].skip} <= {0}
    assert {len(track.frames) for track in film.tracks.values()} == {len(film.captions)}


@pytest.mark.slow
@pytest.mark.parametrize("name", DIAGNOSES)
def test_every_incident_has_a_film_that_who_gives_up_may_see(name):
    told = incident(name, seed=1)
    said = told.give_up()
    assert not said.right and said.words.startswith(f"It was: {DIAGNOSES[name].title}.")
    film = told.film()
    assert 0 < len(film.film.captions) < 600 and 0 <= film.index < 60
    assert records.read()["challenges"] == {}


@pytest.mark.slow
def test_a_solution_is_kept_with_the_number_of_diagnoses_and_giving_up_is_none():
    told = incident(seed=0)
    right = told._case.diagnosis.title
    wrong = [one.title for one in DIAGNOSES.values() if one.title != right]
    told.diagnose(wrong[0]), told.diagnose(wrong[1]), told.diagnose(wrong[1]), told.diagnose(right)
    told.diagnose(wrong[2]), told.diagnose(right)
    assert [row.solved_in for row in incidents().rows] == [3, *[None] * 8]
    assert "★ 3" in str(incidents()) and right not in str(incidents())
    given_up = incident(seed=1)
    given_up.give_up()
    given_up.diagnose(given_up._case.diagnosis.title)
    assert incidents().rows[1].solved_in is None


def test_a_real_clusters_incident_fits_one_diagnosis_and_opens_where_its_broker_was_fenced():
    told = incident("recorded")
    assert fitting(told.metrics) == ["broker_crash"]
    assert "SECOND 10 15 20" in repr(told) and "clicks-5: isr: [2, 1] -> [1], leader: 2 -> 1" in told.log
    times = [line.split()[0] for line in told.log.splitlines()]
    assert times[:11] == ["00:25,302"] * 11 and times[11] > "00:34"  # one transaction has one time
    for one in DIAGNOSES.values():
        given = told.diagnose(one.name)
        assert given.right == (one.name == "broker_crash")
        assert given.right or one.signs[0].range in given.words or one.missing(told.metrics).range in given.words
    assert parts(widget_of(told), Tab)[0].titles == ("brokers", "log")
    assert "that was not measured here" in told.diagnose("hot key").words
    film = told.film()
    assert "broker 2" in film.film.captions[film.index].cap.lower()
    assert records.read()["challenges"] == {"incident recorded": 9}


def test_names_may_be_written_with_blanks_hyphens_or_underscores():
    for name in ("slow-follower", "slow_follower", "slow follower", "Slow Follower"):
        assert incident(name, seed=1).diagnose(name).right
    with pytest.raises(UnknownNameError, match="There is no diagnosis 'slow folower'; did you mean 'slow follower'"):
        incident("slow folower")
    with pytest.raises(UnknownNameError, match="There is no diagnosis 3; there are hot key, idle consumers"):
        incident(seed=1).diagnose(3)
    with pytest.raises(InvalidArgumentError, match="A seed is a whole number"):
        incident(seed="one")


@pytest.mark.parametrize("seed", every(4, range(9), whole=1))
def test_its_text_shows_metrics_lines_and_the_choice_and_not_the_answer(seed):
    text = repr(incident(seed=seed))
    assert "METRIC" in text and "INFO" in text
    for one in DIAGNOSES.values():
        assert text.count(one.title) == 1 and one.because not in text


@pytest.mark.slow
def test_the_widget_answers_each_choice_and_brings_the_film_when_it_is_right():
    told = incident("hot key", seed=5)
    with pytest.raises(InvalidArgumentError, match="The film comes last"):
        told.film()
    shown = widget_of(told)
    (choice,), (give_up,) = parts(shown, RadioButtons), parts(shown, Button)
    *_, said, film, _ = shown.children
    choice.value = "slow follower"
    assert 'role="status"' in said.value and "✗ It is not a slow follower." in said.value and film.children == ()
    choice.value = "hot key"
    assert "✓ Right: hot key." in said.value
    assert [one.film.title for one in film.children] == ["hot key"]
    give_up.click()
    assert len(film.children) == 1
    assert repr(shown) == repr(told)


@pytest.mark.slow
def test_giving_up_in_the_widget_brings_the_film():
    shown = widget_of(incident("broker_crash", seed=1))
    parts(shown, Button)[0].click()
    *_, said, film, _ = shown.children
    assert "It was: broker crashed." in said.value and len(film.children) == 1
