"""What has happened so far, every state kept: a tuple of steps from a first cluster on."""

from typing import Any, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.engine import Step
from kafkaviz.model.values import Cluster


class History(NamedTuple):
    """A first cluster and the steps since; states share what did not change, so all of them are kept.

    >>> from kafkaviz.model.values import Quorum
    >>> len(History(Cluster(0, Quorum.of(101), {})).clusters)
    1

    Kafka: the metadata log with its snapshots, extended to data.
    """

    first: Cluster
    steps: tuple[Step, ...] = ()

    @property
    def last(self) -> Cluster:
        """The cluster now."""
        return self.steps[-1].cluster if self.steps else self.first

    @property
    def clusters(self) -> list[Cluster]:
        """Every state, the first one included."""
        return [self.first, *(step.cluster for step in self.steps)]

    def then(self, steps: list[Step]) -> "History":
        """Give the history with more steps at its end."""
        return History(self.first, (*self.steps, *steps))

    def at(self, step: int) -> "History":
        """Give the history up to and with a step, counted from 1; 0 is the first state.

        Raises ValueError when there is no such step.
        """
        if not 0 <= step <= len(self.steps):
            raise InvalidArgumentError(f"There is no step {step}; this history has steps 0 to {len(self.steps)}.")
        return History(self.first, self.steps[:step])

    def since(self, cluster: Cluster) -> "History":
        """Give the part of the history that follows a state it went through.

        Raises ValueError when it never went through that state.
        """
        for place, known in enumerate(self.clusters):
            if known is cluster:
                return History(cluster, self.steps[place:])
        raise InvalidArgumentError("This history never went through that cluster; take one from lab.cluster.")

    def events(self) -> list[Any]:
        """Give the events alone."""
        return [step.event for step in self.steps]
