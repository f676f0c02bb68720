"""What a kernel says of its widgets while a notebook is run for export."""

import json

import ipywidgets

from kafkaviz import Lab, incident, knobs, quiz, then_and_now
from kafkaviz.course.export.recording import LIVE, PAGE_MIME, WIDGET_MIME, film_part, parts_of, with_parts
from kafkaviz.course.incidents.desk import widget_of
from kafkaviz.scenarios.questions import nb00, nb07
from kafkaviz.scene.questions import Estimate


def message_of(thing):
    data = thing._repr_mimebundle_()
    return {"content": {"data": dict(data[0] if isinstance(data, tuple) else data)}}


def test_an_output_says_what_is_in_its_widget_and_names_it_no_more():
    data = with_parts(message_of(Lab().create_topic("letters").film()))["content"]["data"]
    assert {WIDGET_MIME, "image/png"}.isdisjoint(data)
    (part,) = data[PAGE_MIME]
    assert part["film"]["film"]["lenses"] == list(part["film"]["film"]["tracks"])
    json.dumps(data)


def test_an_output_without_a_widget_stays_as_it_is():
    message = {"content": {"data": {"text/plain": "7"}}}
    assert with_parts(message) == {"content": {"data": {"text/plain": "7"}}}
    assert with_parts({"content": {}}) == {"content": {}}


def test_a_page_opens_a_film_with_its_questions_open_again():
    lab = Lab().create_topic("letters", 1, 3)
    asked = ("Who leads?", ["broker 2", "nobody"], 0, "PartitionChanged")
    player = lab.fork().kill(1).film(since=lab.cluster, ask=asked)
    player.answers = {0: 1}
    assert "answers" not in film_part(player)["film"]


def test_a_question_goes_with_all_that_is_said_of_its_answers():
    (part,) = parts_of(quiz(nb00.STILL_HOSTS, then=lambda: ["<b>"]))
    asked = part["quiz"]
    assert asked["options"] == [option.text for option in nb00.STILL_HOSTS.options]
    assert asked["said"][nb00.STILL_HOSTS.right].startswith("✓ Right.")
    assert asked["then"] == "['<b>']"


def test_an_estimate_goes_with_its_tolerance_and_what_is_said_of_others():
    estimate = next(each for each in vars(nb07).values() if isinstance(each, Estimate))
    (part,) = parts_of(quiz(estimate))
    assert part["quiz"]["right"] == estimate.right
    assert part["quiz"]["tolerance"] == estimate.tolerance
    assert len(part["quiz"]["wrong"]) == len(estimate.wrong)


def test_what_then_and_now_would_fetch_at_a_click_is_on_the_page():
    parts = list(parts_of(then_and_now("F04")._widget()))
    assert ["html" in parts[0], "film" in parts[1]] == [True, True]


def test_knobs_say_how_they_stand_and_that_they_turn_elsewhere():
    shown = knobs(lambda brokers=3: Lab(brokers).create_topic("letters"), brokers=(1, 5))
    parts = list(parts_of(shown))
    assert {"text": "brokers = 3"} in parts
    assert any("film" in part for part in parts)
    assert parts[-1] == {"text": LIVE}


def test_what_has_tabs_is_folded():
    tab = ipywidgets.Tab(children=[ipywidgets.HTML("<b>7</b>")], titles=["metrics"])
    assert list(parts_of(tab)) == [{"fold": "metrics", "parts": [{"html": "<b>7</b>"}]}]


def test_an_incident_answers_on_a_page_and_nothing_of_it_is_kept_or_opened():
    shown = incident(seed=1)
    parts = list(parts_of(widget_of(shown)))
    asked = parts[0]["quiz"]
    assert [each.startswith("✓ Right") for each in asked["said"]].count(True) == 1
    assert [part["fold"] for part in parts[1:-1]] == ["brokers", "partitions", "clients", "log"]
    assert "film" in parts[-1]["parts"][0]
    assert not shown.is_open
