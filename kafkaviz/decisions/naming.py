"""What a new topic may be called, and which counts it may ask for."""

from string import ascii_letters, digits

from kafkaviz.decisions.errors import InvalidPartitionsError, InvalidReplicationFactorError, InvalidTopicError
from kafkaviz.decisions.values import INTERNAL_TOPICS

MAX_NAME_LENGTH = 249
_LEGAL_CHARACTERS = frozenset(ascii_letters + digits + "._-")


def validate_topic_name(name: str) -> None:
    """Refuses a name that no topic may have, with Kafka's sentence.

    Raises InvalidTopicError (17). The length, at most 249, counts UTF-16 units as Java does.

    >>> validate_topic_name("sports.news_2026")
    >>> validate_topic_name("..")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidTopicError: INVALID_TOPIC_EXCEPTION (17): ... '..' is not allowed

    Kafka: org.apache.kafka.common.internals.Topic.validate.
    """
    fault = _fault_of(name)
    if fault:
        raise InvalidTopicError(f"Topic name is invalid: {fault}")


def _fault_of(name: str) -> str | None:
    if not name:
        return "the empty string is not allowed"
    if name in (".", ".."):
        return f"'{name}' is not allowed"
    if len(name.encode("utf-16-le", "surrogatepass")) // 2 > MAX_NAME_LENGTH:
        return f"the length of '{name}' is longer than the max allowed length {MAX_NAME_LENGTH}"
    if not _LEGAL_CHARACTERS.issuperset(name):
        return f"'{name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"
    return None


def is_internal_topic(name: str) -> bool:
    """Tells whether Kafka keeps its own books in this topic.

    >>> is_internal_topic("__consumer_offsets"), is_internal_topic("offsets")
    (True, False)

    Kafka: Topic.isInternal.
    """
    return name in INTERNAL_TOPICS


def has_collision_chars(name: str) -> bool:
    """Tells whether the name holds a character that metrics cannot tell from another: a dot or an underscore.

    >>> has_collision_chars("sports.news"), has_collision_chars("sports-news")
    (True, False)

    Kafka: Topic.hasCollisionChars.
    """
    return "." in name or "_" in name


def unify_collision_chars(name: str) -> str:
    """Writes the name as metrics write it, with an underscore for each dot.

    >>> unify_collision_chars("sports.news")
    'sports_news'

    Kafka: Topic.unifyCollisionChars.
    """
    return name.replace(".", "_")


def topics_collide(a: str, b: str) -> bool:
    """Tells whether metrics would mix up two topics; an equal name collides with itself.

    >>> topics_collide("sports.news", "sports_news"), topics_collide("sports", "news")
    (True, False)

    Kafka: Topic.hasCollision.
    """
    return unify_collision_chars(a) == unify_collision_chars(b)


def validate_replication_factor(replication_factor: int) -> None:
    """Refuses a replication factor that no cluster could offer; -1 asks for the broker's default.

    Raises InvalidReplicationFactorError (38). Whether enough brokers are there is for placement to say.

    >>> validate_replication_factor(3), validate_replication_factor(-1)
    (None, None)
    >>> validate_replication_factor(0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidReplicationFactorError: INVALID_REPLICATION_FACTOR (38): ... -1 to ...

    Kafka: ReplicationControlManager.createTopic, which asks this before it looks at the partitions.
    """
    if replication_factor == 0 or replication_factor < -1:
        raise InvalidReplicationFactorError("Replication factor must be larger than 0, or -1 to use the default value.")


def validate_partition_count(partitions: int) -> None:
    """Refuses a number of partitions that no new topic may have; -1 asks for the broker's default.

    Raises InvalidPartitionsError (37).

    >>> validate_partition_count(6), validate_partition_count(-1)
    (None, None)
    >>> validate_partition_count(0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidPartitionsError: INVALID_PARTITIONS (37): ... non-positive value.

    Kafka: ReplicationControlManager.createTopic.
    """
    if partitions == 0 or partitions < -1:
        raise InvalidPartitionsError("Number of partitions was set to an invalid non-positive value.")


def validate_partition_growth(topic: str, current: int, requested: int) -> None:
    """Refuses a new number of partitions that is not larger: a topic grows, it never shrinks.

    Raises InvalidPartitionsError (37).

    >>> validate_partition_growth("sports", 3, 6)
    >>> validate_partition_growth("sports", 6, 3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidPartitionsError: INVALID_PARTITIONS (37): ... 3 would not be an increase.

    Kafka: ReplicationControlManager.createPartitions.
    """
    if requested == current:
        raise InvalidPartitionsError(f"Topic already has {current} partition(s).")
    if requested < current:
        raise InvalidPartitionsError(
            f"The topic {topic} currently has {current} partition(s); {requested} would not be an increase."
        )
