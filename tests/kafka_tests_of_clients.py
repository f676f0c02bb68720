"""How scenarios of Kafka's tests of producers and groups are put to the decisions."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from kafkaviz.decisions import assignors as a
from kafkaviz.decisions import partitioners as p
from kafkaviz.decisions.hashing import coordinator_partition, java_string_hash, murmur2
from kafkaviz.decisions.values import Sent, Subscription, TopicPartition
from tests.vector_kinds import Case, Judgement, sorted_assignment

NO_SUCH_TOPIC = "a topic that does not exist is passed over, the coordinator never asks for one"
NO_BATCH_SIZE = "the partitioner does not check the size of a batch"


def _murmur2(case: Case) -> Judgement:
    if case.get("fn") == "abs":  # The decision that takes it takes a group's name, so one that hashes to the number.
        return Judgement(case["expected"], coordinator_partition(_named_by_hash(case["input"]), 1_000_000))
    return Judgement(case["murmur2_int32"], murmur2(bytes.fromhex(case["key_hex"])))


def _named_by_hash(h: int) -> str:
    units, h = "", h % 2**32
    while h:
        h, unit = divmod(h, 31)
        units = chr(unit) + units
    return units


def _group_to_offsets_partition(case: Case) -> Judgement:
    expected = case["java_hash"], [case[f"partition_of_{partitions}"] for partitions in (50, 10, 3)]
    group = case["group"]
    return Judgement(expected, (java_string_hash(group), [coordinator_partition(group, n) for n in (50, 10, 3)]))


def sequential() -> Callable[[int], int]:
    """Returns numbers 0, 1, 2, … brought into range, as Kafka's tests draw."""
    numbers = count()
    return lambda bound: next(numbers) % bound


def run(
    partitioner: Any, records: int, partitions: int, *, sent: Sent | None = None, batch_records: int = 1
) -> list[int]:
    """Sends records of 100 bytes without keys, in batches of so many records; returns where each went."""
    route, in_batch, sent = [], 0, sent or Sent()
    for number in range(records):
        chosen = partitioner(None, partitions, sent._replace(records=number, new_batch=in_batch == 0))
        before = sent.bytes if chosen == sent.partition else 0
        in_batch = in_batch + 1 if before else 1
        sent = sent._replace(partition=chosen, bytes=before + 100, batch_full=in_batch == batch_records)
        in_batch %= batch_records
        route.append(chosen)
    return route


def _builtin_partitioner(case: Case) -> Judgement | str:
    if "raises" in case:
        return NO_BATCH_SIZE
    if "queue_sizes" in case:
        times = case["expected_frequencies_per_cycle"]
        sent = Sent(queue_sizes=tuple(case["queue_sizes"]), draw=sequential())
        drawn = Counter(p.uniform_sticky(None, len(times), sent) for _ in range(2 * sum(times)))
        return Judgement([2 * often for often in times], [drawn[n] for n in range(len(times))])
    if "leaders" in case:
        available = tuple(int(n) for n, leader in case["leaders"].items() if leader is not None)
        sent = Sent(batch_size=1, available=available, draw=sequential())
        route = run(p.uniform_sticky, 100, len(case["leaders"]), sent=sent)
        return Judgement(set(available or range(len(case["leaders"]))), set(route))
    records = case["sticky_batch_records"]
    sent = Sent(batch_size=100 * records, draw=sequential())
    route = run(p.uniform_sticky, records + 1, case["partitions"], sent=sent, batch_records=records)
    stays, leaves = len(set(route[:records])) == 1, route[records] != route[0]
    return Judgement((True, case["partitions"] > 1), (stays, leaves))


def java_map_order(member: str) -> int:
    """Where a small Java hash map keeps a key; the members of Kafka's tests come in this order."""
    h = java_string_hash(member) & 0xFFFFFFFF
    return (h ^ h >> 16) & 15


def _group(case: Case) -> dict[str, Subscription]:
    return {
        member: Subscription(
            tuple(said["topics"]),
            tuple(TopicPartition(*partition) for partition in said.get("owned", [])),
            said.get("generation", -1),
            said.get("group_instance_id"),
        )
        for member, said in sorted(case["members"].items(), key=lambda item: java_map_order(item[0]))
    }


def _of_members(assign: Callable[..., Any]) -> Callable[[Case], Judgement]:
    def judge(case: Case) -> Judgement:
        group = _group(case)
        ours = assign(case["topics"], group)
        if "expected_by_instance" in case:
            ours = {group[member].instance_id: partitions for member, partitions in ours.items()}
        return Judgement(sorted_assignment(case.get("expected_by_instance", case["expected"])), sorted_assignment(ours))

    return judge


def _server_range_assignor(case: Case) -> Judgement | str:
    if "raises" in case:
        return NO_SUCH_TOPIC
    ours = a.server_range_assign(case["topics"], _group(case))
    if "same_as_step" in case:
        first = a.server_range_assign(case["before"]["topics"], _group(case["before"]))
        expected = {new: first[old] for new, (_, old) in case["same_as_step"].items()}
    elif case["expected"] is None:  # The first step of a scenario that only compares two steps.
        return Judgement(None, a.assignment_breach(ours, case["topics"], _group(case)))
    else:
        expected = case["expected"]
    return Judgement(sorted_assignment(expected), sorted_assignment(ours))


def _sticky_assignor(case: Case) -> Judgement:
    group = _group(case)
    ours = a.sticky_assign(case["topics"], group)
    expected: list[Any] = [None, True]
    judged: list[Any] = [a.assignment_breach(ours, case["topics"], group), spread(ours, group, case["topics"]) <= 1]
    if case["expected"] is not None:
        written = {m: [list(partition) for partition in owned] for m, owned in ours.items() if m in case["expected"]}
        in_order = case.get("order_matters")
        expected.append(case["expected"] if in_order else sorted_assignment(case["expected"]))
        judged.append(written if in_order else sorted_assignment(written))
    if case["transferring"] is not None:
        withheld = a.cooperative_sticky_plan(case["topics"], group).withheld
        expected.append(sorted(case["transferring"]))
        judged.append(sorted([*partition, member] for member, owned in withheld.items() for partition in owned))
    return Judgement(expected, judged)


def spread(assignment: Mapping[str, Any], group: Mapping[str, Any], counts: Mapping[str, int]) -> int:
    """Tells how many more partitions a member has than another that could take one of them over."""
    group = {member: Subscription(*subscription) for member, subscription in group.items()}
    return max(
        (
            len(assignment[rich]) - len(assignment[poor])
            for rich in group
            for poor in group
            for partition in assignment[rich]
            if partition.topic in group[poor].topics and poor != rich
        ),
        default=0,
    )


JUDGES: dict[str, Callable[[Case], Judgement | str]] = {
    "builtin_partitioner": _builtin_partitioner,
    "group_to_offsets_partition": _group_to_offsets_partition,
    "murmur2": _murmur2,
    "range_assignor": _of_members(a.range_assign),
    "roundrobin_assignor": _of_members(a.roundrobin_assign),
    "server_range_assignor": _server_range_assignor,
    "sticky_assignor": _sticky_assignor,
}
