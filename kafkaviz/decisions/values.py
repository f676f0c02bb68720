"""The plain values that decisions take and give; the model imports them from here.

Every one is a NamedTuple, so a learner may pass an ordinary tuple where one is asked for.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

KEEP: Final = "keep"
"""In a change, a leader that is not mentioned; `None` there means "no leader"."""
INTERNAL_TOPICS: Final = ("__consumer_offsets", "__transaction_state", "__share_group_state")


class TopicPartition(NamedTuple):
    """One partition of one topic, printed as Kafka prints it.

    >>> str(TopicPartition("letters", 0))
    'letters-0'

    Kafka: org.apache.kafka.common.TopicPartition.
    """

    topic: str
    partition: int

    @property
    def is_internal(self) -> bool:
        """Whether it is of a topic of Kafka's own."""
        return self.topic in INTERNAL_TOPICS

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


class Placeable(NamedTuple):
    """A broker as placement sees it. Kafka: org.apache.kafka.metadata.placement.UsableBroker."""

    id: int
    rack: str | None = None
    fenced: bool = False


class Sent(NamedTuple):
    """What a producer knows about one topic when it must choose a partition.

    `bytes` counts what went to the sticky `partition` since it was chosen; `queue_sizes` counts waiting
    batches per available partition; `draw(bound)` gives a number in `range(bound)`. It shows what differs from a
    producer that has sent nothing, and of `draw` only what can be read.

    >>> Sent(records=3, available=(0, 2))
    Sent(records=3, available=(0, 2))

    Kafka: BuiltInPartitioner.StickyPartitionInfo and RecordAccumulator.TopicInfo, flattened.
    """

    records: int = 0
    partition: int | None = None
    bytes: int = 0
    batch_size: int = 16_384
    batch_full: bool = False
    new_batch: bool = True
    available: tuple[int, ...] = ()
    queue_sizes: tuple[int, ...] = ()
    draw: Callable[[int], int] = lambda bound: 0

    def __repr__(self) -> str:
        known = [(name, repr(value)) for name, value in self._asdict().items() if value != self._field_defaults[name]]
        return f"Sent({', '.join(f'{name}={shown}' for name, shown in known if not shown.startswith('<'))})"


class Subscription(NamedTuple):
    """What one member of a group asks for. Kafka: ConsumerPartitionAssignor.Subscription, without racks."""

    topics: tuple[str, ...]
    owned: tuple[TopicPartition, ...] = ()
    generation: int = -1
    instance_id: str | None = None

    def __repr__(self) -> str:
        shown = [name for name in self._fields if name == "topics" or getattr(self, name) != self._field_defaults[name]]
        return f"Subscription({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


class Election(NamedTuple):
    """Who leads now, and whether every committed record is certain to be there."""

    leader: int | None
    clean: bool = True


class Partition(NamedTuple):
    """The controller's truth about one partition; no leader is `None`.

    Kafka: org.apache.kafka.metadata.PartitionRegistration, without directories.
    """

    replicas: tuple[int, ...]
    leader: int | None
    isr: tuple[int, ...]
    leader_epoch: int = 0
    partition_epoch: int = 0
    elr: tuple[int, ...] = ()
    last_known_elr: tuple[int, ...] = ()
    recovery: Literal["RECOVERED", "RECOVERING"] = "RECOVERED"
    adding: tuple[int, ...] = ()
    removing: tuple[int, ...] = ()


class PartitionRequest(NamedTuple):
    """What somebody wants of one partition; `None` keeps what is there.

    `unclean_shutdown` names brokers that came back after a crash, so their logs may lack committed records.

    Kafka: the targets of org.apache.kafka.controller.PartitionChangeBuilder.
    """

    target_isr: tuple[int, ...] | None = None
    target_replicas: tuple[int, ...] | None = None
    target_adding: tuple[int, ...] | None = None
    target_removing: tuple[int, ...] | None = None
    target_recovery: Literal["RECOVERED", "RECOVERING"] | None = None
    unclean_shutdown: tuple[int, ...] | None = None


class ElectionContext(NamedTuple):
    """What holds while one partition is decided about; the defaults are those of Kafka 4.4.

    `acceptable` names the brokers that may lead. Metadata versions before 3.6 bump the leader epoch when
    the ISR shrinks, those before 3.2 know no recovery state.

    Kafka: the rest of what PartitionChangeBuilder is told, with the metadata version as its two properties.
    """

    acceptable: tuple[int, ...] = ()
    election: Literal["ONLINE", "PREFERRED", "UNCLEAN"] = "ONLINE"
    min_isr: int = 1
    elr_enabled: bool = True
    use_last_known_leader: bool = True
    bump_on_isr_shrink: bool = False
    recovery_supported: bool = True


class PartitionChange(NamedTuple):
    """One atomic change of a partition; what is not mentioned stays.

    A `leader` that is mentioned raises the leader epoch, even when it is the same one again.

    Kafka: PartitionChangeRecord, where null means unchanged; here `KEEP` for the leader and `None` elsewhere.
    """

    leader: int | Literal["keep"] | None = KEEP
    isr: tuple[int, ...] | None = None
    replicas: tuple[int, ...] | None = None
    adding: tuple[int, ...] | None = None
    removing: tuple[int, ...] | None = None
    elr: tuple[int, ...] | None = None
    last_known_elr: tuple[int, ...] | None = None
    recovery: Literal["RECOVERED", "RECOVERING"] | None = None


class Reassignment(NamedTuple):
    """A move in progress: target first, then what is to be removed. Kafka: PartitionReassignmentReplicas."""

    replicas: tuple[int, ...]
    adding: tuple[int, ...]
    removing: tuple[int, ...]
