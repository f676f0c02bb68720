"""The sentence for each kind of event, found by its type: a module of this package registers those of one subject."""

from functools import singledispatch
from typing import NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.model.core.request import Request

Said = tuple[str, str]
"""What happened, and why."""


class Cause(NamedTuple):
    """What an event came of, beside the cluster: the policies, who asked for it, and the rule that made it."""

    policies: Policies = Policies()
    request: Request | None = None
    rule: str = ""

    @classmethod
    def of(cls, step: Step, policies: Policies | None) -> "Cause":
        """Returns the cause of a step; without policies they are today's."""
        return cls(policies or Policies(), step.request, step.rule)


@singledispatch
def sentence(event: Event, before: Cluster, after: Cluster, cause: Cause) -> Said:
    """Returns what happened and why.

    Raises NotImplementedError for an event of which nothing is said.
    """
    raise NotImplementedError(f"kafkaviz.scene.narrate has no sentence for {type(event).__name__}.")
