"""A seed and a setting are enough: a session that a lab films, shortened, and a sample that comes out alike."""

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError, WrongTypeError
from kafkaviz.lab import Lab
from kafkaviz.model.sessions.file import read
from kafkaviz.spark.trials import TRIALS, ModelTrial, TrialError, Verified, run_trials, session_of, verify
from tests.sampling import every

MODEL = [name for name, trial in TRIALS.items() if isinstance(trial, ModelTrial)]
LOSING = {"down": 0.3, "destroyed": 0.5, "lagging": 0.3, "acks": 1}


@pytest.mark.parametrize("name", MODEL)
def test_a_lab_replays_the_session_to_the_same_history(name):
    trial, seed = TRIALS[name], 1_000_000_007
    session = session_of(name, seed)
    assert Lab.from_json(session).history == trial.play(seed, trial.setting()).history
    assert session["seed"] == seed and session_of(name, seed) == session


def test_a_loss_becomes_a_short_film():
    rows = run_trials(None, "durability", LOSING, trials=30)
    seed = int(rows[rows.lost.eq(True) & (rows.copies > 1)].seed.iloc[0])
    whole = session_of("durability", seed, LOSING)
    short = session_of("durability", seed, LOSING, still_holds=lambda outcome: outcome.lost)
    assert requests(short) < requests(whole)
    lab = Lab.from_json(short)
    assert "ABC" in lab.story() and "broker" in lab.story()
    setting = TRIALS["durability"].setting(**LOSING)
    assert TRIALS["durability"].measure(lab.history, setting).lost


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("rebalance", lambda outcome: outcome.moved >= 3),
        ("load_shift", lambda outcome: outcome.heirs >= 1),
        ("leader_gap", lambda outcome: outcome.longest_ms >= 9_000),
        ("unreplicated_tail", lambda outcome: outcome.lost >= 1),
    ],
)
def test_what_is_measured_can_be_measured_on_any_part_of_a_history(name, holds):
    trial = TRIALS[name]
    small = {"rebalance": {"partitions": 3, "fewest": 1, "most": 4, "members": 2}, "load_shift": {"partitions": 4}}
    setting = trial.setting(**small.get(name, {}))
    seed = next(seed for seed in range(50) if holds(trial.outcome(seed, setting)))
    whole = session_of(name, seed, small.get(name))
    short = session_of(name, seed, small.get(name), still_holds=holds)
    assert requests(short) <= requests(whole)
    assert holds(trial.measure(Lab.from_json(short).history, setting))
    assert session_of(name, seed, small.get(name), still_holds=lambda outcome: True)["acts"] == []


def requests(session):
    return sum(len(act.requests) for act in read(session).acts)


def test_shortening_for_what_is_not_so_is_refused():
    with pytest.raises(InvalidArgumentError, match="must hold of the whole"):
        session_of("durability", 1, still_holds=lambda outcome: False)


def test_what_has_no_session_says_so():
    with pytest.raises(InvalidArgumentError, match="The trial assignment plays no history in the model"):
        session_of("assignment", 1)
    with pytest.raises(UnknownNameError, match="did you mean 'leader_gap'"):
        session_of("leadergap", 1)
    with pytest.raises(WrongTypeError, match="seed is a whole number"):
        session_of("rebalance", 1.0)
    with pytest.raises(UnknownNameError, match="has no setting 'member'"):
        session_of("rebalance", 1, {"member": 1})


@pytest.mark.parametrize("name", every(4, TRIALS, whole=2))
def test_a_sample_comes_out_alike(name):
    rows = run_trials(None, name, trials=5)
    assert verify(rows, sample=3) == Verified(3, 3 if name in MODEL else 0)
    assert verify(rows, sample=100).outcomes == 5


def test_a_number_that_was_changed_is_found():
    rows = run_trials(None, "leader_gap", {"partitions": 4}, trials=3)
    rows.loc[1, "longest_ms"] += 1
    with pytest.raises(
        TrialError, match="seed 1000000001, when played again, says that longest_ms is 9000, and 9001 stands in"
    ):
        verify(rows)


def rolled(seed, setting):
    return {"eyes": seed % setting["sides"]}


def test_a_function_of_ones_own_is_checked_when_it_is_given_again():
    rows = run_trials(None, rolled, {"sides": 6}, trials=8)
    assert verify(rows, trial=rolled, settings={"sides": 6}) == Verified(8, 0)
    with pytest.raises(TrialError, match="says that eyes is"):
        verify(rows, trial=rolled, settings=[{"sides": 5}])
    with pytest.raises(UnknownNameError, match="There is no trial 'rolled'"):
        verify(rows)
    with pytest.raises(InvalidArgumentError, match="Give outcomes as run_trials returns them"):
        verify(rows[["eyes"]])
    with pytest.raises(WrongTypeError, match="a frame of Spark or pandas, not 3"):
        verify(3)


def test_the_short_session_of_notebook_m3_still_destroys_both_brokers_that_had_the_record():
    hard = {"down": 0.3, "destroyed": 0.4}
    tried = run_trials(None, "durability", {"min_insync_replicas": 1, **hard}, trials=20)
    seed = int(tried[tried.lost.eq(True) & (tried.copies == 2)].seed.min())
    short = session_of(
        "durability", seed, hard, still_holds=lambda one: one.lost and one.copies == 2 and not one.survivors
    )
    lost = [caption.cap for caption in Lab.from_json(short).film().film.captions if "power is gone" in caption.cap]
    assert len(lost) == 2
