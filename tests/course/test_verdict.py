"""A verdict says in words what its colour repeats, and a wrong answer that ran brings its film."""

import pytest

from kafkaviz.course.check import check
from kafkaviz.course.exercises import exercise
from kafkaviz.course.failing import STANDS_NOWHERE_HERE
from kafkaviz.course.verdict import SYMBOL, Verdict
from tests.course.exercises.kept import answers, wrong_functions


@pytest.mark.parametrize("state", SYMBOL)
def test_the_page_says_the_state_in_a_word_and_a_symbol(state):
    html = Verdict("E03.1", state, ("<b>bold</b>",))._repr_mimebundle_()["text/html"]
    assert f"{SYMBOL[state]} E03.1: {state}" in html
    assert "&lt;b&gt;bold&lt;/b&gt;" in html


def test_a_wrong_answer_shows_what_came_of_it_beside_what_should_have_happened():
    verdict = check("E03.1", answers("E03.1").WRONG["one more"][0])
    html = verdict._repr_mimebundle_()["text/html"]
    assert 'alt="The film of this case. Yours: Broker 1 refuses the batch' in html and "data:image/png;base64," in html
    assert "The producer takes ABC for letters-0." in verdict.film().text()


def test_in_a_running_notebook_the_film_itself_is_there_under_the_words():
    verdict = check("E07.1", wrong_functions("E07.1")[0])
    words, film = verdict.widget().children
    assert "E07.1: incorrect" in words.value and film.index == 1
    assert "application/vnd.jupyter.widget-view+json" in verdict._repr_mimebundle_()


def test_a_right_answer_has_a_film_as_well():
    assert "consumer polls" in check("E03.3", exercise("E03.3").reference).film().text()


def test_without_a_cluster_there_is_no_film_and_it_says_so():
    with pytest.raises(ValueError, match=r"There is no film: E03\.2 was correct"):
        check("E03.2", exercise("E03.2").reference).film()


def test_an_answer_that_stands_nowhere_in_a_table_points_at_no_row_of_it():
    said = str(check("X4.3", lambda arriving, per_s, outage_s: 0.0))
    assert STANDS_NOWHERE_HERE in said
    assert "◀" not in said
