"""The records of `__consumer_offsets`: which fields their keys and values have in which version."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from kafkaviz.metadata_log.encoding import Bytes, Encoding, Reading, Schema, Unreadable, fields_of

END_MARKER: Final = "EndTransactionMarker"
"""The control record with which a transaction is over."""


class Kind(NamedTuple):
    """A type of record: its name, its key, its value, and the first version of the value that is flexible."""

    name: str
    key: Schema
    value: Schema
    flexible: int


def _kind(name: str, key: str, value: str, highest: int = 0, flexible: int = 0) -> Kind:
    names = f"{name}Key", f"{name}Value"
    return Kind(name, Schema(names[0], 0, fields_of(key)), Schema(names[1], highest, fields_of(value)), flexible)


_COMMITTED: Final = (
    "offset:int64 leaderEpoch:int32@3 metadata:string commitTimestamp:int64 expireTimestamp:int64@1-1 topicId:uuid@4#0"
)
_CLASSIC: Final = (
    "protocolType:string generation:int32 protocol:string leader:string currentStateTimestamp:int64@2 "
    "members:[classicMember]"
)
_OF_MEMBER: Final = "groupId:string memberId:string"
_MEMBER: Final = (
    "instanceId:string rackId:string clientId:string clientHost:string subscribedTopicNames:[string] "
    "subscribedTopicRegex:string rebalanceTimeoutMs:int32 serverAssignor:string "
    "classicMemberMetadata:?classicMetadata#0"
)
_CURRENT: Final = "memberEpoch:int32 previousMemberEpoch:int32 state:int8 assignedPartitions:[assigned]"
KINDS: Final = {
    0: _kind("LegacyOffsetCommit", "group:string topic:string partition:int32", _COMMITTED, 0, 1),
    1: _kind("OffsetCommit", "group:string topic:string partition:int32", _COMMITTED, 4, 4),
    2: _kind("GroupMetadata", "group:string", _CLASSIC, 4, 4),
    3: _kind("ConsumerGroupMetadata", "groupId:string", "epoch:int32 metadataHash:int64#0"),
    4: _kind("ConsumerGroupPartitionMetadata", "groupId:string", "topics:[topicMetadata]"),
    5: _kind("ConsumerGroupMemberMetadata", _OF_MEMBER, _MEMBER),
    6: _kind(
        "ConsumerGroupTargetAssignmentMetadata", "groupId:string", "assignmentEpoch:int32 assignmentTimestamp:int64#0"
    ),
    7: _kind("ConsumerGroupTargetAssignmentMember", _OF_MEMBER, "topicPartitions:[ofTopic]"),
    8: _kind("ConsumerGroupCurrentMemberAssignment", _OF_MEMBER, f"{_CURRENT} partitionsPendingRevocation:[assigned]"),
    10: _kind(
        "ShareGroupMemberMetadata",
        _OF_MEMBER,
        "rackId:string clientId:string clientHost:string subscribedTopicNames:[string]",
    ),
    11: _kind("ShareGroupMetadata", "groupId:string", "epoch:int32 metadataHash:int64"),
    12: _kind(
        "ShareGroupTargetAssignmentMetadata", "groupId:string", "assignmentEpoch:int32 assignmentTimestamp:int64#0"
    ),
    13: _kind("ShareGroupTargetAssignmentMember", _OF_MEMBER, "topicPartitions:[ofTopic]"),
    14: _kind("ShareGroupCurrentMemberAssignment", _OF_MEMBER, _CURRENT),
    16: _kind(
        "ConsumerGroupRegularExpression",
        "groupId:string regularExpression:string",
        "topics:[string] version:int64 timestamp:int64",
    ),
}
"""The types that say something of a group's members and offsets, by the number with which their keys begin."""
OTHERS: Final = {
    9: "ShareGroupPartitionMetadata",
    15: "ShareGroupStatePartitionMetadata",
    17: "StreamsGroupMetadata",
    18: "StreamsGroupPartitionMetadata",
    19: "StreamsGroupMemberMetadata",
    20: "StreamsGroupTargetAssignmentMetadata",
    21: "StreamsGroupTargetAssignmentMember",
    22: "StreamsGroupCurrentMemberAssignment",
    23: "StreamsGroupTopology",
}
"""The types that are known by name alone: of streams groups nothing is shown, nor how far a share group's state is."""
NAMES: Final = frozenset((*(kind.name for kind in KINDS.values()), *OTHERS.values(), END_MARKER))
STRUCTS: Final = {
    name: Schema(name, 0, fields_of(fields))
    for name, fields in {
        "classicMember": "memberId:string groupInstanceId:string@3 clientId:string clientHost:string "
        "rebalanceTimeout:int32@1 sessionTimeout:int32 subscription:subscription assignment:assignment",
        "classicMetadata": "sessionTimeoutMs:int32 supportedProtocols:[classicProtocol]",
        "classicProtocol": "name:string metadata:subscription",
        "topicMetadata": "topicId:uuid topicName:string numPartitions:int32 partitionMetadata:[racks]",
        "racks": "partition:int32 racks:[string]",
        "ofTopic": "topicId:uuid partitions:[int32]",
        "assigned": "topicId:uuid partitions:[int32] assignmentEpochs:[int32]#0",
    }.items()
}
NAMED: Final = Schema("named", 0, fields_of("topic:string partitions:[int32]"))
STICKY: Final = Schema("sticky", 0, fields_of("previousAssignment:[named] generation:int32"))
"""What StickyAssignor adds to a subscription; what others add is nobody's but their own."""
SUBSCRIPTION: Final = Schema(
    "subscription",
    3,
    fields_of("topics:[string] userData:sticky ownedPartitions:[named]@1 generationId:int32@2 rackId:string@3"),
)
ASSIGNMENT: Final = Schema("assignment", 0, fields_of("assignedPartitions:[named]"))


