"""The messages in a metadata log: which fields each type has in which version, and how their bytes are read."""

import struct
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple


class Unreadable(Exception):
    """Bytes that are no such message; the text says what is wrong with them."""


class Field(NamedTuple):
    """One field: its name, its type, the versions that have it, and its tag where it may be left out."""

    name: str
    type: str
    since: int
    tag: int | None


class Schema(NamedTuple):
    """A type of message: its name, the highest version that is known, and its fields in their order."""

    name: str
    highest: int
    fields: tuple[Field, ...]


def _fields(text: str) -> tuple[Field, ...]:
    """Reads fields from `name:type`, behind which `@1` is the first version that has it and `#0` its tag."""
    found = []
    for word in text.split():
        named, _, tag = word.partition("#")
        named, _, since = named.partition("@")
        name, _, kind = named.partition(":")
        found.append(Field(name, kind, int(since or 0), int(tag) if tag else None))
    return tuple(found)


_PARTITION: Final = (
    "partitionId:int32 topicId:uuid replicas:[int32] isr:[int32] removingReplicas:[int32] addingReplicas:[int32] "
    "leader:int32 leaderEpoch:int32 partitionEpoch:int32 directories:[uuid]@1 leaderRecoveryState:int8#0 "
    "eligibleLeaderReplicas:[int32]@2#1 lastKnownElr:[int32]@2#2"
)
_CHANGE: Final = (
    "partitionId:int32 topicId:uuid isr:[int32]#0 leader:int32#1 replicas:[int32]#2 removingReplicas:[int32]#3 "
    "addingReplicas:[int32]#4 leaderRecoveryState:int8#5 eligibleLeaderReplicas:[int32]@2#6 lastKnownElr:[int32]@2#7 "
    "directories:[uuid]@1#8"
)
_BROKER: Final = (
    "brokerId:int32 isMigratingZkBroker:bool@2 incarnationId:uuid brokerEpoch:int64 endPoints:[endpoint] "
    "features:[feature] rack:string fenced:bool inControlledShutdown:bool@1 logDirs:[uuid]@3#0 "
    "cordonedLogDirs:[uuid]@4#1"
)
_BROKER_CHANGE: Final = (
    "brokerId:int32 brokerEpoch:int64 fenced:int8#0 inControlledShutdown:int8@1#1 logDirs:[uuid]@2#2 "
    "cordonedLogDirs:[uuid]@3#3"
)
_CONTROLLER: Final = (
    "controllerId:int32 incarnationId:uuid zkMigrationReady:bool endPoints:[endpoint] features:[feature]"
)
SCHEMAS: Final = {
    0: Schema("RegisterBrokerRecord", 4, _fields(_BROKER)),
    1: Schema("UnregisterBrokerRecord", 0, _fields("brokerId:int32 brokerEpoch:int64")),
    2: Schema("TopicRecord", 0, _fields("name:string topicId:uuid")),
    3: Schema("PartitionRecord", 2, _fields(_PARTITION)),
    4: Schema("ConfigRecord", 0, _fields("resourceType:int8 resourceName:string name:string value:string")),
    5: Schema("PartitionChangeRecord", 2, _fields(_CHANGE)),
    7: Schema("FenceBrokerRecord", 0, _fields("id:int32 epoch:int64")),
    8: Schema("UnfenceBrokerRecord", 0, _fields("id:int32 epoch:int64")),
    9: Schema("RemoveTopicRecord", 0, _fields("topicId:uuid")),
    12: Schema("FeatureLevelRecord", 0, _fields("name:string featureLevel:int16")),
    15: Schema("ProducerIdsRecord", 0, _fields("brokerId:int32 brokerEpoch:int64 nextProducerId:int64")),
    17: Schema("BrokerRegistrationChangeRecord", 3, _fields(_BROKER_CHANGE)),
    20: Schema("NoOpRecord", 0, ()),
    23: Schema("BeginTransactionRecord", 0, _fields("name:string#0")),
    24: Schema("EndTransactionRecord", 0, ()),
    25: Schema("AbortTransactionRecord", 0, _fields("reason:string#0")),
    27: Schema("RegisterControllerRecord", 0, _fields(_CONTROLLER)),
    28: Schema("ClearElrRecord", 0, _fields("topicName:string")),
    29: Schema("UnregisterControllerRecord", 0, _fields("controllerId:int32")),
}
"""The types that say something of controllers, brokers and partitions, by the number that Kafka gives them."""
OTHERS: Final = {
    10: "DelegationTokenRecord",
    11: "UserScramCredentialRecord",
    14: "ClientQuotaRecord",
    18: "AccessControlEntryRecord",
    19: "RemoveAccessControlEntryRecord",
    21: "ZkMigrationStateRecord",
    22: "RemoveUserScramCredentialRecord",
    26: "RemoveDelegationTokenRecord",
}
"""The types that are known by name alone: they hold credentials, rights and quotas, which nobody needs to see here."""
STRUCTS: Final = {
    "endpoint": Schema("endpoint", 0, _fields("name:string host:string port:uint16 securityProtocol:int16")),
    "feature": Schema("feature", 0, _fields("name:string minSupportedVersion:int16 maxSupportedVersion:int16")),
    "voter": Schema("voter", 0, _fields("voterId:int32")),
    "place": Schema("place", 0, _fields("name:string host:string port:uint16")),
    "range": Schema("range", 0, _fields("minSupportedVersion:int16 maxSupportedVersion:int16")),
    "member": Schema(
        "member", 0, _fields("voterId:int32 voterDirectoryId:uuid endpoints:[place] kRaftVersionFeature:range")
    ),
}
_LEADER: Final = "version:int16 leaderId:int32 voters:[voter] grantingVoters:[voter]"
CONTROLS: Final = {
    2: Schema("LeaderChangeMessage", 0, _fields(_LEADER)),
    3: Schema("SnapshotHeaderRecord", 0, _fields("version:int16 lastContainedLogTimestamp:int64")),
    4: Schema("SnapshotFooterRecord", 0, _fields("version:int16")),
    5: Schema("KRaftVersionRecord", 0, _fields("version:int16 kRaftVersion:int16")),
    6: Schema("VotersRecord", 0, _fields("version:int16 voters:[member]")),
}
"""The records that the quorum writes for itself, by the number in their keys."""
_FIXED: Final = {
    kind: struct.Struct(f">{letter}")
    for kind, letter in {"int8": "b", "int16": "h", "uint16": "H", "int32": "i", "int64": "q", "bool": "?"}.items()
}
_LONGEST_VARINT: Final = 5


