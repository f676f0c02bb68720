"""Who runs the cluster: ZooKeeper, the controller, and who notices that a broker is dead."""

from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, releases, today
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.scenarios import nb07


def _topic(**how: Any) -> Lab:
    return Lab(**how).create_topic("letters", partitions=1, replication_factor=3)


def _crash(**how: Any) -> Lab:
    return _topic(**how).kill(1)


def _without_a_majority(**how: Any) -> Lab:
    return nb07.news(**how).kill_controller(101).kill_controller(102).kill(1).tick(21_000)


def _metadata_logs(lab: Lab) -> int:
    control = lab.cluster.controller
    return len(control.voters) if isinstance(control, Quorum) else 0


def _controllers(lab: Lab) -> str:
    return f"{lab.history.first.active_controller}, then {lab.cluster.active_controller}"


def _way(lab: Lab) -> str:
    return " → ".join(next(event.path for event in lab.history.events() if isinstance(event, TopicCreated)))


def _leader_on_paper(lab: Lab) -> str:
    leader = lab.cluster.partitions[TopicPartition(nb07.TOPIC, 0)].leader
    dead_since = next(now.now_ms for now in lab.history.clusters if not now.is_up(1))
    return f"broker {leader}, {(lab.cluster.now_ms - dead_since) // 1_000} s"


def _seconds_without_a_leader(lab: Lab) -> int:
    """Counts from the crash to the moment in which a living broker leads."""
    tp = next(iter(lab.cluster.partitions))
    dead = [now for now in lab.history.clusters if tp in now.partitions and not now.is_up(now.partitions[tp].leader)]
    return (lab.cluster.now_ms - dead[0].now_ms) // 1_000


FLAGS = (
    Flag(
        "F01",
        "ZooKeeper keeps the metadata",
        home="02",
        verdict="outdated",
        claims=("001-01", "001-04", "001-05", "003-07", "003-21"),
        says="A Kafka cluster needs a ZooKeeper, which keeps its metadata.",
        then="True until 3.9, the last line with ZooKeeper; deprecated since 3.5. KRaft, which does without it, is "
        "production-ready since 3.3.",
        now="ZooKeeper mode was removed in 4.0. The metadata are records in the log `__cluster_metadata-0`; the "
        "controllers, usually 3 or 5, each keep a copy, and brokers replay it.",
        source="KIP-500, KIP-833, KIP-853; `process.roles`, `controller.quorum.bootstrap.servers`",
        played=Played(
            _crash,
            _metadata_logs,
            "controllers that keep a copy of the metadata log: {}",
            releases("2.3", "4.4", 0, 3),
            "controller",
            acts=1,
        ),
    ),
    Flag(
        "F02",
        "The first broker is the controller",
        home="02",
        verdict="outdated",
        claims=("001-02", "001-03", "003-03", "004-26"),
        says="One of the brokers is the controller as well, normally the first that joined the cluster.",
        then="True until 3.9: the broker that first created the node `/controller` in ZooKeeper had the role. When "
        "it crashed the others raced to create the node anew; the first broker did not get the role back when it "
        "returned.",
        now="An administrator chooses which nodes are controllers; a majority of them elects the active one. A "
        "broker is a controller only in combined mode, which is meant for development. The crash of a broker "
        "changes no controller.",
        source="KIP-500, KIP-595; `process.roles`, `controller.quorum.election.timeout.ms` 1,000",
        played=Played(
            _crash,
            _controllers,
            "active controller before and after broker 1 crashes: {}",
            releases("2.3", "4.4", "1, then 2", "101, then 101"),
            "controller",
            acts=1,
        ),
    ),
    Flag(
        "F03",
        "A topic is created through ZooKeeper",
        home="02",
        verdict="outdated",
        claims=("001-04", "001-05"),
        says="The command that creates a topic goes to ZooKeeper, which redirects it to the controller.",
        then="Up to 2.1 the tool wrote a node into ZooKeeper and the controller, which watched it, noticed: a "
        "notification, not a redirect. Since 2.2 the tool can ask the brokers; `--zookeeper` was removed in "
        "3.0.",
        now="The admin client asks any broker, which forwards the request to the active controller. That writes "
        "records to the metadata log, and brokers fetch them.",
        source="KIP-377, KIP-590; `kafka-topics.sh --bootstrap-server`",
        played=Played(
            _topic,
            _way,
            "the way of the request: {}",
            releases("2.3", "4.4", "client → zookeeper → broker:1", "client → broker:1 → controller:101"),
            "controller",
        ),
    ),
    Flag(
        "F22",
        "Brokers detect failures and elect leaders",
        home="07",
        verdict="imprecise",
        claims=("000-08", "000-14", "000-16", "000-21"),
        says="Brokers detect the failure of a broker and elect new leaders among the replicas in sync.",
        then="Nearly true until 3.9: ZooKeeper noticed, and one broker, the controller, elected.",
        now="The controller does both. Brokers only send it a heartbeat every 2 s; after 9 s without one it fences "
        "the broker and elects. Without a majority of controllers nobody elects, however many brokers live.",
        source="KIP-631; `broker.heartbeat.interval.ms` 2,000, `broker.session.timeout.ms` 9,000",
        played=Played(
            _without_a_majority,
            _leader_on_paper,
            "broker 1 crashes when two of three controllers are down; who leads on paper, and how long after: {}",
            today("broker 1, 30 s"),
            "controller",
            acts=2,
        ),
        against="Articles 003 and 004 name the controller: it watches the brokers and manages the states of "
        "partitions.",
    ),
    Flag(
        "F29",
        "A replica takes over immediately",
        home="07",
        verdict="simplified",
        claims=("002-27", "004-10", "004-36"),
        says="When the server with the leader crashes, a replica takes over immediately.",
        then="With ZooKeeper it took until the session had expired: 6 s, and 18 s since 2.5. Then the controller "
        "elected, and clients had to refresh their metadata.",
        now="Detection takes 9 s after the last heartbeat; then come the election and the clients' refresh. Only a "
        "controlled shutdown moves leaders before the broker goes.",
        source="`broker.session.timeout.ms` 9,000; before, `zookeeper.session.timeout.ms` (KIP-537)",
        played=Played(
            _crash,
            _seconds_without_a_leader,
            "seconds from the crash to the next leader: {}",
            releases("2.3", "4.4", 6, 9),
            "cluster",
            acts=1,
        ),
    ),
)
