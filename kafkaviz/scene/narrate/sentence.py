"""The sentence for each kind of event, found by its type: a module of this package registers those of one subject."""

from functools import singledispatch

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event

Said = tuple[str, str]
"""What happened, and why; the why may be empty."""


@singledispatch
def sentence(event: Event, before: Cluster, after: Cluster) -> Said:
    """Returns what happened and why.

    Raises NotImplementedError for an event of which nothing is said.
    """
    raise NotImplementedError(f"kafkaviz.scene.narrate has no sentence for {type(event).__name__}.")
