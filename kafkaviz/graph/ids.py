"""Names of nodes that a person can read, the same on every floor above: `broker:1`, `replica:letters-0@1`."""

import re
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.replicas import Record


@lru_cache(maxsize=10_000)
def _safe(name: str) -> str:
    return quote(name, safe="._-")


def controller_id(node: int) -> str:
    """Names a controller of a quorum."""
    return f"controller:{node}"


def broker_id(broker: int) -> str:
    """Names a broker."""
    return f"broker:{broker}"


@lru_cache(maxsize=50_000)
def partition_id(tp: TopicPartition) -> str:
    """Names a partition."""
    return f"partition:{_safe(tp.topic)}-{tp.partition}"


@lru_cache(maxsize=50_000)
def replica_id(tp: TopicPartition, broker: int) -> str:
    """Names one broker's copy of a partition."""
    return f"replica:{_safe(tp.topic)}-{tp.partition}@{broker}"


def segment_id(tp: TopicPartition, broker: int, base_offset: int) -> str:
    """Names one file of one broker's copy of a partition."""
    return f"segment:{_safe(tp.topic)}-{tp.partition}@{broker}#{base_offset}"


def record_id(tp: TopicPartition, broker: int, record: Record) -> str:
    """Names one copy of a record; a rewritten offset has another epoch and is another record."""
    return f"record:{_safe(tp.topic)}-{tp.partition}@{broker}#{record.offset}e{record.leader_epoch}"


def producer_id(name: str) -> str:
    """Names a producer."""
    return f"producer:{_safe(name)}"


def routing_id(producer: str, number: int) -> str:
    """Names one record a producer has routed, by its turn."""
    return f"sent:{_safe(producer)}#{number}"


def waiting_id(producer: str, batch: int, number: int) -> str:
    """Names one record that a producer holds in a batch; it is no node, but drawn in that of its producer."""
    return f"{producer_id(producer)}/held{batch}.{number}"


def batch_id(producer: str, number: int) -> str:
    """Names one batch of a producer, by the number that it got when it was opened."""
    return f"batch:{_safe(producer)}#{number}"


def consumer_id(name: str) -> str:
    """Names a consumer."""
    return f"consumer:{_safe(name)}"


def read_id(consumer: str, tp: TopicPartition, offset: int) -> str:
    """Names one record that a consumer was handed; it is no node, but drawn in that of its consumer."""
    return f"{consumer_id(consumer)}/read{_safe(tp.topic)}-{tp.partition}#{offset}"


def group_id(name: str) -> str:
    """Names a group."""
    return f"group:{_safe(name)}"


def member_id(group: str, member: str) -> str:
    """Names a member of a group."""
    return f"member:{_safe(group)}/{_safe(member)}"


def delivery_id(group: str, tp: TopicPartition, offset: int) -> str:
    """Names one record as a share group sees it, whichever broker has it."""
    return f"delivery:{_safe(group)}/{_safe(tp.topic)}-{tp.partition}#{offset}"


ZOOKEEPER_ID = "zookeeper"


def partition_of(replica: str) -> str:
    """Names the partition that a replica is a copy of, by the replica's id.

    >>> partition_of("replica:letters-0@1"), holder_of("replica:letters-0@1")
    ('partition:letters-0', 'broker:1')
    """
    return f"partition:{replica.partition(':')[2].rpartition('@')[0]}"


def holder_of(replica: str) -> str:
    """Names the broker that holds a replica, by the replica's id."""
    return f"broker:{replica.rpartition('@')[2]}"


class Named(NamedTuple):
    """What an id names: the kind of node, and the parts of its name."""

    kind: str
    parts: tuple[str, ...]


def parse_id(node: str) -> Named:
    """Returns what an id names; raises InvalidArgumentError for a text that is no id.

    >>> parse_id("replica:letters-0@1").parts, parse_id("member:app/C0").parts
    (('letters', '0', '1'), ('app', 'C0'))
    >>> parse_id("zookeeper")
    Named(kind='zookeeper', parts=())
    """
    if node == ZOOKEEPER_ID:
        return Named(node, ())
    kind, _, rest = node.partition(":")
    found = re.fullmatch(_FORMS.get(kind, "(?!)"), rest, re.ASCII)
    if found is None:
        raise InvalidArgumentError(f"{short(node)} is the name of no node, such as broker:1 or partition:letters-0.")
    return Named(kind, tuple(unquote(part) for part in found.groups()))


_NODE, _TP, _NAME = r"(-?\d+)", r"(.+)-(\d+)", r"([^/#]*)"
_FORMS: Final = {
    "controller": _NODE,
    "broker": _NODE,
    "partition": _TP,
    "replica": rf"{_TP}@(\d+)",
    "record": rf"{_TP}@(\d+)#(\d+)e(\d+)",
    "segment": rf"{_TP}@(\d+)#(\d+)",
    "producer": _NAME,
    "batch": rf"{_NAME}#(\d+)",
    "sent": rf"{_NAME}#(\d+)",
    "consumer": _NAME,
    "group": _NAME,
    "member": f"{_NAME}/{_NAME}",
    "delivery": rf"{_NAME}/{_TP}#(\d+)",
}
