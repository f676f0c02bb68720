"""What a lab asks the controller about topics."""

from collections.abc import Mapping, Sequence
from typing import Self

from kafkaviz.lab.base import LabBase
from kafkaviz.lab.start import merge_configs
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Elect, Reassign, Replicas
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import AddPartitions, Assignment, Configure, CreateTopic, DeleteTopic


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
        configs: Mapping[str, object] | None = None,
        **keywords: object,
    ) -> Self:
        """Makes a topic; -1 takes the broker's default of 1, `assignment` names the replicas of each partition.

        Configs go by Kafka's names, dotted in `configs` or in snake_case as keywords.
        """
        given, replicas = merge_configs(configs, keywords), check_kind("assignment", Assignment | None, assignment)
        return self.ask(CreateTopic(topic, partitions, replication_factor, given, replicas), expect=expect)

    def delete_topic(self, topic: str, *, expect: str | None = None) -> Self:
        """Deletes a topic."""
        return self.ask(DeleteTopic(topic), expect=expect)

    def configure(
        self, topic: str, *, expect: str | None = None, configs: Mapping[str, object] | None = None, **keywords: object
    ) -> Self:
        """Changes a topic's own configs, by Kafka's names, dotted in `configs` or in snake_case as keywords."""
        return self.ask(Configure(topic, merge_configs(configs, keywords)), expect=expect)

    def elect_preferred(self, topic: str, partition: int = 0, *, expect: str | None = None) -> Self:
        """Moves leadership of a partition back to the first replica of its assignment."""
        return self.ask(Elect(topic, partition), expect=expect)

    def elect_unclean(self, topic: str, partition: int = 0, *, expect: str | None = None) -> Self:
        """Lets any live replica lead a partition that has no leader, whatever committed records it lacks.

        Raises ElectionNotNeededError (84) while somebody leads, EligibleLeadersNotAvailableError (83) where no
        replica is alive.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(2).create_topic("letters", 1, 2).pause(2).send("letters", "ABC", acks=1).tick(60_000).kill(1)
        >>> lab.cluster.partitions[("letters", 0)].leader
        >>> lab.elect_unclean("letters").cluster.partitions[("letters", 0)].leader
        2

        Kafka: kafka-leader-election.sh --election-type unclean, ElectLeadersRequest (KIP-460).
        """
        return self.ask(Elect(topic, partition, "UNCLEAN"), expect=expect)

    def delete_records(self, topic: str, partition: int, before_offset: int = -1, *, expect: str | None = None) -> Self:
        """Deletes what lies below an offset of one partition; -1 stands for the high watermark.

        Raises OffsetOutOfRangeError (1) above the high watermark, RequestTimedOutError (7) while nobody leads.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC", "DEF", "GHI")
        >>> [record.value for record in lab.delete_records("letters", 0, before_offset=2).cluster.log("letters", 0)]
        [b'GHI']

        Kafka: kafka-delete-records.sh, DeleteRecordsRequest (KIP-107).
        """
        return self.ask(DeleteRecords(topic, partition, before_offset), expect=expect)

    def add_partitions(self, topic: str, partitions: int, *, expect: str | None = None) -> Self:
        """Raises a topic's partition count to `partitions`; it can never be lowered."""
        return self.ask(AddPartitions(topic, partitions), expect=expect)

    def reassign(self, topic: str, partition: int, replicas: Sequence[int], *, expect: str | None = None) -> Self:
        """Moves a partition to these brokers; more of them raise its replication factor."""
        return self.ask(Reassign(topic, partition, check_kind("replicas", Replicas, replicas)), expect=expect)

    def cancel_reassignment(self, topic: str, partition: int, *, expect: str | None = None) -> Self:
        """Stops a move that goes on, and keeps the replicas from before."""
        return self.ask(CancelReassignment(topic, partition), expect=expect)
