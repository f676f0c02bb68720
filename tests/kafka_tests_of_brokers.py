"""How scenarios of Kafka's tests of brokers and controllers are put to the decisions."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from kafkaviz.decisions import naming
from kafkaviz.decisions import replication as r
from kafkaviz.decisions.elections import apply_change, change_partition, elect_leader
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.placement import alternate_racks, place_striped, place_zookeeper, placement_breach
from kafkaviz.decisions.reassignment import cancel_reassignment, complete_reassignment, plan_reassignment
from kafkaviz.decisions.stripes import Stripes
from kafkaviz.decisions.values import (
    KEEP,
    ElectionContext,
    Partition,
    PartitionChange,
    PartitionRequest,
    Placeable,
    Reassignment,
)
from tests.vector_kinds import Case, Judgement, answer_or_refusal

FIELDS = {
    "leader": "leader",
    "isr": "isr",
    "replicas": "replicas",
    "addingReplicas": "adding",
    "removingReplicas": "removing",
    "eligibleLeaderReplicas": "elr",
    "elr": "elr",
    "lastKnownElr": "last_known_elr",
    "leaderRecoveryState": "recovery",
}
ERRORS = {
    "InvalidPartitionsException": "INVALID_PARTITIONS",
    "InvalidReplicationFactorException": "INVALID_REPLICATION_FACTOR",
    "AdminOperationException": "UNKNOWN_SERVER_ERROR",
}


class MockRandom:
    """The generator of Kafka's tests, under java.util.Random's rule for bounded numbers."""

    def __init__(self) -> None:
        self.state = 17

    def __call__(self, bound: int) -> int:
        self.state = (self.state * 2862933555777941757 + 3037000493) % 2**64
        drawn = self.state >> 33
        if bound & (bound - 1) == 0:
            return bound * drawn >> 31
        return drawn % bound


def _striped_replica_placer(case: Case) -> Judgement:
    if case["fn"] == "BrokerList":
        ids = case["brokers"]
        stripes = Stripes([Placeable(broker) for broker in ids], lambda bound: 0)
        expected = [[broker for broker in call["next"] if broker >= 0] for call in case["calls"]]
        return Judgement(expected, [stripes.next_replicas(len(ids)) for _ in case["calls"]])
    # Kafka visits racks in the order of a hash map, which for one digit is that of the digits.
    brokers = [Placeable(broker["id"], broker["rack"], broker["fenced"]) for broker in case["brokers"]]
    brokers.sort(key=lambda broker: broker.rack or "")

    def place(count: int, factor: int) -> Any:
        return answer_or_refusal(lambda: place_striped(brokers, count, factor, draw=MockRandom()))

    if "consecutive" in case:
        stripes = Stripes(brokers, MockRandom())
        ours: list[Any] = [stripes.next_replicas(case["rf"]) for _ in case["consecutive"]]
        refused = {f"rf {factor}": place(1, factor)[1] is not None for factor in (0, -1)}
        return Judgement((case["consecutive"], True), (ours, all(refused.values())))
    placement, refusal = place(case.get("partitions", 1), case["rf"])
    if "expected_counts" in case:
        return Judgement(case["expected_counts"], Counter(",".join(map(str, replicas)) for replicas in placement))
    return Judgement((case.get("expected"), case.get("raises", "").partition(": ")[2] or None), (placement, refusal))


def _admin_utils_placement(case: Case) -> Judgement:
    brokers = [Placeable(int(broker), rack) for broker, rack in case["racks"].items()]
    if case["fn"] == "rackAlternatedBrokerList":
        return Judgement(case["expected"], alternate_racks(brokers))
    start, first = case.get("fixed_start_index", -1), case.get("start_partition", -1)
    try:
        placed = place_zookeeper(
            brokers, case["partitions"], case["rf"], fixed_start_index=start, start_partition_id=first
        )
    except KafkaError as refusal:
        return Judgement(ERRORS[case["raises"].split()[0]], refusal.name)
    promised = [promise for promise, wanted in case.get("property", {}).items() if wanted]
    racks = {broker.id: broker.rack for broker in brokers}
    distinct = min(case["rf"], len(set(racks.values())))
    kept = {
        "each_partition_racks": all(len({racks[one] for one in replicas}) == distinct for replicas in placed),
        "leaders_even": len(set(Counter(replicas[0] for replicas in placed).values())) == 1,
        "replicas_even": len(set(Counter(one for replicas in placed for one in replicas).values())) == 1,
        "leaders_per_broker": len({replicas[0] for replicas in placed}) == len(placed) == len(brokers),
        "no_duplicate_replicas": all(len(set(replicas)) == len(replicas) for replicas in placed),
    }
    expected = (case.get("raises"), case.get("expected", placed), dict.fromkeys(promised, True), None)
    fault = placement_breach(placed, brokers, case["rf"])
    return Judgement(expected, (None, placed, {promise: kept[promise] for promise in promised}, fault))


def _reassignment_replicas(case: Case) -> Judgement:
    if "current" in case:
        move = plan_reassignment(case["current"], case["target"])
    else:
        move = Reassignment(*(tuple(case.get(field, ())) for field in ("replicas", "adding", "removing")))
    ours: Case = {field: list(getattr(move, field)) for field in ("replicas", "adding", "removing")}
    ours["in_progress"] = bool(move.adding or move.removing)
    if "completes" in case:
        done = complete_reassignment(move, case["target_isr"])
        ours["completes"] = done is not None
        ours["replicas_after"], ours["isr_after"] = map(list, done) if done else (None, None)
    if "original" in case:
        ours["original"] = sorted(cancel_reassignment(move, case["current"])[0])
    return Judgement({field: case[field] for field in ours if field in case}, {f: ours[f] for f in ours if f in case})


def _partition_change_builder(case: Case) -> Judgement:
    partition, request, election_context = _partition(case), _request(case), _election_context(case)
    if case.get("kind") == "electLeader":
        election = elect_leader(
            request.target_replicas or partition.replicas,
            request.target_isr or partition.isr,
            election_context.acceptable,
            current=partition.leader,
            preferred=election_context.election == "PREFERRED",
            unclean=election_context.election == "UNCLEAN",
        )
        ours = -1 if election.leader is None else election.leader
        return Judgement((case["expected_leader"], case["expected_unclean"]), (ours, not election.clean))
    change = change_partition(partition, request, election_context)
    if case.get("kind") == "leaderEpochBumpIfNeeded":
        return Judgement(case["expected_record_leader"], _leader_named(change))
    if case["expected_record"] == "NO_CHANGE" or change is None:
        return Judgement(case["expected_record"], "NO_CHANGE" if change is None else change)
    expected = {**(case["expected_record"] or {}), **case.get("expected_fields", {})}
    record = {theirs: _as_recorded(theirs, change) for theirs in expected}
    after = apply_change(partition, change)
    state = {theirs: _plain(getattr(after, FIELDS[theirs])) for theirs in case.get("expected_after", {})}
    expected = {theirs: None if value in ("NO_CHANGE",) else value for theirs, value in expected.items()}
    if expected.get("leaderRecoveryState") == -1:
        expected["leaderRecoveryState"] = None
    return Judgement((expected, case.get("expected_after", {})), (record, state))


def _partition(case: Case) -> Partition:
    if "before" in case:
        step = case["before"]
        before = _partition(step)
        change = change_partition(before, _request(step), _election_context(step))
        return before if change is None else apply_change(before, change)
    state = case["input"]["partition"]
    lists = {ours: tuple(state[name]) for name, ours in FIELDS.items() if isinstance(state.get(name), list)}
    return Partition(
        leader=None if state["leader"] == -1 else state["leader"],
        leader_epoch=state["leaderEpoch"],
        partition_epoch=state["partitionEpoch"],
        recovery=state["leaderRecoveryState"],
        **lists,
    )


def _request(case: Case) -> PartitionRequest:
    change = case["input"]["change"]
    wanted = {
        "target_isr": change.get("targetIsr", change.get("targetIsrWithBrokerStates")),
        "target_replicas": change.get("targetReplicas"),
        "target_adding": change.get("targetAdding"),
        "target_removing": change.get("targetRemoving"),
        "unclean_shutdown": change.get("uncleanShutdownReplicas"),
    }
    return PartitionRequest(**{name: tuple(ids) for name, ids in wanted.items() if ids is not None})


def _election_context(case: Case) -> ElectionContext:
    given, change = case["input"], case["input"]["change"]
    version = tuple(map(int, given["metadata_version"].partition("-")[0].split(".")))
    return ElectionContext(
        acceptable=tuple(given["brokers_that_may_lead"]),
        election=change.get("election", "ONLINE"),
        min_isr=given["min_isr"],
        elr_enabled=change.get("eligibleLeaderReplicasEnabled", False),
        use_last_known_leader=change.get("useLastKnownLeaderInBalancedRecovery", True),
        bump_on_isr_shrink=version < (3, 6),
        recovery_supported=version >= (3, 2),
    )


def _leader_named(change: PartitionChange | None) -> Any:
    named = KEEP if change is None else change.leader
    return {KEEP: -2, None: -1}.get(named, named)


def _as_recorded(theirs: str, change: PartitionChange) -> Any:
    return _leader_named(change) if theirs == "leader" else _plain(getattr(change, FIELDS[theirs]), none=None)


def _plain(value: Any, *, none: int | None = -1) -> Any:
    return list(value) if isinstance(value, tuple) else none if value is None else value


CHANGES: dict[str, Callable[..., Any]] = {
    "assign": r.assign_epoch,
    "clear": lambda epochs: (),
    "truncateFromEnd": lambda epochs, end: r.truncate_epochs(epochs, end=end) if end >= 0 else epochs,
    "truncateFromStart": lambda epochs, start: r.truncate_epochs(epochs, start=start),
}


def _end_offset(epochs: Any, epoch: int, log_end: int) -> list[int]:
    known, end = r.end_offset_for(epochs, epoch, log_end)
    return [-1 if known is None else known, end]


def _neighbour(epochs: Any, epoch: Any, step: int) -> int | None:
    """Looks at the known epoch beside one, or beside the latest."""
    known = [entry for entry, _ in epochs]
    epoch = known[-1] if known and epoch in (None, "latestEpoch") else epoch
    beside = [e for e in known if epoch is not None and (e < epoch if step < 0 else e > epoch)]
    return (max(beside) if step < 0 else min(beside)) if beside else None


QUESTIONS: dict[str, Callable[..., Any]] = {
    "expect_endOffsetFor": _end_offset,
    "expect_entries": lambda epochs: [list(entry) for entry in epochs],
    "expect_first_entry": lambda epochs: list(epochs[0]),
    "expect_size": len,
    "expect_epochForOffset": r.epoch_for_offset,
    "expect_latestEpoch": lambda epochs: epochs[-1][0] if epochs else None,
    "expect_previousEpoch": lambda epochs, epoch=None: _neighbour(epochs, epoch, -1),
    "expect_nextEpoch": lambda epochs, epoch: _neighbour(epochs, epoch, 1),
}


def _leader_epoch_cache(case: Case) -> Judgement:
    epochs: Any = ()
    expected, ours = [], []
    for name, *arguments in case["ops"]:
        if name in CHANGES:
            epochs = CHANGES[name](epochs, *arguments)
        else:
            *asked, answer = arguments
            expected.append((name, asked, answer))
            ours.append((name, asked, QUESTIONS[name](epochs, *asked)))
    return Judgement(expected, ours)


def _topic_names(case: Case) -> Judgement:
    if case["fn"] == "validateNewTopicNames":
        refused = {name: _refusal(name, case["existing"]) for name in case["names"]}
        return Judgement(case["expected"], {name: why for name, why in refused.items() if why})
    if case["fn"] == "hasCollision":
        return Judgement(case["expected"], naming.topics_collide(case["a"], case["b"]))
    if case["fn"] == "hasCollisionChars":
        return Judgement(case["expected"], naming.has_collision_chars(case["name"]))
    if case["fn"] == "unifyCollisionChars":
        return Judgement(case["expected"], naming.unify_collision_chars(case["name"]))
    valid = _refusal(case["name"], []) is None
    if case["fn"] == "containsValidPattern":
        return Judgement(case["expected"], valid)
    return Judgement(case["expected"], "ok" if valid else "InvalidTopicException")


def _refusal(name: str, existing: list[str]) -> str | None:
    _, refusal = answer_or_refusal(lambda: naming.validate_topic_name(name))
    colliding = sorted(other for other in existing if naming.topics_collide(name, other))
    if refusal is None and colliding:
        refusal = f"Topic '{name}' collides with existing topic: {colliding[0]}"
    return refusal and f"INVALID_TOPIC_EXCEPTION: {refusal}"


JUDGES: dict[str, Callable[[Case], Judgement | str]] = {
    "admin_utils_placement": _admin_utils_placement,
    "leader_epoch_cache": _leader_epoch_cache,
    "partition_change_builder": _partition_change_builder,
    "reassignment_replicas": _reassignment_replicas,
    "striped_replica_placer": _striped_replica_placer,
    "topic_names": _topic_names,
}
