"""What happens in no story of the course by itself: the shortest history of each such event."""

from collections.abc import Callable
from typing import Any, Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab

TIMED_OUT: Final = "REQUEST_TIMED_OUT"


def segments(**configs: Any) -> Lab:
    lab = Lab(1, segment_bytes=200, retention_ms=60_000, **configs).create_topic("t", 1, 1)
    for n in range(6):
        lab.send("t", ("k", f"{n}" * 80)).tick(20_000)
    return lab


def fetching() -> Lab:
    lab = Lab(2, settle=False).create_topic("t", 1, 2)
    while not lab.cluster.replicas[TopicPartition("t", 0)][2].incoming:
        lab.step()
    return lab


def borrowed() -> Lab:
    lab = (
        Lab(group_protocol="share", share_acknowledgement_mode="explicit")
        .create_topic("t", 1)
        .join("app", "C1", topics=["t"])
        .tick(10_000)
    )
    return lab.send("t", "a").poll(group="app")


def reading(**configs: Any) -> Lab:
    """Returns a group at rest whose member C1 reads all partitions; broker 2 coordinates it."""
    lab = Lab(auto_offset_reset="earliest", **configs).create_topic("t", 3, 3)
    return lab.join("app", "C1", topics=["t"]).tick(12_000).send("t", "a", "b").poll(group="app")


def kept_by_a_broker() -> Lab:
    """Returns a cluster without a controller, in which a broker keeps a request and goes on asking."""
    lab = Lab(3).kill_controller(101).kill_controller(102, detect=False).tick(5_000)
    return lab.create_topic("new", 1, 3, expect=TIMED_OUT)


def misled() -> Lab:
    """Returns a group that has another coordinator; its member does not know, for the last one froze and woke."""
    return reading().freeze(2, detect=False).tick(9_500).thaw(2)


RARE: Final[dict[str, Callable[[], Lab]]] = {
    "RequestRejected": lambda: Lab().create_topic("t", 1).create_topic("t", 1, expect="TOPIC_ALREADY_EXISTS"),
    "RequestForwarded": lambda: Lab(3).kill_controller(101, detect=False).create_topic("new", 1, 3),
    "ForwardedEnded": lambda: kept_by_a_broker().create_topic("new", 1, 1, expect=TIMED_OUT).restart_controller(102),
    "BrokerRemoved": lambda: Lab(3).add_broker(4).remove_broker(4),
    "ControllerRaceLost": lambda: Lab(kafka="2.3").create_topic("t", 1, 3).kill(1),
    "LeaderResigned": lambda: Lab().kill_controller(102).kill_controller(103).tick(5_000),
    "TopicConfigured": lambda: Lab().create_topic("t", 1).configure("t", min_insync_replicas=2),
    "TopicDeleted": lambda: Lab().create_topic("t", 1, 3).delete_topic("t"),
    "RecordsDeleted": lambda: Lab().create_topic("t", 1, 3).send("t", "a", "b").delete_records("t", 0, 1),
    "SegmentRolled": segments,
    "SegmentsDeleted": lambda: segments().tick(400_000),
    "LogCompacted": lambda: segments(cleanup_policy="compact"),
    "ElectionSkipped": lambda: Lab(1, kafka="2.3").create_topic("t", 1, 1).elect_preferred("t", 0),
    "ReassignmentSkipped": lambda: Lab(1).create_topic("t", 1, 1).reassign("t", 0, [1]),
    "FetchLost": lambda: fetching().lose_fetch("t", 0, 2),
    "RequestCorrupted": lambda: Lab().create_topic("t", 1, 3).send("t", "a", flush=False).corrupt_request("t", 0),
    "RequestLost": lambda: Lab().create_topic("t", 1, 3).send("t", "a", flush=False).lose_request("t", 0),
    "PositionMoved": lambda: Lab().create_topic("t", 1, 3).send("t", "a", "b").poll("t").seek_to("t", 0, 0),
    "PositionSought": lambda: reading().seek("app", "C1", "t", 0, 0),
    "CoordinatorMarkedUnknown": lambda: misled().tick(6_000),
    "CoordinatorLoaded": lambda: reading(partition_load_time_ms=4_000).kill(2).tick(10_000),
    "GroupRequestRejected": lambda: reading(partition_load_time_ms=4_000).kill(2).commit("app", "C1").tick(10_000),
    "CommitExpired": lambda: (
        reading().kill(1, detect=False).kill(2, detect=False).kill(3).commit("app", "C1").tick(99_999)
    ),
    "MemberClosed": lambda: (
        Lab().create_topic("t", 2).join("app", "C1", topics=["t"], instance_ids=["i1"]).leave("app", "C1")
    ),
    "MemberReplaced": lambda: (
        Lab()
        .create_topic("t", 2)
        .join("app", "C1", topics=["t"], instance_ids=["i1"])
        .tick(10_000)
        .join("app", "C2", topics=["t"], instance_ids=["i1"])
    ),
    "MemberResumed": lambda: reading().stall_member("app", "C1").tick(10_000).resume_member("app", "C1"),
    "RevocationAsked": lambda: reading(group_protocol="consumer").join("app", "C2", topics=["t"]).tick(20_000),
    "PartitionsReleased": lambda: reading(group_protocol="consumer").join("app", "C2", topics=["t"]).tick(20_000),
    "AcquisitionExpired": lambda: borrowed().tick(31_000),
    "ShareSessionClosed": lambda: borrowed().crash_member("app", "C1", detect=False),
    "RecordsAcknowledged": lambda: borrowed().acknowledge("app", "C1", "release"),
}
"""A lab in which it happens, for each by its name."""
