"""What a function returns becomes a plain value, and what it shows fits in a line."""

from itertools import count
from random import Random

import pytest

from kafkaviz.breaking.answers import Asked, Unanswered
from kafkaviz.breaking.plain_values import one_line, plain
from kafkaviz.decisions.values import Sent


class Number:
    def __index__(self):
        return 3


class Opaque:
    pass


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ((1, (2,)), [1, [2]]),
        ({3, 1, 2}, [1, 2, 3]),
        ({"b": (1,), "a": ()}, {"a": [], "b": [1]}),
        (range(3), [0, 1, 2]),
        (Number(), 3),
        ({Number(): "three"}, {3: "three"}),
        (True, True),
        (None, None),
    ],
)
def test_answers_that_mean_the_same_are_equal(answer, value):
    assert plain(answer) == value


def test_a_value_of_another_kind_equals_nothing_that_is_asked_for():
    assert plain([Opaque()]) != plain([Opaque()])
    assert "0x" not in one_line(plain([Opaque()]))


def test_too_many_values_are_said_to_be_too_many():
    with pytest.raises(Unanswered, match="returned more than 10,000 values"):
        Asked(lambda: range(20_000))()


def test_a_function_works_on_copies():
    given = {"a": [1]}
    with pytest.raises(Unanswered, match=r"changed `asked`, which is not its own, to {'a': \[1, 2\]}: work"):
        Asked(lambda asked: asked["a"].append(2))(given)
    assert given == {"a": [1]}


def test_the_order_of_what_was_given_belongs_to_it():
    with pytest.raises(Unanswered, match=r"my_sorting\(\[3, 1\]\) changed `numbers`, which .*, to \[1, 3\]: ") as told:
        Asked(my_sorting)([3, 1])
    assert told.value.sentence.endswith("write `sorted(numbers)` in place of `numbers.sort()`.")


def test_what_has_no_name_of_its_own_is_what_was_given():
    with pytest.raises(Unanswered, match=r"changed what it was given, which .*: work on a copy, `list\(x\)`\."):
        Asked(lambda *given: given[1].pop())(1, [3, 1])


def my_sorting(numbers):
    numbers.sort()
    return numbers[0]


def test_an_answer_follows_from_the_arguments():
    turns = count()
    with pytest.raises(Unanswered, match=r"my_function\(7\) answered 0 and, asked the same again, 1; the answer must"):
        Asked(lambda asked: next(turns))(7)


def test_what_chance_says_belongs_to_the_arguments():
    numbers = Random(7)
    sent = Sent(draw=numbers.randrange)
    assert Asked(lambda sent: [sent.draw(1_000), sent.draw(9)])(sent) == [331, 2]
    assert Asked(lambda *, draw: draw(5) + draw(7))(draw=numbers.randrange) is not None


def test_what_is_no_plain_value_is_not_said_to_change():
    assert repr(Asked(lambda: map(int, "12"))()) == repr(Asked(lambda: map(int, "12"))())


def test_a_long_value_is_cut():
    assert len(one_line(["x" * 1_000] * 1_000)) <= 300
