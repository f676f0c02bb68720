"""What is refused is named as Kafka's protocol names it, for each group by the protocol of the group."""

import re
from typing import Any

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model import requests
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.core.request import REQUESTS, ProcessRequest, Request
from kafkaviz.model.groups.common.member_requests import Join, Leave
from kafkaviz.model.partitions.leader_requests import Elect

# fmt: off
API_KEYS = {
    "AddOffsetsToTxn", "AddPartitionsToTxn", "AddRaftVoter", "AllocateProducerIds", "AlterClientQuotas",
    "AlterConfigs", "AlterPartition", "AlterPartitionReassignments", "AlterReplicaLogDirs", "AlterShareGroupOffsets",
    "AlterUserScramCredentials", "ApiVersions", "AssignReplicasToDirs", "BeginQuorumEpoch", "BrokerHeartbeat",
    "BrokerRegistration", "ConsumerGroupDescribe", "ConsumerGroupHeartbeat", "ControlledShutdown",
    "ControllerRegistration", "CreateAcls", "CreateDelegationToken", "CreatePartitions", "CreateTopics", "DeleteAcls",
    "DeleteGroups", "DeleteRecords", "DeleteShareGroupOffsets", "DeleteShareGroupState", "DeleteTopics",
    "DescribeAcls", "DescribeClientQuotas", "DescribeCluster", "DescribeConfigs", "DescribeDelegationToken",
    "DescribeGroups", "DescribeLogDirs", "DescribeProducers", "DescribeQuorum", "DescribeShareGroupOffsets",
    "DescribeTopicPartitions", "DescribeTransactions", "DescribeUserScramCredentials", "ElectLeaders",
    "EndQuorumEpoch", "EndTxn", "Envelope", "ExpireDelegationToken", "Fetch", "FetchSnapshot", "FindCoordinator",
    "GetTelemetrySubscriptions", "Heartbeat", "IncrementalAlterConfigs", "InitProducerId",
    "InitializeShareGroupState", "JoinGroup", "LeaderAndIsr", "LeaveGroup", "ListConfigResources", "ListGroups",
    "ListOffsets", "ListPartitionReassignments", "ListTransactions", "Metadata", "OffsetCommit", "OffsetDelete",
    "OffsetFetch", "OffsetForLeaderEpoch", "Produce", "PushTelemetry", "ReadShareGroupState",
    "ReadShareGroupStateSummary", "RemoveRaftVoter", "RenewDelegationToken", "SaslAuthenticate", "SaslHandshake",
    "ShareAcknowledge", "ShareFetch", "ShareGroupDescribe", "ShareGroupHeartbeat", "StopReplica",
    "StreamsGroupDescribe", "StreamsGroupHeartbeat", "StreamsGroupTopologyDescriptionUpdate", "SyncGroup",
    "TxnOffsetCommit", "UnregisterBroker", "UnregisterController", "UpdateFeatures", "UpdateMetadata",
    "UpdateRaftVoter", "Vote", "WriteShareGroupState", "WriteTxnMarkers",
}
# fmt: on
"""What org.apache.kafka.common.protocol.ApiKeys of 4.4.0 names."""
ANSWERED_BY_A_CONTROLLER = {
    "AlterPartitionReassignments", "BrokerRegistration", "CreatePartitions", "CreateTopics", "DeleteTopics",
    "ElectLeaders", "IncrementalAlterConfigs", "UnregisterBroker",
}  # fmt: skip
"""What 4.4.0 forwards of the requests that are asked here, by ApiKeys.forwardable, or what a controller alone hears."""
PROTOCOLS = ("eager", "cooperative", "consumer", "share")


def said(lab: Lab) -> str:
    """Returns what is said about the last step, which must be a refusal."""
    event = lab.history.steps[-1].event
    assert isinstance(event, RequestRejected) and event.request in API_KEYS
    return event.request


def a_lab(protocol: str = "eager", **how: Any) -> Lab:
    how = {"auto_offset_reset": "none", **how}
    return Lab(group_protocol=protocol, **how).create_topic("t", 2, 3).join("app", "C1", topics=["t"])


def test_every_request_but_what_is_done_to_processes_has_a_name_of_the_protocol() -> None:
    assert requests.__doc__
    nameless = {name for name, kind in REQUESTS.items() if not kind.API and kind.refused_api is Request.refused_api}
    assert nameless == {name for name, kind in REQUESTS.items() if issubclass(kind, ProcessRequest)}
    assert {kind.API for kind in REQUESTS.values()} - {""} <= API_KEYS


