"""A rule lived through every history of a few requests, and Kafka's own rule through the same ones."""

from collections.abc import Callable
from typing import Final, NamedTuple

from kafkaviz.breaking.asking import AskedRule
from kafkaviz.breaking.known_searches import known_outcome
from kafkaviz.breaking.rule import Breakable, Trial
from kafkaviz.decisions.errors import OneSentence
from kafkaviz.lab import Lab
from kafkaviz.lab.exploring import Explored
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.mending import unreachable
from kafkaviz.model.search.outcomes import Bounds, Closed, Outcome, Progress

BOUNDS: Final = Bounds(states=30_000)


class Searched(NamedTuple):
    """What a search in one trial came to, with the lab it began in."""

    trial: Trial
    lab: Lab
    outcome: Outcome

    @property
    def shortest_lab(self) -> Lab:
        """The lab of the shortest history."""
        lived = Explored(self.lab, self.outcome).lab
        assert isinstance(lived, Lab), "it is a copy of a lab"
        return lived

    @property
    def kafkas(self) -> Lab:
        """The lab in which the same is asked of Kafka's own rule, as far as it can be asked there."""
        return ask_again(self.trial.begin(None), self.shortest_lab, len(self.lab.history.acts))


def search_rule(
    rule: Breakable, asked: AskedRule, bounds: Bounds, progress: Callable[[Progress], object] | None
) -> list[Searched]:
    """Returns what the search of a rule comes to in its trials, up to the first that it loses or that was stopped.

    Raises BadRuleError where the rule has no answer already for what comes before the search.
    """
    found = list[Searched]()
    for trial in rule.trials:
        lab = trial.begin(asked)
        outcome = known_outcome(rule, trial, asked, bounds) or outcome_of(trial, lab, bounds, progress)
        found.append(Searched(trial, lab, outcome))
        if not isinstance(outcome, Closed):
            break
    return found


def outcome_of(trial: Trial, lab: Lab, bounds: Bounds, progress: Callable[[Progress], object] | None) -> Outcome:
    """Returns what the search of a lab comes to."""
    requests, promises = trial.requests() if trial.requests else None, trial.promises(lab.policies)
    if trial.schedules == "first":
        return unreachable(
            lab.history,
            lab.policies,
            trial.goals,
            requests=requests,
            budget=trial.budget,
            promises=promises,
            bounds=bounds,
            progress=progress,
        )
    return explore(
        lab.history,
        lab.policies,
        requests=requests,
        budget=trial.budget,
        promises=promises,
        schedules=trial.schedules,
        bounds=bounds,
        progress=progress,
    )


def ask_again(lab: Lab, lived: Lab, after: int) -> Lab:
    """Returns a lab in which the acts of another one, after the first few, are asked as well; a refusal is left out."""
    # Where a rule answered by itself nothing was asked; here all that follows comes at once.
    for act in (act for act in lived.history.acts[after:] if act.requests):
        try:
            lab.ask(*act.requests)
        except OneSentence:
            continue
    return lab


def in_a_sentence(found: list[Searched]) -> str:
    """Returns all that was searched in one sentence."""
    last = found[-1].outcome
    closed = [search.outcome for search in found if isinstance(search.outcome, Closed)]
    if last not in closed:
        return last.summary
    states, transitions = sum(space.states for space in closed), sum(space.transitions for space in closed)
    return Closed(states, transitions, next((space.goals for space in closed if space.goals), "")).summary
