"""check answers every exercise in one of four states, and nothing a function does stops a notebook."""

import functools
import itertools
import sys
from itertools import product

import pytest

from kafkaviz.course.check import check
from kafkaviz.course.exercises import every_exercise
from kafkaviz.course.verdict import CHECK_MIME
from tests.course.exercises.kept import wrong_functions
from tests.sampling import every, together

EXERCISES = every_exercise()
each = pytest.mark.parametrize("one", every(12, EXERCISES, whole=6), ids=lambda one: one.id)
# One exercise before every commit, the others with the slow tests.
SOME = {"E03.1"}
some_at_once = pytest.mark.parametrize(
    "one", [pytest.param(one, id=one.id, marks=() if one.id in SOME else pytest.mark.slow) for one in EXERCISES]
)


def not_yet(*arguments):
    raise NotImplementedError


@each
def test_the_reference_is_correct_says_why_it_matters_and_brings_no_film(one):
    verdict = check(one.id, one.reference)
    assert verdict.state == "correct"
    assert one.matters in repr(verdict) and one.next in repr(verdict)
    bundle = verdict._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" not in bundle and "<img" not in bundle["text/html"]


@together(product(EXERCISES, [not_yet, lambda *arguments: ..., ...]))
def test_a_stub_is_not_attempted(one, stub):
    verdict = check(one.id, stub)
    assert verdict.state == "not attempted"
    assert f'hint("{one.id}") helps.' in repr(verdict)


def loops(*arguments):
    return loops(*arguments)


def leaves(*arguments):
    sys.exit("bye")


def closes(*arguments):
    raise GeneratorExit


def spoils(*arguments):
    for argument in arguments:
        if hasattr(argument, "clear"):
            argument.clear()
    return arguments


class Spiteful:
    def __repr__(self):
        raise SystemExit

    def __eq__(self, other):
        raise MemoryError

    __hash__ = None

    def __getattr__(self, name):
        raise BaseException(name)

    def __call__(self, *arguments):
        return Spiteful()


class SpitefulError(Exception):
    def __str__(self):
        raise ValueError


def fails_spitefully(*arguments):
    raise SpitefulError


def endless_list(*arguments):
    inner = []
    inner.append(inner)
    return inner


HOSTILE = {
    "nothing": lambda *arguments: None,
    "a number": lambda *arguments: 7,
    "a huge number": lambda *arguments: 10**20_000,
    "a huge list": lambda *arguments: list(range(10**6)),
    "a huge range": lambda *arguments: range(10**15),
    "a huge text": lambda *arguments: "x" * 10**7,
    "an endless iterator": lambda *arguments: itertools.count(),
    "a list in itself": endless_list,
    "itself": Spiteful(),
    "a class": Spiteful,
    "wrong inside": lambda *arguments: [[{}], {"a": object()}, {1, "b"}],
    "a dict of itself": lambda *arguments: {(1, 2): {None: [Spiteful()]}},
    "five of nothing": lambda *arguments: [None] * 5,
    "no arguments": lambda: 1,
    "endless recursion": loops,
    "sys.exit": leaves,
    "GeneratorExit": closes,
    "an error without words": fails_spitefully,
    "emptied arguments": spoils,
    "partial": functools.partial(max, 1),
    "not a function": 3,
    "a text": "my_trace",
}


@some_at_once
@pytest.mark.parametrize("hostile", every(6, [pytest.param(does, id=name) for name, does in HOSTILE.items()]))
def test_nothing_a_function_does_is_raised_or_takes_a_page(one, hostile):
    verdict = check(one.id, hostile)
    bundle = verdict._repr_mimebundle_()
    assert verdict.state in ("error", "incorrect")
    assert bundle[CHECK_MIME] == {"id": one.id, "state": verdict.state}
    assert len(bundle["text/plain"]) < 2_000
    assert " at 0x" not in bundle["text/plain"] and "Traceback" not in bundle["text/plain"]


def test_the_interrupt_key_still_works():
    def interrupted(*arguments):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("E03.1", interrupted)


def test_an_error_names_the_call_and_the_line_and_nothing_of_ours():
    def my_trace(message, partition_of, leader_of):
        return leader_of[message]

    verdict = check("E03.1", my_trace)
    assert verdict.state == "error"
    assert verdict.lines[:2] == (
        "Given:    my_trace(message='ABC', partition_of={'ABC': 0, 'DEF': 1, 'GHI': 2}, leader_of={0: 1, 1: 2, 2: 3})",
        "It raised KeyError: 'ABC', in the line `return leader_of[message]`.",
    )


def test_a_function_that_forgot_to_return_is_told_so():
    assert "It returned nothing: is there a `return`?" in check("E03.2", lambda statements: None).lines


def test_a_function_that_was_called_too_early_is_told_so():
    assert "without calling it; it was given 3" in check("E03.1", 3).lines[0]


@pytest.mark.parametrize("id", ["E99.9", "e03.1", None, 3, ["E03.1"]])
def test_an_unknown_exercise_gets_one_sentence_with_the_nearest(id):
    verdict = check(id, not_yet)
    assert verdict.state == "error"
    nearest = ("did you mean 'E0", "notebook 03 has E03.1 to E03.5", "they are called E01.1 to X5.1")
    assert len(verdict.lines) == 1 and any(words in verdict.lines[0] for words in nearest)
    assert len(verdict.lines[0]) < 120


def test_what_a_function_prints_does_not_fill_the_page(capsys):
    check("E03.2", lambda statements: print("debugging"))
    assert capsys.readouterr().out == ""


def test_a_verdict_is_the_same_each_time():
    one = EXERCISES[-1]
    wrong = wrong_functions(one.id)[0]
    assert repr(check(one.id, wrong)) == repr(check(one.id, wrong))


def test_what_changes_its_arguments_is_told_so():
    def my_elect_leader(replicas, isr, eligible):
        while replicas:
            broker = replicas.pop(0)
            if broker in isr and broker in eligible:
                return broker
        return None

    verdict = check("E07.1", my_elect_leader)
    assert verdict.state == "error"
    assert verdict.lines[:2] == (
        "Given:    my_elect_leader(replicas=[1, 2, 3], isr=[1, 2, 3], eligible=[2, 3])",
        "It changed `replicas`, which is not its own, to [3]: work on a copy, `list(replicas)`.",
    )


def test_what_answers_the_same_in_two_ways_is_told_so():
    turns = itertools.count()

    def my_elect_leader(replicas, isr, eligible):
        able = [broker for broker in replicas if broker in isr and broker in eligible]
        return able[next(turns) % len(able)] if able else None

    verdict = check("E07.1", my_elect_leader)
    assert verdict.state == "error"
    assert verdict.lines[:2] == (
        "Given:    my_elect_leader(replicas=[1, 2, 3], isr=[1, 2, 3], eligible=[2, 3])",
        "It answered 2 and, asked the same again, 3; the answer must follow from the arguments alone.",
    )
