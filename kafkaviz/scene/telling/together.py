"""What is said about several events that make one frame: one sentence that a person would say."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import Step
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import JOINED, Cause, Said, narrate

MOST_SAID: Final = 4
Kind = TypeVar("Kind", bound=Event)


class Together(NamedTuple):
    """The events of one frame with their causes, and the clusters before and after all of them."""

    happened: Sequence[tuple[Event, Cause]]
    before: Cluster
    after: Cluster

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Returns the events of one kind."""
        return [event for event, _ in self.happened if isinstance(event, kind)]

    def say_each(self) -> list[tuple[Event, Said]]:
        """Returns what is said about each event alone."""
        found, state = list[tuple[Event, Said]](), self.before
        for event, cause in self.happened:
            following = event.apply(state)
            found.append((event, narrate(state, event, following, cause)))
            state = following
        return found


def narrate_together(
    tag: Tag, steps: Sequence[Step], before: Cluster, after: Cluster, policies: Policies | None = None
) -> Said | None:
    """Returns what is said about the steps of one frame, or None where the sentence about one of them says it.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> narrate_together(Tag.CRASH, [], calm, calm) is None
    True
    """
    say = JOINED.get(tag)
    return say(Together([(step.event, Cause.of(step, policies)) for step in steps], before, after)) if say else None


def one_after_another(joint: Together) -> Said:
    """Says one after another what is said about each, and the first reason."""
    said = [each for _, each in joint.say_each()]
    caps = [cap.removesuffix(".") for cap, _ in said]
    shown = caps if len(caps) <= MOST_SAID else caps[: MOST_SAID - 1]
    more = f"; and {len(caps) - len(shown)} more" if len(caps) > len(shown) else ""
    return f"{'; '.join(shown)}{more}.", said[0][1]
