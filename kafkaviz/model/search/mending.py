"""Whether goals are still reached from every state that a search finds, once all is mended and time has passed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from kafkaviz.decisions.errors import KafkaError, OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import quantity
from kafkaviz.model.brokers.requests import Reconnect, Restart, Resume, Thaw
from kafkaviz.model.core.brokers import DEAD, FROZEN, PAUSED
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.groups.common.member_requests import ResumeMember
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.protocol import happening
from kafkaviz.model.quorum.requests import RestartController
from kafkaviz.model.search.goals import GOALS, Goal
from kafkaviz.model.search.menu import Menu
from kafkaviz.model.search.moves import Node
from kafkaviz.model.search.outcomes import BOUNDS, Bounds, Closed, Failed, Outcome, Progress, Unreached
from kafkaviz.model.search.search import Search

ROUNDS_MS: Final = (30_000, 30_000, 30_000, 600_000)
"""How long time passes after each round of mending: sessions end, followers catch up, members that hang are removed."""
Wanted = list[tuple[Goal, object]]


@seldom_collecting()
def unreachable(
    start: Cluster | History,
    policies: Policies,
    goals: Sequence[Goal] = GOALS,
    *,
    requests: Sequence[Request] | None = None,
    budget: Mapping[str, int] | None = None,
    promises: Sequence[Property] = PROPERTIES,
    bounds: Bounds = BOUNDS,
    progress: Callable[[Progress], object] | None = None,
    workers: int = 1,
) -> Outcome:
    """Returns the shortest history after which a goal is never reached, or says that each can always be reached.

    Searches as `explore` does, and stops at a broken promise too. In each state where something waits for a goal all is
    mended: brokers and controllers come back, are heard and fetch, members poll, time passes, and whoever has to do
    something for the goal does it. That is the fairness taken for granted: what can go on is not kept from it for ever.
    Rules answer in the model's one order. More `workers` share the states out, and come to the same.

    >>> from kafkaviz.model.brokers.requests import Kill
    >>> from kafkaviz.model.core.brokers import Broker
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.partitions.topic_requests import CreateTopic
    >>> three = Cluster(0, Quorum.of(101), {b: Broker(b) for b in (1, 2, 3)})
    >>> nobody = Policies(elect_leader=lambda *replicas, **known: None)
    >>> print(unreachable(three, nobody, requests=[CreateTopic("letters", 1, 3), Kill(1), Tick(9_000)]).sentence)
    After 2 requests: nobody leads letters-0, and that stays so though all brokers come back and 11.5 minutes pass.

    Raises InvalidArgumentError as `explore` does.

    A leads-to property of a TLA+ specification, under weak fairness.
    """
    search = Search(start, policies, Menu(requests, budget), promises, bounds)
    asked = set[int]()

    def visit(node: Node) -> Outcome | None:
        if id(node.cluster) in asked:
            return None
        asked.add(id(node.cluster))
        wanted = [(goal, thing) for goal in goals for thing in goal.waits(node.cluster)]
        acts = list[Act]()
        try:
            missed = _missed(node.cluster, wanted, policies, acts) if wanted else []
        except OneSentence as fault:
            history = search.history_to(node)
            return history if isinstance(history, Failed) else _failed(search, fault, history)
        return _unreached(search, node, missed[0], acts) if missed else None

    outcome = search.run(progress=progress, visit=visit, workers=workers)
    return outcome._replace(goals="every goal reached") if isinstance(outcome, Closed) and goals else outcome


def _missed(cluster: Cluster, wanted: Wanted, policies: Policies, acts: list[Act]) -> Wanted:
    """Returns the goals that are not reached although all is mended; `acts` are those that mended it."""
    for ms in ROUNDS_MS:
        for request in [*_asked(cluster, wanted), *_mends(cluster), *_asked(cluster, wanted), Tick(ms)]:
            steps = 0
            try:
                for step in happening(cluster, request, policies):
                    cluster, steps = step.cluster, steps + 1
                    wanted = [(goal, thing) for goal, thing in wanted if not goal.reached(cluster, thing)]
                    if not wanted:
                        return []
            except (KafkaError, ValueError):
                if steps:
                    raise
                continue  # What is refused now is asked again in the next round.
            acts.append(Act((request,), steps))
    return wanted


def _asked(cluster: Cluster, wanted: Wanted) -> Iterator[Request]:
    """Yields what a person has to do for what is wanted."""
    for goal in dict.fromkeys(goal for goal, _ in wanted):
        yield from goal.asks(cluster)


def _mends(cluster: Cluster) -> Iterator[Request]:
    """Yields what brings everybody back."""
    if isinstance(cluster.controller, Quorum):
        yield from (RestartController(node) for node, voter in cluster.controller.voters.items() if not voter.up)
    mends: dict[str, Callable[[int], Request]] = {DEAD: Restart, PAUSED: Resume, FROZEN: Thaw}
    for broker in cluster.brokers.values():
        if broker.state in mends:
            yield mends[broker.state](broker.id)
        if broker.cut_off:
            yield Reconnect(broker.id)
    for name, group in cluster.groups.items():
        yield from (ResumeMember(name, m) for m, member in group.members.items() if member.up and not member.is_polling)


def _unreached(search: Search, node: Node, missed: tuple[Goal, object], acts: list[Act]) -> Outcome:
    history, (goal, thing) = search.history_to(node), missed
    if isinstance(history, Failed):
        return history
    step, requests = len(history.steps), search.requests(node.left)
    longer = search.repeat_acts(history, acts)
    if isinstance(longer, Failed):
        return longer
    minutes = (longer.last.now_ms - node.cluster.now_ms) / 60_000
    sentence = (
        f"After {quantity(requests, 'request')}: {goal.missing(thing)}, and that stays so though all brokers come back "
        f"and {minutes:g} minutes pass."
    )
    return Unreached(goal.name, goal.words, sentence, longer, step, requests, search.kept.states, search.transitions)


def _failed(search: Search, fault: OneSentence, history: History) -> Failed:
    return Failed(fault, None, history, search.kept.states, search.transitions)
