"""The model's cluster beside the real one: what is compared, how, and what is never exact.

Both are read into the same plain values; two that differ may still come together, so whoever compares asks again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kafkaviz.decisions.errors import InvalidRecordError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.describe_groups import described_shares
from kafkaviz.model.clients.events import BatchExpired, ProduceAcknowledged, RecordQueued
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import History
from kafkaviz.rehearsal.moment import text
from kafkaviz.rehearsal.run import Run
from kafkaviz.rehearsal.stage import ONLOOKER

NEVER_EXACT: Final[Mapping[str, str]] = {
    "the partition of a record without a key": "it is drawn by chance; a play sends it where the model's went",
    "committed offset 0": "Kafka tells it apart from none, and for who reads from the start they are the same",
    "who owns which partition under sticky and uniform assignors": "members' ids are random; each has as many",
    "the order inside an ISR": "it is the order in which followers came; sets are compared",
    "the order of replicas, before KRaft": "0.10's brokers answer in any; who leads first tells the first of them",
    "the ISR of a partition without a leader, before KRaft": "its brokers answer that it is empty",
    "leader epochs before KRaft": "ZooKeeper's controller raises them also when a replica goes offline",
    "an exception without a code": "NoOffsetForPartitionException is told as OFFSET_OUT_OF_RANGE, its sister",
    "callbacks with an empty list": "clients of different times make them or leave them out, and they tell nothing",
    "callbacks under sticky and uniform assignors": "as who owns which partition: their numbers are compared",
    "callbacks in the consumer protocol": "each member is admitted by a heartbeat of its own, so that the first owns "
    "all for a moment; what they come to is compared",
    "NOT_ENOUGH_REPLICAS and CORRUPT_MESSAGE": "a lab's send tells the broker's answer, and a producer tries again "
    "until its time is over; a play sends it by one that does not try again",
    "LEADER_NOT_AVAILABLE": "where nobody leads, an old administrator's client says so at once, and others give up "
    "when their time is over; the model says REQUEST_TIMED_OUT",
    "UNSUPPORTED_ENDPOINT_TYPE": "where no broker answers, an administrator asks the controllers, and may not ask them "
    "for topics, partitions or elections; the model says how a controller would refuse",
    "REQUEST_TIMED_OUT for partitions that are added": "ZooKeeper's controller waits until all partitions of the "
    "topic have leaders; where an older one has none they are added all the same, and the model says so at once",
    "a valid record beside an invalid one": "its producer hears a KafkaException without a code; the model says "
    "what the batch was refused for",
    "time": "a play waits until both are alike, longer than the model's time if need be; back-offs have jitter",
    "offsets that are committed automatically": "they follow a clock of their own, and are not compared",
    "members and assignments of a share group": "a share consumer joins with its first poll; its records are compared",
    "a group while its coordinator is away": "nobody can answer; it is compared when there is another",
    "topics and groups while ZooKeeper has no controller": "clients of that time ask the controller alone",
}
"""What is not compared exactly, each with its reason."""
_NAMED_OTHERWISE: Final[Mapping[str, str]] = {
    "CorruptRecord": "CORRUPT_MESSAGE",
    "InvalidConfiguration": "INVALID_CONFIG",
    "InvalidTopic": "INVALID_TOPIC_EXCEPTION",
    "NoOffsetForPartition": "OFFSET_OUT_OF_RANGE",
    "NodeExists": "NODEEXISTS",
    "RecordTooLarge": "MESSAGE_TOO_LARGE",
    "Timeout": "REQUEST_TIMED_OUT",
    "TopicExists": "TOPIC_ALREADY_EXISTS",
    "UnknownServer": "UNKNOWN_SERVER_ERROR",
}
Plain = dict[str, Any]
WAITS: Final = "waits"
_OF_A_BATCH: Final = "part of a batch which had one more more invalid records"
"""What the producer is told of a record that was valid itself. Kafka: Sender.completeBatch, KIP-467."""
READ_MS: Final = 8_000


def expected_state(cluster: Cluster, policies: Policies) -> Plain:
    """Returns what the model says of topics, and of groups whose coordinator runs."""
    groups = [name for name, group in cluster.groups.items() if cluster.is_up(group.coordinator)]
    return {
        "topics": {str(tp): _partition(cluster, tp, policies) for tp in sorted(cluster.partitions)},
        "groups": {name: _group(cluster, name, policies) for name in groups},
    }


def _partition(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Plain:
    partition = cluster.partitions[tp]
    leader = -1 if partition.leader is None else partition.leader
    is_quorum = isinstance(cluster.controller, Quorum)
    seen: Plain = {"leader": leader, "replicas": _in_order(partition.replicas, is_quorum)}
    if is_quorum or cluster.is_up(partition.leader):
        seen["isr"] = sorted(partition.isr)
    if is_quorum and policies.eligible_leader_replicas_enable:
        seen["elr"] = sorted(partition.elr)
    return seen


def _in_order(replicas: Sequence[int], is_exact: bool) -> list[int]:
    return list(replicas) if is_exact else sorted(replicas)


def _group(cluster: Cluster, name: str, policies: Policies) -> Plain:
    group = cluster.groups[name]
    shares = described_shares(group)
    owned = {member: sorted(map(str, shares.get(member, ()))) for member, m in group.members.items() if m.is_known}
    seen: Plain = {}
    if group.protocol != "share":
        seen["members"] = sorted(owned)
        seen["owned"] = owned if is_exact(policies) else sorted(len(tps) for tps in owned.values())
        seen["committed"] = {str(tp): offset for tp, offset in group.committed.items() if offset}
        if policies.enable_auto_commit:
            seen["committed"] = None
    return seen


def is_exact(policies: Policies) -> bool:
    """Tells whether it is known which member of a group owns which partition."""
    return policies.group_protocol == "eager" and "sticky" not in getattr(policies.assignor, "__name__", "")


def observed_state(run: Run, like: Plain) -> Plain:
    """Returns what the real cluster says of the same topics and groups."""
    topics: Plain = {}
    for name in sorted({tp.rpartition("-")[0] for tp in like["topics"]}):
        said = run.stage.look("topic.describe", topic=run.topic(name))
        if said.get("error"):
            topics |= {tp: said["error"] for tp in like["topics"] if tp.rpartition("-")[0] == name}
            continue
        for number, partition in enumerate(said["partitions"]):
            tp = f"{name}-{number}"
            wanted = like["topics"].get(tp, {})
            topics[tp] = {
                "leader": partition["leader"],
                "isr": sorted(partition["isr"]),
                "replicas": _in_order(partition["replicas"], run.needs.is_quorum),
                "elr": sorted(partition.get("elr", [])),
            }
            topics[tp] = {key: topics[tp][key] for key in wanted} if wanted else topics[tp]
    return {"topics": topics, "groups": {name: _observed_group(run, name, like) for name in like["groups"]}}


def _observed_group(run: Run, name: str, like: Plain) -> Plain:
    wanted = like["groups"][name]
    if not wanted:
        return {}
    said = run.stage.look("group.describe", group=run.group(name))
    owned = {
        member["client"]: sorted(map(run.name_of_topic, member["partitions"])) for member in said.get("members", [])
    }
    seen: Plain = {"members": sorted(owned)}
    if "owned" in wanted:
        seen["owned"] = owned if isinstance(wanted["owned"], dict) else sorted(len(tps) for tps in owned.values())
        offsets = run.stage.look("group.offsets", group=run.group(name)).get("offsets", {})
        known = {run.name_of_topic(tp): offset for tp, offset in offsets.items() if offset}
        seen["committed"] = None if wanted["committed"] is None else known
    return seen


def differing(model: Plain, real: Plain) -> Plain:
    """Returns what differs, as the path to it with both values; empty where all is alike.

    >>> differing({"topics": {"t-0": {"leader": 1, "isr": [1]}}}, {"topics": {"t-0": {"leader": 2, "isr": [1]}}})
    {'topics t-0 leader': {'model': 1, 'real': 2}}
    """
    found: Plain = {}
    for key in [*model, *(key for key in real if key not in model)]:
        a, b = model.get(key), real.get(key)
        if isinstance(a, dict) and isinstance(b, dict):
            found |= {f"{key} {path}": both for path, both in differing(a, b).items()}
        elif a != b:
            found[str(key)] = {"model": a, "real": b}
    return found


def readable(cluster: Cluster) -> Plain:
    """Returns what a consumer can read at the end, of partitions whose leader runs; in KRaft with leader epochs.

    Of each record it is value, leader epoch and key.
    """
    seen: Plain = {}
    has_epochs = isinstance(cluster.controller, Quorum)
    for tp, partition in cluster.partitions.items():
        if not cluster.is_up(partition.leader) or partition.leader is None:
            continue
        leader = cluster.replicas[tp][partition.leader]
        seen[str(tp)] = [
            [text(record.value), record.leader_epoch if has_epochs else None, text(record.key)]
            for record in leader.log
            if record.offset < leader.high_watermark
        ]
    return seen


def read_back(run: Run, model: Plain) -> Plain:
    """Returns what a real consumer reads from the same partitions."""
    seen: Plain = {}
    for name in sorted({tp.rpartition("-")[0] for tp in model}):
        numbers = [int(tp.rpartition("-")[2]) for tp in model if tp.rpartition("-")[0] == name]
        said = run.driver.do("log.read", ONLOOKER, topic=run.topic(name), partitions=numbers, for_ms=READ_MS)
        for number in numbers:
            mine = [record for record in said.get("records", []) if record["partition"] == number]
            seen[f"{name}-{number}"] = [
                [record["value"], record["epoch"] if run.needs.is_quorum else None, record.get("key")]
                for record in mine
            ]
    return seen


def expected_answers(history: History) -> list[str]:
    """Returns what the model's producers were told of each record, in the order in which they were queued.

    That is `acknowledged`, `sent` where nobody acknowledges, the name of an error, or `waits`.
    """
    became: dict[tuple[str, TopicPartition, int], str] = {}
    queued: list[tuple[tuple[str, TopicPartition, int], int]] = []
    for event in history.events():
        if isinstance(event, RecordQueued):
            queued.append(((event.producer, event.tp, event.batch), event.acks))
        elif isinstance(event, ProduceAcknowledged):
            became[event.producer, event.tp, event.batch] = "acknowledged"
        elif isinstance(event, BatchExpired):
            became[event.producer, event.tp, event.batch] = event.error
    return ["sent" if acks == 0 else became.get(batch, WAITS) for batch, acks in queued]


def observed_answers(run: Run) -> list[str]:
    """Returns what real producers were told of each record, in the order in which they were sent."""
    heard = {event["send"]: event for event in run.driver.events if event.get("ev") == "ack"}
    return [_said(heard.get(number)) for number in run.sent]


def _said(event: Plain | None) -> str:
    if event is None:
        return WAITS
    if event.get("error"):
        return InvalidRecordError.name if _OF_A_BATCH in event.get("message", "") else error_name(event["error"])
    return "sent" if event.get("offset", -1) < 0 else "acknowledged"


def error_name(exception: str) -> str:
    """Returns the name of Kafka's error for a Java exception.

    >>> error_name("NotEnoughReplicasException"), error_name("TimeoutException")
    ('NOT_ENOUGH_REPLICAS', 'REQUEST_TIMED_OUT')

    Kafka: Errors, whose names are not always those of the exceptions.
    """
    simple = exception.rpartition(".")[2].removesuffix("Exception")
    spelled = "".join(f"_{letter}" if letter.isupper() and n else letter for n, letter in enumerate(simple)).upper()
    return _NAMED_OTHERWISE.get(simple, spelled)
