"""Measures how long a day of a large cluster's metadata log takes to open on its summary, twice, and how much memory.

python benchmarks/metadata_day.py [records [partitions]]

A log of real batches is made in a folder of its own: brokers that come and go, partitions that follow them, a
controller that changes, and what an idle controller writes. It is opened in a process of its own, and once more in
another, which finds what was counted in a cache folder of their own. What it takes is also a multiple of what a plain
loop takes there; seconds are of the processor and, beside it, of the clock. The exit code counts what is not reached.
"""

import json
import os
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import Figure, reached, yard
from kafkaviz.metadata_log.messages import SCHEMAS
from kafkaviz.metadata_log.segment import crc32c

RECORDS, PARTITIONS, BROKERS, TOPICS, VOTERS = 1_000_000, 10_000, 30, 500, (1001, 1002, 1003)
DAY_MS, START_MS = 86_400_000, 1_795_305_600_000
SEED: Final = 26
BY_NAME: Final = {schema.name: (kind, schema) for kind, schema in SCHEMAS.items()}
Said = tuple[str, dict[str, object]]


def varint(value: int) -> bytes:
    """Returns an unsigned number of variable size. Kafka: ByteUtils.writeUnsignedVarint."""
    made = bytearray()
    while value >= 0x80:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*made, value))


def zigzag(value: int) -> bytes:
    """Returns a signed number of variable size. Kafka: ByteUtils.writeVarlong."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def value_of(kind: str, value: object) -> bytes:
    """Returns the bytes of a field, or of several in a list; structs stand in no record that is made here."""
    if kind.startswith("["):
        assert isinstance(value, list | tuple)
        return varint(len(value) + 1) + b"".join(value_of(kind[1:-1], one) for one in value)
    if isinstance(value, bytes):
        return value
    if kind == "string":
        held = str(value).encode()
        return varint(len(held) + 1) + held
    letter = {"int8": "b", "int16": "h", "uint16": "H", "int32": "i", "int64": "q", "bool": "?"}[kind]
    return struct.pack(f">{letter}", value)


def message(name: str, fields: dict[str, object]) -> bytes:
    """Returns the value of a record in the highest version that is known. Kafka: MetadataRecordSerde."""
    kind, schema = BY_NAME[name]
    plain = b"".join(value_of(f.type, fields.get(f.name, _nothing(f.type))) for f in schema.fields if f.tag is None)
    tagged = {f.tag: value_of(f.type, fields[f.name]) for f in schema.fields if f.tag is not None and f.name in fields}
    tags = b"".join(varint(tag) + varint(len(held)) + held for tag, held in sorted(tagged.items()))
    return bytes((1, kind, schema.highest)) + plain + varint(len(tagged)) + tags


def _nothing(kind: str) -> object:
    return [] if kind.startswith("[") else bytes(16) if kind == "uuid" else b"\0" if kind == "string" else 0


def batch(base_offset: int, at_ms: int, epoch: int, values: Iterable[bytes], *, control: bytes = b"") -> bytes:
    """Returns a batch of message format 2 as a controller appends it; `control` is the key of a control record."""
    held, count = bytearray(), 0
    for count, value in enumerate(values, 1):
        key = varint(2 * len(control)) + control if control else b"\x01"
        body = b"\0\0" + zigzag(count - 1) + key + zigzag(len(value)) + value + b"\0"
        held += zigzag(len(body)) + body
    attributes = 0x20 if control else 0
    checked = struct.pack(">hiqqqhii", attributes, count - 1, at_ms, at_ms, -1, -1, -1, count) + held
    return struct.pack(">qiibI", base_offset, len(checked) + 9, epoch, 2, crc32c(checked)) + checked


def leader_change(leader: int) -> bytes:
    """Returns the value of the record with which a leader of the quorum begins. Kafka: LeaderChangeMessage."""
    voters = b"".join(struct.pack(">ib", voter, 0) for voter in VOTERS)
    return struct.pack(">hi", 0, leader) + 2 * (varint(len(VOTERS) + 1) + voters) + b"\0"


def write_day(path: Path, records: int = RECORDS, partitions: int = PARTITIONS) -> None:
    """Writes a day of a cluster's metadata log as one segment; the same arguments, the same bytes."""
    offset = 0
    with path.open("wb") as written:
        for at_ms, epoch, leader, said in day(records, partitions):
            if leader:
                written.write(batch(offset, at_ms, epoch, [leader_change(leader)], control=bytes((0, 0, 0, 2))))
                offset += 1
            if said:
                written.write(batch(offset, at_ms, epoch, (message(*one) for one in said)))
                offset += len(said)


