"""The messages in a metadata log: which fields each type has in which version, and how their bytes are read."""

import struct
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from kafkaviz.metadata_log.encoding import Bytes, Encoding, Reading, Schema, Unreadable, fields_of, uuid_text

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
    0: Schema("RegisterBrokerRecord", 4, fields_of(_BROKER)),
    1: Schema("UnregisterBrokerRecord", 0, fields_of("brokerId:int32 brokerEpoch:int64")),
    2: Schema("TopicRecord", 0, fields_of("name:string topicId:uuid")),
    3: Schema("PartitionRecord", 2, fields_of(_PARTITION)),
    4: Schema("ConfigRecord", 0, fields_of("resourceType:int8 resourceName:string name:string value:string")),
    5: Schema("PartitionChangeRecord", 2, fields_of(_CHANGE)),
    7: Schema("FenceBrokerRecord", 0, fields_of("id:int32 epoch:int64")),
    8: Schema("UnfenceBrokerRecord", 0, fields_of("id:int32 epoch:int64")),
    9: Schema("RemoveTopicRecord", 0, fields_of("topicId:uuid")),
    12: Schema("FeatureLevelRecord", 0, fields_of("name:string featureLevel:int16")),
    15: Schema("ProducerIdsRecord", 0, fields_of("brokerId:int32 brokerEpoch:int64 nextProducerId:int64")),
    17: Schema("BrokerRegistrationChangeRecord", 3, fields_of(_BROKER_CHANGE)),
    20: Schema("NoOpRecord", 0, ()),
    23: Schema("BeginTransactionRecord", 0, fields_of("name:string#0")),
    24: Schema("EndTransactionRecord", 0, ()),
    25: Schema("AbortTransactionRecord", 0, fields_of("reason:string#0")),
    27: Schema("RegisterControllerRecord", 0, fields_of(_CONTROLLER)),
    28: Schema("ClearElrRecord", 0, fields_of("topicName:string")),
    29: Schema("UnregisterControllerRecord", 0, fields_of("controllerId:int32")),
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
    "endpoint": Schema("endpoint", 0, fields_of("name:string host:string port:uint16 securityProtocol:int16")),
    "feature": Schema("feature", 0, fields_of("name:string minSupportedVersion:int16 maxSupportedVersion:int16")),
    "voter": Schema("voter", 0, fields_of("voterId:int32")),
    "place": Schema("place", 0, fields_of("name:string host:string port:uint16")),
    "range": Schema("range", 0, fields_of("minSupportedVersion:int16 maxSupportedVersion:int16")),
    "member": Schema(
        "member", 0, fields_of("voterId:int32 voterDirectoryId:uuid endpoints:[place] kRaftVersionFeature:range")
    ),
}
_LEADER: Final = "version:int16 leaderId:int32 voters:[voter] grantingVoters:[voter]"
CONTROLS: Final = {
    2: Schema("LeaderChangeMessage", 0, fields_of(_LEADER)),
    3: Schema("SnapshotHeaderRecord", 0, fields_of("version:int16 lastContainedLogTimestamp:int64")),
    4: Schema("SnapshotFooterRecord", 0, fields_of("version:int16")),
    5: Schema("KRaftVersionRecord", 0, fields_of("version:int16 kRaftVersion:int16")),
    6: Schema("VotersRecord", 0, fields_of("version:int16 voters:[member]")),
}
"""The records that the quorum writes for itself, by the number in their keys."""


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
            "topicId": uuid_text(topic_id),
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
    fields = _reading(schema.name, version).struct(data)
    _require_end(data, schema)
    return fields


def _require_end(data: Bytes, schema: Schema) -> None:
    if data.remaining:
        raise Unreadable(f"is a {schema.name} with {data.remaining} bytes too many")


_CHANGED: Final = bytes((1, 5))
_CHANGED_HEAD: Final = struct.Struct(">i16s")
_BEFORE_TAGS: Final = 3 + _CHANGED_HEAD.size


@lru_cache(maxsize=20_000)
def _tail(data: bytes, version: int) -> dict[str, object]:
    """Returns the fields of a PartitionChangeRecord that may be left out."""
    held = Bytes(data)
    fields = _reading(SCHEMAS[5].name, version).tags(held)
    _require_end(held, SCHEMAS[5])
    return fields


_ALL: Final = {schema.name: schema for schema in (*SCHEMAS.values(), *CONTROLS.values())}


@cache
def _reading(name: str, version: int) -> Reading:
    return Encoding(STRUCTS).reading(_ALL[name], version)
