"""The README says how much the model was held against, and each number is one that is counted."""

import re

from kafkaviz import then_and_now
from kafkaviz.decisions.policies import ERAS
from tools.announce import README
from tools.counts import TABLE, counted, with_counts

TEXT = README.read_text("utf-8")
NUMBER = re.compile(r"\d[\d,]*")
WORDS = {"five": 5}


def test_the_readme_has_the_table_with_every_count():
    assert TABLE.search(TEXT)[0].count("\n") == 2 + len(list(counted()))
    assert with_counts(TEXT) == TEXT, "run `python tools/release.py`"


def test_a_number_that_is_wrong_is_written_anew():
    for row in TABLE.search(TEXT)[0].splitlines()[2:]:
        assert NUMBER.search(row)
        assert with_counts(TEXT.replace(row, NUMBER.sub("7", row))) == TEXT


def test_every_count_is_of_something():
    assert [words for words, much in counted() if int(NUMBER.search(much)[0].replace(",", "")) < 1] == []


def test_what_the_readme_counts_in_its_words_is_counted_too():
    (boxes,) = re.findall(r"`then_and_now\(\)`: (\d+) sentences", TEXT)
    assert int(boxes) == len(then_and_now().rows)
    (releases,) = re.findall(r"for (\w+) releases from", TEXT)
    assert WORDS[releases] == len(ERAS)
