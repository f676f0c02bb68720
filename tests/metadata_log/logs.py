"""Small metadata logs, written down record by record."""

from collections.abc import Mapping
from itertools import count

from kafkaviz.metadata_log import LogRecord, MetadataLog


class Log:
    """A log that grows by a record at a time; each is written `ms` after the one before it."""

    def __init__(self) -> None:
        self.records: list[LogRecord] = []
        self.offsets, self.now_ms = count(), 1_000

    def add(self, type: str, fields: Mapping[str, object] | None = None, *, ms: int = 0) -> "Log":
        offset = next(self.offsets)
        self.now_ms += ms
        self.records.append(LogRecord(offset, self.now_ms, type, {} if fields is None else fields, f"record {offset}"))
        return self

    def lead(self, leader: int, epoch: int, voters: tuple[int, ...] = (101, 102, 103), *, ms: int = 0) -> "Log":
        said = {"epoch": epoch, "leaderId": leader, "voters": list(voters), "grantingVoters": [leader]}
        return self.add("LeaderChangeMessage", said, ms=ms)

    def brokers(self, *ids: int) -> "Log":
        for b in ids:
            epoch = len(self.records)
            self.add("RegisterBrokerRecord", {"brokerId": b, "brokerEpoch": epoch, "fenced": True}, ms=100)
            self.add("BrokerRegistrationChangeRecord", {"brokerId": b, "brokerEpoch": epoch, "fenced": -1}, ms=100)
        return self

    def topic(self, name: str, *replicas: list[int]) -> "Log":
        self.add("TopicRecord", {"name": name, "topicId": f"id of {name}"}, ms=100)
        for number, placed in enumerate(replicas):
            self.place(name, number, placed)
        return self

    def place(self, name: str, number: int, on: list[int], **more: object) -> "Log":
        placed = {"replicas": on, "isr": on, "leader": on[0], "leaderEpoch": 0, "partitionEpoch": 0}
        return self.add("PartitionRecord", {"partitionId": number, "topicId": f"id of {name}", **placed, **more})

    def change(self, name: str, number: int, *, ms: int = 0, **fields: object) -> "Log":
        return self.add("PartitionChangeRecord", {"partitionId": number, "topicId": f"id of {name}", **fields}, ms=ms)

    def broker(self, id: int, *, ms: int = 0, **fields: object) -> "Log":
        return self.add("BrokerRegistrationChangeRecord", {"brokerId": id, **fields}, ms=ms)

    @property
    def replayed(self) -> MetadataLog:
        return MetadataLog(self.records)


def started() -> Log:
    """Returns a log with three brokers and the topic letters, whose one partition is on all of them."""
    return Log().lead(101, 1).brokers(1, 2, 3).topic("letters", [1, 2, 3])
