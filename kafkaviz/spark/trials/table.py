"""All trials by their names."""

from collections.abc import Callable
from typing import Any, Final

from kafkaviz.decisions.errors import UnknownNameError, WrongTypeError
from kafkaviz.decisions.wording import name_of, short, suggestion
from kafkaviz.spark.trials.assignment import ASSIGNMENT
from kafkaviz.spark.trials.durability import DURABILITY
from kafkaviz.spark.trials.leader_gap import LEADER_GAP
from kafkaviz.spark.trials.load_shift import LOAD_SHIFT
from kafkaviz.spark.trials.rebalance import REBALANCE
from kafkaviz.spark.trials.trial import ModelTrial, Trial
from kafkaviz.spark.trials.unreplicated_tail import UNREPLICATED_TAIL

TRIALS: Final[dict[str, Trial | ModelTrial]] = {
    trial.name: trial for trial in (REBALANCE, ASSIGNMENT, DURABILITY, UNREPLICATED_TAIL, LOAD_SHIFT, LEADER_GAP)
}
"""What a trial may be named."""

AnyTrial = str | Trial | ModelTrial | Callable[[int, Any], Any]


def trial_named(given: AnyTrial) -> Trial | ModelTrial:
    """Returns a trial by its name; a function of seed and setting is one as well, whose settings are mappings.

    Raises UnknownNameError with the name that was meant.

    >>> trial_named("durability").setting.__name__
    'DurabilitySetting'
    """
    if isinstance(given, Trial | ModelTrial):
        return given
    if isinstance(given, str):
        if given not in TRIALS:
            raise UnknownNameError(f"There is no trial {short(given)}; {suggestion(given, TRIALS)}")
        return TRIALS[given]
    if not callable(given):
        raise WrongTypeError(f"A trial is a name or a function of (seed, setting), not {short(given)}.")
    return Trial(name_of(given), dict, given)
