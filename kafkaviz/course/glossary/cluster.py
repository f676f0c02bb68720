"""Terms of brokers and controllers."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.scenarios import nb02, nb07, nb08, nb10

RACE: Final = "Who is the controller, with ZooKeeper?"
VOTE: Final = "Who is the controller, today?"
COME_AND_GO: Final = "Brokers come and go"
TAKES_OVER: Final = '"A replica immediately takes over"'

TERMS: Final = (
    Term(
        "cluster",
        (),
        "Brokers and controllers that share one metadata log. Clients need the address of one broker, and learn the "
        "rest from it.",
        "cluster.id; bootstrap.servers",
        Shown("02", COME_AND_GO, nb02.comes_and_goes, {}, "BrokerAdded"),
    ),
    Term(
        "controller",
        ("active controller",),
        "The node that decides for the cluster: who leads a partition, where replicas go, which broker is fenced. One "
        "of the quorum is active; no record of a topic passes through it.",
        "QuorumController; process.roles=controller",
        Shown("02", VOTE, nb02.longer_log, {}, "ControllerElected", "controller"),
    ),
    Term(
        "KRaft",
        ("controller quorum", "quorum", "voter"),
        "Kafka's own Raft: three or five controllers vote for one of them, and what a majority has written is decided. "
        "It took ZooKeeper's place.",
        "KafkaRaftClient; controller.quorum.bootstrap.servers; KIP-500, KIP-595",
        Shown("02", VOTE, nb02.longer_log, {}, "VoteAnswered", "controller"),
    ),
    Term(
        "metadata log",
        ("__cluster_metadata",),
        "The log in which controllers write down every decision, in the topic __cluster_metadata of one partition. "
        "Brokers fetch it and follow it.",
        "KafkaRaftClient, MetadataLoader; __cluster_metadata-0",
        Shown("02", "What does the controller write down?", nb02.created, {}, "MetadataDelivered", "controller"),
    ),
    Term(
        "replica placement",
        ("placement", "replica assignment"),
        "The controller's choice of brokers for the replicas of a new partition: in stripes over racks and brokers, "
        "by their number and not by their bytes.",
        "StripedReplicaPlacer; NewTopic.replicasAssignments",
        Shown("02", "Where do the replicas go?", nb02.created, {}, "TopicCreated"),
    ),
    Term(
        "controlled shutdown",
        ("graceful shutdown",),
        "A broker that stops asks the controller first, which gives its partitions other leaders. So nobody waits for "
        "a session to expire.",
        "controlled.shutdown.enable (true); BrokerHeartbeatRequest.wantShutDown",
        Shown("02", COME_AND_GO, nb02.rolling_restart, {}, "ShutdownRequested"),
    ),
    Term(
        "partition reassignment",
        ("reassignment", "kafka-reassign-partitions"),
        "The move of a partition's replicas to other brokers, or to more or fewer. Newcomers copy first, and the old "
        "ones leave once these are in sync.",
        "AlterPartitionReassignments, kafka-reassign-partitions.sh",
        Shown("10", "Move a partition", nb10.moving, {}, "PartitionChanged"),
    ),
    Term(
        "adding partitions",
        ("growth", "more partitions"),
        "A topic may get more partitions and never fewer. Old records stay where they are, and most keys get another "
        "partition from then on.",
        "CreatePartitions; kafka-topics.sh --alter --partitions",
        Shown("10", "Where are ada's orders?", nb10.grown, {}, "PartitionsAdded", "partitioner"),
    ),
    Term(
        "broker",
        (),
        "A server of the cluster that stores replicas and serves clients. Its id is a number, and what it holds stays "
        "its own when it restarts.",
        "BrokerServer; node.id, process.roles=broker",
        Shown("07", TAKES_OVER, nb07.failover, {}, "BrokerCrashed"),
    ),
    Term(
        "heartbeat of a broker",
        ("broker heartbeat", "broker.heartbeat.interval.ms"),
        "What a broker sends to the controller every two seconds; the controller knows no other sign of life.",
        "BrokerHeartbeatRequest; broker.heartbeat.interval.ms (2 s)",
        Shown("07", TAKES_OVER, nb07.failover, {}, "BrokerFenced", "controller"),
    ),
    Term(
        "fencing",
        ("fenced broker", "broker.session.timeout.ms", "session timeout of a broker"),
        "The controller counts a broker out after broker.session.timeout.ms without a heartbeat. A fenced broker leads "
        "nothing and is in no ISR, until the controller unfences it.",
        "BrokerHeartbeatManager; broker.session.timeout.ms (9 s)",
        Shown("07", TAKES_OVER, nb07.failover, {}, "BrokerFenced"),
    ),
    Term(
        "ZooKeeper",
        ("zk",),
        "The service in which Kafka kept its metadata, and in old times consumers their offsets. Kafka 4 has none: "
        "controllers keep a log of their own.",
        "zookeeper.connect until 3.9; KIP-500",
        Shown("02", RACE, nb07.failover, {"kafka": "2.3"}, "ControllerRaceBegan", "controller"),
    ),
    Term(
        "offsets in ZooKeeper",
        ("offsets.storage",),
        "Where the old consumer, up to 0.10, kept its offsets by default. Kafka 2.0 removed that consumer.",
        "offsets.storage of the old consumer",
        Shown(
            "08", "Then and now", nb08.kept_in, {"offsets_storage": "zookeeper", "kafka": "0.10"}, "OffsetsCommitted"
        ),
    ),
)
