"""Searches every history that a budget of requests allows, breadth first, for the shortest that breaks a promise."""

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import check_name
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.request import Request
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.goals import Goal
from kafkaviz.model.search.menu import Menu
from kafkaviz.model.search.moves import Schedules
from kafkaviz.model.search.outcomes import BOUNDS, Bounds, Outcome, Progress
from kafkaviz.model.search.search import Search


@seldom_collecting()
def explore(
    start: Cluster | History,
    policies: Policies,
    *,
    requests: Sequence[Request] | None = None,
    budget: Mapping[str, int] | None = None,
    promises: Sequence[Property] = PROPERTIES,
    goals: Sequence[Goal] = (),
    schedules: Schedules = "first",
    bounds: Bounds = BOUNDS,
    progress: Callable[[Progress], object] | None = None,
    workers: int = 1,
) -> Outcome:
    """Returns the shortest history that breaks a promise or reaches a goal, or says that there is none.

    A `budget` says how often each kind of request may be asked, by the words of `menu.OFFERS`; with `requests` only
    these are asked, each once or as often as the budget says. A request that is refused is no transition. A state is
    dropped only if an equal one was kept with a budget at least as large in every part, so nothing is missed.

    With `schedules="first"` rules answer in the model's one order, and a request comes when all is quiet. With "all"
    whatever is enabled may happen next, in any order, and a request may come at any moment, so lost fetches belong
    there; time passes only when all is quiet, for timeouts are long beside what a network and a processor take. A
    promise that is broken is broken by finitely many events, so that search takes no fairness for granted.

    More `workers` share the states out, and come to the same but for a bound of seconds; they tell states apart by 64
    bits. Where a process cannot be copied there is one.

    `progress` is told how far the search has come; Ctrl-C ends it as a bound does. Raises InvalidArgumentError for a
    request or a word that nobody knows. What a replaced decision raises, or answers that cannot be used, comes back as
    `Failed`; one that never returns is not interrupted here.

    >>> from kafkaviz.model.brokers.requests import Kill
    >>> from kafkaviz.model.core.brokers import Broker
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> three = Cluster(0, Quorum.of(101), {b: Broker(b) for b in (1, 2, 3)})
    >>> explore(three, Policies(), requests=[Kill(1), Kill(2)]).summary
    'Closed: 4 states, 4 transitions; no promise broken.'

    Breadth-first model checking, as TLC does it for Kafka's TLA+ specifications.
    """
    check_name("schedule", schedules, get_args(Schedules))
    search = Search(start, policies, Menu(requests, budget), promises, bounds, schedules)
    return search.run(goals, progress, workers=workers)
