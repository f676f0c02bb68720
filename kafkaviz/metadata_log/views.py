"""What can be asked of a log about brokers, topics and partitions."""

from collections.abc import Sequence

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.lab.tables import Table
from kafkaviz.metadata_log.describing import DescribedRow, describe_partitions
from kafkaviz.metadata_log.elections import ElectionRow, elections_of
from kafkaviz.metadata_log.groups.views import GroupViews
from kafkaviz.metadata_log.replay import states_of
from kafkaviz.metadata_log.timeline import ChangeRow, timeline_of
from kafkaviz.metadata_log.units import given_names
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import check_kind


class ControlViews(GroupViews):
    """A log with what it tells of the cluster that its controllers decide over."""

    @property
    def cluster(self) -> Cluster:
        """The cluster after the last record."""
        return self.history.last

    def at(self, offset: int) -> Cluster:
        """Returns the cluster after the record at an offset, and after the whole transaction that holds it.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().at(122).partitions["orders", 0].leader, recorded().at(200).partitions["orders", 0].leader
        (3, 2)

        Kafka: MetadataImage, whose provenance names an offset.
        """
        last = check_kind("offset", int, offset)
        first, end = self.first_offset, self.records[-1].offset if self.records else self.first_offset
        if not first <= last <= end:
            raise InvalidArgumentError(f"There is no offset {short(offset)} here: the log holds {first} to {end}.")
        found = self.history.first
        for at in self._replayed:
            for record, cluster in states_of(at, self.history):
                if record > last:
                    return found
                found = cluster
        return found

    def offset_of(self, step: int) -> int:
        """Returns the offset of the last record that a step of the history, counted from 1, tells of.

        Kafka: MetadataProvenance, which names an offset.
        """
        return next(at.unit.records[-1].offset for at in self._replayed if step <= at.end)

    def describe(self, topics: str | Sequence[str] | None = None, *, offset: int | None = None) -> Table[DescribedRow]:
        """Describes topics, a name or several, or every topic, as the metadata log had them at its end or at an offset.

        >>> from kafkaviz.metadata_log import recorded
        >>> print(str(recorded().describe("audit", offset=46)).expandtabs(1))
        Topic: audit Partition: 0 Leader: 1 LeaderEpoch: 0 Replicas: 1 Isr: 1 Elr: LastKnownElr:

        Kafka: kafka-topics.sh --describe, with the leader epoch; ids and configs are left out.
        """
        names = None if topics is None else given_names(topics)
        return describe_partitions(self.cluster if offset is None else self.at(offset), names)

    def timeline(self) -> Table[ChangeRow]:
        """Returns what changed, a row for each change of a broker, a topic or a partition.

        >>> from kafkaviz.metadata_log import recorded
        >>> changes = recorded().timeline().rows
        >>> [(row.time_ms, row.before, row.after) for row in changes if row.subject == "orders-0"][:1]
        [(25302, 2, 3)]

        Kafka: PartitionRegistration.diff and BrokerRegistration, a line for each field.
        """
        return timeline_of(self.history)

    def elections(self) -> Table[ElectionRow]:
        """Returns every leader that a record names, beside the one that `elect_leader` elects in the state before.

        >>> from kafkaviz.metadata_log import recorded
        >>> print(str(recorded().elections()).splitlines()[0])
        64 of 64 elections: elect_leader elects whom the controller elected.

        Kafka: PartitionChangeBuilder.electLeader.
        """
        return elections_of(self.history, self._replayed)
