"""The cluster as values: what everybody holds, believes and has under way at one moment.

Truths are local. A `Partition` is what the controller decided; each `Replica` carries what its own broker has on
disk and believes; a fetch answer on its way is kept with the follower that will receive it. Nothing here is ever
changed in place: `apply` makes the next `Cluster` and shares what stayed the same.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model.controllers import Quorum as Quorum
from kafkaviz.model.controllers import Voter as Voter
from kafkaviz.model.controllers import ZooKeeper as ZooKeeper
from kafkaviz.model.groups import Delivery as Delivery
from kafkaviz.model.groups import Group as Group
from kafkaviz.model.groups import GroupName as GroupName
from kafkaviz.model.groups import Member as Member

Key = bytes | None
BrokerState = Literal["running", "paused", "frozen", "shutting down", "dead"]
RUNNING: Final = "running"
PAUSED: Final = "paused"
FROZEN: Final = "frozen"
SHUTTING_DOWN: Final = "shutting down"
DEAD: Final = "dead"
UNKNOWN_OFFSET = -1


class Record(NamedTuple):
    """One record in a log; one that is not idempotent has producer id and sequence -1.

    Kafka: org.apache.kafka.common.record.Record with its batch's epoch and producer.
    """

    offset: int
    key: Key
    value: bytes | None
    timestamp_ms: int
    leader_epoch: int
    producer_id: int = -1
    sequence: int = -1
    producer_epoch: int = 0


class View(NamedTuple):
    """What one broker believes about one partition. Kafka: the metadata image, or LeaderAndIsr before KRaft."""

    leader: int | None = None
    leader_epoch: int = -1
    isr: tuple[int, ...] = ()
    partition_epoch: int = -1


class Follower(NamedTuple):
    """What a leader remembers of one follower; `fetch_offset` is -1 until its first fetch.

    `behind_since_ms` is when the leader's log moved past a follower that had everything, `broker_epoch` tells the
    incarnation that fetched.

    Kafka: kafka.cluster.ReplicaState.
    """

    fetch_offset: int = UNKNOWN_OFFSET
    caught_up_ms: int = 0
    fetched_ms: int = 0
    end_offset_then: int = 0
    behind_since_ms: int = 0
    broker_epoch: int = 0


class FetchAnswer(NamedTuple):
    """A leader's answer to a follower's fetch, while it travels.

    `high_watermark` is the one from before this fetch; `diverging` is (epoch, end offset) when the logs differ.

    Kafka: FetchResponse.PartitionData.
    """

    leader: int
    leader_epoch: int
    fetch_offset: int
    records: tuple[Record, ...] = ()
    high_watermark: int = 0
    log_start_offset: int = 0
    diverging: tuple[int, int] | None = None


class Replica(NamedTuple):
    """One broker's copy of one partition: its log, its offsets, its belief.

    `segments` are the base offsets of the log's files, `active_bytes` fill the last one; `cleaned_offset` is how
    far compaction has come.

    Kafka: kafka.cluster.Partition with its UnifiedLog, on one broker.
    """

    log: tuple[Record, ...] = ()
    log_start_offset: int = 0
    high_watermark: int = 0
    epochs: tuple[tuple[int, int], ...] = ()
    flushed_offset: int = 0
    checkpointed_high_watermark: int = 0
    checkpointed_ms: int = 0
    view: View = View()
    followers: Mapping[int, Follower] = {}
    pending_isr: tuple[int, ...] | None = None
    incoming: FetchAnswer | None = None
    must_truncate: bool = False
    segments: tuple[int, ...] = (0,)
    active_bytes: int = 0
    cleaned_offset: int = 0

    @property
    def log_end_offset(self) -> int:
        """The offset the next record will get."""
        return self.log[-1].offset + 1 if self.log else self.log_start_offset

    @property
    def maximal_isr(self) -> tuple[int, ...]:
        """The ISR as this leader must count it: what is committed and what is being added."""
        isr, pending = self.view.isr, self.pending_isr
        return isr if pending is None else isr + tuple(b for b in pending if b not in isr)


class Broker(NamedTuple):
    """One broker: what its process does, and whether the controller counts on it.

    `quiet_since_ms` is when its heartbeats stopped, `stalled_since_ms` when its fetches did.

    Kafka: BrokerRegistration and BrokerHeartbeatState; before KRaft `fenced` means its session has ended.
    """

    id: int
    rack: str | None = None
    state: BrokerState = "running"
    fenced: bool = False
    epoch: int = 0
    started_ms: int = 0
    quiet_since_ms: int | None = None
    stalled_since_ms: int | None = None
    cut_off: bool = False
    unclean_shutdown: bool = False

    @property
    def is_up(self) -> bool:
        """Whether the process serves requests."""
        return self.state not in (DEAD, FROZEN)

    @property
    def is_fetching(self) -> bool:
        """Whether its replica fetchers run."""
        return self.stalled_since_ms is None

    @property
    def is_active(self) -> bool:
        """Whether the controller lets it lead and join an ISR."""
        return not self.fenced and self.state != SHUTTING_DOWN


class Batch(NamedTuple):
    """Records of one partition that travel together; `sent_to` and `base_offset` are set on the way.

    Kafka: ProducerBatch.
    """

    tp: TopicPartition
    records: tuple[tuple[Key, bytes | None], ...]
    bytes: int
    created_ms: int
    acks: int = -1
    ready: bool = False
    sequence: int = -1
    attempts: int = 0
    retry_ms: int = 0
    sent_to: int | None = None
    sent_ms: int = 0
    leader_epoch: int = -1
    base_offset: int | None = None
    error: str = ""


class Routed(NamedTuple):
    """How far one producer has got with one topic: what its partitioner is told next time."""

    records: int = 0
    partition: int | None = None
    bytes: int = 0


class Routing(NamedTuple):
    """One choice of a partitioner, kept for a while so that it can be shown."""

    number: int
    tp: TopicPartition
    key: Key
    value: bytes | None
    partitions: int


class Producer(NamedTuple):
    """One producer: its cached leaders, its waiting and flying batches, its sequence numbers.

    `epochs` rise partition by partition, where numbering had to start again because a batch was given up.

    Kafka: KafkaProducer with RecordAccumulator, Sender and TransactionManager (its epoch is the whole producer's).
    """

    producer_id: int = -1
    batches: tuple[Batch, ...] = ()
    routed: Mapping[str, Routed] = {}
    sequences: Mapping[TopicPartition, int] = {}
    epochs: Mapping[TopicPartition, int] = {}
    leaders: Mapping[TopicPartition, int | None] = {}
    latest: tuple[Routing, ...] = ()


class Consumer(NamedTuple):
    """A consumer without a group: the next offset it reads, partition by partition. Kafka: KafkaConsumer.assign."""

    positions: Mapping[TopicPartition, int] = {}


class Topic(NamedTuple):
    """A topic's shape and its own configs, by Kafka's names in snake_case."""

    partitions: int
    replication_factor: int
    configs: Mapping[str, object] = {}


class Acknowledged(NamedTuple):
    """A promise made to a producer; only properties look at it."""

    tp: TopicPartition
    offset: int
    value: bytes | None
    acks: int


class Consumed(NamedTuple):
    """A record handed to a consumer; only properties look at it."""

    consumer: str
    tp: TopicPartition
    offset: int
    leader_epoch: int


class Cluster(NamedTuple):
    """Everything at one moment; `offsets` holds those partitions of `__consumer_offsets` that groups use."""

    now_ms: int
    controller: Quorum | ZooKeeper
    brokers: Mapping[int, Broker]
    seed: int | None = None
    topics: Mapping[str, Topic] = {}
    partitions: Mapping[TopicPartition, Partition] = {}
    replicas: Mapping[TopicPartition, Mapping[int, Replica]] = {}
    producers: Mapping[str, Producer] = {}
    consumers: Mapping[str, Consumer] = {}
    groups: Mapping[str, Group] = {}
    offsets: Mapping[int, Partition] = {}
    draws: Mapping[str, int] = {}
    acknowledged: tuple[Acknowledged, ...] = ()
    consumed: tuple[Consumed, ...] = ()

    @property
    def active_controller(self) -> int | None:
        """The node that decides now; a dead broker still holds ZooKeeper's node for a while, and decides nothing."""
        active = self.controller.active
        if isinstance(self.controller, Quorum) or active is None:
            return active
        return active if self.is_up(active) and not self.brokers[active].cut_off else None

    def partitions_of(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic in order."""
        return [TopicPartition(topic, n) for n in range(self.topics[topic].partitions)]

    def is_up(self, broker: int | None) -> bool:
        """Whether a broker is in the cluster and its process runs."""
        return broker is not None and broker in self.brokers and self.brokers[broker].is_up

    def leads(self, tp: TopicPartition, broker: int) -> bool:
        """Whether this broker is up and believes it leads this partition; two may, for a while."""
        held = self.replicas[tp].get(broker)
        return held is not None and held.view.leader == broker and self.brokers[broker].is_up

    def log(self, topic: str, partition: int) -> tuple[Record, ...]:
        """The leader's log of one partition; empty while nobody leads."""
        tp = TopicPartition(topic, partition)
        leader = self.partitions[tp].leader
        return () if leader is None else self.replicas[tp][leader].log
