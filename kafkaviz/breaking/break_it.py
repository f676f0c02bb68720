"""break_it: a rule of one's own runs in the cluster, and the answer is the shortest film in which it breaks."""

from collections.abc import Callable

from kafkaviz.breaking.asking import AskedRule, BadRuleError, find_at_once
from kafkaviz.breaking.rule import Breakable, Call, Finding
from kafkaviz.breaking.rule_verdict import Lived, RuleVerdict, State
from kafkaviz.breaking.searching import BOUNDS, Searched, in_a_sentence, search_rule
from kafkaviz.breaking.table import breakable
from kafkaviz.decisions.errors import OneSentence, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.lab import Lab
from kafkaviz.lab.exploring import line_of
from kafkaviz.lab.search_progress import show_progress
from kafkaviz.model.core.promise import words_of
from kafkaviz.model.search.outcomes import Bounds, Broken, Closed, Failed, Unreached, check_bounds
from kafkaviz.model.sessions.session import replay_acts


def break_it(rule: str, function: Callable[..., object], *, bounds: Bounds = BOUNDS) -> RuleVerdict:
    """Looks for the smallest case in which a rule of one's own breaks what Kafka promises, or shows that there is none.

    The rules are elect_leader, partitioner, assignor, high_watermark, is_out_of_sync, truncation, placement and
    acknowledgement. First come fixed and seeded questions, each answer held against the promise of the decision; then
    every history of a few requests in a small cluster, the shortest first, with all promises of `kafkaviz.model` and
    the goals that must be reached from every state. A function that raises, loops, changes what it is given or
    answers the same question in two ways is answered with one sentence and the call. Of a broken rule the case of the
    film is told, where there is one. Whoever interrupts it is told what was found until then.

    Raises InvalidArgumentError, a ValueError, for a rule that nobody knows and for bounds that are none, and
    WrongTypeError where no function is given.

    >>> def lowest_alive(replicas, isr, eligible):
    ...     return min(eligible, default=None)
    >>> break_it("elect_leader", lowest_alive)  # doctest: +ELLIPSIS
    elect_leader: lowest_alive breaks
    Broken after 5 requests: Only a member of the ISR leads. letters-0 is led by broker 1, which is not in its ISR: ...
    Given:    lowest_alive(replicas=(1, 2, 3), isr=(3,), eligible=(1, 3))
    ...

    Kafka's protocols are checked so with TLA+, and its placement of rules is fixed.
    """
    task = breakable(rule)
    if not callable(function):
        raise WrongTypeError(
            f"break_it wants your function itself, as in break_it({task.name!r}, my_rule), not {short(function)}."
        )
    check_bounds(bounds)
    asked = AskedRule(task, function)
    try:
        finding = find_at_once(task, asked)
        with show_progress(f"Breaking {task.name}") as progress:
            found = search_rule(task, asked, bounds, progress)
    except BadRuleError as fault:
        return _unanswered(task, asked, fault)
    except OneSentence as fault:
        return RuleVerdict(task.name, asked.__name__, "error", str(fault))
    except KeyboardInterrupt:  # A search that is interrupted tells what it has found; here there is nothing yet.
        return RuleVerdict(task.name, asked.__name__, "open", "Interrupted: not all questions are asked yet.")
    return _judged(task, asked, finding, found)


def _judged(task: Breakable, asked: AskedRule, finding: Finding | None, found: list[Searched]) -> RuleVerdict:
    last = found[-1]
    outcome, lived, requests, lost, decided = last.outcome, list[Lived](), tuple[str, ...](), "", ""
    if isinstance(outcome, Broken | Unreached):
        lost = outcome.promise.__name__ if isinstance(outcome, Broken) else outcome.goal
        promises = (outcome.promise,) if isinstance(outcome, Broken) else ()
        lived, requests = [Lived(last.shortest_lab, last.kafkas, outcome.step, promises=promises)], _requests(last)
        decided = _decided(last.shortest_lab, outcome.step, asked)
    if isinstance(outcome, Failed) and finding is None:
        fault = outcome.fault
        if isinstance(fault, BadRuleError):
            return _unanswered(task, asked, fault, last)
        return RuleVerdict(task.name, asked.__name__, "error", str(fault), where=last.trial.words)
    if finding is not None:
        return RuleVerdict(
            task.name,
            asked.__name__,
            "broken",
            finding.sentence,
            judge=finding.judge,
            lost=lost,
            found=outcome.summary if lost else "",
            call="; ".join(map(asked.show_call, finding.calls)),
            decided=decided,
            requests=requests,
            lived=lived,
            where=last.trial.words if requests else "",
            states=outcome.states,
            transitions=outcome.transitions,
        )
    if isinstance(outcome, Broken | Unreached):
        broken = isinstance(outcome, Broken)
        words = words_of(outcome.promise) if isinstance(outcome, Broken) else outcome.words
        return RuleVerdict(
            task.name,
            asked.__name__,
            "broken",
            f"{'Not kept' if broken else 'Never reached'}: {words}. {outcome.sentence}",
            judge="promise" if broken else "goal",
            lost=lost,
            decided=decided,
            requests=requests,
            lived=lived,
            where=last.trial.words,
            states=outcome.states,
            transitions=outcome.transitions,
        )
    return RuleVerdict(
        task.name,
        asked.__name__,
        "held" if isinstance(outcome, Closed) else "open",
        in_a_sentence(found),
        lived=[
            Lived(sample.happens(sample.begin(asked)), title=f"{asked.__name__}: {sample.title}")
            for sample in task.samples
        ],
        where="; ".join(search.trial.words for search in found),
        states=sum(search.outcome.states for search in found),
        transitions=sum(search.outcome.transitions for search in found),
    )


def _unanswered(
    task: Breakable, asked: AskedRule, fault: BadRuleError, searched: Searched | None = None
) -> RuleVerdict:
    """Returns the verdict on a rule without an answer, with the history that led to the question where one did."""
    state: State = "error" if fault.is_attempted else "not attempted"
    return RuleVerdict(
        task.name,
        asked.__name__,
        state,
        fault.message,
        judge="fault",
        call=fault.call,
        requests=_requests(searched) if searched else (),
        lived=[Lived(searched.shortest_lab, step=len(searched.shortest_lab.history.steps))] if searched else (),
        where=searched.trial.words if searched else "",
    )


def _decided(lab: Lab, step: int, asked: AskedRule) -> str:
    """Returns the last call whose answer made a step of a history, or nothing where the rule was not asked then."""

    def until(number: int) -> list[Call]:
        calls: list[Call] = []
        asked.calls = calls
        replay_acts(lab.history.at(0), lab.history.at(number).acts, lab.policies)
        asked.calls = None
        return calls

    calls = until(step)
    return asked.show_call(calls[-1]) if len(calls) > len(until(step - 1)) else ""


def _requests(lost: Searched) -> tuple[str, ...]:
    """Returns what a person asked for in the shortest history, in the order of it; what mended it is left out."""
    assert isinstance(lost.outcome, Broken | Unreached | Failed), "the other outcomes have no history"
    acts = lost.outcome.history.acts[len(lost.lab.history.acts) :]
    asked = [request for act in acts for request in act.requests]
    return tuple(map(line_of, asked if isinstance(lost.outcome, Failed) else asked[: lost.outcome.requests]))
