"""Sticky assignment among members that want different topics: move one partition at a time while it helps."""

from kafkaviz.decisions.assignors.members import (
    Assignment,
    PartitionsPerTopic,
    Subscriptions,
    java_order,
    subscribed_topics,
)
from kafkaviz.decisions.values import TopicPartition


def assign_general(
    partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions, owned: Assignment
) -> Assignment:
    """Keeps what is owned and still wanted, gives the rest to the least loaded, then evens out what can be.

    >>> from kafkaviz.decisions.values import Subscription
    >>> group = {"C0": Subscription(("a",)), "C1": Subscription(("a", "b"))}
    >>> assignment = assign_general({"a": 2, "b": 2}, group, {"C0": [], "C1": []})
    >>> [[str(partition) for partition in partitions] for partitions in assignment.values()]
    [['a-0', 'a-1'], ['b-0', 'b-1']]

    Kafka: AbstractStickyAssignor.GeneralAssignmentBuilder. Simplified: Kafka then undoes moves that did not help, which
    a move to a member with two partitions less always does; and of several moves to take back it takes whichever a hash
    set yields, here that of the lowest number.
    """
    group = _Group(partitions_per_topic, subscriptions, owned)
    free = [partition for partition in group.partitions if partition not in group.owner]
    for partition in free:
        group.give(partition, group.least_loaded(group.takers[partition.topic]))

    fixed = {member: group.owned.pop(member) for member in subscriptions if group.is_settled(member)}
    if not group.had_to_revoke:
        group.even_out(free)
    group.even_out(group.partitions)
    result = group.owned | fixed
    return {member: result[member] for member in subscriptions}


class _Group:
    """Who owns what while partitions are moved about."""

    def __init__(
        self, partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions, owned: Assignment
    ) -> None:
        self.takers = subscribed_topics(partitions_per_topic, subscriptions)
        self.topics = {member: [t for t in s.topics if t in self.takers] for member, s in subscriptions.items()}
        self.counts = partitions_per_topic
        self.owned = {
            member: [p for p in claimed if p.topic in self.topics[member]] for member, claimed in owned.items()
        }
        self.had_to_revoke = self.owned != owned
        self.owner = {partition: member for member, given in self.owned.items() for partition in given}
        self.earlier_owner = _earlier_owners(subscriptions)
        scarcest_first = sorted(self.takers, key=lambda topic: (len(self.takers[topic]), java_order(topic)))
        self.partitions = [TopicPartition(t, n) for t in scarcest_first for n in range(partitions_per_topic[t])]
        self.moves = _Moves()

    def load(self, member: str) -> int:
        return len(self.owned[member])

    def least_loaded(self, members: list[str]) -> str:
        return min(members, key=lambda member: (self.load(member), java_order(member)))

    def give(self, partition: TopicPartition, member: str) -> None:
        self.owned[member].append(partition)
        self.owner[partition] = member

    def is_settled(self, member: str) -> bool:
        """It owns all it could, and nobody else could have any of it."""
        could_own = sum(self.counts[topic] for topic in self.topics[member])
        shared = any(len(self.takers[partition.topic]) > 1 for partition in self.owned[member])
        return self.load(member) >= could_own and not shared

    def even_out(self, candidates: list[TopicPartition]) -> None:
        """Passes over the candidates, moving what helps, until a pass moves nothing."""
        movable = [partition for partition in candidates if len(self.takers[partition.topic]) > 1]
        moved = True
        while moved:
            moved = False
            for partition in movable:
                if self.is_balanced():
                    return
                receiver = self._better_owner(partition)
                if receiver is not None:
                    self._move(partition, receiver)
                    moved = True

    def is_balanced(self) -> bool:
        """Loads differ by one at most, or nobody could take over from a member that owns two more."""
        loads = [len(given) for given in self.owned.values()]
        if not loads or max(loads) - min(loads) <= 1:
            return True
        return not any(
            self.load(self.owner[TopicPartition(topic, n)]) > self.load(member) + 1
            for member in self.owned
            for topic in self.topics[member]
            if len(self.takers[topic]) > 1
            for n in range(self.counts[topic])
        )

    def _better_owner(self, partition: TopicPartition) -> str | None:
        load = self.load(self.owner[partition])
        takers = self.takers[partition.topic]
        earlier = self.earlier_owner.get(partition)
        if earlier in takers and load > self.load(earlier) + 1:
            return earlier
        least = self.least_loaded(takers)
        return least if load > self.load(least) + 1 else None

    def _move(self, partition: TopicPartition, receiver: str) -> None:
        partition = self.moves.undoing(partition, self.owner[partition], receiver)
        giver = self.owner[partition]
        self.moves.note(partition, giver, receiver)
        self.owned[giver].remove(partition)
        self.give(partition, receiver)


class _Moves:
    """What has moved from whom to whom, so that two partitions of a topic never trade places."""

    def __init__(self) -> None:
        self._moved: dict[TopicPartition, tuple[str, str]] = {}

    def note(self, partition: TopicPartition, giver: str, receiver: str) -> None:
        first_giver, _ = self._moved.pop(partition, (giver, ""))
        if first_giver != receiver:
            self._moved[partition] = (first_giver, receiver)

    def undoing(self, partition: TopicPartition, giver: str, receiver: str) -> TopicPartition:
        """Returns the partition of the topic that once moved the other way, if there is one, instead of this."""
        first_giver, _ = self._moved.get(partition, (giver, ""))
        reverse = (receiver, first_giver)
        back = [p for p, move in self._moved.items() if p.topic == partition.topic and move == reverse]
        return min(back, default=partition)


def _earlier_owners(subscriptions: Subscriptions) -> dict[TopicPartition, str]:
    """Who owned each partition in the newest generation before the present one, as far as members remember."""
    latest = max((subscription.generation for subscription in subscriptions.values()), default=-1)
    earlier: dict[TopicPartition, tuple[int, str]] = {}
    for member, subscription in subscriptions.items():
        for partition in subscription.owned if subscription.generation < latest else ():
            if partition not in earlier or earlier[partition][0] < subscription.generation:
                earlier[partition] = (subscription.generation, member)
    return {partition: member for partition, (_, member) in earlier.items()}
