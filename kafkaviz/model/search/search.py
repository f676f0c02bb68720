"""One search under way: what waits to be looked at, what was kept, and what ends it."""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, LearnerError, OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import short
from kafkaviz.model.acting import repeat_act
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Act, History
from kafkaviz.model.core.promise import Promises, Property
from kafkaviz.model.protocol import is_quiet
from kafkaviz.model.search.goals import Goal
from kafkaviz.model.search.kept import Kept
from kafkaviz.model.search.menu import Menu
from kafkaviz.model.search.moves import Move, Node, Schedules, moves_of
from kafkaviz.model.search.outcomes import (
    Bounds,
    Broken,
    Closed,
    Failed,
    Outcome,
    Progress,
    Reached,
    Stopped,
    check_bounds,
)
from kafkaviz.model.search.workers import Looked, Visit, can_fork, share_out


class Search:
    """A search breadth first, with the states it has kept and what it has counted."""

    def __init__(
        self,
        start: Cluster | History,
        policies: Policies,
        menu: Menu,
        promises: Sequence[Property],
        bounds: Bounds,
        schedules: Schedules = "first",
    ) -> None:
        if not isinstance(start, History | Cluster):
            raise InvalidArgumentError(f"A search starts from a cluster or a history, not {short(start)}.")
        check_bounds(bounds)
        self.start = start if isinstance(start, History) else History(start)
        self.policies, self.menu, self.bounds, self.schedules = policies, menu, bounds, schedules
        self.promises, self.kept, self.transitions = Promises(promises), Kept(), 0
        first = self.start.last
        self.first = Node(first, menu.left, quiet=is_quiet(first, policies))
        self.waiting, self.left = deque([self.first]), menu.left
        self.kept.keeps(first, menu.left)

    def run(
        self,
        goals: Sequence[Goal] = (),
        progress: Callable[[Progress], object] | None = None,
        visit: Visit | None = None,
        workers: int = 1,
    ) -> Outcome:
        """Returns what the search comes to; `visit` may end it at any state that was kept."""
        if type(workers) is not int or workers < 1:
            raise InvalidArgumentError(f"The number of workers is a whole number above 0, not {short(workers)}.")
        shared = workers > 1 and can_fork()
        with closing(share_out(self, goals, visit, workers) if shared else self._alone(goals, visit)) as looked:
            return self._ended(looked, progress, "no goal reached" if goals else "")

    def _ended(self, looked: Iterable[Looked], progress: Callable[[Progress], object] | None, missing: str) -> Outcome:
        began = time.monotonic()
        try:
            for waiting, found in looked:
                if found is not None:
                    return found
                counts = self.kept.states, self.transitions, self.kept.megabytes
                if waiting and (reason := self.bounds.met_by(*counts, time.monotonic() - began)):
                    return self._stopped(reason, missing)
                if progress is not None:
                    progress(self._progress(waiting))
        except KeyboardInterrupt:
            return self._stopped("Interrupted:", missing)
        return Closed(self.kept.states, self.transitions, missing, bool(self.promises.properties))

    def _alone(self, goals: Sequence[Goal], visit: Visit | None) -> Generator[Looked, None, None]:
        while self.waiting:
            yield self.looks_on(goals, visit)

    def looks_on(self, goals: Sequence[Goal], visit: Visit | None) -> Looked:
        """Looks at the next state; returns how many wait, and what ends the search, if anything does."""
        node = self.waiting.popleft()
        found = self.looks_at(node, goals, visit)
        return len(self.waiting), found

    def looks_at(self, node: Node, goals: Sequence[Goal], visit: Visit | None) -> Outcome | None:
        """Looks at a state, and keeps those that follow; returns what ends the search, if anything does."""
        self.left = node.left
        return (visit(node) if visit else None) or self._expanded(node, goals)

    def _expanded(self, node: Node, goals: Sequence[Goal]) -> Outcome | None:
        """Looks at all that may happen in a state; returns what ends the search, if anything does."""
        wanted = [(goal, thing) for goal in goals for thing in goal.waits(node.cluster)] if goals else []
        moves = moves_of(node, self.menu, self.policies, self.schedules)
        while True:
            try:
                move = next(moves, None)
            except OneSentence as fault:
                return self._failed(node, None, 0, fault)
            if move is None:
                return None
            found = self._carried_out(node, move, wanted)
            if found is not None:
                return found

    def _carried_out(self, node: Node, move: Move, wanted: list[tuple[Goal, object]]) -> Outcome | None:
        before, steps, asked = node.cluster, 0, self.promises.asked
        try:
            for _, _, event, after, differs in move.happening:
                steps += 1
                for promise, holds in asked[type(event), differs]:
                    sentence = holds(before, event, after)
                    if sentence:
                        return self._broken(node, move, steps, promise, sentence)
                for goal, thing in wanted:
                    if goal.reached(after, thing):
                        return self._reached(node, move, steps, goal)
                before = after
        except OneSentence as fault:
            # A request that is refused leaves no event; what goes wrong later is no refusal.
            if not steps and isinstance(fault, KafkaError | ValueError):
                return None
            return self._failed(node, move, steps, fault)
        if not steps:
            return None
        self.transitions += 1
        cluster = self.kept.keeps(before, move.left, move.until_ms)
        if cluster is not None:
            self.waiting.append(Node(cluster, move.left, move.until_ms, node, move.act, steps, move.silence))
        return None

    def _broken(self, node: Node, move: Move, steps: int, holds: Property, sentence: str) -> Outcome:
        history = self.history_to(node, move.to_its_end(steps))
        step = self._steps_before(node) + steps
        if isinstance(history, Failed) or not _says(history, step, holds, sentence):
            return self.unsteady(history)
        requests = self.requests(move.left)
        return Broken(holds, sentence, history, step, requests, self.kept.states, self.transitions)

    def _reached(self, node: Node, move: Move, steps: int, goal: Goal) -> Outcome:
        history = self.history_to(node, move.to_its_end(steps))
        if isinstance(history, Failed):
            return history
        step, requests = self._steps_before(node) + steps, self.requests(move.left)
        return Reached(goal.name, goal.words, history, step, requests, self.kept.states, self.transitions)

    def _failed(self, node: Node, move: Move | None, steps: int, fault: OneSentence) -> Outcome:
        act = move.act._replace(steps=steps, cut=True) if move and steps else None
        history = self.history_to(node, act)
        request = move.act.requests[0] if move and move.act.requests else None
        if isinstance(history, Failed):
            return history
        return Failed(fault, request, history, self.kept.states, self.transitions)

    def history_to(self, node: Node, act: Act | None = None) -> History | Failed:
        """Returns the history that led to a state, each act carried out again, and one more act if there is one."""
        return self.repeat_acts(self.start, node.acts if act is None else [*node.acts, act])

    def repeat_acts(self, history: History, acts: Iterable[Act]) -> History | Failed:
        """Returns a history with acts carried out again."""
        for done in acts:
            try:
                history = repeat_act(history, done, self.policies)
            except (OneSentence, ValueError):
                return self.unsteady(history)
        return history

    def unsteady(self, history: "History | Failed") -> Failed:
        """Returns that a history came out otherwise when it was told again, which only a replaced decision can do."""
        if isinstance(history, Failed):
            return history
        fault = LearnerError(
            "The same requests came out otherwise when asked again; a decision must follow from its arguments alone."
        )
        return Failed(fault, None, history, self.kept.states, self.transitions)

    def _steps_before(self, node: Node) -> int:
        return len(self.start.steps) + sum(act.steps for act in node.acts)

    def requests(self, left: tuple[int, ...]) -> int:
        """Returns how many requests were asked where this is left of the budget."""
        return sum(self.menu.left) - sum(left)

    def _stopped(self, reason: str, missing: str) -> Stopped:
        done, asked = self.requests(self.left) if self.schedules == "first" else 0, bool(self.promises.properties)
        return Stopped(reason, self.kept.states, self.transitions, done, missing, asked)

    def _progress(self, waiting: int) -> Progress:
        requests, most = self.requests(self.left), sum(self.menu.left)
        return Progress(self.kept.states, self.transitions, waiting, requests, most)


def _says(history: History, step: int, holds: Property, sentence: str) -> bool:
    """Tells whether a promise is broken in a step, by the same sentence."""
    if step > len(history.steps):
        return False
    event, after = history.steps[step - 1].event, history.steps[step - 1].cluster
    return holds(history.at(step - 1).last, event, after) == sentence
