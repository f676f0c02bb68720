"""Terms of consumers, their offsets and their groups."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb08, nb09, nb11

NUMBER: Final = "A number for each group"
MORE: Final = "More consumers, or more groups?"
CRASH: Final = "A crash between processing and commit"
NO_OFFSET: Final = "Where does a group without an offset begin?"
KEPT: Final = "Who keeps the offsets?"
TWO: Final = "Six partitions, two consumers"
THIRD: Final = "A third consumer joins"
NEWER: Final = "Two newer protocols"
SHARED: Final = "Three readers on one partition"


def share_one_partition() -> Lab:
    """Lets three consumers of a share group read the one partition of a topic, two records each.

    >>> len(share_one_partition().readers(nb11.TOPIC).rows[0].readers)
    3

    Kafka: KafkaShareConsumer, KIP-932.
    """
    return nb11.parcels().poll(group=nb11.SHARED, max_records=2)


TERMS: Final = (
    Term(
        "consumer",
        (),
        "A program that reads records. It asks the leaders of its partitions again and again, and keeps a position in "
        "each; nothing is pushed to it.",
        "KafkaConsumer",
        Shown("08", NUMBER, nb08.two_groups, {}, "GroupPolled"),
    ),
    Term(
        "poll",
        ("poll loop", "max.poll.records"),
        "The call by which a consumer gets its next records. A member that does not poll for max.poll.interval.ms is "
        "taken for stuck, and loses its partitions.",
        "KafkaConsumer.poll; max.poll.records (500), max.poll.interval.ms (5 min)",
        Shown("08", NUMBER, nb08.two_groups, {}, "GroupPolled"),
    ),
    Term(
        "consumer group",
        ("group", "group.id"),
        "Consumers with one group.id. Each partition of their topics has one reader among them; other groups read the "
        "same records for themselves.",
        "group.id; GroupCoordinatorService",
        Shown("08", MORE, nb08.sharing, {}, "PartitionsAssigned"),
    ),
    Term(
        "member",
        ("group member", "idle consumer"),
        "A consumer in a group, under an id that the coordinator knows. Members beyond the number of partitions idle.",
        "MemberMetadata; member.id, group.instance.id",
        Shown("08", MORE, nb08.sharing, {"consumers": 4}, "MembersStarted"),
    ),
    Term(
        "group coordinator",
        ("coordinator",),
        "The broker that looks after a group: its members, its generation and its offsets. It leads the partition of "
        "__consumer_offsets that the hash of the group's id names.",
        "GroupCoordinatorService; FindCoordinator",
        Shown("08", KEPT, nb08.coordinator_dies, {}, "CoordinatorMoved"),
    ),
    Term(
        "__consumer_offsets",
        ("offsets topic", "consumer offsets topic"),
        "The compacted topic that keeps the committed offsets of all groups, in 50 partitions. It forgets a group that "
        "is empty for seven days.",
        "offsets.topic.num.partitions (50), offsets.retention.minutes (10080)",
        Shown("08", KEPT, nb08.coordinator_dies, {}, "OffsetsPartitionCreated"),
    ),
    Term(
        "committed offset",
        ("commit", "offset commit", "enable.auto.commit"),
        "Where a group goes on in a partition: the next offset to read, kept by its coordinator. After a crash the "
        "group reads again what it has read since.",
        "OffsetCommit; enable.auto.commit (true), auto.commit.interval.ms (5 s)",
        Shown("08", CRASH, nb08.crash, {"commit": "after"}, "OffsetsCommitted"),
    ),
    Term(
        "position",
        ("fetch position",),
        "The offset that a consumer will fetch next. It moves with each poll, and nobody else knows it until it is "
        "committed.",
        "KafkaConsumer.position, SubscriptionState",
        Shown("08", CRASH, nb08.crash, {"commit": "after"}, "GroupPolled"),
    ),
    Term(
        "consumer lag",
        ("lag",),
        "How many records a group is behind in a partition: the end of what can be read, less the committed offset.",
        "kafka-consumer-groups.sh --describe; records-lag-max",
        Shown("08", NUMBER, nb08.two_groups, {"rounds": 3}, "OffsetsCommitted"),
    ),
    Term(
        "auto.offset.reset",
        ("offset reset", "earliest", "latest"),
        "Where a consumer begins if it has no committed offset, or one that is no longer in the log: at the earliest "
        "record, at the end, or with an error.",
        "auto.offset.reset (latest)",
        Shown("08", NO_OFFSET, nb08.begins, {"auto_offset_reset": "earliest"}, "AssignmentReceived"),
    ),
    Term(
        "at least once",
        (),
        "Processing first, committing afterwards: after a crash some records come again, and none is missed.",
        "Consumer.commitSync after processing",
        Shown("08", CRASH, nb08.crash, {"commit": "after"}, "MemberCrashed"),
    ),
    Term(
        "at most once",
        (),
        "Committing first, processing afterwards: after a crash some records are missed, and none comes again.",
        "Consumer.commitSync before processing",
        Shown("08", CRASH, nb08.crash, {"commit": "before"}, "MemberCrashed"),
    ),
    Term(
        "rebalance",
        (),
        "A group shares its partitions out anew, because members or partitions came or went. What stops meanwhile "
        "depends on the protocol.",
        "JoinGroup, SyncGroup; ConsumerGroupHeartbeat",
        Shown("09", THIRD, nb09.one_joins, {}, "GenerationBegun", "assignment"),
    ),
    Term(
        "generation",
        ("generation id", "member epoch"),
        "The number of a group's present sharing out, one more with each rebalance. The coordinator refuses a "
        "commit with an old one. In the newer protocol each member has an epoch.",
        "ClassicGroup.generationId; ILLEGAL_GENERATION",
        Shown("09", THIRD, nb09.one_joins, {}, "GenerationBegun", "assignment"),
    ),
    Term(
        "assignor",
        ("partition.assignment.strategy", "partition assignor"),
        "The function that gives a group's partitions to its members; a member runs it, or the coordinator in the "
        "newer protocol. Not a partitioner: that one places records.",
        "ConsumerPartitionAssignor; partition.assignment.strategy (range, cooperative-sticky)",
        Shown("09", "Your own rule, in the group", nb09.group, {}, "PartitionsAssigned", "assignment"),
    ),
    Term(
        "range assignor",
        ("range",),
        "Gives each member a block of neighbouring partitions, topic by topic; the first members get the "
        "partitions that are left over.",
        "RangeAssignor",
        Shown("09", TWO, nb09.group, {"assignor": "range"}, "PartitionsAssigned", "assignment"),
    ),
    Term(
        "round-robin assignor",
        ("round robin",),
        "Deals the sorted partitions of all topics out to the members in turn. The shares are even, and many "
        "partitions move when a member comes or goes.",
        "RoundRobinAssignor",
        Shown("09", TWO, nb09.group, {"assignor": "round robin"}, "PartitionsAssigned", "assignment"),
    ),
    Term(
        "sticky assignor",
        ("sticky",),
        "Keeps the sharing out even, and lets as many partitions as it can stay where they are.",
        "StickyAssignor, AbstractStickyAssignor",
        Shown("09", THIRD, nb09.one_joins, {"assignor": "sticky"}, "PartitionsAssigned", "assignment"),
    ),
    Term(
        "eager rebalance",
        ("stop the world",),
        "Every member gives up all its partitions before they are shared out anew, so all of them stop.",
        "ConsumerPartitionAssignor.RebalanceProtocol.EAGER",
        Shown("09", THIRD, nb09.one_joins, {"assignor": "range"}, "AssignmentReceived", "assignment"),
    ),
    Term(
        "cooperative rebalance",
        ("incremental cooperative rebalancing", "cooperative sticky"),
        "Members keep what they will keep anyway, and give up only what moves; it takes two rounds.",
        "CooperativeStickyAssignor; KIP-429",
        Shown("09", NEWER, nb09.one_joins, {"assignor": "cooperative sticky"}, "AssignmentReceived", "assignment"),
    ),
    Term(
        "consumer rebalance protocol",
        ("group.protocol", "KIP-848"),
        "The newer protocol of groups: the coordinator computes the target, and tells each member by heartbeat what "
        "to give up and what to take. Nobody waits for all.",
        "group.protocol=consumer (the default is classic); ConsumerGroupHeartbeat, KIP-848",
        Shown("09", NEWER, nb09.one_joins, {"assignor": "server"}, "RevocationAsked", "assignment"),
    ),
    Term(
        "session timeout of a consumer",
        ("session.timeout.ms",),
        "How long a coordinator waits for a member's heartbeat before it takes the member for dead and gives its "
        "partitions to the others.",
        "session.timeout.ms (45 s since 3.0; 10 s before), heartbeat.interval.ms (3 s)",
        Shown("09", THIRD, nb09.one_crashes, {}, "MemberExpired", "assignment"),
    ),
    Term(
        "share group",
        ("KIP-932", "queues for Kafka"),
        "A group whose members take records, not partitions: several read one partition, and acknowledge each record. "
        "They give up the order of a partition.",
        "KafkaShareConsumer; group.share.record.lock.duration.ms (30 s); KIP-932, production-ready in 4.2",
        Shown("11", SHARED, share_one_partition, {}, "RecordsAcquired", "share"),
    ),
)
