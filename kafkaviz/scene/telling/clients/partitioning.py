"""Who chose the partition of a record, and by which rule: the partitioner's own arithmetic, with its numbers."""

from collections.abc import Callable, Sequence
from typing import Final
from zlib import crc32

from kafkaviz.decisions import partitioners
from kafkaviz.decisions.hashing import keyed_partition, murmur2, to_positive
from kafkaviz.decisions.policies import Partitioner, Policies
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import name_of, quantity
from kafkaviz.model.clients.changes import known_partitions
from kafkaviz.model.clients.events import RecordQueued
from kafkaviz.model.clients.producer_requests import Send, count_sent
from kafkaviz.model.core.chance import PARTITIONER, chance_of
from kafkaviz.model.core.clients import Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import label_of
from kafkaviz.scene.telling.telling import Cause, Reason
from kafkaviz.scene.telling.words import and_more, listing

BY_MURMUR2: Final = (
    partitioners.kafka_default,
    partitioners.keyed,
    partitioners.round_robin_by_default,
    partitioners.sticky_by_default,
    partitioners.murmur2_random,
)
"""The partitioners that hash a key as Java clients do."""
Rule = Callable[[RecordQueued, int, Sent], Reason]


def why_there(event: RecordQueued, before: Cluster, cause: Cause) -> str:
    """Returns why a record goes to its partition."""
    partitioner, number, partitions = cause.policies.partitioner, event.tp.partition, _partitions(event, before)
    if (reason := rule_there(event, before, cause)) is not None:
        return reason.sentence
    if event.key is not None and _is_hashed(event.key, partitioner):
        if partitioner is partitioners.consistent_random:
            return f"Its key decides, as in librdkafka: CRC32 {crc32(event.key)} mod {partitions} = {number}."
        return f"Its key decides: {_arithmetic(event.key, partitions)}."
    asked = f"{name_of(partitioner)}, asked with {_asked(event.key)} and {quantity(partitions, 'partition')}"
    return f"{asked}, answered {number}."


def rule_there(event: RecordQueued, before: Cluster, cause: Cause) -> Reason | None:
    """Returns by which rule a record goes to its partition; None where its key's hash or a learner's function chose."""
    partitioner, number = cause.policies.partitioner, event.tp.partition
    if names_partition(event, cause):
        sentence = f"The application named partition {number}, so no partitioner was asked."
        return Reason(f"app named p{number}", sentence)
    rule = next((rule for known, rule in WITHOUT_KEY if partitioner is known), None)
    if rule is None or _is_hashed(event.key, partitioner):
        return None
    return rule(event, _partitions(event, before), _sent(event, before, cause.policies))


def _is_hashed(key: bytes | None, partitioner: Partitioner) -> bool:
    """Tells whether a partitioner goes by the hash of a key; librdkafka's draws where a key is empty."""
    if partitioner is partitioners.consistent_random:
        return bool(key)
    return key is not None and any(partitioner is each for each in BY_MURMUR2)


def why_all_there(queued: Sequence[tuple[Cluster, RecordQueued, Cause]]) -> str:
    """Returns why the records of one batch go where they go: the sum of each key, or the first choice and the last.

    Each comes with the cluster before it and its cause.
    """
    before, event, cause = queued[0]
    keys = [key for key in dict.fromkeys(event.key for _, event, _ in queued) if key is not None]
    partitions = _partitions(event, before)
    chosen = any(names_partition(event, cause) for _, event, cause in queued)
    hashes = any(cause.policies.partitioner is each for each in BY_MURMUR2)
    by_key = hashes and all(event.key is not None for _, event, _ in queued)
    if by_key and not chosen and len(keys) > 1:
        sums = [f"{label_of(key, 16)} {murmur2(key)} → {keyed_partition(key, partitions)}" for key in keys]
        return f"murmur2(key) & 0x7fffffff mod {partitions}: {', '.join(sums[:3])}{and_more(sums, 3)}."
    first, last = (why_there(event, before, cause) for before, event, cause in (queued[0], queued[-1]))
    return first if first == last or len(keys) == 1 else f"{first} Last record: {last.removeprefix('Sticky: ')}"


def _partitions(event: RecordQueued, before: Cluster) -> int:
    """Returns how many partitions the producer chose from."""
    return known_partitions(before, before.producers.get(event.producer, Producer()), event.tp.topic)


