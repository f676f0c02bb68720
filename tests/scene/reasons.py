"""What a caption must say: why it happened, by the rule, timer or condition that each kind of event has."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.history import History
from kafkaviz.scene.film.captions import captions_of
from kafkaviz.scene.film.moments import shots
from kafkaviz.scene.telling.words import seconds
from kafkaviz.scene.values import Caption

CONFIG: Final = r"[a-z]+(\.[a-z]+)+"
LIMIT: Final = rf"{CONFIG} \(\d[^)]*\)"
BROKER: Final = r"[Bb]rokers? \d"
HOLDS: Final = (
    r"All \d+ partitions have a leader and|There is no topic|\S+-\d+( and \d+ more)? waits? for"
    rf"|\d+ records? of|{BROKER}|The ISR of \S+-\d+ is {{|Group \w+ (has|lags)|\w+ of group \w+ own|begins at offset \d"
)
CAUSES: Final = {
    # Who chose, and by which rule.
    "RecordQueued": (
        r"murmur2 -?\d+ & 0x7fffffff = \d+, mod \d+ = \d|murmur2\(key\) & 0x7fffffff mod \d+: .+ → \d|CRC32 \d+ mod"
        r"|named partition \d|Round robin: \d+ records? before it, mod \d|Sticky: .*partition|is drawn, \d"
        r"|\w+, asked with (no key|key .+) and \d+ partitions, answered \d"
    ),
    "TopicCreated": rf"Controller \d+ places replicas .+ leads: p0 → {BROKER}",
    "PartitionsAdded": r"Controller \d+ places replicas .+ mod \d+, not mod \d+, once a producer",
    "PartitionChanged": (
        rf"(of|replicas|ISR|ELR) [{{\[]\d|{LIMIT}|which (is|are) (fenced|shutting down|without)|{BROKER}|fences"
        r"|ISR and ELR are empty|chose broker \d|answered None|(cancelled|asked for)|leads on|fetches in epoch \d"
        r"|[Ll]eader \d+ proposed|Every \d+ seconds"
    ),
    "PartitionsAssigned": r"runs (the [\w ]+ assignor|\w+) over|Withheld until their owners .+ for \w",
    "TargetComputed": r"(assignor|\w+) on the server shares out",
    "ControllerElected": r"\d of \d voters gave it their vote; \d|controller epoch is \d",
    "ControllerRaceBegan": r"controller epoch \d",
    "ControllerRaceLost": rf"{BROKER} was first in controller epoch \d",
    "ControllerLoaded": rf"/brokers/ids names ({BROKER}|no broker)",
    "ControllerLost": rf"session of {BROKER.lower()[4:]}|session of broker \d",
    "VoteAnswered": r"epoch \d|its leader, controller \d",
    "LeaderAnnounced": r"election of epoch \d",
    "CoordinatorMoved": r"partition \d+ of __consumer_offsets",
    "CoordinatorMarkedUnknown": rf"partition \d+ of __consumer_offsets|{LIMIT}.* is over",
    "CoordinatorFound": r"leads partition \d+ of __consumer_offsets",
    "CoordinatorLoaded": r"read partition \d+ of __consumer_offsets to its end, in \d",
    "GroupRequestRejected": rf"still reading partition \d+ of __consumer_offsets: .* by {LIMIT}",
    "MembersStarted": r"hashes to partition \d+ of the \d+",
    "OffsetsPartitionCreated": r"first that falls on it; offsets\.topic\.replication\.factor is \d",
    # Which timer ran out, or runs.
    "TimeAdvanced": (
        rf"({LIMIT}|election timeout \(\d|load of __consumer_offsets \(\d).* runs? out"
        rf"|Nothing is due within the hour\. {HOLDS}"
    ),
    "BrokerFenced": r"for \d.*: (broker|zookeeper)\.session\.timeout\.ms \(\d",
    "BrokerCrashed": r"(broker|zookeeper)\.session\.timeout\.ms is over|was fenced before",
    "BrokerFrozen": r"(broker|zookeeper)\.session\.timeout\.ms runs",
    "BrokerThawed": r"silent for \d",
    "BrokerCutOff": r"(broker|zookeeper)\.session\.timeout\.ms runs",
    "BrokerReconnected": rf"{LIMIT}|is fenced until",
    "ControllerCrashed": r"controller\.quorum\.fetch\.timeout\.ms is over|\d of \d (is|are) left, and \d are a maj",
    "ElectionStarted": r"for \d.*(quorum\.fetch\.timeout\.ms|election timeout) \(\d|\d pre-votes are a majority",
    "LeaderResigned": rf"1\.5 × {LIMIT}",
    "GenerationBegun": rf"{LIMIT}.* is over, and \d+ members? asked|\d members?, have asked|generation is \d",
    "MemberExpired": r"no heartbeat of it for session\.timeout\.ms \(\d",
    "MemberLeft": rf"{LIMIT}|\d+ members? stays?",
    "MemberClosed": r"until session\.timeout\.ms is over",
    "MemberCrashed": r"session\.timeout\.ms is over|had not heard of it",
    "MemberStalled": r"max\.poll\.interval\.ms is over",
    "MemberResumed": rf"stuck for \d.*{LIMIT}",
    "BatchExpired": rf"{LIMIT} is over|acks=0|no retry can mend",
    "BatchReturned": r"[A-Z_]{8,}: .*waits \d",
    "RequestLost": rf"{LIMIT}",
    "AcquisitionExpired": rf"{LIMIT} is over",
    "ShareSessionClosed": rf"{BROKER}.* saw the connection of \w+ close",
    "RecordsAcquired": rf"{LIMIT}|\d+ records? (is|are) lent",
    # Which condition held.
    "RequestRejected": r".{20}",
    "LeadersLearned": rf"(knew no leader that is up|[A-Z_]{{8,}} for \S+-\d+|{LIMIT} is over)",
    "RecordsAppended": (
        rf"was flushed|batch is full: \d|waited {LIMIT}|Attempt \d|Sequence \d+ of producer id \d|at once: offset \d"
    ),
    "BatchRejected": r"\d",
    "ProduceAcknowledged": rf"acks=all: the high watermark has reached \d|acks=1: {BROKER}|acks=0",
    "AcknowledgementLost": r"NETWORK_EXCEPTION",
    "PositionMoved": r"called seek; its position was (\d|not known)",
    "RecordsPolled": rf"{BROKER}|No partition has a leader",
    "GroupPolled": rf"{BROKER}|high watermarks \(|owns no partition in generation \d|could ask no leader of",
    "OffsetsCommitted": r"kept in (a ZooKeeper node|__consumer_offsets) for group \w",
    "PositionSought": r"called seek; .* for group \w",
    "MemberReplaced": r"instance id .+ is known to group \w",
    "MetadataNoticed": rf"({LIMIT}|{BROKER}).* was made for \d+ partitions",
    "JoinRequested": rf"{BROKER}|Eager: \d+ members? stops?|generation \d",
    "AssignmentReceived": r"generation \d|\d+ members? share \d|still own the partitions .*-\d",
    "MemberAdmitted": r"group epoch rises to \d",
    "RevocationAsked": r"target of epoch \d",
    "PartitionsReleased": r"target of epoch \d",
    "MemberReconciled": r"target of epoch \d|must wait for .+-\d+",
    "RecordsAcknowledged": r"(ACCEPT|RELEASE|REJECT)",
    "BrokerStarted": r"broker epoch \d.*\d+ records? of \d+ replicas?",
    "BrokerPaused": rf"{BROKER} still sends heartbeats",
    "BrokerResumed": rf"replica fetchers of {BROKER}",
    "ShutdownRequested": r"leads \d+ partitions?",
    "BrokerStopped": r"leads 0 partitions.*\d+ replicas?",
    "BrokerUnfenced": r"holds \d+ replicas?",
    "BrokerAdded": rf"registers as {BROKER}.*holds 0 replicas",
    "BrokerRemoved": r"holds 0 replicas",
    "TopicDeleted": r"\d+ partitions? with \d+ replicas",
    "TopicConfigured": r"asked for it; .+ was ",
    "ControllerStarted": r"epoch \d.*offset \d",
    "MetadataFetched": r"ended at offset \d+ of epoch \d.*at offset \d",
    "MetadataDelivered": r"leader epochs? -?\d|partition epoch is \d",
    "IsrChangeProposed": rf"{LIMIT}.*controller decides|asked from offset \d.*high watermark is \d|says that {BROKER}",
    "IsrChangeRefused": r"[A-Z_]{8,}: ",
    "FetchServed": r"ends at (offset )?\d|own log ends, here \d",
    "FetchReceived": r"after offset \d|its own log \(\d|moved to \d",
    "FetchLost": r"same offset, \d",
    "HighWatermarkAdvanced": (
        r"(ends at|answered) \d+.*the whole ISR \{\d|“From \d+\?” says: .*ISR \{\d|at once: offset \d+, high waterm"
    ),
    "LogTruncated": r", offset \d|ends at \d",
    "SegmentRolled": rf"(holds \d.*segment\.bytes \(\d.*|older than ){LIMIT}.*\d{{20}}\.log",
    "SegmentsDeleted": rf"{LIMIT}|log start offset, \d|retention\.bytes \(\d",
    "RecordsDeleted": r"leader \d+, whose log start offset is \d",
    "LogCompacted": r"min\.cleanable\.dirty\.ratio \(\d.*below offset \d",
    "LogsFlushed": rf"\d+ replicas? of {BROKER}",
}
"""For each kind of event what its reason names: who chose, the timer, or the condition, with a number or a name."""
ONLY_CHANGED: Final = re.compile(r"\b(is|are|was|were|has|have) (been )?changed[.;]", re.IGNORECASE)
EMPTY: Final = re.compile(
    r"\{\s*\}|\[\s*\]|\(\s*\)|—|\bNone\b|\b(lost|loses|drops|cuts off) nothing\b|\bof 0 replicas\b"
)
QUOTED: Final = re.compile(r"([a-z]+(?:\.[a-z]+)+\.ms) \((\d[\d.]* (?:ms|seconds?))\)")
FIELDS: Final = {config.name: field for field, config in CONFIGS.items()} | {
    # The heartbeats of the two new protocols have one field here.
    "group.share.heartbeat.interval.ms": "group_consumer_heartbeat_interval_ms"
}
WORD: Final = re.compile(r"[A-Za-z_]{3,}|\d+")


def fault_of(caption: Caption, policies: Policies) -> str | None:
    """Says what is wrong with a caption's reason, or None."""
    cap, why = caption.cap, caption.why
    if not why.strip():
        return "no reason"
    if ONLY_CHANGED.search(f"{cap} {why}"):
        return "says only that something is changed"
    if EMPTY.search(f"{cap} {why}"):
        return "names an empty set"
    if len(set(WORD.findall(why.lower())) - set(WORD.findall(cap.lower()))) < 2:
        return "the reason repeats what happened"
    if not why.endswith(".") or not cap.endswith((".", "…")):
        return "no sentence"
    kinds = [caption.kind, *(event.split(" ")[0] for event in caption.events)]
    if not any(re.search(CAUSES[kind], why) for kind in kinds):
        return f"no cause of a {caption.kind}"
    return wrong_limit(why, policies)


def wrong_limit(why: str, policies: Policies) -> str | None:
    """Says which time limit a reason quotes that no config has, or with another value than the policies."""
    for name, value in QUOTED.findall(why):
        if name not in FIELDS:
            return f"there is no config {name}"
        if CONFIGS[FIELDS[name]].in_topics:
            continue  # A topic may have a value of its own.
        if value != seconds(getattr(policies, FIELDS[name])):
            return f"{name} is {seconds(getattr(policies, FIELDS[name]))}"
    return None


def faults(captions: Iterable[Caption], policies: Policies) -> Iterator[str]:
    """Yields what is wrong, with the caption."""
    for caption in captions:
        fault = fault_of(caption, policies)
        if fault:
            yield f"{fault}: {caption.kind}: {caption.cap} | {caption.why}"


def told(history: History, policies: Policies) -> list[Caption]:
    """Returns the captions of a history, as frames and event by event."""
    cuts = (shots(history), shots(history, detail=True))
    return [caption for cut in cuts for caption in captions_of(cut, policies=policies)]
