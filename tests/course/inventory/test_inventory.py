"""Twelve questions, one answer each: nothing is told too early, what is kept lasts, and the first try counts."""

import json
import re
from pathlib import Path

import pytest
from ipywidgets import Button, RadioButtons

from kafkaviz import fill_in, inventory, progress, records
from kafkaviz.course.inventory import CONCEPTS, FORMS, MISCONCEPTIONS, questions_of
from kafkaviz.course.inventory.scoring import ITEMS, LETTERS, is_right, misconceptions, read_answers, read_form, score
from kafkaviz.course.tables import TABLES
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.scenarios.questions import every_question


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress.json"))
    return tmp_path / "progress.json"


def all_right(form: str) -> str:
    return "".join(LETTERS[one.right] for one in questions_of(form))


def radios(widget) -> list[RadioButtons]:
    return [block.children[1] for block in widget.children[0].children]


def done(widget) -> Button:
    (button,) = (child for child in widget.children if isinstance(child, Button))
    return button


def said(widget) -> str:
    return widget.children[-1].value


def test_the_forms_are_parallel_and_every_wrong_answer_names_a_misconception():
    assert {form: len(questions) for form, questions in FORMS.items()} == {"before": ITEMS, "after": ITEMS}
    assert len(CONCEPTS) == ITEMS
    for before, after in zip(*FORMS.values(), strict=True):
        assert before.text != after.text
        for one in (before, after):
            assert len(one.options) == len(LETTERS) == len({option.text for option in one.options})
            shown = [option.misconception for option in one.options]
            assert shown[one.right] == "" and shown.count("") == 1
            assert set(shown) - {""} <= set(MISCONCEPTIONS)
        assert before.misconceptions == after.misconceptions, before.id
    used = {shown for questions in FORMS.values() for one in questions for shown in one.misconceptions}
    asked = {shown for question in every_question() for shown in question.misconceptions}
    assert used | asked == set(MISCONCEPTIONS)


def test_no_letter_is_a_good_guess():
    for form in FORMS:
        assert {all_right(form).count(letter) for letter in LETTERS} == {3}
    assert all(a != b for a, b in zip(all_right("before"), all_right("after"), strict=True))


def test_only_the_form_after_the_course_has_reasons():
    for one in questions_of("after"):
        assert len({option.because for option in one.options}) == len(LETTERS)
        assert all(re.search(r"[.!]$", option.because) for option in one.options)
    assert {option.because for one in questions_of("before") for option in one.options} == {""}


@pytest.mark.parametrize("form", FORMS)
def test_what_a_notebook_stores_is_the_questions_alone_whatever_was_answered(form):
    asked = inventory(form)
    stored, shown = repr(asked), asked._repr_mimebundle_()["text/plain"]
    assert shown == (
        f"Twelve questions are asked here when the notebook runs; print(inventory({form!r})) shows them as text."
    )
    assert all(one.text in stored for one in questions_of(form))
    assert not any(option.because in stored for one in questions_of(form) for option in one.options if option.because)
    inventory(form, all_right(form))
    assert repr(inventory(form)) == stored
    assert inventory(form)._repr_mimebundle_()["text/plain"] == shown


def test_before_the_course_nothing_is_told_until_all_twelve_are_finished():
    asked = inventory("before")
    for number, choice in enumerate(radios(asked), 1):
        choice.index = 1
        assert said(asked) == ""
        if number == 3:
            done(asked).click()
            assert "Still open: questions 4, 5, 6, 7, 8, 9, 10, 11 and 12." in said(asked)
            assert "right" not in said(asked)
            asked.children[-1].value = ""
    done(asked).click()
    text = said(asked)
    assert "3 of 12 are right." in text and 'role="status"' in text
    assert not [option.text for one in questions_of("before") for option in one.options if option.text in text]
    missed = [concept for concept, right in zip(CONCEPTS, is_right("before", "b" * 12), strict=True) if not right]
    assert all(one.name in text and f"notebook {one.notebook}" in text for one in missed)
    assert all(choice.disabled for choice in radios(asked)) and done(asked).disabled


def test_an_answer_can_be_changed_until_it_is_finished_and_lasts(file: Path):
    asked = inventory("before")
    radios(asked)[0].index, radios(asked)[11].index = 0, 4
    radios(asked)[0].index = 2
    assert read_form("before") == ("c..........?", False)
    again = inventory("before")
    assert [choice.index for choice in radios(again)] == [2, *[None] * 10, 4]
    assert not radios(again)[0].disabled