def day(records: int, partitions: int) -> Iterator[tuple[int, int, int, list[Said]]]:
    """Yields what is appended in a day: when, in which epoch, who begins to lead or 0, and the records of a batch."""
    draw, left = random.Random(SEED), records
    cluster = Cluster(draw, partitions)
    born = cluster.born()
    yield START_MS, 1, VOTERS[0], []
    for n, said in enumerate(born):
        left -= len(said)
        yield START_MS + n, 1, 0, said
    epoch, at_ms, turn = 1, START_MS + 10_000, 0
    outages = max(1, left // (6 * partitions // BROKERS))
    pause_ms = (DAY_MS - 20_000) // outages
    while left > 1:
        turn += 1
        if turn % 40 == 0:
            epoch += 1
            left -= 1
            yield at_ms, epoch, VOTERS[epoch % 3], []
        for after_ms, said in cluster.outage(unclean=turn % 25 == 0):
            said = said[:left]
            left -= len(said)
            if said:
                yield at_ms + min(after_ms, pause_ms - 500), epoch, 0, said
        at_ms += pause_ms


class Cluster:
    """The cluster whose day is written: who leads, and who is in the ISR."""

    def __init__(self, draw: random.Random, partitions: int) -> None:
        self.draw, self.ids = draw, [draw.randbytes(16) for _ in range(TOPICS)]
        self.places = {
            (n % TOPICS, n // TOPICS): [(n + k * (1 + n // BROKERS % 7)) % BROKERS + 1 for k in range(3)]
            for n in range(partitions)
        }
        self.places = {tp: on if len({*on}) == 3 else [on[0]] for tp, on in self.places.items()}
        self.isr = {tp: [*on] for tp, on in self.places.items()}
        self.leader = {tp: on[0] for tp, on in self.places.items()}
        self.of = {b: [tp for tp, on in self.places.items() if b in on] for b in range(1, BROKERS + 1)}

    def born(self) -> Iterator[list[Said]]:
        """Yields the batches with which the cluster begins."""
        for broker in self.of:
            said = {"brokerId": broker, "brokerEpoch": broker, "incarnationId": self.draw.randbytes(16)}
            yield [("RegisterBrokerRecord", {**said, "fenced": True})]
            yield [("BrokerRegistrationChangeRecord", {"brokerId": broker, "brokerEpoch": broker, "fenced": -1})]
        for topic, id in enumerate(self.ids):
            config = {"resourceType": 2, "resourceName": f"topic-{topic}", "name": "min.insync.replicas", "value": "2"}
            placed = [
                ("PartitionRecord", {"partitionId": p, "topicId": id, "replicas": on, "isr": on, "leader": on[0]})
                for (t, p), on in self.places.items()
                if t == topic
            ]
            made: list[Said] = [("TopicRecord", {"name": f"topic-{topic}", "topicId": id}), ("ConfigRecord", config)]
            yield made[: 1 if topic % 5 == 0 else 2] + placed

    def outage(self, *, unclean: bool) -> Iterator[tuple[int, list[Said]]]:
        """Yields what is written when a broker is fenced and comes back: after how many ms, and the records."""
        broker = self.draw.randint(1, BROKERS)
        known = {"brokerId": broker, "brokerEpoch": broker}
        lost = [
            self._changed(tp, [b for b in self.isr[tp] if b != broker] or [broker], broker) for tp in self.of[broker]
        ]
        yield 0, [*lost, ("BrokerRegistrationChangeRecord", {**known, "fenced": 1})]
        if unclean:
            alone = [tp for tp in self.of[broker] if len(self.places[tp]) > 1][:2]
            yield 500, [self._changed(tp, [self._other(tp)], broker, recovering=True) for tp in alone]
        yield 9_000, [("BrokerRegistrationChangeRecord", {**known, "fenced": -1}), *self._back(broker)]
        back = [tp for tp in self.of[broker] if broker not in self.isr[tp]]
        for n in range(0, len(back), 20):
            yield 10_000 + n, [self._changed(tp, [*self.isr[tp], broker], 0) for tp in back[n : n + 20]]
        preferred = [tp for tp in self.of[broker] if self.places[tp][0] == broker != self.leader[tp]]
        yield 14_000, [self._led(tp, broker) for tp in preferred if broker in self.isr[tp]]
        yield 15_000, [("NoOpRecord", {})]

    def _other(self, tp: tuple[int, int]) -> int:
        return next((b for b in self.places[tp] if b not in self.isr[tp]), self.places[tp][-1])

    def _back(self, broker: int) -> list[Said]:
        alone = [tp for tp in self.of[broker] if self.leader[tp] < 0]
        return [self._led(tp, broker) for tp in alone]

    def _led(self, tp: tuple[int, int], leader: int) -> Said:
        self.leader[tp] = leader
        return self._said(tp, leader=leader)

    def _changed(self, tp: tuple[int, int], isr: list[int], gone: int, *, recovering: bool = False) -> Said:
        self.isr[tp] = isr
        fields: dict[str, object] = {"isr": isr}
        if recovering or self.leader[tp] == gone or self.leader[tp] < 0:
            others = [b for b in isr if b != gone]
            self.leader[tp] = others[0] if others else -1
            fields["leader"] = self.leader[tp]
        return self._said(tp, **fields, **({"leaderRecoveryState": 1} if recovering else {}))

    def _said(self, tp: tuple[int, int], **fields: object) -> Said:
        return "PartitionChangeRecord", {"partitionId": tp[1], "topicId": self.ids[tp[0]], **fields}


def opened(path: str) -> None:
    """Opens a log on its summary, and prints what that took."""
    ruler, began, clock = yard(), time.process_time(), time.perf_counter()
    from kafkaviz import read_metadata_log

    log = read_metadata_log(path)
    log._repr_mimebundle_()
    took, waited = time.process_time() - began, time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([took / ((ruler + yard()) / 2), waited, peak, took, repr(log)]))


def opening(path: Path, cache: str, when: str, most_seconds: int) -> list[Figure]:
    """Opens the log in a process of its own, with this cache folder, and returns what that took."""
    told = subprocess.run(
        [sys.executable, __file__, "--open", str(path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "KAFKAVIZ_CACHE": cache},
    )
    yards, waited, peak, took, said = json.loads(told.stdout)
    print(f"{when}: {took:.1f} s of the processor; {said}")
    return [
        Figure(f"opening on the summary {when}, in Y", [yards], None, None),
        Figure(f"seconds by the clock {when}", [waited], None, most_seconds, at_most=True),
        Figure(f"MiB at the peak {when}", [peak], None, 1_536, at_most=True),
    ]


def main(records: int = RECORDS, partitions: int = PARTITIONS) -> int:
    """Makes the log, opens it twice, and prints what that took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "00000000000000000000.log")
        write_day(path, records, partitions)
        print(f"{records:,} records, {partitions:,} partitions, {path.stat().st_size / 2**20:,.1f} MiB")
        figures = [*opening(path, folder, "the first time", 60), *opening(path, folder, "the second time", 20)]
    return reached(figures)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--open"]:
        opened(sys.argv[2])
    else:
        sys.exit(main(*map(int, sys.argv[1:])))
