"""The box in a notebook: text that is stored, and films that are fetched by a button or a call."""

import re
from html import unescape

import pytest

from kafkaviz import then_and_now
from kafkaviz.course.then_and_now.flags import FLAGS
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError, WrongTypeError
from kafkaviz.lab.tables import Table
from tests.sampling import together

VIEW = "application/vnd.jupyter.widget-view+json"


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("`", ""))


@together(FLAGS, lambda flag: flag.id)
def test_text_and_html_say_the_same(flag):
    box = then_and_now(flag.id)
    html = unescape(re.sub(r"<[^>]+>", " ", box.to_html()))
    for part in (flag.title, flag.verdict, flag.says, flag.then, flag.now, flag.source, flag.against):
        assert plain(part) in plain(repr(box))
        assert plain(part) in plain(re.sub(r" ([.,;:)])", r"\1", html)) or plain(part) in plain(html)


@together(FLAGS, lambda flag: flag.id)
def test_the_text_is_no_wider_than_a_cell_and_html_brings_no_colours(flag):
    assert max(map(len, repr(then_and_now(flag.id)).splitlines())) <= 110
    html = then_and_now(flag.id).to_html()
    assert "color" not in html and "font-size" not in html and "<script" not in html


def test_a_box_stores_its_text_and_plays_nothing(monkeypatch):
    box = then_and_now("F05")
    monkeypatch.setattr(type(box), "film", lambda self: pytest.fail("played before anybody asked"))
    shown = box._repr_mimebundle_()
    assert shown["text/plain"] == repr(box) and set(shown) == {"text/plain", VIEW}


def test_a_box_about_words_has_no_button():
    (text,) = then_and_now("F33")._widget().children
    assert then_and_now("F33").to_html() in text.value


@together(FLAGS, lambda flag: flag.id)
def test_the_first_line_of_a_folded_box_does_not_tell_the_answer(flag):
    first = repr(then_and_now(flag.id)).splitlines()[0]
    assert first == f"{flag.id} · {flag.title}" and flag.verdict not in first


@pytest.mark.parametrize(("id", "said"), [("F05", "show both films"), ("F06", "show the film")])
def test_a_button_puts_the_film_in_its_own_place(id, said):
    whole = then_and_now(id)._widget()
    text, button = whole.children
    assert button.description == said
    button.click()
    assert whole.children[0] is text and len(whole.children) == 2
    assert repr(whole.children[1]) == repr(then_and_now(id).film())


def test_labs_are_played_once_and_are_labs_to_go_on_with():
    box = then_and_now("F29")
    assert box.then is box.then and box.labs == (box.then, box.now)
    assert box.then.kafka == "2.3" and box.now.kafka == "4.4"
    assert box.now.busiest().rows[0].broker == 2


def test_what_has_no_film_says_so():
    with pytest.raises(InvalidArgumentError, match="F33 is about words and has no film"):
        then_and_now("F33").film()
    with pytest.raises(InvalidArgumentError, match=r"F06 has one film, of Kafka 4\.4; ask for now"):
        _ = then_and_now("F06").then
    assert then_and_now("F33").labs == ()


def test_an_id_that_is_none_is_told_what_was_meant():
    with pytest.raises(UnknownNameError, match="did you mean 'F05'"):
        then_and_now("F5")
    with pytest.raises(UnknownNameError, match="There is no flag 'f34'"):
        then_and_now("f34")
    with pytest.raises(UnknownNameError):
        then_and_now("")
    for wrong in (5, ["F05"], b"F05", True):
        with pytest.raises(WrongTypeError, match="takes the id of a flag"):
            then_and_now(wrong)


def test_without_an_id_all_are_listed_with_their_notebooks():
    table = then_and_now()
    assert isinstance(table, Table) and len(table.rows) == 33
    assert "F29 A replica takes over immediately" in str(table) and "notebook 07" in str(table)
    assert table._repr_html_().count("<tr>") == 34
    assert list(table.to_frame().columns) == ["flag", "about", "verdict", "films", "notebook"]
