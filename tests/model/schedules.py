"""Every order in which rules may answer one request: all states that lie on the way, and where they end.

`python tests/model/schedules.py` explores every scenario anew and writes what it found to `orders.json`.
"""

import json
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.fingerprint import Fingerprints
from kafkaviz.model.protocol import enabled, next_deadline
from tests.model.promises import promises

ORDERS = Path(__file__).with_name("orders.json")
MOST_STATES = 10_000


class Edge(NamedTuple):
    """An event that may happen in a state, the rule it comes from, and the number of the state after it."""

    rule: str
    event: Event
    to: int


class Explored(NamedTuple):
    """States by number, the first is where it began; what may happen in each; the promises that were broken."""

    states: list[Cluster]
    edges: list[list[Edge]]
    broken: list[str]

    @property
    def ends(self) -> list[int]:
        """The states in which all is quiet."""
        return [state for state, edges in enumerate(self.edges) if not edges]


class Start(NamedTuple):
    """From where every order is explored; whenever all is quiet time moves to the next deadline, up to `until_ms`."""

    cluster: Cluster
    era: str
    policies: Policies
    until_ms: int

    def may_happen(self, cluster: Cluster) -> Iterator[tuple[str, Event]]:
        """Yields every event that may happen next, and its rule."""
        quiet = True
        for _, rule, event in enabled(cluster, self.policies):
            quiet = False
            yield rule.name, event
        due = next_deadline(cluster, self.policies) if quiet else None
        if due is not None and due <= self.until_ms:
            yield "time", TimeAdvanced(due)


def explored(start: Start) -> Explored:
    """Lets whatever is enabled happen, in every state, until no new state comes of it."""
    fingerprints, held = Fingerprints(), promises(start.era, violent=False)
    number_of = {fingerprints.of(start.cluster): 0}
    found = Explored([start.cluster], [], [])
    waiting = deque([0])
    while waiting:
        before = found.states[waiting.popleft()]
        edges = list[Edge]()
        for rule, event in start.may_happen(before):
            after = event.apply(before)
            found.broken.extend(
                f"{holds.__name__} by {rule}: {sentence}" for holds in held if (sentence := holds(before, event, after))
            )
            number = number_of.setdefault(fingerprints.of(after), len(found.states))
            if number < len(found.states):
                assert found.states[number] == after, "two clusters that differ have one fingerprint"
            else:
                assert number < MOST_STATES, "too many states: is there no end to them?"
                found.states.append(after)
                waiting.append(number)
            edges.append(Edge(rule, event, number))
        found.edges.append(edges)
    return found


def leads_to(found: Explored) -> list[set[int]]:
    """Returns for each state the ends that can be reached from it; none where rules run on without an exit."""
    back: list[list[int]] = [[] for _ in found.states]
    for state, edges in enumerate(found.edges):
        for edge in edges:
            back[edge.to].append(state)
    reached: list[set[int]] = [set() for _ in found.states]
    for end in found.ends:
        waiting = [end]
        while waiting:
            state = waiting.pop()
            if end not in reached[state]:
                reached[state].add(end)
                waiting.extend(back[state])
    return reached


def deciding(found: Explored) -> list[str]:
    """Returns the rules of which some event leaves fewer ends to be reached than there were."""
    reached = leads_to(found)
    return sorted(
        {edge.rule for state, edges in enumerate(found.edges) for edge in edges if reached[edge.to] != reached[state]}
    )


def loops(found: Explored) -> list[set[int]]:
    """Returns the largest sets of states of which each can be come to from every other. Tarjan's algorithm."""
    index, low = dict[int, int](), dict[int, int]()
    path, on_path, found_loops = list[int](), set[int](), list[set[int]]()
    for root in range(len(found.edges)):
        work = [(root, 0)] if root not in index else []
        while work:
            state, done = work.pop()
            if not done:
                index[state] = low[state] = len(index)
                path.append(state)
                on_path.add(state)
            for number, edge in enumerate(found.edges[state][done:], done):
                if edge.to not in index:
                    work += [(state, number + 1), (edge.to, 0)]
                    break
                if edge.to in on_path:
                    low[state] = min(low[state], index[edge.to])
            else:
                if low[state] == index[state]:
                    cut = path.index(state)
                    loop = set(path[cut:])
                    del path[cut:]
                    on_path -= loop
                    if len(loop) > 1 or any(edge.to == state for edge in found.edges[state]):
                        found_loops.append(loop)
                if work:
                    below = work[-1][0]
                    low[below] = min(low[below], low[state])
    return found_loops


def going_round(found: Explored) -> list[str]:
    """Returns the rules by which a state can be come back to."""
    inside = loops(found)
    return sorted({edge.rule for loop in inside for state in loop for edge in found.edges[state] if edge.to in loop})


def fair_exits(found: Explored, loop: set[int]) -> set[str]:
    """Returns the rules that could answer in every state of a loop and would leave it: nobody stays there for ever."""
    answering = [{edge.rule for edge in found.edges[state]} for state in loop]
    staying = {edge.rule for state in loop for edge in found.edges[state] if edge.to in loop}
    return set.intersection(*answering) - staying


def schedules(found: Explored) -> int | None:
    """Counts the orders from the start to an end, or returns None where there is no last one."""
    if loops(found):
        return None
    ways: dict[int, int] = {}
    waiting = [0]
    while waiting:
        state = waiting[-1]
        unknown = [edge.to for edge in found.edges[state] if edge.to not in ways]
        if unknown:
            waiting.extend(unknown)
            continue
        waiting.pop()
        ways[state] = sum(ways[edge.to] for edge in found.edges[state]) or 1
    return ways[0]


def summary(found: Explored) -> dict[str, Any]:
    """Returns what is kept about a scenario in the table of orders."""
    return {
        "states": len(found.states),
        "transitions": sum(map(len, found.edges)),
        "schedules": schedules(found),
        "ends": len(found.ends),
        "decided by": deciding(found),
        "goes round": going_round(found),
    }


def known_orders() -> dict[str, dict[str, Any]]:
    """Returns the table of orders: what was found about each scenario when it was last looked at on purpose."""
    table: dict[str, dict[str, Any]] = json.loads(ORDERS.read_text())
    return table


if __name__ == "__main__":
    from tests.model.scenarios import SCENARIOS

    lines = [
        f"{json.dumps(scenario.name)}: {json.dumps(summary(explored(scenario.start())))}" for scenario in SCENARIOS
    ]
    ORDERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
