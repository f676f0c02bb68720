"""Records `tests/vectors/segments/broker` anew: what a real Kafka 4.4.0 writes to disk, and what it was given.

pip install confluent-kafka
python -m tests.record_segments FOLDER

The client is librdkafka's, so that what is read was not written by the library that reads it; topics called
`broker-…` are packed by the broker, so by Java.
"""

import json
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.real_kafka import Broker, broker, create_topic

CODECS = ("gzip", "snappy", "lz4", "zstd")
RECORDS = 300
FIRST_MS = 1_767_225_600_000  # 2026-01-01 00:00 UTC
HOUR_MS = 3_600_000
BATCH_BYTES = 4_000
CLEANER_SECONDS = 60
LARGEST_KEPT = 100_000


class Given(NamedTuple):
    """A record as it is handed to a producer."""

    key: bytes | None
    value: bytes | None
    timestamp_ms: int
    headers: list[tuple[str, bytes | None]]


def given(count: int, first: int = 0) -> Iterator[Given]:
    """Yields records with what is rare in them: no key, no value, empty ones, headers, times out of order."""
    for number in range(first, first + count):
        key = {7: None, 11: b""}.get(number % 40, b"user-%d" % (number * number % 37))
        value = {13: None, 17: b""}.get(number % 40, b"order %d of " % number + bytes(range(number % 50)))
        headers: list[tuple[str, bytes | None]] = [("trace", b"%08x" % (number * 2_654_435_761 % 2**32))]
        headers += [("grün", "ß".encode()), ("none", None), ("trace", b"")] if number % 5 == 0 else []
        yield Given(key, value, FIRST_MS + 250 * number - 900 * (number % 3), headers if number % 2 == 0 else [])


def send(node: Broker, topic: str, some: Iterable[Given], **settings: object) -> list[dict[str, Any]]:
    """Sends records; returns them as the broker acknowledged them, as lines of the file."""
    return acknowledged(producer_of(node, **settings), topic, some)


def producer_of(node: Broker, **settings: object) -> Any:
    """Returns a producer with small batches; settings as compression_type="gzip"."""
    from confluent_kafka import Producer

    own = {key.replace("_", "."): value for key, value in settings.items()}
    return Producer({"bootstrap.servers": node.bootstrap, "batch.size": BATCH_BYTES, "linger.ms": 50} | own)


def acknowledged(producer: Any, topic: str, some: Iterable[Given]) -> list[dict[str, Any]]:
    """Sends records and waits for all; returns what was given, with the offset and the time that came back."""
    lines: list[dict[str, Any]] = []

    def produce(one: Given) -> None:
        def arrived(error: object, message: Any) -> None:
            assert error is None, error
            lines.append(line(topic, one, message.offset(), message.timestamp()[1]))

        producer.produce(
            topic, one.value, one.key, timestamp=one.timestamp_ms, headers=one.headers, on_delivery=arrived
        )

    for one in some:
        produce(one)
    producer.flush(30)
    return sorted(lines, key=lambda one: one["offset"])


def line(topic: str, one: Given, offset: int, timestamp_ms: int) -> dict[str, Any]:
    """Returns a record as it is written down; bytes are hexadecimal."""
    return {
        "topic": topic,
        "offset": offset,
        "timestamp_ms": timestamp_ms,
        "key": one.key if one.key is None else one.key.hex(),
        "value": one.value if one.value is None else one.value.hex(),
        "headers": [[name, value if value is None else value.hex()] for name, value in one.headers],
    }


def record_codecs(node: Broker) -> Iterator[dict[str, Any]]:
    """Yields what was written to a topic for each codec, packed by the client, and to one packed by the broker."""
    for codec in CODECS:
        create_topic(node, f"client-{codec}")
        yield from send(node, f"client-{codec}", given(RECORDS), compression_type=codec)
        create_topic(node, f"broker-{codec}", compression_type=codec)
        yield from send(node, f"broker-{codec}", given(RECORDS))


