"""Terms of replication: leaders, followers, who is in sync, and who may lead next."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.course.tables.duties import balance
from kafkaviz.scenarios import nb05, nb06, nb07

COPYING: Final = "Who starts the copying?"
IN_SYNC: Final = "Who is in sync?"
COPIES: Final = "How many copies, and where?"
TAKES_OVER: Final = '"A replica immediately takes over"'
SMALL_ISR: Final = "How small may the ISR become?"
NOBODY: Final = "Who may lead when nobody is in sync?"
LOST: Final = '"No articles are lost"'

TERMS: Final = (
    Term(
        "replica",
        ("copy",),
        "A broker's copy of a partition. The leader is a replica, too; its id is that of its broker.",
        "Replica, PartitionRegistration.replicas",
        Shown("05", COPIES, nb05.copies, {}, "FetchReceived", "replication"),
    ),
    Term(
        "replication factor",
        ("RF",),
        "How many replicas a partition has, the leader included. Whoever creates the topic chooses it, and only a "
        "reassignment changes it.",
        "NewTopic.replicationFactor; default.replication.factor (1)",
        Shown("05", COPIES, nb05.copies, {"replication_factor": 2}, "TopicCreated"),
    ),
    Term(
        "leader",
        ("partition leader", "leader replica"),
        "The replica that takes all writes of a partition, and all reads unless a consumer is sent to a follower near "
        "it. There is one at most.",
        "Partition.makeLeader; LeaderAndIsr",
        Shown("07", TAKES_OVER, nb07.failover, {}, "PartitionChanged"),
    ),
    Term(
        "follower",
        ("follower replica",),
        "A replica that is not the leader. It fetches from the leader, as a consumer does; there are as many as the "
        "replication factor says, less one.",
        "ReplicaFetcherThread, Partition.makeFollower",
        Shown("05", COPYING, nb05.copies, {}, "FetchServed", "replication"),
    ),
    Term(
        "fetch",
        ("fetch request", "replica fetch"),
        "The request of followers and consumers: give me what comes from this offset on. A follower's next offset "
        "tells the leader what it has.",
        "FetchRequest; replica.fetch.wait.max.ms, fetch.min.bytes",
        Shown("05", COPYING, nb05.copies, {}, "FetchServed", "replication"),
    ),
    Term(
        "in-sync replicas",
        ("ISR", "in sync", "in-sync replica", "replica.lag.time.max.ms"),
        "The set of replicas that have caught up with the leader within replica.lag.time.max.ms; the leader is one of "
        "them. The leader observes the set; nobody configures it.",
        "Partition.maybeShrinkIsr, AlterPartition; replica.lag.time.max.ms (30 s)",
        Shown("05", IN_SYNC, nb05.copies, {"slow": 1, "seconds": 50, "back": True}, "IsrChangeProposed", "replication"),
    ),
    Term(
        "min ISR",
        ("min.insync.replicas", "minimum in-sync replicas"),
        "How many replicas must be in the ISR for a write with acks=all; with fewer the leader refuses it with "
        "NOT_ENOUGH_REPLICAS.",
        "min.insync.replicas (1)",
        Shown("06", SMALL_ISR, nb06.gate, {"dead": 2}, "BatchRejected", "replication"),
    ),
    Term(
        "committed record",
        ("committed",),
        "A record below the high watermark: every replica in the ISR has it, and it survives as long as one of these "
        "leads next.",
        "UnifiedLog.highWatermark",
        Shown("05", "What may a consumer see?", nb05.copies, {"slow": 1}, "HighWatermarkAdvanced", "replication"),
    ),
    Term(
        "leader election",
        ("election", "failover"),
        "The controller's choice of a partition's next leader: the first of the replicas that is in the ISR and alive. "
        "Nobody votes.",
        "PartitionChangeBuilder, ReplicationControlManager",
        Shown("07", TAKES_OVER, nb07.failover, {}, "PartitionChanged"),
    ),
    Term(
        "preferred leader",
        ("preferred replica", "preferred leader election"),
        "The first in a partition's list of replicas. The controller gives it leadership back every five minutes, if "
        "it is in sync.",
        "auto.leader.rebalance.enable (true), leader.imbalance.check.interval.seconds (300)",
        Shown("07", "Who carries the load?", balance, {}, "BrokerUnfenced"),
    ),
    Term(
        "eligible leader replicas",
        ("ELR", "eligible leader replica"),
        "Replicas whose departure left the ISR below min ISR, so that they have every committed record. One of them "
        "may lead when the ISR is empty, without loss.",
        "KIP-966; eligible.leader.replicas.version (on in new clusters since 4.1)",
        Shown("06", NOBODY, nb06.last_standing, {}, "LogsFlushed", "replication"),
    ),
    Term(
        "unclean leader election",
        ("unclean.leader.election.enable", "unclean election"),
        "The election of a replica that is not in sync, because none in sync is alive. The partition has a leader at "
        "once, and committed records may be lost.",
        "unclean.leader.election.enable (false since 0.11)",
        Shown("07", LOST, nb07.last_in_sync, {"unclean": True}, "PartitionChanged", "replication"),
    ),
    Term(
        "offline partition",
        ("leaderless partition",),
        "A partition without a leader, because none of its living replicas may lead. Nobody can write or read it.",
        "OfflinePartitionsCount",
        Shown("07", "Turn the knobs", nb07.failover, {"replication_factor": 1}, "BrokerFenced"),
    ),
    Term(
        "rack",
        ("broker.rack", "rack awareness"),
        "The place of a broker, a room or a zone that may fail as a whole. Kafka puts the replicas of a partition into "
        "different racks, as long as there are enough.",
        "broker.rack; StripedReplicaPlacer",
        Shown("05", COPIES, nb05.two_racks, {}, "TopicCreated"),
    ),
)
