"""What each step of a history is a part of: a copy, a commit, a wait; steps with one tag make one frame."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.events import (
    BrokerCrashed,
    BrokerCutOff,
    BrokerFenced,
    BrokerFrozen,
    BrokerPaused,
    BrokerReconnected,
    BrokerResumed,
    BrokerStarted,
    BrokerStopped,
    BrokerThawed,
    BrokerUnfenced,
    ShutdownRequested,
)
from kafkaviz.model.clients.events import (
    AcknowledgementLost,
    BatchExpired,
    BatchRejected,
    BatchReturned,
    LeadersLearned,
    ProduceAcknowledged,
    RecordQueued,
    RecordsAppended,
    RecordsPolled,
    RequestLost,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event, PartitionEvent, RequestRejected, TimeAdvanced
from kafkaviz.model.core.history import Step
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.common.coordinator_events import (
    CoordinatorFound,
    CoordinatorLoaded,
    CoordinatorMarkedUnknown,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.events import (
    CoordinatorMoved,
    GroupPolled,
    MemberCrashed,
    MemberExpired,
    MemberLeft,
    MembersStarted,
    OffsetsCommitted,
    OffsetsPartitionCreated,
)
from kafkaviz.model.partitions.events import (
    FetchReceived,
    FetchServed,
    HighWatermarkAdvanced,
    IsrChangeProposed,
    IsrChangeRefused,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.model.partitions.log_events import LogsFlushed
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicCreated
from kafkaviz.model.quorum.events import (
    ControllerCrashed,
    ControllerElected,
    ElectionStarted,
    LeaderAnnounced,
    MetadataFetched,
    VoteAnswered,
)
from kafkaviz.model.zookeeper.events import (
    ControllerLoaded,
    ControllerLost,
    ControllerRaceBegan,
    ControllerRaceLost,
)
from kafkaviz.scene.narrate.words import as_words

IDLE: Final = "idle"
"""The tag of what tells nothing: a fetch that finds nothing, a cut that cuts nothing."""
ASKS: Final = "asks"

PLAIN: Final[dict[type[Event], str]] = {
    TopicCreated: "create",
    PartitionsAdded: "create",
    RecordQueued: "keys",
    LeadersLearned: "who leads",
    RecordsAppended: "write",
    ProduceAcknowledged: "ack",
    HighWatermarkAdvanced: "commit",
    IsrChangeProposed: "isr",
    IsrChangeRefused: "isr",
    MetadataDelivered: "heard",
    TimeAdvanced: "silence",
    BrokerCrashed: "crash",
    BrokerFenced: "fence",
    BrokerStarted: "return",
    BrokerUnfenced: "return",
    ElectionStarted: "vote",
    VoteAnswered: "vote",
    ControllerElected: "elect",
    LeaderAnnounced: "elect",
    ControllerRaceLost: "elect",
    MembersStarted: "start",
    OffsetsPartitionCreated: "start",
    CoordinatorMoved: "start",
    CoordinatorMarkedUnknown: "refused",
    GroupRequestRejected: "refused",
    CoordinatorLoaded: "load",
    CoordinatorFound: "who coordinates",
    JoinRequested: "join",
    AssignmentReceived: "receive",
    RecordsPolled: "poll",
    GroupPolled: "poll",
    GenerationBegun: "generation",
    PartitionsAssigned: "assign",
    OffsetsCommitted: "offsets",
    BatchRejected: "refused",
    RequestRejected: "refused",
    BatchReturned: "no answer",
    BatchExpired: "given up",
    RequestLost: "lost",
    AcknowledgementLost: "lost",
    BrokerPaused: "pause",
    BrokerResumed: "resume",
    BrokerFrozen: "freeze",
    BrokerThawed: "thaw",
    BrokerCutOff: "cut off",
    BrokerReconnected: "reconnect",
    LogsFlushed: "flush",
    BrokerStopped: "stop",
    ShutdownRequested: "may I stop",
    ControllerCrashed: "crash",
    MemberCrashed: "crash",
    MemberLeft: "leave",
    MemberExpired: "expire",
    ControllerLost: "vacant",
    ControllerRaceBegan: "race",
    ControllerLoaded: "load",
    MetadataFetched: "catch up",
}
DATA: Final = ("write", "copy", "cut", "commit", "ack", "learn", IDLE)
"""The tags of what happens to the records of one partition, told partition by partition."""


def tags_of(first: Cluster, steps: Sequence[Step]) -> list[str]:
    """Returns a tag for each step; what has none of its own is named after its event.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> tags_of(calm, [Step(None, "", TimeAdvanced(5), calm._replace(now_ms=5))])
    ['silence']
    """
    befores = [first, *(step.cluster for step in steps)]
    tags = [_tag(befores[n], step) for n, step in enumerate(steps)]
    after = _next_of_partition(steps)
    return [_reason(n, steps, tags, after) if tag == ASKS else tag for n, tag in enumerate(tags)]


def _next_of_partition(steps: Sequence[Step]) -> list[int]:
    """Returns for each step which is the next about its partition, with none but such steps between, or -1."""
    found, last = [-1] * len(steps), dict[object, int]()
    for n in range(len(steps) - 1, -1, -1):
        event = steps[n].event
        if isinstance(event, PartitionEvent):
            found[n] = last.get(event.tp, -1)
            last[event.tp] = n
        else:
            last.clear()
    return found


def _tag(before: Cluster, step: Step) -> str:
    event = step.event
    match event:
        case FetchServed(answer=answer):
            if answer.records:
                return "copy"
            cuts = answer.diverging is not None and answer.diverging[1] < answer.fetch_offset
            return "cut" if cuts else ASKS
        case FetchReceived(tp=tp, follower=follower):
            was, now = before.replicas[tp][follower], step.cluster.replicas[tp][follower]
            if now.log_end_offset != was.log_end_offset:
                return "copy"
            return "learn" if now.high_watermark != was.high_watermark else IDLE
        case LogTruncated(tp=tp, broker=broker, offset=offset):
            return IDLE if _cuts_nothing(before, tp, broker, offset) else "cut"
        case PartitionChanged():
            return {"answer_isr_proposal": "isr", "move_leadership": "move"}.get(step.rule, "change")
    return PLAIN.get(type(event)) or as_words(event)


def _cuts_nothing(before: Cluster, tp: TopicPartition, broker: int, offset: int) -> bool:
    return offset >= before.replicas[tp][broker].log_end_offset


def _reason(number: int, steps: Sequence[Step], tags: Sequence[str], after: Sequence[int]) -> str:
    """Returns what comes of a question without an answer to show: a commit, news of one, or nothing."""
    event = steps[number].event
    assert isinstance(event, FetchServed)
    while (number := after[number]) >= 0:
        if tags[number] == "commit":
            return "commit"
        if tags[number] == "learn":
            received = steps[number].event
            return "learn" if isinstance(received, FetchReceived) and received.follower == event.follower else IDLE
        if tags[number] not in (ASKS, IDLE):
            return IDLE
    return IDLE
