"""Kafka's messages on the wire, as far as a proxy has to understand them: where one ends, its API, who sent it.

Kafka: a message is its size and its bytes; a request begins with api key, version, correlation id and client id
(RequestHeader), an answer with the correlation id. Versions and what follows are passed on unread.
"""

import asyncio
import struct
from typing import Final, Literal, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError

Part = Literal["request", "answer"]
Way = Literal["cut", "swallow", "damage"]
Kind = Literal["clients", "watchers", "brokers", "controllers", "zookeeper"]

# Kafka: ApiKeys of 4.4, whose ids are the places here; older releases call two of them otherwise.
_NAMES: Final = (
    "Produce Fetch ListOffsets Metadata LeaderAndIsr StopReplica UpdateMetadata ControlledShutdown OffsetCommit "
    "OffsetFetch FindCoordinator JoinGroup Heartbeat LeaveGroup SyncGroup DescribeGroups ListGroups SaslHandshake "
    "ApiVersions CreateTopics DeleteTopics DeleteRecords InitProducerId OffsetForLeaderEpoch AddPartitionsToTxn "
    "AddOffsetsToTxn EndTxn WriteTxnMarkers TxnOffsetCommit DescribeAcls CreateAcls DeleteAcls DescribeConfigs "
    "AlterConfigs AlterReplicaLogDirs DescribeLogDirs SaslAuthenticate CreatePartitions CreateDelegationToken "
    "RenewDelegationToken ExpireDelegationToken DescribeDelegationToken DeleteGroups ElectLeaders "
    "IncrementalAlterConfigs AlterPartitionReassignments ListPartitionReassignments OffsetDelete DescribeClientQuotas "
    "AlterClientQuotas DescribeUserScramCredentials AlterUserScramCredentials Vote BeginQuorumEpoch EndQuorumEpoch "
    "DescribeQuorum AlterPartition UpdateFeatures Envelope FetchSnapshot DescribeCluster DescribeProducers "
    "BrokerRegistration BrokerHeartbeat UnregisterBroker DescribeTransactions ListTransactions AllocateProducerIds "
    "ConsumerGroupHeartbeat ConsumerGroupDescribe ControllerRegistration GetTelemetrySubscriptions PushTelemetry "
    "AssignReplicasToDirs ListConfigResources DescribeTopicPartitions ShareGroupHeartbeat ShareGroupDescribe "
    "ShareFetch ShareAcknowledge AddRaftVoter RemoveRaftVoter UpdateRaftVoter InitializeShareGroupState "
    "ReadShareGroupState WriteShareGroupState DeleteShareGroupState ReadShareGroupStateSummary StreamsGroupHeartbeat "
    "StreamsGroupDescribe DescribeShareGroupOffsets AlterShareGroupOffsets DeleteShareGroupOffsets "
    "StreamsGroupTopologyDescriptionUpdate UnregisterController"
)
API_NAMES: Final = tuple(_NAMES.split())
# socket.request.max.bytes; whoever says more is no Kafka.
LARGEST_MESSAGE: Final = 100 * 1024 * 1024
_REQUEST: Final = struct.Struct(">hhih")
_ANSWER: Final = struct.Struct(">i")
# A request ends in up to three empty lists of tagged fields, a record in the number of its headers.
_FROM_THE_END: Final = 5
# From this version on the header ends in tagged fields, and clients say in their id who they are.
_FLEXIBLE_FETCH: Final = 12


class NotKafkaError(OSError):
    """What came is no message of Kafka's; its connection is closed."""


class Passed(NamedTuple):
    """A message that the proxy saw: when, before which node, and whose it was."""

    at_ms: int
    node: int
    part: Part
    api: str
    client_id: str


class Loss:
    """What is to be lost: messages of one API, so many times, before one broker or any.

    `at_ms` says when each was lost. Raises InvalidArgumentError for an API that Kafka does not have.
    """

    def __init__(self, api: str, part: Part, how: Way, broker: int | None, times: int, between: Kind) -> None:
        if api not in API_NAMES:
            raise InvalidArgumentError(f"Kafka has no API {api!r}; it has Produce, Fetch, Metadata and others.")
        self.api, self.part, self.how, self.broker, self.times, self.between = api, part, how, broker, times, between
        self.at_ms: list[int] = []

    def concerns(self, seen: Passed, kind: Kind) -> bool:
        """Tells whether a message is to be lost."""
        wanted = (self.api, self.part, self.between) == (seen.api, seen.part, kind)
        return wanted and self.broker in (None, seen.node) and len(self.at_ms) < self.times


def corrupt(message: bytes) -> bytes:
    """Returns a message with one bit changed in its last record, so that the checksum of the batch is wrong."""
    at = len(message) - _FROM_THE_END
    return message[:at] + bytes([message[at] ^ 1]) + message[at + 1 :] if at > 4 else message


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """Reads one message, with its size; raises NotKafkaError where that cannot be, IncompleteReadError at the end."""
    head = await reader.readexactly(4)
    (size,) = struct.unpack(">i", head)
    if not 0 <= size <= LARGEST_MESSAGE:
        raise NotKafkaError(f"a message of {size} bytes")
    return head + await reader.readexactly(size)


def request_header(message: bytes) -> tuple[str, int, str]:
    """Returns the API, the correlation id and the client id of a request; raises NotKafkaError.

    A follower of 0.10 does not say in its client id who it is, but in the fetch itself: it is named as later ones.
    """
    try:
        api, version, correlation, length = _REQUEST.unpack_from(message, 4)
    except struct.error:
        raise NotKafkaError("a request without a header") from None
    name = API_NAMES[api] if 0 <= api < len(API_NAMES) else str(api)
    start = 4 + _REQUEST.size
    end = start + max(length, 0)
    if name == "Fetch" and version < _FLEXIBLE_FETCH and len(message) >= end + _ANSWER.size:
        (replica,) = _ANSWER.unpack_from(message, end)
        if replica >= 0:
            return name, correlation, f"broker-{replica}-fetcher-0"
    return name, correlation, message[start:end].decode("utf-8", "replace")


def correlation_id(answer: bytes) -> int:
    """Returns which request an answer answers; raises NotKafkaError."""
    try:
        return int(_ANSWER.unpack_from(answer, 4)[0])
    except struct.error:
        raise NotKafkaError("an answer without a header") from None
