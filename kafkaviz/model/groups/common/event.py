"""What an event about a group is: it also settles the state that follows from a modern group's epochs and members."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, event
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.subjects import Subject
from kafkaviz.model.groups.common.changes import settled_state


@event
class GroupEvent(Event):
    """An event about one group."""

    group: str

    def apply(self, cluster: Cluster) -> Cluster:
        return settled_state(self.replay(cluster), self.group)

    def touches(self, cluster: Cluster) -> list[Subject]:
        return [GroupName(self.group)]

    def replay(self, cluster: Cluster) -> Cluster:
        """Returns the cluster after the event, the group's state not yet settled."""
        raise NotImplementedError(type(self).__name__)
