"""What happens by itself, whom it happens to, and in which order it is asked: the protocol as a whole.

What was decided is told before anything else is decided; beyond that the order only makes stories readable.
"""

from typing import Any, Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers import rules as brokers
from kafkaviz.model.clients import metadata_rules as metadata
from kafkaviz.model.clients import rules as clients
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.engine import Engine
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.rule import Schedule
from kafkaviz.model.core.segments import retention_deadlines
from kafkaviz.model.core.subjects import ProducerName, Subject
from kafkaviz.model.groups.classic import rules as classic
from kafkaviz.model.groups.common import rules as groups
from kafkaviz.model.groups.consumer_protocol import rules as consumer_protocol
from kafkaviz.model.groups.deadlines import group_deadlines
from kafkaviz.model.groups.share import rules as share
from kafkaviz.model.partitions import balance_rules as balance
from kafkaviz.model.partitions import log_rules as logs
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.quorum import controller_rules as controller
from kafkaviz.model.quorum import forwarding_rules as forwarding
from kafkaviz.model.quorum import raft_rules as raft
from kafkaviz.model.zookeeper import rules as zookeeper

_REPLICAS = (*partitions.RULES, *logs.RULES)
_CLASSIC = Schedule(*groups.RULES, *classic.RULES)
_CONSUMER = Schedule(*groups.RULES, *consumer_protocol.RULES)
_QUORUM = Schedule(*raft.RULES, *forwarding.RULES, *controller.CONTROL_RULES, *brokers.RULES, *balance.RULES)
_QUORUM_PARTITION = Schedule(partitions.deliver_metadata, *controller.PARTITION_RULES, *_REPLICAS)
_ZOOKEEPER = Schedule(*zookeeper.CONTROL_RULES, *brokers.RULES, *balance.RULES)
_ZOOKEEPER_PARTITION = Schedule(partitions.deliver_metadata, *zookeeper.PARTITION_RULES, *_REPLICAS)
_PRODUCER = Schedule(*clients.RULES)
_IDLE_PRODUCER = Schedule(metadata.refresh_metadata)
_GROUP: Final[dict[str, Schedule[GroupName]]] = {
    "eager": _CLASSIC,
    "cooperative": _CLASSIC,
    "consumer": _CONSUMER,
    "share": Schedule(*groups.RULES, *consumer_protocol.RULES, *share.RULES),
}
_NONE = Schedule[Any]()


def schedule_of(cluster: Cluster, subject: Subject) -> Schedule[Any]:
    """Returns the rules that are asked about a subject, in their order; none about a partition that is gone.

    A producer that has nothing to send asks for metadata, and nothing else happens to it.
    """
    if isinstance(subject, TopicPartition):
        if subject not in cluster.partitions:
            return _NONE
        return _QUORUM_PARTITION if isinstance(cluster.controller, Quorum) else _ZOOKEEPER_PARTITION
    if isinstance(subject, ProducerName):
        return _PRODUCER if cluster.producers[subject.producer].batches else _IDLE_PRODUCER
    if isinstance(subject, GroupName):
        return _GROUP[cluster.groups[subject.group].protocol]
    return _QUORUM if isinstance(cluster.controller, Quorum) else _ZOOKEEPER


ENGINE: Final = Engine(
    schedule_of,
    (
        brokers.session_deadlines,
        raft.voter_deadlines,
        forwarding.forwarding_deadlines,
        partitions.lag_deadlines,
        balance.balance_deadlines,
        group_deadlines,
        retention_deadlines,
        clients.batch_deadlines,
        metadata.metadata_deadlines,
    ),
)
enabled = ENGINE.enabled
enabled_noting = ENGINE.enabled_noting
happening = ENGINE.happening
is_quiet = ENGINE.is_quiet
next_deadline = ENGINE.next_deadline
rule_named = ENGINE.rule_named
settling = ENGINE.settling
timers = ENGINE.timers