def names_partition(event: RecordQueued, cause: Cause) -> bool:
    """Tells whether the application named the partition itself."""
    if isinstance(cause.request, Send):
        return cause.request.partition is not None
    return event.keyed and event.key is None


def _arithmetic(key: bytes, partitions: int) -> str:
    hashed = murmur2(key)
    positive = to_positive(hashed)
    return f"murmur2 {hashed} & 0x7fffffff = {positive}, mod {partitions} = {positive % partitions}"


def _asked(key: bytes | None) -> str:
    return "no key" if key is None else f"key {label_of(key, 16)}"


def _sent(event: RecordQueued, before: Cluster, policies: Policies) -> Sent:
    producer, size = before.producers.get(event.producer, Producer()), record_size(event.key, event.value)
    return count_sent(before, event.tp.topic, producer, size, chance_of(before, PARTITIONER), policies)


def _in_turn(event: RecordQueued, partitions: int, sent: Sent) -> Reason:
    among = sent.available or tuple(range(partitions))
    skipped = "" if len(among) == partitions else f" of those with a leader ({listing(among, '')})"
    turn = sent.records % len(among)
    before = f"Round robin: {quantity(sent.records, 'record')} before it, mod {len(among)} = {turn}"
    words = f"round robin: {sent.records} mod {len(among)} = {turn}"
    return Reason(words, f"{before}: partition {among[turn]}{skipped}.")


def _at_random(event: RecordQueued, partitions: int, sent: Sent) -> Reason:
    among = f"one of the {partitions} partitions is drawn" if partitions > 1 else "the only partition it can go to"
    words = f"drawn at random: 1 of {partitions}" if partitions > 1 else "the only partition"
    return Reason(words, f"It has no key to hash: {among}, {event.tp.partition}.")


def _first(number: int, among: int) -> Reason:
    if among == 1:
        return Reason(f"sticky: only p{number}", f"Sticky: partition {number} is the only one with a leader.")
    return Reason(
        f"sticky: draws p{number} of {among}", f"Sticky: of {among} partitions with a leader one is drawn, {number}."
    )


def _by_batch(event: RecordQueued, partitions: int, sent: Sent) -> Reason:
    number = event.tp.partition
    if sent.partition is None:
        return _first(number, len(sent.available) or partitions)
    if not sent.new_batch:
        stays = f"Sticky: partition {number} has an open batch (batch.size {sent.batch_size:,} bytes), so it stays."
        return Reason(f"sticky: p{number}'s batch is open", stays)
    full = f"Sticky: partition {sent.partition} has no open batch with room for it, so another is drawn: {number}."
    return Reason(f"p{sent.partition}'s batch full: draws p{number}", full)


def _by_bytes(event: RecordQueued, partitions: int, sent: Sent) -> Reason:
    number, size = event.tp.partition, f"{sent.batch_size:,} bytes (batch.size)"
    if sent.partition is None:
        return _first(number, len(sent.available) or partitions)
    if not event.drawn:
        had = f"Sticky: partition {number} has had {sent.bytes:,} of {size} before it, so it stays."
        return Reason(f"sticky: p{number} not full yet", had)
    sizes = {n: waiting for n, waiting in zip(sent.available, sent.queue_sizes, strict=False) if waiting}
    queues = ", ".join(f"partition {n} {waiting}" for n, waiting in list(sizes.items())[:3])
    rare = f"; the more batches wait, the rarer it is drawn ({queues})" if sizes else ""
    drawn = f"Sticky: partition {sent.partition} has had {sent.bytes:,} of {size}; one is drawn, {number}{rare}."
    return Reason(f"p{sent.partition} is full: draws p{number}", drawn)


WITHOUT_KEY: Final[tuple[tuple[Partitioner, Rule], ...]] = (
    (partitioners.round_robin, _in_turn),
    (partitioners.round_robin_by_default, _in_turn),
    (partitioners.sticky, _by_batch),
    (partitioners.sticky_by_default, _by_batch),
    (partitioners.uniform_sticky, _by_bytes),
    (partitioners.kafka_default, _by_bytes),
    (partitioners.murmur2_random, _at_random),
    (partitioners.consistent_random, _at_random),
)
"""What is said of the partitioners that do not go by the key, or not of this record."""
