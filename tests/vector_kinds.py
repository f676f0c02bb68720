"""How each kind of recorded case is asked and compared; the formats are in vectors/kafka-runs/README.md."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from kafkaviz.decisions.assignors import (
    assignment_breach,
    cooperative_sticky_plan,
    range_assign,
    roundrobin_assign,
    server_range_assign,
    simple_assign,
    sticky_assign,
    uniform_assign,
)
from kafkaviz.decisions.assignors.sticky import all_subscriptions_equal
from kafkaviz.decisions.elections import apply_change, change_partition
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.hashing import coordinator_partition, java_string_hash, keyed_partition, murmur2, to_positive
from kafkaviz.decisions.naming import (
    has_collision_chars,
    is_internal_topic,
    topics_collide,
    unify_collision_chars,
    validate_topic_name,
)
from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.decisions.reassignment import cancel_reassignment, complete_reassignment, plan_reassignment
from kafkaviz.decisions.values import (
    KEEP,
    ElectionContext,
    Partition,
    PartitionRequest,
    Placeable,
    Subscription,
    TopicPartition,
)
from tests import share_partition
from tests.rule_kinds import RULE_KINDS, Case, Judgement

__all__ = ["KINDS", "Case", "Judgement"]


def _murmur2(case: Case) -> Judgement:
    key = bytes.fromhex(case["key_hex"])
    h = murmur2(key)
    ours = h, to_positive(h), {n: keyed_partition(key, int(n)) for n in case["partitions"]}
    return Judgement((case["murmur2"], case["to_positive"], case["partitions"]), ours)


def _group_coordinator_partition(case: Case) -> Judgement:
    ours = java_string_hash(case["group_id"]), coordinator_partition(case["group_id"], case["n"])
    return Judgement((case["hash"], case["partition"]), ours)


def _topic_names(case: Case) -> Judgement:
    if "a" in case:
        name = case["a"]
        ours = topics_collide(name, case["b"]), unify_collision_chars(name), has_collision_chars(name)
        return Judgement((case["collide"], case["unified_a"], case["chars_a"]), ours)
    name = case["name"]
    _, refusal = answer_or_refusal(lambda: validate_topic_name(name))
    expected = case["valid"], case.get("error"), case["internal"], case["has_collision_chars"]
    return Judgement(expected, (refusal is None, refusal, is_internal_topic(name), has_collision_chars(name)))


def _striped_placer(case: Case) -> Judgement:
    rack_order = case.get("rack_map_order") or []
    brokers = [Placeable(b["id"], b["rack"], b["fenced"]) for b in case["brokers"]]
    brokers.sort(key=lambda broker: rack_order.index(broker.rack) if broker.rack in rack_order else -1)
    recorded = case.get("draws") or []
    drawn: list[list[int]] = []

    def draw(bound: int) -> int:
        value = recorded[len(drawn)][1] if len(drawn) < len(recorded) else 0
        drawn.append([bound, value])
        return value

    count, factor = case["partitions"], case["replication_factor"]
    placement, refusal = answer_or_refusal(lambda: place_striped(brokers, count, factor, draw=draw))
    if refusal is not None:
        return Judgement(case.get("message"), refusal)  # Kafka had drawn before it refused; nobody can tell.
    return Judgement((case.get("placement"), recorded), (placement, drawn))


def _admin_utils_placement(case: Case) -> Judgement:
    brokers = [Placeable(broker["id"], broker["rack"]) for broker in case["brokers"]]
    start, first = case["fixed_start_index"], case["start_partition_id"]
    ours = answer_or_refusal(
        lambda: place_zookeeper(
            brokers, case["partitions"], case["replication_factor"], fixed_start_index=start, start_partition_id=first
        )
    )
    return Judgement((case.get("placement"), case.get("message")), ours)


def answer_or_refusal(ask: Callable[[], Any]) -> tuple[Any, str | None]:
    try:
        return ask(), None
    except KafkaError as refusal:
        return None, refusal.message


def _partition_change(case: Case) -> Judgement:
    before = _partition(case)
    request = PartitionRequest(**{f: _tuple(case[f]) for f in PartitionRequest._fields if f in case})
    election_context = ElectionContext(**{f: _tuple(case[f]) for f in ElectionContext._fields})
    change = change_partition(before, request, election_context)
    expected = (_partition(case["result"]), sorted(case["changed"])) if case["result"] else None
    if change is None:
        return Judgement(expected, None)
    changed = [f for f, new in change._asdict().items() if (new != KEEP if f == "leader" else new is not None)]
    return Judgement(expected, (apply_change(before, change), sorted(changed)))


def _partition(state: Case) -> Partition:
    fields = {field: _tuple(state[field]) for field in Partition._fields}
    return Partition(**{**fields, "leader": None if state["leader"] == -1 else state["leader"]})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _reassignment(case: Case) -> Judgement:
    move = plan_reassignment(case["current"], case["target"])
    in_progress = bool(move.adding or move.removing)
    expected: list[Any] = [[case[f] for f in ("replicas", "adding", "removing")], case["in_progress"]]
    ours: list[Any] = [[list(brokers) for brokers in move], in_progress]
    original, _, _ = cancel_reassignment(move, [])
    expected.append(case["original_replicas"])
    ours.append(list(original))
    for check in case["checks"]:
        done = complete_reassignment(move, check["isr"])
        replicas, isr, unclean = cancel_reassignment(move, check["isr"])
        new = [check["new_replicas"], check["new_isr"]] if check["completed"] else None
        expected += [new, check["cancel"]]
        ours.append([list(brokers) for brokers in done] if done else None)
        ours.append({"replicas": list(replicas), "isr": list(isr), "unclean": unclean})
    return Judgement(expected, ours)


def _range_assign(case: Case) -> Judgement:
    ours = range_assign(case["partitions_per_topic"], _subscriptions(case["subscriptions"]))
    return Judgement(sorted_assignment(case["assignment"]), sorted_assignment(ours))


def _roundrobin_assign(case: Case) -> Judgement:
    ours = roundrobin_assign(case["partitions_per_topic"], _subscriptions(case["subscriptions"]))
    return Judgement(_listed(case["assignment"]), _listed(ours))


def _sticky_assign(case: Case) -> Judgement:
    group = _subscriptions(case["members"], case["member_order"])
    ours = sticky_assign(case["partitions_per_topic"], group)
    return _judge_sticky(case, group, [ours], [case["assignment"]])


def _cooperative_sticky_assign(case: Case) -> Judgement:
    group = _subscriptions(case["members"], case["member_order"])
    ours = cooperative_sticky_plan(case["partitions_per_topic"], group)
    return _judge_sticky(case, group, list(ours), [case["assignment"], case["withheld"]])


def _share_partition(case: Case) -> Judgement:
    expected, start = [], 0
    for step in case["steps"]:
        start = step.get("start_offset", start)
        expected.append((step.get("acquired", []), start, step.get("changed", {})))
    return Judgement(expected, share_partition.played(case))


def _judge_sticky(case: Case, group: dict[str, Subscription], ours: list[Any], expected: list[Any]) -> Judgement:
    if all_subscriptions_equal(group):
        return Judgement([_listed(part) for part in expected], [_listed(part) for part in ours])
    broken = _broken_promise(case, group, _merged(ours), _merged(expected))
    return Judgement(
        [sorted_assignment(part) for part in expected], [sorted_assignment(part) for part in ours], True, broken
    )


def _server(
    assignor: Callable[..., dict[str, list[TopicPartition]]], *, may_differ: bool
) -> Callable[[Case], Judgement]:
    def judge(case: Case) -> Judgement:
        by_id = sorted(case["partitions_per_topic"], key=case["topic_ids"].__getitem__)
        counts = {topic: case["partitions_per_topic"][topic] for topic in by_id}
        group = _subscriptions(case["members"], case["member_order"])
        ours = _merged([assignor(counts, group)])
        expected = {member: _pairs(topics) for member, topics in case["target"].items()}
        lenient = may_differ and case["subscription_type"] == "HETEROGENEOUS"
        broken = _broken_promise(case, group, ours, _merged([expected])) if lenient else None
        return Judgement(sorted_assignment(expected), sorted_assignment(ours), lenient, broken)

    return judge


def _broken_promise(case: Case, group: dict[str, Subscription], ours: Any, expected: Any) -> str | None:
    broken = assignment_breach(ours, case["partitions_per_topic"], group)
    if broken is None and _imbalance(ours, group) > _imbalance(expected, group):
        return "The loads of the members differ more than Kafka's."
    return broken


def _imbalance(assignment: Mapping[str, list[Any]], group: dict[str, Subscription]) -> int:
    loads = [len(assignment.get(member, [])) for member in group]
    return sum(abs(one - other) for one, other in combinations(loads, 2))


def _subscriptions(members: Case, order: list[str] | None = None) -> dict[str, Subscription]:
    return {
        member: Subscription(
            tuple(members[member]["topics"]),
            tuple(_pairs(members[member].get("current") or members[member].get("owned", []))),
            members[member].get("generation", -1),
            members[member].get("instance_id"),
        )
        for member in order or members
    }


def _pairs(partitions: Any) -> list[TopicPartition]:
    if isinstance(partitions, dict):
        return [TopicPartition(topic, number) for topic, numbers in partitions.items() for number in numbers]
    return [TopicPartition(topic, number) for topic, number in partitions]


def _listed(assignment: Mapping[str, Any]) -> dict[str, list[TopicPartition]]:
    return {member: _pairs(partitions) for member, partitions in assignment.items()}


def sorted_assignment(assignment: Mapping[str, Any]) -> dict[str, list[TopicPartition]]:
    return {member: sorted(_pairs(partitions)) for member, partitions in assignment.items() if partitions}


def _merged(parts: list[Any]) -> dict[str, list[TopicPartition]]:
    merged: dict[str, list[TopicPartition]] = {}
    for part in parts:
        for member, partitions in part.items():
            merged.setdefault(member, []).extend(_pairs(partitions))
    return merged


KINDS: dict[str, Callable[[Case], Judgement]] = {
    **RULE_KINDS,
    "admin_utils_placement": _admin_utils_placement,
    "cooperative_sticky_assign": _cooperative_sticky_assign,
    "group_coordinator_partition": _group_coordinator_partition,
    "murmur2": _murmur2,
    "partition_change": _partition_change,
    "range_assign": _range_assign,
    "reassignment": _reassignment,
    "roundrobin_assign": _roundrobin_assign,
    "share_partition": _share_partition,
    "server_range": _server(server_range_assign, may_differ=False),
    "server_uniform": _server(uniform_assign, may_differ=True),
    "simple_assign": _server(simple_assign, may_differ=False),
    "sticky_assign": _sticky_assign,
    "striped_placer": _striped_placer,
    "topic_names": _topic_names,
}
