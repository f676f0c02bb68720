"""What happens by itself, whom it happens to, and in which order it is asked: the protocol as a whole.

What was decided is told before anything else is decided; beyond that the order only makes stories readable.
"""

from typing import Any, Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers import rules as brokers
from kafkaviz.model.brokers.events import BrokerCrashed, BrokerStarted
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.clients import metadata_rules as metadata
from kafkaviz.model.clients import rules as clients
from kafkaviz.model.clients.events import (
    BatchRejected,
    LeadersLearned,
    ProduceAcknowledged,
    RecordQueued,
    RecordsAppended,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.engine import Engine
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.rule import Schedule, Silencing
from kafkaviz.model.core.segments import retention_deadlines
from kafkaviz.model.core.subjects import ProducerName, Subject
from kafkaviz.model.groups.classic import rules as classic
from kafkaviz.model.groups.common import rules as groups
from kafkaviz.model.groups.consumer_protocol import rules as consumer_protocol
from kafkaviz.model.groups.deadlines import group_deadlines
from kafkaviz.model.groups.share import rules as share
from kafkaviz.model.partitions import balance_rules as balance
from kafkaviz.model.partitions import isr_rules as isr
from kafkaviz.model.partitions import log_rules as logs
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.partitions.events import (
    HighWatermarkAdvanced,
    IsrChangeProposed,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.model.partitions.fetch_events import FetchReceived
from kafkaviz.model.quorum import controller_rules as controller
from kafkaviz.model.quorum import forwarding_rules as forwarding
from kafkaviz.model.quorum import hand_over_rules as handing_over
from kafkaviz.model.quorum import raft_rules as raft
from kafkaviz.model.zookeeper import rules as zookeeper

SILENCING: Final[Silencing] = {
    # A process that dies takes part in nothing any more, and forgets what it was about to do.
    BrokerCrashed: (
        partitions.deliver_metadata, partitions.receive_fetch, partitions.serve_fetch, isr.shrink_isr,
        isr.expand_isr, logs.delete_segments, logs.compact_log, controller.answer_isr_proposal,
        controller.unfence_returned, controller.doubt_unclean, brokers.stop_relieved, clients.acknowledge,
        clients.hear_refusal, metadata.refresh_metadata,
    ),
    # A broker that starts is fenced, follows and leads nothing, and has nothing under way.
    BrokerStarted: (
        partitions.truncate, partitions.receive_fetch, partitions.advance_high_watermark, partitions.serve_fetch,
        isr.shrink_isr, isr.expand_isr, brokers.stop_relieved, clients.acknowledge,
    ),
    # Whom the controller does not count on asks it for nothing and joins no ISR.
    BrokerFenced: (
        partitions.deliver_metadata, isr.shrink_isr, isr.expand_isr, controller.fence_silent,
        controller.doubt_unclean, raft.fetch_metadata,
    ),
    # It is unfenced, and in no doubt any more.
    BrokerUnfenced: (controller.unfence_returned, controller.doubt_unclean, raft.fetch_metadata),
    # Voters that hear the leader have the record with it.
    PartitionChanged: (raft.fetch_metadata,),
    # Leaders hold no proposal any more.
    MetadataDelivered: (controller.answer_isr_proposal,),
    # A leader waits for one answer at a time, and counts on whom it proposes.
    IsrChangeProposed: (isr.shrink_isr, isr.expand_isr, clients.break_connection),
    # What a follower has is not yet what its leader knows of it.
    FetchReceived: (partitions.advance_high_watermark, isr.shrink_isr, isr.expand_isr),
    # More is asked of those who would join.
    HighWatermarkAdvanced: (isr.expand_isr,),
    RecordsAppended: (
        partitions.truncate, isr.expand_isr, clients.hear_refusal, clients.expire, metadata.learn_leaders,
    ),
    # What is not under way is answered, refused or given up by nobody.
    RecordQueued: (clients.acknowledge, clients.hear_refusal, clients.break_connection),
    BatchRejected: (clients.acknowledge, clients.hear_refusal, clients.break_connection, clients.expire),
    LeadersLearned: (clients.acknowledge, clients.hear_refusal, clients.break_connection, clients.expire),
    ProduceAcknowledged: (
        clients.hear_refusal, clients.break_connection, clients.expire, metadata.learn_leaders,
    ),
}  # fmt: skip
"""Events that can only silence a rule though they change what it reads, whatever decisions are replaced."""
_REPLICAS = (*partitions.RULES, *logs.RULES)
_CLASSIC = Schedule(*groups.RULES, *classic.RULES, silencing=SILENCING)
_CONSUMER = Schedule(*groups.RULES, *consumer_protocol.RULES, silencing=SILENCING)
_QUORUM = Schedule(
    *raft.RULES,
    *handing_over.RULES,
    *forwarding.RULES,
    *controller.CONTROL_RULES,
    *brokers.RULES,
    *balance.RULES,
    silencing=SILENCING,
)
_QUORUM_PARTITION = Schedule(partitions.deliver_metadata, *controller.PARTITION_RULES, *_REPLICAS, silencing=SILENCING)
_ZOOKEEPER = Schedule(*zookeeper.CONTROL_RULES, *brokers.RULES, *balance.RULES, silencing=SILENCING)
_ZOOKEEPER_PARTITION = Schedule(
    partitions.deliver_metadata, *zookeeper.PARTITION_RULES, *_REPLICAS, silencing=SILENCING
)
_PRODUCER = Schedule(*clients.RULES, silencing=SILENCING)
_IDLE_PRODUCER = Schedule(metadata.refresh_metadata, silencing=SILENCING)
_GROUP: Final[dict[str, Schedule[GroupName]]] = {
    "eager": _CLASSIC,
    "cooperative": _CLASSIC,
    "consumer": _CONSUMER,
    "share": Schedule(*groups.RULES, *consumer_protocol.RULES, *share.RULES, silencing=SILENCING),
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
        isr.lag_deadlines,
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
next_timers = ENGINE.next_timers
settling = ENGINE.settling
