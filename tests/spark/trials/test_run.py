"""Trials in a plain loop: the same rows for the same seed, and one sentence for everything that cannot be."""

from typing import NamedTuple

import numpy as np
import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError, WrongTypeError
from kafkaviz.spark.trials import TRIALS, ModelTrial, TrialError, grid, run_trials, trial_named
from kafkaviz.spark.trials.rows import HIDDEN, OWN
from kafkaviz.spark.trials.trial import columns_of
from tests.sampling import together


class Rolled(NamedTuple):
    eyes: int
    late_ms: float | None
    name: str = "die"


def rolled(seed, setting):
    return Rolled(seed % setting["sides"], None if seed % 2 else 0.5)


def test_the_rows_say_trial_setting_seed_and_outcome_in_the_order_of_settings_and_seeds():
    rows = run_trials(None, rolled, grid(sides=[2, 6]), trials=2, seed=3)
    assert list(rows.columns) == ["trial", "setting", "seed", "sides", "eyes", "late_ms", "name"]
    assert rows.trial.unique().tolist() == ["rolled"]
    assert rows[["setting", "seed", "sides"]].values.tolist() == [
        [0, 3_000_000_000, 2],
        [0, 3_000_000_001, 2],
        [1, 3_000_000_000, 6],
        [1, 3_000_000_001, 6],
    ]
    assert rows.eyes.tolist() == [0, 1, 0, 1] and rows.late_ms.isna().tolist() == [False, True, False, True]


def test_the_same_seed_gives_the_same_rows_and_another_one_others():
    once = run_trials(None, "load_shift", trials=6, seed=1)
    assert once.equals(run_trials(None, "load_shift", trials=6, seed=1))
    assert not once.busiest.equals(run_trials(None, "load_shift", trials=6, seed=2).busiest)
    assert once.head(3).equals(run_trials(None, "load_shift", trials=3, seed=1))


@pytest.mark.parametrize("name", TRIALS)
def test_every_trial_has_settings_and_outcomes_of_plain_columns_with_names_of_their_own(name):
    trial = TRIALS[name]
    setting, found = columns_of(trial.setting(), "it"), columns_of(trial.outcome(1, trial.setting()), "it")
    assert not {*setting} & {*found} and not {*OWN, *HIDDEN} & {*setting, *found}
    assert {type(value) for value in (setting | found).values()} <= {int, float, bool, str}
    assert len(run_trials(None, name, trials=2)) == 2
    assert isinstance(trial, ModelTrial) == (name != "assignment")


def test_numbers_of_numpy_and_of_other_settings_become_columns_of_one_type():
    rows = run_trials(None, lambda seed, s: {"x": np.int64(seed), "y": s["k"] * 1}, grid(k=[1, 0.5]), trials=1)
    assert rows.x.dtype == "int64" and rows.y.tolist() == [1.0, 0.5] and rows.k.tolist() == [1.0, 0.5]


def test_a_trial_that_raises_is_one_sentence_with_seed_and_setting_and_no_rows():
    def breaks(seed, setting):
        return {"x": 1 / (seed % 1000 - setting["bad"])}

    with pytest.raises(TrialError) as told:
        run_trials(None, breaks, grid(bad=[500, 3]), trials=20)
    assert str(told.value) == (
        "The trial breaks fails with seed 1000000003 and the setting {'bad': 3}: ZeroDivisionError: division by zero"
    )


def test_what_cannot_work_fails_at_the_first_trial():
    asked = []

    def breaks(seed, setting):
        asked.append(seed)
        raise KeyError("no")

    with pytest.raises(TrialError, match="fails with seed 1000000000 and the usual setting: KeyError: 'no'"):
        run_trials(None, breaks, trials=1000)
    assert asked == [1_000_000_000]


@pytest.mark.parametrize(
    ("trial", "says"),
    [
        (lambda seed, s: 5, "An outcome is a mapping or a NamedTuple of numbers, not 5."),
        (lambda seed, s: {1: 2}, "An outcome has texts as names, and 1 is none."),
        (lambda seed, s: {"x": [1]}, r"x is \[1\]; a column holds numbers, texts or truth values."),
        (lambda seed, s: {"x": None}, "x is None; a column holds"),
        (lambda seed, s: {"x": 1 if seed % 10 < 4 else 0.5}, "x is 0.5, and at first it was of type int; always"),
        (lambda seed, s: {"x": 1} if seed % 10 < 4 else {"y": 1}, "had other columns; x, y differs."),
        (lambda seed, s: {"x": 1} if seed % 10 < 4 else {"x": 1, "z": 2}, "had other columns; z differs."),
    ],
)
def test_an_outcome_that_makes_no_row_is_refused_with_its_seed(trial, says):
    with pytest.raises(TrialError, match=f"fails with seed 100000000[04] and the usual setting: .*{says}"):
        run_trials(None, trial, trials=10)