def test_what_is_done_to_processes_is_named_as_it_is() -> None:
    lab = Lab()
    assert Kill(1).refused_api(lab.cluster, "NOT_CONTROLLER", lab.policies) == "Kill"


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda lab: lab.create_topic("t", expect="TOPIC_ALREADY_EXISTS"), "CreateTopics"),
        (lambda lab: lab.add_partitions("t", 1, expect="INVALID_PARTITIONS"), "CreatePartitions"),
        (lambda lab: lab.delete_topic("u", expect="UNKNOWN_TOPIC_OR_PARTITION"), "DeleteTopics"),
        (lambda lab: lab.ask(Elect("t", 0), expect="ELECTION_NOT_NEEDED"), "ElectLeaders"),
        (lambda lab: lab.send("u", "m", expect="UNKNOWN_TOPIC_OR_PARTITION"), "Metadata"),
        (lambda lab: lab.send("t", "m" * 2_000_000, expect="MESSAGE_TOO_LARGE"), "Produce"),
        (lambda lab: lab.poll("u", expect="UNKNOWN_TOPIC_OR_PARTITION"), "Metadata"),
        (lambda lab: lab.poll("t", auto_offset_reset="none", expect="OFFSET_OUT_OF_RANGE"), "Fetch"),
        (lambda lab: lab.poll(group="app", expect="OFFSET_OUT_OF_RANGE"), "Fetch"),
    ],
)
def test_a_refusal_names_the_request_that_a_client_would_have_sent(ask: Any, named: str) -> None:
    lab = a_lab()
    assert said(ask(lab)) == named
    assert re.search(rf"{named} is refused: [A-Z_]+ \(\d+\)\.", str(ask(lab.fork()).why()))


def test_the_controller_refuses_what_it_decides_and_a_broker_everything_else() -> None:
    for api in sorted({kind.API for kind in REQUESTS.values()} - {""} | {"Heartbeat", "JoinGroup", "Metadata"}):
        who = "controller" if api in ANSWERED_BY_A_CONTROLLER else "broker"
        assert RequestRejected(api, "INVALID_REQUEST", 42, "").done_by == who, api


@pytest.mark.parametrize(
    ("ask", "who"),
    [
        (lambda lab: lab.add_partitions("t", 1, expect="INVALID_PARTITIONS"), "controller"),
        (lambda lab: lab.create_topic("t", expect="TOPIC_ALREADY_EXISTS"), "controller"),
        (lambda lab: lab.poll(group="app", expect="OFFSET_OUT_OF_RANGE"), "broker"),
    ],
)
def test_a_film_says_who_refuses_and_calls_it_so_in_its_time_line(ask: Any, who: str) -> None:
    refusal = ask(a_lab()).film().film.captions[-1]
    assert (refusal.kind, refusal.duty, refusal.tag) == ("RequestRejected", who, "refused")


def test_without_a_controller_nobody_answers_and_the_client_times_out() -> None:
    lab = a_lab().kill_controller(101, detect=False).kill_controller(102, detect=False).tick(30_000)
    refusal = lab.create_topic("u", expect="REQUEST_TIMED_OUT").film().film.captions[-1]
    assert (refusal.kind, refusal.duty) == ("RequestRejected", "broker")
    assert refusal.cap == "CreateTopics gets no answer: TimeoutException."


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_in_a_group_it_is_named_by_the_protocol_of_the_group(protocol: str) -> None:
    one_for_all = {"consumer": "ConsumerGroupHeartbeat", "share": "ShareGroupHeartbeat"}.get(protocol)
    lab = a_lab(protocol)
    assert said(lab.fork().poll(group="app", member="C9", expect="UNKNOWN_MEMBER_ID")) == (one_for_all or "Heartbeat")
    assert said(lab.fork().ask(Leave("app", "C9"), expect="UNKNOWN_MEMBER_ID")) == (one_for_all or "LeaveGroup")
    assert said(lab.fork().commit("app", "C9", expect="UNKNOWN_MEMBER_ID")) == "OffsetCommit"
    few = Lab(brokers=2, group_protocol=protocol).create_topic("t")
    assert said(few.ask(Join("app", ("C1",), ("t",)), expect="COORDINATOR_NOT_AVAILABLE")) == "FindCoordinator"
