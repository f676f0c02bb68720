"""The questions a lab answers by name: what has moved, who reads what, what is lost, who leads most."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kafkaviz.decisions.errors import UnknownNameError, WrongTypeError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.base import LabBase
from kafkaviz.lab.tables import R, Section, Table, cell, in_columns
from kafkaviz.model.clients.properties import lost_records
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.core.require import require_topic


class MovedRow(NamedTuple):
    """One partition with another leader or reader than before; `role` is "leader", or "reader in" a group.

    `before` and `after` hold broker ids or names of members; they are empty while there was none.
    """

    topic: str
    partition: int
    role: str
    before: tuple[int | str, ...]
    after: tuple[int | str, ...]


class ReaderRow(NamedTuple):
    """One partition, and the members of a group that own it: one at most, except in a share group."""

    group: str
    topic: str
    partition: int
    readers: tuple[str, ...]


class LostRow(NamedTuple):
    """One record that was acknowledged to a producer and is gone; `acks` is what it had asked for, 0, 1 or "all"."""

    topic: str
    partition: int
    offset: int
    value: bytes | None
    acks: int | str


class LeadsRow(NamedTuple):
    """One broker, how many partitions it leads, and which."""

    broker: int
    leads: int
    partitions: tuple[str, ...]


class Asking(LabBase):
    """The questions of a lab. Each question says which tool tells the same."""

    def moved(self, before: Cluster) -> Table[MovedRow]:
        """Returns the partitions whose leader, or whose reader in a group, changed since a kept cluster.

        A partition that had none before and has one now counts as moved; one that was created since does not. Raises
        WrongTypeError where `before` is no cluster.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
        >>> before = lab.cluster
        >>> lab.kill(1).moved(before)
        TOPIC   PARTITION ROLE   BEFORE AFTER
        letters 0         leader 1      2

        Kafka: two runs of `kafka-topics.sh --describe` or `kafka-consumer-groups.sh --describe`, compared by hand.
        """
        then, now = _kept(before), self.cluster
        rows = [MovedRow(*tp, role, a, b) for role, tp, a, b in _roles(then, now) if a != b]
        return _table("Which partitions have moved", MovedRow, rows, "No partition has moved.", keys=2)

    def readers(self, topic: str, *, group: str | None = None) -> Table[ReaderRow]:
        """Returns who reads each partition of a topic, in the groups that subscribe to it or in one of them.

        A consumer that polls without a group owns nothing and is not named. Raises UnknownTopicOrPartitionError (3),
        and UnknownNameError for a group that is not there.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", partitions=2, replication_factor=3)
        >>> lab.join("app", "C0", "C1", topics=["letters"]).readers("letters")
        GROUP TOPIC   PARTITION READERS
        app   letters 0         C0
        app   letters 1         C1

        Kafka: the column CONSUMER-ID of `kafka-consumer-groups.sh --describe`.
        """
        cluster, name = self.cluster, check_kind("topic", str, topic)
        require_topic(cluster, name)
        wanted: str | None = check_kind("group", str | None, group)
        if wanted is not None and wanted not in cluster.groups:
            raise UnknownNameError(f"There is no group {short(wanted)}; {suggestion(wanted, list(cluster.groups))}")
        asked = [wanted] if wanted is not None else [g for g in sorted(cluster.groups) if _reads(cluster, g, name)]
        rows = [
            ReaderRow(each, *tp, tuple(cluster.groups[each].owners(tp)))
            for each in asked
            for tp in cluster.partitions_of(name)
        ]
        return _table(f"Who reads {name}", ReaderRow, rows, f"No group reads {name}.", keys=3)

    def lost(self, before: Cluster | None = None) -> Table[LostRow]:
        """Returns the records that a producer was told are stored and that are gone, in the order of their promise.

        With `before` those that are gone since that cluster was kept. Gone is what the leader does not have; while
        nobody leads, nothing is lost yet: the records wait on some disk. What retention, compaction or DeleteRecords
        removed is not lost, and nor is what was in a deleted topic.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(acks=1).create_topic("letters", 1, 2).pause(2).send("letters", "ABC")
        >>> before = lab.cluster
        >>> lab.kill(1).lost(before)
        TOPIC   PARTITION OFFSET VALUE  ACKS
        letters 0         0      b'ABC' 1

        Kafka: nobody tells; a client finds out by reading.
        """
        then = () if before is None else lost_records(_kept(before))
        rows = [
            LostRow(*record.tp, record.offset, record.value, "all" if record.acks < 0 else record.acks)
            for record in lost_records(self.cluster)
            if record not in then
        ]
        return _table("Which acknowledged records are lost", LostRow, rows, "No acknowledged record is lost.", keys=3)

    def busiest(self, topic: str | None = None) -> Table[LeadsRow]:
        """Returns how many partitions each broker leads, of all topics or of one, the busiest broker first.

        Among equals the lower id comes first. Raises UnknownTopicOrPartitionError (3).

        >>> from kafkaviz.lab import Lab
        >>> busiest = Lab(brokers=3).create_topic("letters", assignment=[[1], [1], [2]]).busiest()
        >>> busiest
        BROKER LEADS PARTITIONS
        1      2     letters-0,letters-1
        2      1     letters-2
        3      0     -
        >>> busiest.rows[0].broker
        1

        Kafka: the metric kafka.server:type=ReplicaManager,name=LeaderCount of each broker.
        """
        cluster, name = self.cluster, check_kind("topic", str | None, topic)
        if name is not None:
            require_topic(cluster, name)
        led = [(p.leader, str(tp)) for tp, p in cluster.partitions.items() if name is None or tp.topic == name]
        counts = Counter(leader for leader, _ in led)
        brokers = sorted(cluster.brokers, key=lambda broker: (-counts[broker], broker))
        rows = [LeadsRow(b, counts[b], tuple(tp for leader, tp in led if leader == b)) for b in brokers]
        return _table("How many partitions each broker leads", LeadsRow, rows, "There are no brokers.")


def _kept(before: Cluster) -> Cluster:
    if not isinstance(before, Cluster):
        raise WrongTypeError(f"before is a cluster that was kept, as in before = lab.cluster, not {short(before)}.")
    return before


def _roles(
    then: Cluster, now: Cluster
) -> list[tuple[str, TopicPartition, tuple[int | str, ...], tuple[int | str, ...]]]:
    """Returns who led and who leads, who read and who reads, for each partition that was there and still is."""
    both = [tp for tp in now.partitions if tp in then.partitions]
    found: list[tuple[str, TopicPartition, tuple[int | str, ...], tuple[int | str, ...]]] = [
        ("leader", tp, _only(then.partitions[tp].leader), _only(now.partitions[tp].leader)) for tp in both
    ]
    for group in sorted(then.groups.keys() | now.groups.keys()):
        for tp in both:
            a, b = (tuple(sorted(c.groups[group].owners(tp))) if group in c.groups else () for c in (then, now))
            found.append((f"reader in {group}", tp, a, b))
    return found


def _only(leader: int | None) -> tuple[int, ...]:
    return () if leader is None else (leader,)


def _reads(cluster: Cluster, group: str, topic: str) -> bool:
    return any(topic in member.topics for member in cluster.groups[group].members.values())


def _table(caption: str, kind: type[R], rows: Sequence[R], nothing: str, keys: int = 1) -> Table[R]:
    """Returns a table whose text has columns of one width, or says that there is nothing."""
    head = [name.upper().replace("_", "-") for name in kind.__annotations__]
    lines = [head, *([cell(value) if value != () else "-" for value in row] for row in rows)]
    return Table(in_columns(lines) if rows else nothing, kind, [Section(caption, rows, keys)])
