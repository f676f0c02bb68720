"""What a film is made of before a lens draws it: its moments, what there is to see in them, what is played between."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Facts, Focus, lens_graph, plain_lens
from kafkaviz.graph.metadata_log import Entry
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.telling.cue import Cue

Moments = Sequence[Cluster]
LEAST_TELLING: Final = 3
MOST_NODES: Final = 60
"""So many nodes have room to be read by name."""


class Script(NamedTuple):
    """The states of a cluster that a film shows, and for each what a state alone does not know.

    `logs` holds the metadata log at each moment, `cues` what is played on the way into it, `tps` the partition that it
    is about. The `focus` is where lenses on one partition or one group look; of the `policies` a lens needs timeouts.
    What `beside` shows has room as well: a film that stands beside another one has all in the same places.
    """

    moments: Moments
    logs: Sequence[Sequence[Entry]]
    cues: Sequence[Sequence[Cue]]
    tps: Sequence[TopicPartition | None]
    focus: Focus
    policies: Policies | None = None
    beside: Moments = ()

    @property
    def times_ms(self) -> list[int]:
        """The time at each moment."""
        return [moment.now_ms for moment in self.moments]

    def graphs(self, facts: Facts) -> Iterator[nx.MultiDiGraph]:
        """Yields the same facts of each moment as a graph."""
        for moment, log in zip(self.moments, self.logs, strict=True):
            yield lens_graph(moment, facts, self.focus, entries=log, policies=self.policies)

    def graphs_beside(self, facts: Facts) -> Iterator[nx.MultiDiGraph]:
        """Yields the same facts of the moments of the film that stands beside this one."""
        for moment in self.beside:
            yield lens_graph(moment, facts, self.focus, policies=self.policies)


def has_topics(moments: Moments) -> bool:
    """Tells whether there is a topic at any moment."""
    return any(moment.topics for moment in moments)


def has_groups(moments: Moments) -> bool:
    """Tells whether there is a group at any moment."""
    return any(moment.groups for moment in moments)


def lends_records(moments: Moments) -> bool:
    """Tells whether a share group lends a record at any moment."""
    return any(group.deliveries for moment in moments for group in moment.groups.values())


def misleads_clients(moments: Moments) -> bool:
    """Tells whether a client's belief was wrong, or a producer's changed or it had to wait, at any moment."""
    believed: dict[str, object] = {}
    for moment in moments:
        for group in moment.groups.values():
            if any(m.up and m.coordinator not in (None, group.coordinator) for m in group.members.values()):
                return True
        for name, producer in moment.producers.items():
            if any(batch.error for batch in producer.batches):
                return True
            if producer.leaders and believed.setdefault(name, producer.leaders) != producer.leaders:
                return True
            for tp, leader in producer.leaders.items():
                if tp in moment.partitions and moment.partitions[tp].leader != leader:
                    return True
    return False


def routes_often(moments: Moments) -> bool:
    """Tells whether partitions get a leader, are learned of or chosen among often."""
    known = [
        (
            [each.leader for each in moment.partitions.values()],
            [(producer.latest, producer.metadata) for producer in moment.producers.values()],
        )
        for moment in moments
    ]
    steps, chosen = len(known) - 1, sum(before != after for before, after in pairwise(known))
    routed = any(producer.latest for moment in moments for producer in moment.producers.values())
    return routed and is_enough(chosen, steps)


def changes_controllers(moments: Moments) -> bool:
    """Tells whether the office of the controller changes hands."""
    return len({(moment.controller.active, moment.controller.epoch) for moment in moments}) > 1


def has_files(moments: Moments) -> bool:
    """Tells whether files, starts or offsets of groups can be seen at any moment."""
    return any(
        len(replica.segments) > 1 or replica.log_start_offset > 0 or replica.cleaned_offset > 0
        for moment in (moments[0], moments[-1])
        for replicas in moment.replicas.values()
        for replica in replicas.values()
    ) or any(group.committed for group in moments[-1].groups.values())


def has_room_for_names(moments: Moments) -> bool:
    """Tells whether all nodes have room to be read by name."""
    ends = moments[0], moments[-1]
    copies = (sum(map(len, moment.replicas.values())) for moment in ends)
    return max(copies) <= MOST_NODES and max(len(plain_lens(moment, Focus())) for moment in ends) <= MOST_NODES


def is_enough(telling: int, steps: int) -> bool:
    """Tells whether a lens has something new in a third of the steps of a film, and in three of them at least."""
    return telling >= min(LEAST_TELLING, steps) and telling * 3 >= steps


def is_large(moments: Moments) -> bool:
    """Tells whether a cluster has more than fits side by side in full rows."""
    return any(len(m.brokers) > 6 or len(m.partitions) > 9 for m in (moments[0], moments[-1]))
