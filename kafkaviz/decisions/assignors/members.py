"""What all assignors need to know of members and topics before they deal anything out."""

from collections.abc import Mapping, Sequence

from kafkaviz.decisions.values import Subscription, TopicPartition

Assignment = dict[str, list[TopicPartition]]
PartitionsPerTopic = Mapping[str, int]
Subscriptions = Mapping[str, Subscription]


def java_order(text: str) -> bytes:
    """Returns a key that sorts texts as Java does, by UTF-16 units.

    >>> sorted(["consumer-2", "consumer-10"], key=java_order)
    ['consumer-10', 'consumer-2']

    Kafka: java.lang.String.compareTo; it differs from Python only beyond U+FFFF.
    """
    return text.encode("utf-16-be", "surrogatepass")


def hash_order(numbers: Sequence[int], *, copied: bool = False) -> list[int]:
    """Returns small numbers, each once, in the order in which a hash set of Java yields them: by their place in it.

    A set has 16 places, and more as it grows; one that was `copied` began with enough, sometimes twice as many.

    >>> hash_order([0, 3, 17]), hash_order(range(11, 24))
    ([0, 17, 3], [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23])
    >>> hash_order(range(5, 17)) == [16, *range(5, 16)], hash_order(range(5, 17), copied=True) == [*range(5, 17)]
    (True, True)

    Kafka: java.util.HashSet of Integer, in which assignors and the coordinator keep partitions and members.
    """
    places = 16
    while places * 3 // 4 < len(numbers) + copied:
        places *= 2
    return sorted(numbers, key=lambda number: number % places)


def static_first(member: str, subscription: Subscription) -> tuple[bool, bytes]:
    """Returns a key that sorts members: those with an instance id first and by it, the others by their own id.

    >>> group = {"C0": Subscription(("t",)), "C1": Subscription(("t",), instance_id="b")}
    >>> sorted(group, key=lambda member: static_first(member, group[member]))
    ['C1', 'C0']

    Kafka: AbstractPartitionAssignor.MemberInfo; the sticky assignors go by member id alone.
    """
    instance = subscription.instance_id
    return instance is None, java_order(member if instance is None else instance)


def read_subscriptions(subscriptions: Subscriptions) -> dict[str, Subscription]:
    """Returns the same subscriptions with every plain tuple made a value, so that a learner may pass tuples.

    >>> read_subscriptions({"C0": (["t"], [("t", 0)])})["C0"].owned
    (TopicPartition(topic='t', partition=0),)

    Kafka: ConsumerProtocol.deserializeSubscription.
    """
    read = {member: Subscription(*subscription) for member, subscription in subscriptions.items()}
    return {
        member: subscription._replace(
            topics=tuple(dict.fromkeys(subscription.topics)),
            owned=tuple(TopicPartition(*partition) for partition in subscription.owned),
        )
        for member, subscription in read.items()
    }


def subscribed_topics(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> dict[str, list[str]]:
    """Returns each topic that exists and is wanted with the members that want it, both in the order given.

    >>> subscribed_topics({"a": 2, "b": 0, "c": 1}, {"C0": Subscription(("a", "b")), "C1": Subscription(("a",))})
    {'a': ['C0', 'C1']}

    Kafka: AbstractPartitionAssignor.assign, which skips topics without metadata.
    """
    wanted = {
        topic: [member for member, subscription in subscriptions.items() if topic in subscription.topics]
        for topic, count in partitions_per_topic.items()
        if count > 0
    }
    return {topic: members for topic, members in wanted.items() if members}


def are_equal(subscriptions: Subscriptions) -> bool:
    """Tells whether all members want the same topics; Kafka then takes a simpler way.

    >>> are_equal({"C0": Subscription(("a", "b")), "C1": Subscription(("b", "a"))})
    True

    Kafka: SubscriptionType.HOMOGENEOUS.
    """
    return len({frozenset(subscription.topics) for subscription in subscriptions.values()}) <= 1