def message(key: bytes, value: bytes | None) -> tuple[str, Mapping[str, object] | None]:
    """Returns the name of a record, and its key and its value by these names; the value of a tombstone is None.

    A type that is not known is named by its number, and has no fields. Raises Unreadable for bytes that are no such
    record.

    >>> message(bytes([0, 3, 0, 3]) + b"app", None)
    ('ConsumerGroupMetadata', {'key': {'groupId': 'app'}, 'value': None})

    Kafka: GroupCoordinatorRecordSerde: both begin with two bytes, the key with its type, the value with its version.
    """
    reader = Bytes(key)
    number = reader.number("int16")
    kind = KINDS.get(number)
    if kind is None:
        return OTHERS.get(number, f"coordinator record type {number}"), None
    said = _whole(reader, kind.key, 0, flexible=False)
    if value is None:
        return kind.name, {"key": said, "value": None}
    left = Bytes(value)
    version = left.number("int16")
    if not 0 <= version <= kind.value.highest:
        known = f"{kind.value.highest} is the highest that is known"
        raise Unreadable(f"is a {kind.name} in version {version}, and {known}")
    return kind.name, {"key": said, "value": _whole(left, kind.value, version, flexible=version >= kind.flexible)}


def _whole(data: Bytes, schema: Schema, version: int, *, flexible: bool) -> dict[str, object]:
    fields = _reading(schema.name, version, flexible).struct(data)
    if data.remaining:
        raise Unreadable(f"is a {schema.name} with {data.remaining} bytes too many")
    return fields


def _of_client(schema: Schema, data: bytes | None) -> object:
    """Returns what a client's assignor wrote, or None where that is not what Kafka's own consumers write.

    Kafka: ConsumerProtocol. A version that is newer than the known ones only adds fields.
    """
    try:
        reader = Bytes(data or b"")
        version = max(0, min(reader.number("int16"), schema.highest))
        return _reading(schema.name, version, False).struct(reader)
    except Unreadable:
        return None


def _sticky(data: bytes | None) -> object:
    reader = Bytes(data or b"")
    try:
        said = Encoding({"named": NAMED}).reading(STICKY, 0, flexible=False).struct(reader)
    except Unreadable:
        return None
    return None if reader.remaining else said


_CLIENTS: Final = Encoding({"named": NAMED}, {"sticky": _sticky})
_COORDINATOR: Final = Encoding(
    STRUCTS,
    {
        "subscription": lambda data: _of_client(SUBSCRIPTION, data),
        "assignment": lambda data: _of_client(ASSIGNMENT, data),
    },
)
_ALL: Final = {schema.name: schema for kind in KINDS.values() for schema in (kind.key, kind.value)}


@cache
def _reading(name: str, version: int, flexible: bool) -> Reading:
    if name in _ALL:
        return _COORDINATOR.reading(_ALL[name], version, flexible=flexible)
    return _CLIENTS.reading(SUBSCRIPTION if name == SUBSCRIPTION.name else ASSIGNMENT, version, flexible=flexible)
