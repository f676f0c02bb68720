"""Groups as far as `__consumer_offsets` was read, record by record: nothing is made up of what the log leaves out."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.metadata_log.groups.known import GroupImage
from kafkaviz.metadata_log.groups.units import COMMITS, group_of, key_of, part_of, structs_in, text_of, texts, value_of
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.model.core.copying import put_item
from kafkaviz.model.core.groups import Group, GroupProtocol, Member, MemberState

Tps = tuple[TopicPartition, ...]
CLOSED_EPOCH: Final = -2
"""The epoch of a static member that was closed and may come back. Kafka: LEAVE_GROUP_STATIC_MEMBER_EPOCH, KIP-848."""
_STATES: Final[Mapping[int, MemberState]] = {0: "stable", 1: "unrevoked", 2: "unreleased"}
_EAGER: Final = ("range", "roundrobin", "sticky")


class Groups:
    """All groups as far as the log was read; `topic_of` names a topic by its id, `names` are those of members."""

    def __init__(self, topic_of: Callable[[str], str | None], names: Mapping[tuple[str, str], str]) -> None:
        self.images = dict[str, GroupImage]()
        self._topic_of, self._names = topic_of, names

    def replay(self, partition: int, record: LogRecord, now_ms: int) -> None:
        """Applies one record that takes effect. Kafka: GroupCoordinatorShard.replay."""
        group = group_of(record)
        image = self.images.get(group) or self.images.setdefault(group, GroupImage(Group("classic", partition)))
        key, value = key_of(record), value_of(record)
        if record.type in COMMITS:
            self._commit(image, key, value)
        elif record.type == "GroupMetadata":
            self._classic(group, image, value, now_ms)
        else:
            protocol: GroupProtocol = "share" if record.type.startswith("Share") else "consumer"
            about = record.type.removeprefix("Share").removeprefix("Consumer").removeprefix("Group")
            # Otherwise it is a tombstone of what the group was before it was of another protocol.
            if value is not None or image.known.protocol == protocol:
                image.set_protocol(protocol)
                if about in _OF_MEMBER:
                    name = self.name(group, key.text("memberId"))
                    if value is not None:
                        image.ids[name] = key.text("memberId")
                    _OF_MEMBER[about](self, image, name, value, now_ms)
                elif about in _OF_GROUP:
                    _OF_GROUP[about](image, key, value, now_ms)
        if not image.is_there:
            del self.images[group]

    def name(self, group: str, member_id: str) -> str:
        """Returns what a film calls a member."""
        return self._names.get((group, member_id), member_id)

    def partitions(self, record: LogRecord, name: str) -> Tps:
        """Returns the partitions that a field lists by topic; topics that no record created are left out."""
        found = list[TopicPartition]()
        for entry in structs_in(record, name):
            topic = entry.text("topic") if entry.has("topic") else self._topic_of(entry.text("topicId"))
            if topic is not None:
                found += (TopicPartition(topic, n) for n in entry.brokers("partitions"))
        return tuple(found)

    def _commit(self, image: GroupImage, key: LogRecord, value: LogRecord | None) -> None:
        tp = TopicPartition(key.text("topic"), key.integer("partition"))
        was = image.known.committed
        left = {other: offset for other, offset in was.items() if other != tp} if value is None else was
        committed = left if value is None else put_item(was, tp, value.integer("offset"))
        image.known = image.known._replace(committed=committed)

    def _classic(self, group: str, image: GroupImage, value: LogRecord | None, now_ms: int) -> None:
        if value is None:
            if not image.known.is_server_assigned:
                image.forget()
            return
        said = structs_in(value, "members")
        assignor = text_of(value, "protocol")
        names = [self.name(group, entry.text("memberId")) for entry in said]
        asks = {name: part_of(entry, "subscription") for name, entry in zip(names, said, strict=True)}
        # Of a group that is empty nobody names an assignor any more.
        image.set_protocol(_protocol_of(assignor, asks.values()) if said else _classic_of(image))
        image.asked = {name: self._asked(entry, asks[name]) for name, entry in zip(names, said, strict=True)}
        image.has_racks = any(ask is not None and _has_rack(ask) for ask in asks.values())
        image.assignor, members, generation = assignor, dict[str, Member](), value.integer("generation")
        for name, entry in zip(names, said, strict=True):
            image.ids[name] = entry.text("memberId")
            given = part_of(entry, "assignment")
            owned = self.partitions(given, "assignedPartitions") if given else ()
            instance_id = text_of(entry, "groupInstanceId")
            members[name] = image.member(name, now_ms)._replace(
                topics=_with(image.asked[name].topics, owned),
                instance_id=instance_id,
                state="stable",
                epoch=generation,
                owned=owned,
            )
        leader = text_of(value, "leader")
        image.known = image.known._replace(
            state="Stable" if members else "Empty",
            generation=generation,
            leader=None if leader is None else self.name(group, leader),
            # Members keep the order in which they came.
            members=dict(sorted(members.items(), key=lambda item: item[1].number)),
            target={name: member.owned for name, member in members.items()},
            target_epoch=generation,
            target_ms=now_ms,
            since_ms=now_ms,
        )

    def _asked(self, member: LogRecord, ask: LogRecord | None) -> Subscription:
        instance_id = text_of(member, "groupInstanceId")
        if ask is None:
            return Subscription((), instance_id=instance_id)
        earlier = part_of(ask, "userData")
        owned = ask if earlier is None else earlier
        name = "ownedPartitions" if earlier is None else "previousAssignment"
        generation = owned.integer("generationId" if earlier is None else "generation", -1)
        held = self.partitions(owned, name) if owned.has(name) else ()
        return Subscription(texts(ask, "topics"), held, generation, instance_id)

    def _metadata_of(self, image: GroupImage, name: str, value: LogRecord | None, now_ms: int) -> None:
        if value is None:
            image.drop(name)
            return
        regex = text_of(value, "subscribedTopicRegex") or ""
        topics = texts(value, "subscribedTopicNames")
        instance_id = text_of(value, "instanceId")
        image.regexes[name] = regex
        image.asked[name] = Subscription(topics, instance_id=instance_id)
        image.has_racks |= _has_rack(value)
        if value.has("serverAssignor"):
            image.chosen[name] = value.text("serverAssignor")
        else:
            image.chosen.pop(name, None)
        member = image.member(name, now_ms)
        wanted = _with((*topics, *image.matching.get(regex, ())), (*member.owned, *member.revoking))
        image.put(name, member._replace(topics=wanted, instance_id=instance_id))

    def _target_of(self, image: GroupImage, name: str, value: LogRecord | None, now_ms: int) -> None:
        target = {other: given for other, given in image.known.target.items() if other != name}
        if value is not None:
            target[name] = self.partitions(value, "topicPartitions")
        image.known = image.known._replace(target=target)

    def _current_of(self, image: GroupImage, name: str, value: LogRecord | None, now_ms: int) -> None:
        if value is None:
            return  # The tombstone of its metadata says that it is gone.
        epoch, member = value.integer("memberEpoch"), image.member(name, now_ms)
        pending = "partitionsPendingRevocation"
        owned = self.partitions(value, "assignedPartitions")
        revoking = self.partitions(value, pending) if value.has(pending) else ()
        closed_ms = now_ms if member.quiet_since_ms is None else member.quiet_since_ms
        changed = member._replace(
            state=_STATES.get(value.integer("state", 0), "stable"),
            epoch=member.epoch if epoch == CLOSED_EPOCH else epoch,
            owned=owned,
            revoking=revoking,
            topics=_with(member.topics, (*owned, *revoking)),
            quiet_since_ms=closed_ms if epoch == CLOSED_EPOCH else None,
        )
        image.put(name, changed)


def _has_rack(said: LogRecord) -> bool:
    return bool(text_of(said, "rackId"))


def _classic_of(image: GroupImage) -> GroupProtocol:
    return "classic" if image.known.is_server_assigned else image.known.protocol


def _protocol_of(assignor: str | None, asks: Iterable[LogRecord | None]) -> GroupProtocol:
    """Returns how a classic group rebalances, where that can be told: who owns something while it joins is cooperative.

    Kafka: ConsumerPartitionAssignor.RebalanceProtocol, of which no record tells.
    """
    owning = any(ask is not None and ask.has("ownedPartitions") and structs_in(ask, "ownedPartitions") for ask in asks)
    if owning or assignor == "cooperative-sticky":
        return "cooperative"
    return "eager" if assignor in _EAGER else "classic"


def _group_epoch(image: GroupImage, key: LogRecord, value: LogRecord | None, now_ms: int) -> None:
    if value is None:
        image.forget()
    else:
        image.known = image.known._replace(generation=value.integer("epoch"))


def _target_epoch(image: GroupImage, key: LogRecord, value: LogRecord | None, now_ms: int) -> None:
    if value is not None:
        assignors = [*image.chosen.values()]
        # The one that most members name.
        image.assignor = max(dict.fromkeys(assignors), key=assignors.count) if assignors else None
        image.known = image.known._replace(target_epoch=value.integer("assignmentEpoch"), target_ms=now_ms)


def _matches(image: GroupImage, key: LogRecord, value: LogRecord | None, now_ms: int) -> None:
    regex = key.text("regularExpression")
    image.matching[regex] = () if value is None else texts(value, "topics")
    for name, member in image.known.members.items():
        if image.regexes.get(name) == regex and value is not None:
            image.put(name, member._replace(topics=_with((*member.topics, *image.matching[regex]), member.owned)))


_OF_MEMBER: Final = {
    "MemberMetadata": Groups._metadata_of,
    "TargetAssignmentMember": Groups._target_of,
    "CurrentMemberAssignment": Groups._current_of,
}
_OF_GROUP: Final = {"Metadata": _group_epoch, "TargetAssignmentMetadata": _target_epoch, "RegularExpression": _matches}


def _with(topics: Iterable[str], tps: Iterable[TopicPartition]) -> tuple[str, ...]:
    """Returns topics, and those of partitions that are owned besides: of a pattern that is all that may be told."""
    return tuple(dict.fromkeys((*topics, *(tp.topic for tp in tps))))
