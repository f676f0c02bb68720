"""What a film is made of before a lens draws it: its moments, and what is played on the way into each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Facts, Focus, lens_graph
from kafkaviz.graph.metadata_log import Entry
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.telling.cue import Cue

Moments = Sequence[Cluster]


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
