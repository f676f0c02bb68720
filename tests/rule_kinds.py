"""How recorded answers about sizes, times, errors, configs, partitioners and topics are asked of us and compared.

Those about assignments, elections and placement are in `tests/vector_kinds.py`, which has the table of all.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.assignor_names import assignor_name
from kafkaviz.decisions.assignors import (
    range_assign,
    roundrobin_assign,
    server_range_assign,
    sticky_assign,
    uniform_assign,
)
from kafkaviz.decisions.config_names import TOPIC_CONFIGS, field_of
from kafkaviz.decisions.config_values import change_configs, parse_config, topic_configs
from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, error_named
from kafkaviz.decisions.metadata_age import is_refresh_due, next_refresh_ms, refresh_interval_ms
from kafkaviz.decisions.naming import validate_partition_count, validate_partition_growth, validate_replication_factor
from kafkaviz.decisions.partitioners import (
    consistent_random,
    kafka_default,
    keyed,
    murmur2_random,
    round_robin,
    round_robin_by_default,
    sticky_by_default,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reading import Readable, rack_aware
from kafkaviz.decisions.reassignment import validate_replica_assignment
from kafkaviz.decisions.record_sizes import batch_growth, record_size, record_size_upper_bound
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.retention import Segment, must_roll, segment_file_name
from kafkaviz.decisions.retrying import backoff_ms, reaction
from kafkaviz.decisions.values import Sent

Case = dict[str, Any]
NOW_MS: Final = 1_000_000
RANGED_OTHERWISE: Final = frozenset(
    (
        "broker.session.timeout.ms",
        "controller.quorum.fetch.timeout.ms",
        "default.replication.factor",
        "group.initial.rebalance.delay.ms",
        "group.share.delivery.count.limit",
        "group.share.partition.max.record.locks",
        "group.share.record.lock.duration.ms",
        "heartbeat.interval.ms",
        "leader.imbalance.per.broker.percentage",
        "offsets.topic.replication.factor",
        "replica.fetch.wait.max.ms",
        "replica.lag.time.max.ms",
        "segment.bytes",
        "session.timeout.ms",
    )
)
"""Configs whose least or most is another one here, as `parse_config` says under what is simplified."""


class Judgement(NamedTuple):
    """What Kafka answered and what we answer; a lenient case may differ as long as no promise is broken."""

    expected: Any
    ours: Any
    is_lenient: bool = False
    broken: str | None = None


def _topic_requests(case: Case) -> Judgement:
    (partitions, factor), (count, wanted) = case["create"], case["grow"]

    def create() -> None:
        validate_replication_factor(factor)
        validate_partition_count(partitions)

    ours = (
        _refusal(create),
        _refusal(lambda: validate_partition_growth("letters", count, wanted)),
        _refusal(lambda: validate_replica_assignment(case["replicas"], case["brokers"])),
    )
    refused = ["INVALID_REPLICA_ASSIGNMENT", case["refused"]] if case["refused"] else None
    return Judgement((case["created"], case["grown"], refused), ours)


def _refusal(ask: Callable[[], object]) -> list[str] | None:
    try:
        ask()
    except KafkaError as refusal:
        return [refusal.name, refusal.message]
    return None


def _record_sizes(case: Case) -> Judgement:
    key, value = _bytes(case["key"]), _bytes(case["value"])
    headers = [("h" * name, _bytes(content)) for name, content in case["headers"]]
    deltas = {name: case[name] for name in ("timestamp_delta_ms", "offset_delta")}
    grown, sizes = 0, []
    for place, (one, two) in enumerate(case["appended"]):
        grown += batch_growth(record_size(_bytes(one), _bytes(two), offset_delta=place), opens_batch=not place)
        sizes.append(grown)
    ours = record_size(key, value, headers=headers, **deltas), record_size_upper_bound(key, value), sizes
    return Judgement((case["size"], case["upper_bound"], case["batch_sizes"]), ours)


def _bytes(length: int) -> bytes | None:
    return None if length < 0 else bytes(length)


def _backoffs(case: Case) -> Judgement:
    """Where the limit cuts a power short, Java's `Math.pow` and Python's may differ in the last millisecond."""
    policies = Policies(**{name: case[name] for name in ("retry_backoff_ms", "retry_backoff_max_ms")})
    ours = [backoff_ms(attempt, policies) for attempt in range(1, len(case["waits"]) + 1)]
    cut = [policies.retry_backoff_max_ms - 1, policies.retry_backoff_max_ms]
    return Judgement(
        case["waits"], [wait if {wait, our} == {*cut} else our for wait, our in zip(case["waits"], ours, strict=True)]
    )


def _errors(case: Case) -> Judgement:
    """An error that is none of ours cannot come about here, and is given up on."""
    known, said = error_named(case["error"]), reaction(case["error"], 0)
    if known is KafkaError:
        return Judgement("give up", said)
    wanted = "refresh and retry" if case["refreshes"] else "retry" if case["retriable"] else "give up"
    late = reaction(case["error"], 120_000)
    return Judgement((case["code"], wanted, "give up"), (known.code, said, late))


def _metadata_age(case: Case) -> Judgement:
    policies = Policies(**{name: case[name] for name in ("metadata_max_age_ms", "retry_backoff_ms")})
    first, interval = case["first_ms"], refresh_interval_ms(policies)
    ours = [
        [now, now if is_refresh_due(first, now, interval) else next_refresh_ms(first, now, interval)]
        for now, _ in case["due_ms"]
    ]
    return Judgement(case["due_ms"], ours)


def _keyed_partition(case: Case) -> Judgement:
    key, partitions = bytes.fromhex(case["key_hex"]), case["partitions"]
    ours = [partitioner(key, partitions, Sent()) for partitioner in (keyed, kafka_default)]
    return Judgement([case["partition"]] * 2, ours)


def _librdkafka_partitioners(case: Case) -> Judgement:
    asked = {"consistent_random": consistent_random, "murmur2_random": murmur2_random}
    key, partitions = bytes.fromhex(case["key_hex"]), case["partitions"]
    told = {name: case[name] for name in asked if name in case}
    return Judgement(told, {name: asked[name](key, partitions, Sent()) for name in told})


def _default_partitioner_2_3(case: Case) -> Judgement:
    """Its counter started at random, so the first record without a key says where."""
    available, partitions, asked = tuple(case["available"]), case["partitions"], case["asked"]
    keyless = [told["partition"] for told in asked if told["key_hex"] is None]
    order = available or tuple(range(partitions))
    counter, ours = count(order.index(keyless[0]) if keyless else 0), []
    for told in asked:
        sent = Sent(records=next(counter) if told["key_hex"] is None else 0, available=available)
        ours.append(round_robin_by_default(_key(told), partitions, sent))
    return Judgement([told["partition"] for told in asked], ours)


def _default_partitioner_2_4(case: Case) -> Judgement:
    """What it draws is chance: ours must be able to draw the same, and must stay where it stayed."""
    available, partitions = tuple(case["available"]), case["partitions"]
    stuck, is_new, ours = None, False, []
    for told in case["asked"]:
        is_new |= told["new_batch"]
        drawn = [
            sticky_by_default(
                _key(told), partitions, Sent(partition=stuck, new_batch=is_new, available=available, draw=_always(draw))
            )
            for draw in range(partitions)
        ]
        ours.append(told["partition"] if told["partition"] in drawn else drawn[0])
        if told["key_hex"] is None:
            stuck, is_new = told["partition"], False
    return Judgement([told["partition"] for told in case["asked"]], ours)


def _always(draw: int) -> Callable[[int], int]:
    return lambda bound: min(draw, bound - 1)


def _key(told: Case) -> bytes | None:
    return None if told["key_hex"] is None else bytes.fromhex(told["key_hex"])


def _reset_durations(case: Case) -> Judgement:
    return Judgement(case.get("ms"), reset_duration_ms(case["value"]))


def _round_robin_partitioner(case: Case) -> Judgement:
    available, partitions = tuple(case["available"]), case["partitions"]
    ours = [round_robin(None, partitions, Sent(records=n, available=available)) for n in range(len(case["chosen"]))]
    return Judgement(case["chosen"], ours)


def _rack_aware(case: Case) -> Judgement:
    views = {
        told["id"]: Readable(told["id"], told.get("rack"), told["end_offset"], NOW_MS - told["since_caught_up_ms"])
        for told in case["replicas"]
    }
    leader = views.pop(case["leader"])
    return Judgement(case["chosen"], rack_aware(case.get("rack"), leader, [*views.values()]))


def _config_values(case: Case) -> Judgement:
    field = field_of(case["name"])
    if field is None:
        return Judgement(case["known"], False)
    read, is_whole = case.get("read"), case["value"].strip().lstrip("+-").isdigit()
    if case["name"] in RANGED_OTHERWISE and is_whole and (read is None) != (_read(field, case["value"]) is None):
        return Judgement(None, None)
    expected: list[object] = ["all" if (field, read) == ("acks", "-1") else read]
    ours: list[object] = [_read(field, case["value"])]
    if field in TOPIC_CONFIGS:
        expected.append(case["topic"])
        ours.append(_accepts(lambda: topic_configs({case["name"]: case["value"]})))
    return Judgement(expected, ours)


def _read(field: str, value: str) -> str | None:
    """Returns what a config is read as, the way Java shows it; None where it is refused."""
    try:
        read = parse_config(field, value)
    except InvalidArgumentError:
        return None
    return str(read).lower() if isinstance(read, bool) else str(read)


def _accepts(ask: Callable[[], object]) -> bool:
    try:
        ask()
    except (InvalidArgumentError, KafkaError):
        return False
    return True


def _config_pairs(case: Case) -> Judgement:
    return Judgement("refused" not in case, _accepts(lambda: change_configs(Policies(), case["set"])))


def _assignor_names(case: Case) -> Judgement:
    known = (range_assign, roundrobin_assign, sticky_assign, uniform_assign, server_range_assign)
    named = {function.__name__: function for function in known}
    function = named[case["assignor"]] if "assignor" in case else None
    return Judgement(case["name"], assignor_name(function, case["protocol"]))


def _segments(case: Case) -> Judgement:
    base, first = case["base_offset"], None
    limits = {name: case[name] for name in ("segment_bytes", "segment_ms")}
    # Kafka refuses a batch that no segment can hold before it appends it; its class alone would roll an empty one.
    most = case["segment_bytes"]
    batches = [batch for batch in case["batches"] if batch["size_bytes"] or batch["batch_bytes"] <= most]
    ours = []
    for place, batch in enumerate(batches):
        segment = Segment(base, base + place, batch["size_bytes"], first)
        ours.append(must_roll(segment, batch["batch_bytes"], batch["timestamp_ms"], **limits))
        first = batch["timestamp_ms"] if first is None else first
    rolls = [batch["rolls"] for batch in batches]
    return Judgement((case["file"], rolls), (segment_file_name(base), ours))


RULE_KINDS: Mapping[str, Callable[[Case], Judgement]] = {
    "assignor_names": _assignor_names,
    "backoffs": _backoffs,
    "config_pairs": _config_pairs,
    "config_values": _config_values,
    "default_partitioner_2_3": _default_partitioner_2_3,
    "default_partitioner_2_4": _default_partitioner_2_4,
    "errors": _errors,
    "keyed_partition": _keyed_partition,
    "librdkafka_partitioners": _librdkafka_partitioners,
    "metadata_age": _metadata_age,
    "rack_aware": _rack_aware,
    "record_sizes": _record_sizes,
    "reset_durations": _reset_durations,
    "round_robin_partitioner": _round_robin_partitioner,
    "segments": _segments,
    "topic_requests": _topic_requests,
}
