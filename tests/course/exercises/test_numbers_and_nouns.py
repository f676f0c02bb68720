"""One record is no "1 records": whatever an exercise says of a wrong answer, its numbers and nouns agree."""

import re
from random import Random

import pytest

from kafkaviz.course.exercise import Working
from kafkaviz.course.exercises import every_exercise
from kafkaviz.model.core.learner import safely
from tests.course.exercises.kept import wrong_functions
from tests.sampling import bounded

NOUNS = (
    "articles batches brokers bytes cells clusters consumers copies customers days disks followers groups hashes hours "
    "keys losses members minutes moves orders partitions rebalances records replicas salts seconds times topics voters "
    "votes writes"
)
DISAGREES = re.compile(rf"(?<![\w.,:=/({{\[-])1 (?:{NOUNS.replace(' ', '|')}|are|were)\b")
"""A one with a plural behind it; a one within a list, a ratio or another number is none."""


@pytest.mark.parametrize(
    ("text", "disagrees"),
    [
        ("1 records wait", True),
        ("and 1 are enough", True),
        ("11 records", False),
        ("0.1 times", False),
        ("1 day", False),
    ],
)
def test_a_one_before_a_plural_is_found(text, disagrees):
    assert bool(DISAGREES.search(text)) == disagrees


@bounded("drawn", 2, 120, whole=6)
@pytest.mark.parametrize("one", every_exercise(), ids=lambda one: one.id)
def test_numbers_and_nouns_agree_in_all_that_is_said_of_wrong_answers(one, drawn):
    random = Random(f"nouns of {one.id}")
    cases = [*(arguments for arguments, _ in one.examples), *(one.draw(random) for _ in range(drawn))]
    functions = wrong_functions(one.id)
    told, asked = [], 0
    for case in cases:
        answers = [safely(function, *case) for function in functions]
        said = [safely(one.promise, *case, answer) for answer in answers if answer is not None]
        asked += len(said)
        told += [text for text in said if text and DISAGREES.search(text)]
        shown = safely(one.case_film, *case, answers[0]) if one.case_film is not None else None
        if isinstance(shown, Working):
            cells = [cell for row in shown.rows for cell in row if isinstance(cell, str)]
            told += [cell for cell in cells if DISAGREES.search(cell)]
    assert asked > min(drawn, 100) and told == []