def test_the_first_try_counts():
    asked, other = inventory("before"), inventory("before")
    for choice in radios(asked):
        choice.index = 4
    done(asked).click()
    assert "0 of 12 are right." in said(asked)
    for choice, one in zip(radios(other), questions_of("before"), strict=True):
        choice.index = one.right
    done(other).click()
    assert "0 of 12 are right." in said(other) and all(choice.disabled for choice in radios(other))
    assert read_form("before") == ("?" * 12, True)
    with pytest.raises(InvalidArgumentError, match="The first try counts"):
        inventory("before", all_right("before"))
    assert "0 of 12" in said(inventory("before"))


def test_after_the_course_each_answer_gets_its_reason_and_the_gain_is_seen():
    inventory("before", "?" * 12)
    wrong = ["b" if one.right == 0 else "a" for one in questions_of("after")]
    told = repr(inventory("after", [*wrong[:6], *all_right("after")[6:]]))
    assert told.startswith("6 of 12 are right. Before the course: 0.")
    for n, one in enumerate(questions_of("after")):
        assert one.options[one.right].because in told
        if n < 6:
            assert one.options[LETTERS.index(wrong[n])].because in told


def test_in_words_and_by_clicks_the_same_is_kept():
    inventory("after", "abcd abcd abc?")
    assert read_form("after") == ("abcdabcdabc?", True)
    assert records.read()["inventory"] == {"after": {"answers": "abcdabcdabc?", "finished": True}}


def test_what_was_kept_before_is_not_touched(file: Path):
    old = {"version": 1, "checks": {"E03.1": "correct"}, "answers": {"Q00.1": 1}, "challenges": {}, "of another": [1]}
    file.write_text(json.dumps(old))
    inventory("before", "a" * 12)
    now = json.loads(file.read_text())
    # An answer was the last one alone.
    assert {name: now[name] for name in old} == {**old, "version": 2, "answers": {"Q00.1": [{"option": 1}]}}


@pytest.mark.parametrize(
    "found",
    [
        3,
        "abc",
        {"answers": "a" * 11, "finished": True},
        {"answers": "e" * 12},
        {"answers": "a.........." + "a", "finished": True},
        {"answers": ["a"] * 12},
    ],
)
def test_a_form_that_cannot_be_read_counts_as_empty(found, file: Path):
    file.write_text(json.dumps({"version": 1, "inventory": {"before": found}}))
    assert read_form("before") == ("." * 12, False)
    assert [choice.index for choice in radios(inventory("before"))] == [None] * 12


def test_what_cannot_be_kept_is_told_and_the_score_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "no" / "folder" / "file"))
    asked = inventory("before")
    for choice in radios(asked):
        choice.index = 0
    done(asked).click()
    assert "3 of 12 are right." in said(asked) and "It could not be kept" in said(asked)


@pytest.mark.parametrize(
    "answers", ["", "abc", "e" * 12, "a" * 13, 12, {"a": 1}, ["a"] * 11 + [None], "." * 12, b"a" * 12]
)
def test_other_answers_are_refused_in_one_sentence_and_nothing_is_kept(answers, file: Path):
    with pytest.raises(InvalidArgumentError, match="Twelve answers are twelve letters a to d"):
        inventory("before", answers)
    assert not file.exists()


@pytest.mark.parametrize("form", ["befor", "", None, 1, ["before"]])
def test_another_form_is_refused_with_the_one_that_was_meant(form):
    with pytest.raises(UnknownNameError, match="asked before the course and after it"):
        inventory(form)


def test_letters_may_be_large_and_in_groups():
    assert read_answers("ABCD ABCD ????") == "abcdabcd????"


def test_scores_count_and_unknown_shows_nothing():
    for form in FORMS:
        assert score(form, all_right(form)) == 12
        assert misconceptions(form, all_right(form)) == misconceptions(form, "?" * 12) == [""] * 12


def test_the_progress_tells_of_both_forms_and_of_the_tables():
    assert (
        "before the course: not finished; after it: not finished. Tables filled in: 0 of 2."
        in progress().children[0].value
    )
    inventory("before", all_right("before"))
    for table in TABLES.values():
        fill_in(table.name, {row.name: [one.column for one in row.statements] for row in table.rows})
    assert (
        "before the course: 12 of 12; after it: not finished. Tables filled in: 2 of 2." in progress().children[0].value
    )
