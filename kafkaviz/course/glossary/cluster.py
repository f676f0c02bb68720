"""Terms of brokers and controllers."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.scenarios import nb07, nb08

WHO_DECIDES: Final = "1. Who decides? The controller, then and now"
TAKES_OVER: Final = '2. "A replica immediately takes over"'

TERMS: Final = (
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
        Shown("07", TAKES_OVER, nb07.failover, {}, "TimeAdvanced"),
    ),
    Term(
        "fencing",
        ("fenced broker", "broker.session.timeout.ms", "session timeout of a broker"),
        "The controller's word that a broker is not to be counted on, after broker.session.timeout.ms without a "
        "heartbeat. It leads nothing and leaves every ISR, until it is unfenced.",
        "BrokerHeartbeatManager; broker.session.timeout.ms (9 s)",
        Shown("07", TAKES_OVER, nb07.failover, {}, "BrokerFenced"),
    ),
    Term(
        "ZooKeeper",
        ("zk",),
        "The service in which Kafka kept its metadata, and in old times consumers their offsets. Kafka 4 has none: "
        "controllers keep a log of their own.",
        "zookeeper.connect until 3.9; KIP-500",
        Shown("07", WHO_DECIDES, nb07.failover, {"kafka": "2.3"}, "ControllerRaceBegan", "controller"),
    ),
    Term(
        "offsets in ZooKeeper",
        ("offsets.storage",),
        "Where the old consumer, up to 0.10, kept its offsets by default. It was removed in 2.0.",
        "offsets.storage of the old consumer",
        Shown(
            "08", "Then and now", nb08.kept_in, {"offsets_storage": "zookeeper", "kafka": "0.10"}, "OffsetsCommitted"
        ),
    ),
)
