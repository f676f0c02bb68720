"""What is said about several events that make one frame: one sentence that a person would say."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import JOINED, TODAY, Cause, Said, narrate

MOST_SAID: Final = 4
Kind = TypeVar("Kind", bound=Event)


class Together(NamedTuple):
    """The steps of one frame, each with the cluster before it, and the clusters before and after all of them."""

    steps: Sequence[tuple[Cluster, Step]]
    before: Cluster
    after: Cluster
    policies: Policies = TODAY

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Returns the events of one kind."""
        return [step.event for _, step in self.steps if isinstance(step.event, kind)]

    def say_each(self) -> list[tuple[Event, Said]]:
        """Returns what is said about each event alone."""
        return [
            (step.event, narrate(before, step.event, step.cluster, Cause.of(step, self.policies)))
            for before, step in self.steps
        ]


def narrate_together(
    tag: Tag, steps: Sequence[tuple[Cluster, Step]], before: Cluster, after: Cluster, policies: Policies | None = None
) -> Said | None:
    """Returns what is said about the steps of one frame, each of which comes with the cluster before it.

    None where the sentence about one of them says it.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate_together(Tag.CRASH, [], calm, calm) is None
    True
    """
    say = JOINED.get(tag)
    return say(Together(steps, before, after, policies or TODAY)) if say else None


def one_after_another(joint: Together) -> Said:
    """Says one after another what is said about each, and the first reason."""
    said = [each for _, each in joint.say_each()]
    caps = [cap.removesuffix(".") for cap, _ in said]
    shown = caps if len(caps) <= MOST_SAID else caps[: MOST_SAID - 1]
    more = f"; and {len(caps) - len(shown)} more" if len(caps) > len(shown) else ""
    return f"{'; '.join(shown)}{more}.", said[0][1]
