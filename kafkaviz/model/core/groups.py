"""Groups as values: who is in, who owns and should own what, and how far each has read and committed."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from kafkaviz.decisions.sharing import RecordState
from kafkaviz.decisions.values import TopicPartition

GroupProtocol = Literal["eager", "cooperative", "consumer", "share", "classic"]
"""How a group rebalances; classic is eager or cooperative, where nobody tells which."""
StoredIn = Literal["__consumer_offsets", "zookeeper"]
GroupState = Literal["Empty", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead", "Assigning", "Reconciling"]
MemberState = Literal["joining", "waiting", "syncing", "stable", "unrevoked", "unreleased"]


class GroupName(NamedTuple):
    """A group as a subject of rules."""

    group: str
    kind: Literal["group"] = "group"


class Member(NamedTuple):
    """One consumer of a group.

    `owned` is what it may read now, `revoking` what it was told to give up and still holds. `epoch` is the
    generation, or the member epoch, that it has reached. `number` counts who joined earlier; heartbeats of member n
    fall n seconds after those of member 0. `quiet_since_ms` is when its heartbeats stopped, `stalled_since_ms` when
    its polls did, `stopped_since_ms` when it gave up what it owned for a rebalance that still goes on.

    `coordinator` is the broker that it takes for its group's coordinator, None while it knows none; `committing` is
    what it wants committed and could not yet, since `committing_since_ms`. `attempts` counts how often it was put off
    since its group's coordinator moved, because the new one loads the group still; it asks again at `retry_ms`.
    `in_hand` is what a share consumer got by its last poll and has not acknowledged, its lock over or not.

    `metadata` holds the partition counts that a member of a classic group knows, from when it came or since it leads.

    A member is joining (it will ask), waiting (it has asked), syncing (it waits for its share) or stable; in the
    consumer protocol joining, stable, unrevoked (it must give up) or unreleased (others must).

    Kafka: KafkaConsumer with ConsumerCoordinator; on the coordinator ClassicGroupMember and ConsumerGroupMember.
    """

    topics: tuple[str, ...]
    number: int = 0
    instance_id: str | None = None
    state: MemberState = "joining"
    epoch: int = -1
    owned: tuple[TopicPartition, ...] = ()
    revoking: tuple[TopicPartition, ...] = ()
    positions: Mapping[TopicPartition, int] = {}
    coordinator: int | None = None
    committing: Mapping[TopicPartition, int] | None = None
    committing_since_ms: int = 0
    in_hand: Mapping[TopicPartition, tuple[int, ...]] = {}
    attempts: int = 0
    retry_ms: int = 0
    joined_ms: int = 0
    metadata: Mapping[str, int] = {}
    heard_ms: int | None = None
    polled_ms: int | None = None
    committed_ms: int = 0
    quiet_since_ms: int | None = None
    stalled_since_ms: int | None = None
    stopped_since_ms: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the coordinator has heard of it."""
        return self.epoch >= 0 or self.state != "joining"

    @property
    def up(self) -> bool:
        """Whether its process runs and is heard."""
        return self.quiet_since_ms is None

    @property
    def is_polling(self) -> bool:
        """Whether it runs and polls, which is when it takes part in a rebalance."""
        return self.up and self.stalled_since_ms is None


class Delivery(NamedTuple):
    """One record of a share group that was lent at least once: its state, and how often it was delivered.

    While it is acquired, `member` has it, and its acquisition lock ends at `until_ms`. A record without a delivery is
    available. Those that were lent together the first time stay one in-flight batch, which `first_offset` names.

    Kafka: InFlightState and InFlightBatch. Simplified: what lies before the share-partition start offset is kept, to be
    shown; a new leader of the partition keeps the locks of the old one, where Kafka's knows only what the share
    coordinator wrote down, and lends the records again.
    """

    state: RecordState
    member: str | None = None
    until_ms: int = 0
    delivery_count: int = 1
    first_offset: int = -1


NEVER_LENT: Final = Delivery("available", delivery_count=0)


class Group(NamedTuple):
    """One group as its coordinator keeps it; `generation` is the group epoch in the consumer and share protocols.

    A rebalance began at `since_ms`; an `initial` one, of a group that was empty, waits a while for more members.
    `target` is who should own what, `target_epoch` the epoch it was made for, at `target_ms`. `withheld` is what
    members will get once others have given it up. `committed` offsets are exclusive ends: the next to be read; they are
    `stored_in` the topic of offsets or, of an old consumer, in ZooKeeper.
    `coordinator` is the broker that leads partition `partition` of `__consumer_offsets`; it began at `loading_since_ms`
    to read the group from there, None once it has. `metadata` holds the partition counts the last assignment was made
    for, which its leader read at `metadata_ms`. `deliveries` belongs to share groups.

    Kafka: ClassicGroup, ConsumerGroup and ShareGroup of the group coordinator.
    """

    protocol: GroupProtocol
    partition: int
    coordinator: int | None = None
    state: GroupState = "Empty"
    generation: int = 0
    leader: str | None = None
    members: Mapping[str, Member] = {}
    joined: int = 0
    target: Mapping[str, tuple[TopicPartition, ...]] = {}
    target_epoch: int = 0
    target_ms: int | None = None
    withheld: Mapping[str, tuple[TopicPartition, ...]] = {}
    since_ms: int = 0
    initial: bool = False
    metadata: Mapping[str, int] = {}
    metadata_ms: int = 0
    committed: Mapping[TopicPartition, int] = {}
    stored_in: StoredIn = "__consumer_offsets"
    deliveries: Mapping[TopicPartition, Mapping[int, Delivery]] = {}
    loading_since_ms: int | None = None

    @property
    def is_server_assigned(self) -> bool:
        """Whether the coordinator assigns and nobody waits for the others. Kafka: ModernGroup."""
        return self.protocol in ("consumer", "share")

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is under way: every member that runs and polls has its share."""
        running = [m for m in self.members.values() if m.is_polling]
        return self.state in ("Stable", "Empty") and all(m.state == "stable" for m in running)

    def without_topic(self, topic: str) -> "Group":
        """Returns the group without what it had committed, lent or read of a topic that is gone."""
        return self._replace(
            committed={tp: offset for tp, offset in self.committed.items() if tp.topic != topic},
            deliveries={tp: deliveries for tp, deliveries in self.deliveries.items() if tp.topic != topic},
            members={
                name: m._replace(positions={tp: at for tp, at in m.positions.items() if tp.topic != topic})
                for name, m in self.members.items()
            },
        )

    def owners(self, tp: TopicPartition) -> list[str]:
        """The members that may read a partition or still hold it: at most one, except in a share group."""
        return [name for name, member in self.members.items() if tp in member.owned or tp in member.revoking]

    def idle(self) -> list[str]:
        """The members that own nothing and have nothing to wait for."""
        return [name for name, m in self.members.items() if m.state == "stable" and not m.owned and not m.revoking]
