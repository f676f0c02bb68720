"""What can be seen of a lab: its film, its story, its graph."""

from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import LENSES, Focus, lens_graph
from kafkaviz.lab.base import LabBase
from kafkaviz.lab.words import Story, shown, told
from kafkaviz.model.handlers.admin import require_partition
from kafkaviz.model.kinds import checked, chosen
from kafkaviz.model.values import Cluster
from kafkaviz.scene.director import film_of
from kafkaviz.scene.gates import gated
from kafkaviz.scene.values import Film


class Views(LabBase):
    """What shows a lab, or tells of it. Kafka: nothing of its own."""

    def film(
        self,
        *,
        since: Cluster | None = None,
        lens: str = "cluster",
        partition: tuple[str, int] | None = None,
        detail: bool = False,
        title: str = "",
        ask: Any = (),
    ) -> Any:
        """Give a player with the film of what happened, from a kept cluster on if `since` names one.

        `partition` says where the lens replication looks; with `detail` every event is a frame. The film stops and
        asks what `ask` holds, one question or a list of them: `(question, options, right one, "PartitionChanged")`.
        """
        from kafkaviz.player.widget import Player

        chosen("lens", lens, LENSES)
        checked("title", str, title)
        checked("detail", bool, detail)
        film = self._film(since, lens=lens, partition=partition, detail=detail, title=title)
        return Player(gated(film, ask))

    def story(self, *, since: Cluster | None = None) -> Story:
        """Tell what happened, a line for each frame of the film."""
        return told(self._film(since))

    def graph(self, lens: str = "cluster", *, partition: tuple[str, int] | None = None) -> Any:
        """Give the networkx graph of now through a lens; its nodes are exactly what the lens shows."""
        return lens_graph(self.cluster, lens, self._focus(partition))

    def _film(self, since: Cluster | None, *, partition: tuple[str, int] | None = None, **how: Any) -> Film:
        history = self.history if since is None else self.history.since(since)
        return film_of(history, focus=self._focus(partition), **how)

    def _focus(self, partition: tuple[str, int] | None) -> Focus | None:
        tp = checked("partition", TopicPartition | None, partition)
        if tp is not None:
            require_partition(self.cluster, tp)
        return None if tp is None else Focus(*tp)

    def __repr__(self) -> str:
        return f"<Lab: {shown(self.cluster, self.kafka)}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.film()._repr_mimebundle_(**kwargs)
