"""What a lab asks the controller about topics."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from kafkaviz.lab.base import LabBase
from kafkaviz.lab.start import merged
from kafkaviz.model import requests as r


class TopicVerbs(LabBase):
    """The verbs about topics and where their partitions lie. Kafka: org.apache.kafka.clients.admin.Admin."""

    def create_topic(
        self,
        topic: str,
        partitions: int = -1,
        replication_factor: int = -1,
        *,
        assignment: Sequence[Sequence[int]] | None = None,
        expect: str | None = None,
        configs: Mapping[str, Any] | None = None,
        **keywords: Any,
    ) -> Self:
        """Make a topic; -1 takes the broker's default of 1, `assignment` names the replicas of each partition.

        Configs go by Kafka's names, dotted in `configs` or in snake_case as keywords.
        """
        given = merged(configs, keywords)
        return self.ask(r.CreateTopic(topic, partitions, replication_factor, given, assignment), expect=expect)

    def delete_topic(self, topic: str, *, expect: str | None = None) -> Self:
        """Delete a topic."""
        return self.ask(r.DeleteTopic(topic), expect=expect)

    def configure(
        self, topic: str, *, expect: str | None = None, configs: Mapping[str, Any] | None = None, **keywords: Any
    ) -> Self:
        """Change a topic's own configs, by Kafka's names, dotted in `configs` or in snake_case as keywords."""
        return self.ask(r.Configure(topic, merged(configs, keywords)), expect=expect)

    def elect_preferred(self, topic: str, partition: int = 0, *, expect: str | None = None) -> Self:
        """Move leadership of a partition back to the first replica of its assignment."""
        return self.ask(r.Elect(topic, partition), expect=expect)

    def add_partitions(self, topic: str, partitions: int, *, expect: str | None = None) -> Self:
        """Raise a topic's partition count to `partitions`; it can never be lowered."""
        return self.ask(r.AddPartitions(topic, partitions), expect=expect)

    def reassign(self, topic: str, partition: int, replicas: Sequence[int], *, expect: str | None = None) -> Self:
        """Move a partition to these brokers; more of them raise its replication factor."""
        return self.ask(r.Reassign(topic, partition, replicas), expect=expect)

    def cancel_reassignment(self, topic: str, partition: int, *, expect: str | None = None) -> Self:
        """Stop a move that goes on, and keep the replicas from before."""
        return self.ask(r.CancelReassignment(topic, partition), expect=expect)
