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


class Offsets:
    """The records of one partition, written down one by one, beside a metadata log of three brokers."""

    def __init__(self, log: Log | None = None) -> None:
        self.log, self.records = log or started(), list[LogRecord]()

    def add(self, kind: str, key: dict, value: dict | None, at_ms: int, producer: int | None = None) -> "Offsets":
        said = {"key": key, "value": value} | ({} if producer is None else {"producerId": producer})
        return self._put(kind, said, at_ms)

    def end(self, producer: int, committed: bool, at_ms: int) -> "Offsets":
        return self._put("EndTransactionMarker", {"producerId": producer, "committed": committed}, at_ms)

    def _put(self, kind: str, said: dict | None, at_ms: int) -> "Offsets":
        offset = len(self.records)
        self.records.append(LogRecord(offset, at_ms, kind, said, f"record {offset}"))
        return self

    def commit(self, offset: int | None, at_ms: int, producer: int | None = None, partition: int = 0) -> "Offsets":
        key = {"group": "app", "topic": "letters", "partition": partition}
        return self.add("OffsetCommit", key, None if offset is None else {"offset": offset}, at_ms, producer)

    def of(self, kind: str, at_ms: int, member: str | None = None, **value: object) -> "Offsets":
        key = {"groupId": "app"} | ({} if member is None else {"memberId": member})
        return self.add(kind, key, value or None, at_ms)

    def member(self, name: str, at_ms: int, client: str = "C", **more: object) -> "Offsets":
        said = {"clientId": client, "clientHost": "/h", "subscribedTopicNames": ["letters"], **more}
        return self.of("ConsumerGroupMemberMetadata", at_ms, name, **said)

    def classic(self, generation: int, at_ms: int, *names: str, protocol: str = "range", **shares: object) -> "Offsets":
        """Writes a generation of a classic group; `shares` are numbers of partitions of letters, by member."""
        member = {"clientId": "C", "clientHost": "/h", "subscription": {"topics": ["letters"]}}
        said = {
            "generation": generation,
            "protocol": protocol if names else None,
            "leader": names[0] if names else None,
        }
        members = [{"memberId": name, **member, "assignment": _assigned(shares.get(name))} for name in names]
        return self.add(
            "GroupMetadata", {"group": "app"}, {"protocolType": "consumer", **said, "members": members}, at_ms
        )

    @property
    def replayed(self) -> MetadataLog:
        return MetadataLog(self.log.records, offsets={0: tuple(self.records)})

    @property
    def committed(self) -> dict[str, int]:
        groups = self.replayed.cluster.groups
        return {str(tp): at for tp, at in groups["app"].committed.items()} if "app" in groups else {}


def _assigned(numbers: object) -> object:
    return None if numbers is None else {"assignedPartitions": [{"topic": "letters", "partitions": numbers}]}