def record_append_time(node: Broker) -> Iterator[dict[str, Any]]:
    """Yields what was written to a topic whose broker sets the time."""
    create_topic(node, "append.time", message_timestamp_type="LogAppendTime")
    yield from send(node, "append.time", given(RECORDS), compression_type="gzip")


def record_transactions(node: Broker) -> Iterator[dict[str, Any]]:
    """Yields what three transactions wrote, of which the second was aborted."""
    create_topic(node, "eu.payments-tx")
    producer = producer_of(node, transactional_id="recorder")
    producer.init_transactions()
    for number, ending in enumerate([producer.commit_transaction, producer.abort_transaction] * 2):
        producer.begin_transaction()
        yield from acknowledged(producer, "eu.payments-tx", given(20, 20 * number))
        ending()


def record_compacted(node: Broker) -> list[dict[str, Any]]:
    """Returns what is left of a topic after compaction; waits until the cleaner has been there."""
    create_topic(
        node,
        "compacted",
        cleanup_policy="compact",
        segment_ms=HOUR_MS,
        min_cleanable_dirty_ratio=0.01,
        compression_type="lz4",
    )
    keyed = [one._replace(key=one.key or b"nobody", value=one.value or b"nothing") for one in given(RECORDS)]
    old = send(node, "compacted", keyed)
    # A segment ends when a record is younger than its first one by segment.ms; only then is it cleaned.
    active = send(node, "compacted", [one._replace(timestamp_ms=FIRST_MS + 2 * HOUR_MS) for one in keyed[:5]])
    first = node.log_dir / "compacted-0" / "00000000000000000000.log"
    size, deadline = first.stat().st_size, time.monotonic() + CLEANER_SECONDS
    while first.stat().st_size >= size:
        if time.monotonic() > deadline:
            raise RuntimeError(f"The cleaner did nothing within {CLEANER_SECONDS} s.")
        time.sleep(0.2)
    last = {one["key"]: one for one in old}
    return [*sorted(last.values(), key=lambda one: one["offset"]), *active]


def commit(node: Broker) -> None:
    """Lets a group read a topic and commit, so that __consumer_offsets has records."""
    from confluent_kafka import Consumer

    settings = {"bootstrap.servers": node.bootstrap, "group.id": "readers", "auto.offset.reset": "earliest"}
    consumer = Consumer(settings | {"enable.auto.commit": False})
    consumer.subscribe(["client-gzip"])
    message = consumer.poll(30)
    assert message is not None and message.error() is None
    consumer.commit(message, asynchronous=False)
    consumer.close()


def keep(log_dir: Path, folder: Path) -> None:
    """Copies a log directory as it lies there, without what is large: the indexes of a node that still ran."""
    for file in sorted(log_dir.rglob("*")):
        if file.is_file() and file.name[0] != "." and file.stat().st_size < LARGEST_KEPT:
            target = folder / file.relative_to(log_dir)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def main(arguments: list[str]) -> None:
    """Starts a broker, writes to it, stops it, and keeps its log directory and what it was given."""
    folder = Path(arguments[0])
    shutil.rmtree(folder, ignore_errors=True)
    with broker() as node:
        lines = [*record_codecs(node), *record_append_time(node), *record_transactions(node), *record_compacted(node)]
        commit(node)
        node.stop()
        keep(node.log_dir, folder / "logs")
    (folder / "written.jsonl").write_text("".join(together(lines)), "ascii")


def together(lines: list[dict[str, Any]]) -> Iterator[str]:
    """Yields what was written as lines of JSON; a record that several topics got alike is there once, with all."""
    topics: dict[str, list[str]] = {}
    for one in lines:
        alike = json.dumps({name: value for name, value in one.items() if name != "topic"}, separators=(",", ":"))
        topics.setdefault(alike, []).append(one["topic"])
    for alike, names in topics.items():
        yield json.dumps({"topics": names} | json.loads(alike), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