@pytest.mark.parametrize("name", ["seed", "fault", "k"])
def test_a_column_that_is_there_already_is_refused(name):
    with pytest.raises(InvalidArgumentError, match=f"cannot be named '{name}'; rename it"):
        run_trials(None, lambda seed, s: {name: 1}, {"k": 1}, trials=1)


@together(
    [
        (UnknownNameError, {"trial": "durabilty"}, "There is no trial 'durabilty'; did you mean 'durability'?"),
        (WrongTypeError, {"trial": 7}, "A trial is a name or a function of"),
        (UnknownNameError, {"settings": {"rack": 3}}, "has no setting 'rack'; did you mean 'racks'?"),
        (WrongTypeError, {"settings": [3]}, "A setting is a mapping such as"),
        (InvalidArgumentError, {"settings": []}, "Give at least one setting"),
        (InvalidArgumentError, {"trials": -1}, "trials is a whole number, at least 1, not -1"),
        (InvalidArgumentError, {"trials": 0}, "trials is a whole number, at least 1, not 0"),
        (InvalidArgumentError, {"trials": 2.5}, "trials is a whole number"),
        (InvalidArgumentError, {"trials": 10**10}, "There are at most 1,000,000,000 trials"),
        (InvalidArgumentError, {"seed": -1}, "seed is a whole number from 0 to"),
        (InvalidArgumentError, {"seed": None}, "seed is a whole number from 0 to"),
        (InvalidArgumentError, {"tasks": 0}, "tasks is a whole number, at least 1, not 0"),
        (InvalidArgumentError, {"settings": {"down": 1.5}}, "down is a number from 0 to 1, not 1.5"),
        (InvalidArgumentError, {"settings": {"down": float("nan")}}, "down is a number from 0 to 1, not nan"),
        (InvalidArgumentError, {"settings": {"destroyed": "many"}}, "destroyed is a number from 0 to 1, not 'many'"),
        (InvalidArgumentError, {"settings": {"down": True}}, "down is a number from 0 to 1, not True"),
        (
            InvalidArgumentError,
            {"settings": {"replication_factor": 4}},
            "4 larger than available brokers: 3; set brokers=4",
        ),
        (InvalidArgumentError, {"settings": {"min_insync_replicas": 4}}, "at most the replication factor 3, not 4"),
        (InvalidArgumentError, {"settings": {"acks": 0}}, "acks is 'all' or 1 here"),
        (InvalidArgumentError, {"settings": {"acks": "some"}}, "acks"),
    ]
)
def test_arguments_that_cannot_be_used_are_refused_in_one_sentence(error, arguments, says):
    with pytest.raises(error, match=says) as told:
        run_trials(None, **{"trial": "durability", "trials": 1, **arguments})
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "setting", "says"),
    [
        ("rebalance", {"assignor": "rang"}, "assignor is one of 'range', 'roundrobin', 'sticky'"),
        ("rebalance", {"members": 20}, "3 to 9 members, so it cannot begin with 20"),
        ("rebalance", {"fewest": 5, "most": 5}, "nobody can come and go"),
        ("rebalance", {"event": "leave", "events": 5}, "Of 5 members 5 cannot go"),
        ("assignment", {"members": 2}, "not 3 <= 2 <= 9"),
        ("load_shift", {"replication_factor": 4, "brokers": 3}, "4 larger than available brokers: 3; set brokers=4"),
        ("leader_gap", {"replication_factor": 5}, "5 larger than available brokers: 4; set brokers=5"),
        ("leader_gap", {"kafka": "5.0"}, "kafka is one of '4.4'"),
        ("unreplicated_tail", {"acks": 0}, "acks is 'all' or 1 here"),
        ("unreplicated_tail", {"mean_behind": 0}, "mean_behind is a whole number"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(name, setting, says):
    with pytest.raises(InvalidArgumentError, match=says):
        run_trials(None, name, setting, trials=1)


def test_settings_of_a_function_have_the_same_names():
    with pytest.raises(InvalidArgumentError, match=r"the same names, \['k'\], not \['j'\]"):
        run_trials(None, lambda seed, s: {"x": 1}, [{"k": 1}, {"j": 1}], trials=1)


def test_a_grid_crosses_what_is_several():
    assert grid() == [{}]
    assert grid(a=[1, 2], b=range(2), c="xy") == [
        {"a": 1, "b": 0, "c": "xy"},
        {"a": 1, "b": 1, "c": "xy"},
        {"a": 2, "b": 0, "c": "xy"},
        {"a": 2, "b": 1, "c": "xy"},
    ]


def test_a_trial_is_found_by_its_name_or_is_one_itself():
    assert trial_named("rebalance") is TRIALS["rebalance"] is trial_named(TRIALS["rebalance"])
    assert trial_named(rolled).outcome is rolled
