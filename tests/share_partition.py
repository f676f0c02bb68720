"""Plays a recorded life of Kafka's SharePartition with the model's own requests, rules and events."""

from typing import Any

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.sharing import start_offset
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster, Topic
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.groups import Group, GroupName, Member
from kafkaviz.model.core.replicas import Record, Replica, View
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.model.groups.share.requests import Acknowledge
from kafkaviz.model.groups.share.rules import close_session, expire_acquisition

TP, GROUP = TopicPartition("parcels", 0), "sorting"
LOCK_MS = 30_000


def played(case: dict[str, Any]) -> list[tuple[list[int], int, dict[str, list[Any]]]]:
    """Returns of each step what was acquired, where the share partition starts, and what is not as it was."""
    policies = Policies()._replace(
        group_share_delivery_count_limit=case["delivery_count_limit"],
        group_share_partition_max_record_locks=case["max_record_locks"],
        group_share_record_lock_duration_ms=LOCK_MS,
    )
    cluster, answers, before = begun(case["records"]), [], dict[int, list[Any]]()
    for step in case["steps"]:
        cluster, acquired = _stepped(cluster, step, policies)
        start = _start(cluster, case["records"])
        states = _states(cluster, start)
        answers.append((acquired, start, _changed(before, states)))
        before = states
    return answers


def _states(cluster: Cluster, start: int) -> dict[int, list[Any]]:
    """Returns state, delivery count and holder of each record in flight; what lies before the start is forgotten."""
    held = cluster.groups[GROUP].deliveries.get(TP, {})
    return {
        offset: [one.state, one.delivery_count, *([one.member] if one.member else [])]
        for offset, one in sorted(held.items())
        if offset >= start
    }


def _changed(before: dict[int, list[Any]], after: dict[int, list[Any]]) -> dict[str, list[Any]]:
    """Returns what is not as it was, neighbours that are alike in one."""
    told = {offset: state for offset, state in after.items() if state != before.get(offset)}
    changed, first = dict[str, list[Any]](), -1
    for offset, state in told.items():
        if told.get(offset - 1) != state:
            first = offset
        if told.get(offset + 1) != state:
            changed[f"{first}-{offset}"] = state
    return changed


def begun(records: int) -> Cluster:
    """Returns a broker with one partition of so many records, and a share group of three members that read it."""
    log = tuple(Record(offset, None, b"x", 0, 0) for offset in range(records))
    replica = Replica(view=View(1, 0, (1,)), log=log, high_watermark=records)
    members = {name: Member(("parcels",), state="stable", epoch=1, owned=(TP,)) for name in ("C1", "C2", "C3")}
    return Cluster(
        0,
        Quorum.of(101),
        {1: Broker(1)},
        topics={"parcels": Topic(1, 1)},
        partitions={TP: Partition((1,), 1, (1,))},
        replicas={TP: {1: replica}},
        groups={GROUP: Group("share", 0, state="Stable", members=members)},
    )


def _stepped(cluster: Cluster, step: dict[str, Any], policies: Policies) -> tuple[Cluster, list[int]]:
    member = step.get("member", "")
    match step["op"]:
        case "acquire":
            event = GroupPoll(GROUP, member, step["max_records"]).handle(cluster, policies)
            assert isinstance(event, RecordsAcquired)
            return event.apply(cluster), [record.offset for _, _, records in event.fetched for record in records]
        case "lock_timeout":
            cluster = cluster._replace(now_ms=cluster.now_ms + LOCK_MS)
            for expired in expire_acquisition(cluster, GroupName(GROUP), policies):
                cluster = expired.apply(cluster)
            return cluster, []
        case "close_session":
            cluster = _with(cluster, member, quiet_since_ms=cluster.now_ms)
            for closed in close_session(cluster, GroupName(GROUP), policies):
                cluster = closed.apply(cluster)
            return _with(cluster, member, quiet_since_ms=None), []
        case outcome:
            return Acknowledge(GROUP, member, outcome).handle(cluster, policies).apply(cluster), []


def _with(cluster: Cluster, member: str, **changes: Any) -> Cluster:
    group = cluster.groups[GROUP]
    members = {**group.members, member: group.members[member]._replace(**changes)}
    return cluster._replace(groups={GROUP: group._replace(members=members)})


def _start(cluster: Cluster, records: int) -> int:
    """Returns the share-partition start offset; where all that was lent is done it is the next that may be lent."""
    states = {offset: one.state for offset, one in cluster.groups[GROUP].deliveries.get(TP, {}).items()}
    start = start_offset(range(records), states)
    return records if start is None else start
