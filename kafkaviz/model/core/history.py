"""What happened, step by step: each event with what asked for it and the cluster after it, so that time can go back."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.copying import fast_replace
from kafkaviz.model.core.event import Event, RequestRejected
from kafkaviz.model.core.facets import EVERYTHING
from kafkaviz.model.core.request import Request
from kafkaviz.model.core.rule import Rule
from kafkaviz.model.core.subjects import Subject


class Step(NamedTuple):
    """One event, what asked for it, its rule, and the cluster after it; `differs` are the facets that may differ there.

    The rule is None where a person or time did it. What differs is found by identity, and may be named more than it is:
    two steps are equal whatever theirs is.
    """

    request: Request | None
    rule: Rule[Any] | None
    event: Event
    cluster: Cluster
    differs: int = EVERYTHING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other


_Fields = tuple[Request | None, Rule[Any] | None, Event, Cluster, int]
step_of: Final[Callable[[_Fields], Step]] = partial(tuple.__new__, Step)
"""Makes a step of its fields in a third of the time: every event becomes one."""


@fast_replace
class Act(NamedTuple):
    """What a person asked for at one time, and how many steps came of it.

    Without requests one rule answered by itself, the one named `rule`: the first there was, or what it said `about` a
    subject, of several events the one with this index. Of an act that was `cut` only the first steps are kept.
    """

    requests: tuple[Request, ...]
    steps: int = 0
    settle: bool = True
    expect: str | None = None
    cut: bool = False
    rule: str = ""
    about: Subject | None = None
    choice: int = 0


class History(NamedTuple):
    """A first cluster and the steps since; states share what did not change, so all of them are kept.

    `acts` says who asked for the steps, as far as that is known.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> len(History(Cluster(0, Quorum.of(101), {})).clusters)
    1

    Kafka: the metadata log with its snapshots, extended to data.
    """

    first: Cluster
    steps: tuple[Step, ...] = ()
    acts: tuple[Act, ...] = ()

    @property
    def last(self) -> Cluster:
        """The cluster now."""
        return self.steps[-1].cluster if self.steps else self.first

    @property
    def clusters(self) -> list[Cluster]:
        """Every state, the first one included."""
        return [self.first, *(step.cluster for step in self.steps)]

    def then(self, steps: list[Step], act: Act | None = None) -> "History":
        """Returns the history with more steps at its end, and the act that made them."""
        acts = self.acts if act is None or not steps else (*self.acts, act._replace(steps=len(steps)))
        return History(self.first, (*self.steps, *steps), acts)

    def at(self, step: int) -> "History":
        """Returns the history up to and with a step, counted from 1; 0 is the first state.

        Raises ValueError when there is no such step.
        """
        if type(step) is not int or not 0 <= step <= len(self.steps):
            raise InvalidArgumentError(
                f"There is no step {short(step)}; this history has steps 0 to {len(self.steps)}."
            )
        acts, left = list[Act](), step
        for act in self.acts:
            if left <= 0:
                break
            acts.append(act if act.steps <= left else act._replace(steps=left, cut=True))
            left -= act.steps
        return History(self.first, self.steps[:step], tuple(acts))

    def end_of_act(self, step: int) -> int:
        """Returns the last step, counted from 1, of the act that a step belongs to."""
        ends = accumulate(act.steps for act in self.acts)
        return next((end for end in ends if end >= step), len(self.steps))

    def before(self, verbs: int) -> "History":
        """Returns the history without its last acts and all steps that followed from them.

        Raises InvalidArgumentError when a person did not do as many.
        """
        done = len(self.acts)
        if type(verbs) is not int or not 1 <= verbs <= done:
            if not done:
                raise InvalidArgumentError("Nothing was done here yet, so nothing can be undone.")
            raise InvalidArgumentError(
                f"Of the {done} things done here, 1 to {done} can be undone, not {short(verbs)}."
            )
        return self.at(sum(act.steps for act in self.acts[: done - verbs]))

    def since(self, cluster: Cluster) -> "History":
        """Returns the part of the history that follows a state it went through.

        Raises ValueError when it never went through that state.
        """
        for index, known in enumerate(self.clusters):
            if known is cluster:
                return History(cluster, self.steps[index:])
        raise InvalidArgumentError("This history never went through that cluster; take one from lab.cluster.")

    def events(self) -> list[Event]:
        """Returns the events alone."""
        return [step.event for step in self.steps]


def rejection(cluster: Cluster, request: Request, refusal: KafkaError, policies: Policies) -> Step:
    """Returns the step that shows a refusal: nothing changes, except that a broker may keep the request."""
    asked, kept = request.refused_api(cluster, refusal.name, policies), request.forward_after(cluster, refusal.name)
    event = RequestRejected(asked, refusal.name, refusal.code, refusal.message, forwarded=kept)
    return Step(request, None, event, event.apply(cluster))