class Bytes:
    """Bytes that are read from the front to the back; whoever reads beyond the end is told so."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def left(self) -> int:
        """How many bytes were not read yet."""
        return len(self.data) - self.at

    def take(self, count: int) -> bytes:
        """Returns the next bytes."""
        start = self.at
        end = start + count
        if not start <= end <= len(self.data):
            raise Unreadable(f"needs {count} bytes where {self.left} are left")
        self.at = end
        return self.data[start:end]

    def fixed(self, kind: str) -> int:
        """Returns the next number of a type with a fixed size."""
        layout = _FIXED[kind]
        value: int = layout.unpack(self.take(layout.size))[0]
        return value

    def varint(self, longest: int = _LONGEST_VARINT) -> int:
        """Returns the next unsigned number of variable size. Kafka: ByteUtils.readUnsignedVarint."""
        data, at = self.data, self.at
        # Nearly every one has a single byte, and a large log has ten million of them.
        if at < len(data) and (first := data[at]) < 0x80:
            self.at = at + 1
            return first
        value = 0
        for index in range(longest):
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << 7 * index
            if byte < 0x80:
                return value
        raise Unreadable("has a number that does not end")

    def zigzag(self) -> int:
        """Returns the next signed number of variable size. Kafka: ByteUtils.readVarlong."""
        value = self.varint(10)
        return value >> 1 ^ -(value & 1)

    def sized(self) -> bytes | None:
        """Returns the next bytes with their count plus 1 before them; 0 is null."""
        count = self.varint()
        return self.take(count - 1) if count else None


def message(data: bytes) -> tuple[str, Mapping[str, object] | None]:
    """Returns the name and the fields of a record's value, its fields as JSON would have them.

    A type that is not known is named by its number. Raises Unreadable where the bytes are no such message.

    >>> message(bytes([1, 7, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 11, 0]))
    ('FenceBrokerRecord', {'id': 2, 'epoch': 11})
    >>> message(bytes([1, 99, 0]))
    ('type 99', None)

    Kafka: MetadataRecordSerde: a frame version, the type and its version before the generated message.
    """
    # Of a large log nearly all is of this type, and what is changed is the same again and again.
    if data[:2] == _CHANGED and len(data) > _BEFORE_TAGS and data[2] <= SCHEMAS[5].highest:
        number, topic_id = _CHANGED_HEAD.unpack_from(data, 3)
        return SCHEMAS[5].name, {
            "partitionId": number,
            "topicId": _uuid(topic_id),
            **_tail(data[_BEFORE_TAGS:], data[2]),
        }
    bytes_ = Bytes(data)
    frame, kind, version = bytes_.varint(), bytes_.varint(), bytes_.varint()
    if frame != 1:
        raise Unreadable(f"is in frame version {frame}, and 1 is the known one")
    schema = SCHEMAS.get(kind)
    if schema is None:
        return OTHERS.get(kind, f"type {kind}"), None
    if version > schema.highest:
        raise Unreadable(f"is a {schema.name} in version {version}, and {schema.highest} is the highest that is known")
    return schema.name, whole_message(bytes_, schema, version)


def whole_message(data: Bytes, schema: Schema, version: int) -> dict[str, object]:
    """Returns the fields of a message that takes all the bytes there are."""
    fields = _struct(data, schema, version)
    _require_end(data, schema)
    return fields


def _require_end(data: Bytes, schema: Schema) -> None:
    if data.left:
        raise Unreadable(f"is a {schema.name} with {data.left} bytes too many")


_CHANGED: Final = bytes((1, 5))
_CHANGED_HEAD: Final = struct.Struct(">i16s")
_BEFORE_TAGS: Final = 3 + _CHANGED_HEAD.size


@lru_cache(maxsize=20_000)
def _tail(data: bytes, version: int) -> dict[str, object]:
    """Returns the fields of a PartitionChangeRecord that may be left out."""
    held = Bytes(data)
    fields = _tagged(held, SCHEMAS[5], version)
    _require_end(held, SCHEMAS[5])
    return fields


def _struct(data: Bytes, schema: Schema, version: int) -> dict[str, object]:
    return {name: read(data) for name, read in _fields_in(schema.name, version)[0]} | _tagged(data, schema, version)


def _tagged(data: Bytes, schema: Schema, version: int) -> dict[str, object]:
    tagged, fields = _fields_in(schema.name, version)[1], dict[str, object]()
    for _ in range(data.varint()):
        tag, size = data.varint(), data.varint()
        held = Bytes(data.take(size))
        if tag in tagged:
            name, read = tagged[tag]
            fields[name] = read(held)
            if held.left:
                raise Unreadable(f"has {held.left} bytes too many in {name}")
    return fields


Reader = Callable[[Bytes], object]
_ALL: Final = {schema.name: schema for schema in (*SCHEMAS.values(), *STRUCTS.values(), *CONTROLS.values())}


@cache
def _fields_in(name: str, version: int) -> tuple[list[tuple[str, Reader]], dict[int, tuple[str, Reader]]]:
    """Returns how the fields of a type are read in a version: those in their order, and those with a tag."""
    known = [(field, _reader(field.type, version)) for field in _ALL[name].fields if field.since <= version]
    plain = [(field.name, read) for field, read in known if field.tag is None]
    return plain, {field.tag: (field.name, read) for field, read in known if field.tag is not None}


def _reader(kind: str, version: int) -> Reader:
    """Returns what reads a value of a type."""
    if kind.startswith("["):
        return _array_reader(kind[1:-1], version)
    if kind in STRUCTS:
        return lambda data: _struct(data, STRUCTS[kind], version)
    if kind == "uuid":
        return lambda data: _uuid(data.take(16))
    if kind == "string":
        return lambda data: _text(data.sized())
    return lambda data: data.fixed(kind)


def _array_reader(kind: str, version: int) -> Reader:
    read = _reader(kind, version)

    def array(data: Bytes) -> Sequence[object] | None:
        count = data.varint() - 1
        if count > data.left:
            raise Unreadable(f"says that {count} things follow in {data.left} bytes")
        return None if count < 0 else [read(data) for _ in range(count)]

    return array


@lru_cache(maxsize=10_000)
def _uuid(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _text(data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        raise Unreadable("has a text that is no UTF-8") from None
