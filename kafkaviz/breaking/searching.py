"""A rule lived through every history of a few requests, and Kafka's own rule through the same ones."""

from collections.abc import Callable
from copy import copy
from typing import Final, NamedTuple

from kafkaviz.breaking.asking import AskedRule
from kafkaviz.breaking.rule import Breakable, Trial
from kafkaviz.decisions.errors import OneSentence
from kafkaviz.lab import Lab
from kafkaviz.model.core.history import History
from kafkaviz.model.search.mending import unreachable
from kafkaviz.model.search.outcomes import Bounds, Broken, Closed, Failed, Outcome, Progress, Stopped, Unreached

BOUNDS: Final = Bounds(states=30_000)


class Searched(NamedTuple):
    """What a search in one trial came to, with the lab it began in."""

    trial: Trial
    lab: Lab
    outcome: Outcome

    @property
    def lived(self) -> Lab:
        """The lab of the shortest history."""
        assert isinstance(self.outcome, Broken | Unreached | Failed), "the other outcomes have no history"
        return _with(self.lab, self.outcome.history)

    @property
    def kafkas(self) -> Lab:
        """The lab in which the same is asked of Kafka's own rule, as far as it can be asked there."""
        return asked_again(self.trial.begin(None), self.lived, len(self.lab.history.acts))


def searched(
    rule: Breakable, asked: AskedRule, bounds: Bounds, progress: Callable[[Progress], object] | None
) -> list[Searched]:
    """Returns what the search of a rule comes to in its trials, up to the first that it loses or that was stopped.

    Raises BadRuleError where the rule has no answer already for what comes before the search.
    """
    found = list[Searched]()
    for trial in rule.trials:
        lab = trial.begin(asked)
        outcome = unreachable(
            lab.history,
            lab.policies,
            trial.goals,
            requests=trial.requests() if trial.requests else None,
            budget=trial.budget,
            promises=trial.promises(lab.policies),
            bounds=bounds,
            progress=progress,
        )
        found.append(Searched(trial, lab, outcome))
        if not isinstance(outcome, Closed):
            break
    return found


def asked_again(lab: Lab, lived: Lab, after: int) -> Lab:
    """Returns a lab in which the acts of another one, after the first few, are asked as well; a refusal is left out."""
    for act in lived.history.acts[after:]:
        try:
            lab.ask(*act.requests)
        except OneSentence:
            continue
    return lab


def told(found: list[Searched]) -> str:
    """Returns all that was searched in one sentence."""
    last = found[-1].outcome
    if isinstance(last, Stopped) or len(found) == 1:
        return last.summary
    states, transitions = (sum(getattr(one.outcome, of) for one in found) for of in ("states", "transitions"))
    return last.summary.replace(f"{last.states:,} states, {last.transitions:,}", f"{states:,} states, {transitions:,}")


def _with(lab: Lab, history: History) -> Lab:
    other = copy(lab)
    other.history = history
    return other
