"""What a function returns becomes a plain value, and what it shows fits in a line."""

import pytest

from kafkaviz.course.answers import Asked, Unanswered, one_line, plain


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
    Asked(lambda asked: asked["a"].append(2))(given)
    assert given == {"a": [1]}


def test_a_long_value_is_cut():
    assert len(one_line(["x" * 1_000] * 1_000)) <= 300
