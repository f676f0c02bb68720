"""The coordinator's even assignment among members that want different topics: topic by topic, load by load."""

from collections.abc import Callable, Iterator

from kafkaviz.decisions.assignors.members import Assignment, Subscriptions
from kafkaviz.decisions.values import TopicPartition

MOST_ROUNDS = 16


def assign_heterogeneous(partitions: list[TopicPartition], subscriptions: Subscriptions) -> Assignment:
    """Keeps what is owned and still wanted, gives the rest to the least loaded, then evens out topic by topic.

    >>> from kafkaviz.decisions.values import Subscription
    >>> group = {"A": Subscription(("t",)), "B": Subscription(("t", "u"))}
    >>> partitions = [TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)]
    >>> assignment = assign_heterogeneous(partitions, group)
    >>> [[str(partition) for partition in given] for given in assignment.values()]
    [['t-0', 't-1'], ['u-0']]

    Kafka: UniformHeterogeneousAssignmentBuilder, which stops after 16 rounds as well. Simplified: where Kafka picks by
    the order of a hash set, the lowest is picked.
    """
    group = _Group(partitions, subscriptions)
    group.deal_out()
    group.even_out()
    return {member: [p for p in partitions if group.owner[p] == member] for member in subscriptions}


class _Group:
    """Who owns what, and how much that is, while partitions are dealt out and moved."""

    def __init__(self, partitions: list[TopicPartition], subscriptions: Subscriptions) -> None:
        self.topics: dict[str, list[TopicPartition]] = {}
        for partition in partitions:
            self.topics.setdefault(partition.topic, []).append(partition)
        self.members = list(subscriptions)
        self.takers = {t: [m for m, s in subscriptions.items() if t in s.topics] for t in self.topics}
        self.load = dict.fromkeys(self.members, 0)
        self.owner: dict[TopicPartition, str] = {}
        exists = set(partitions)
        for member, subscription in subscriptions.items():
            for partition in subscription.owned:
                still_wanted = partition in exists and partition.topic in subscription.topics
                if still_wanted and partition not in self.owner:
                    self.give(partition, member)

    def give(self, partition: TopicPartition, member: str) -> None:
        if partition in self.owner:
            self.load[self.owner[partition]] -= 1
        self.owner[partition] = member
        self.load[member] += 1

    def fullest_first(self) -> list[str]:
        """Topics with many partitions for few subscribers leave the least choice, so they come first."""

        def key(topic: str) -> tuple[float, int]:
            takers = len(self.takers[topic])
            return -len(self.topics[topic]) / takers, takers

        return sorted(self.topics, key=key)

    def lightest_first(self, topic: str) -> list[str]:
        return sorted(self.takers[topic], key=self.load.__getitem__)

    def deal_out(self) -> None:
        for topic in self.fullest_first():
            receivers = _least_loaded(self.lightest_first(topic), self.load)
            for partition in self.topics[topic]:
                if partition not in self.owner:
                    self.give(partition, next(receivers))

    def even_out(self) -> None:
        """Goes around the topics until a whole round has moved nothing, or often enough."""
        topics = [topic for topic in self.fullest_first() if len(self.takers[topic]) > 1]
        last_moved: str | None = None
        for _ in range(MOST_ROUNDS):
            for topic in topics:
                if topic == last_moved:
                    return
                if self._even_out_topic(topic) or last_moved is None:
                    last_moved = topic

    def _even_out_topic(self, topic: str) -> bool:
        """Moves partitions from the most to the least loaded subscriber while that makes them more equal."""
        members = self.lightest_first(topic)
        to_give: dict[str, list[TopicPartition]] = {member: [] for member in members}
        for partition in self.topics[topic]:
            to_give[self.owner[partition]].append(partition)
        givers = _most_loaded(members, self.load, lambda member: bool(to_give[member]))
        receivers = _least_loaded(members, self.load)
        moved = False
        for giver, receiver in zip(givers, receivers, strict=False):
            if self.load[giver] - self.load[receiver] <= 1:
                break
            self.give(to_give[giver].pop(), receiver)
            moved = True
        return moved


def _least_loaded(members: list[str], load: dict[str, int]) -> Iterator[str]:
    """Fills members, lightest first, level by level; each that is given out is taken to gain one partition."""
    end, level = 0, load[members[0]]
    while True:
        while end < len(members) and load[members[end]] == level:
            end += 1
        yield from members[:end]
        level += 1


def _most_loaded(members: list[str], load: dict[str, int], can_give: Callable[[str], bool]) -> Iterator[str]:
    """Empties members, heaviest first, level by level; who cannot give trades places with the last in play."""
    members = list(members)
    start = end = len(members)
    level = load[members[-1]] + 1
    while end > 0:
        level = load[members[start - 1]] if end <= start else level - 1
        while start > 0 and load[members[start - 1]] == level:
            start -= 1
        for index in range(end - 1, start - 1, -1):
            member = members[index]
            if can_give(member):
                yield member
            else:
                end -= 1
                members[index], members[end] = members[end], member
