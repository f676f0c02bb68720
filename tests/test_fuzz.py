"""Whatever is typed: one sentence and nothing changed, or something that can be shown."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownTopicOrPartitionError
from tests.fuzz import Fuzz
from tests.sampling import IS_WEEKLY, every

RUNS = [(seed, 100_000) for seed in range(4)] if IS_WEEKLY else every(2, [(2, 400), (0, 6_000)])


@pytest.mark.parametrize(("seed", "calls"), RUNS)
def test_no_wrong_value_breaks_a_verb_a_config_a_request_or_a_function(seed, calls, capsys):
    fuzz = Fuzz(seed).run(calls)
    with capsys.disabled():
        print(f"\nfuzz, seed {seed}: {fuzz.calls.total()} calls, {dict(fuzz.calls)}")
    assert fuzz.broken == []
    assert fuzz.calls["refused"] > calls / 2 and fuzz.calls["carried out"] > calls / 10


def _leaves_something(lab: Lab) -> None:
    lab.history = lab.history.at(0)
    raise InvalidArgumentError("no")


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (lambda lab: {}["missing"], "raises KeyError"),
        (lambda lab: len(5), "raises TypeError"),
        (_leaves_something, "left something behind"),
        (lambda lab: (_ for _ in ()).throw(UnknownTopicOrPartitionError("two\nlines")), "says too much"),
    ],
)
def test_the_fuzz_finds_a_fault_that_is_planted(fault, says):
    fuzz = Fuzz(0)
    lab = Lab().create_topic("letters")
    fuzz.call(lab, fault, ((lab,), {}))
    assert len(fuzz.broken) == 1 and says in fuzz.broken[0]
