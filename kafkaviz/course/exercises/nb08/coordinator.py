"""E08.4: who coordinates the group?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import coordinator_partition, java_string_hash
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab
from kafkaviz.model.groups.common.coordinator_events import CoordinatorMoved, OffsetsPartitionCreated
from kafkaviz.model.groups.common.events import MembersStarted
from kafkaviz.scenarios.nb08 import TOPIC

SMALLEST = -(2**31)
SMALLEST_IDS = ("polygenelubricants", "GydZG_", "DESIGNING WORKHOUSES")
"""Texts whose hash in Java is the one number without an absolute value."""
WORDS = ("billing", "search", "audit", "analytics", "app", "orders", "mail", "a", "b", "café", "größe", "v2", "eu")
SHOWN = ("billing", "analytics", "app-10")
BROKERS = 3


def _draw(random: Random) -> tuple[str, int]:
    if random.random() < 0.06:
        return random.choice(SMALLEST_IDS), random.choice((50, 50, 3, 7))
    words = random.sample(WORDS, random.choice((1, 1, 2, 3)))
    group_id = random.choice("-_.").join(words)
    return (group_id.upper() if random.random() < 0.2 else group_id), random.choice((50, 50, 50, 1, 3, 12, 100))


def uncut_hash(group_id: str) -> int:
    """Returns Java's hash before it is cut to 32 bits."""
    value = 0
    for letter in group_id:
        value = 31 * value + ord(letter)
    return value


def _promise(group_id: str, partitions: int, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    said = as_integer(answer)
    if said is None:
        return f"The answer is the number of a partition, not {one_line(answer)}."
    if not 0 <= said < partitions:
        return f"__consumer_offsets has the partitions 0 to {partitions - 1}; {said} is none of them."
    wanted, value = coordinator_partition(group_id, partitions), java_string_hash(group_id)
    if said == wanted:
        return None
    if value == SMALLEST:
        return f"The hash is {SMALLEST}, which has no absolute value in 32 bits: Kafka takes 0 for it, not {said}."
    if said == value % partitions:
        return f"The hash is {value}: without its sign, {abs(value)} % {partitions} is {wanted}; % alone makes {said}."
    if said == (value & 0x7FFFFFFF) % partitions:
        return (
            f"The hash is {value}: its absolute value counts, and {abs(value)} % {partitions} is {wanted}; "
            f"& 0x7fffffff, the rule for keys, makes {said} of it."
        )
    if said == abs(uncut_hash(group_id)) % partitions:
        return (
            f"{uncut_hash(group_id)} is more than 32 bits hold; there it is {value}, and {abs(value)} % {partitions} "
            f"is {wanted}, not {said}."
        )
    return f"Java's hash of {group_id!r} is {value}, and {abs(value)} % {partitions} is {wanted}, not {said}."


def _in_cluster(my_coordinator_partition: Callable[[str, int], int]) -> Played:
    """Lets three groups start, and compares with the partition that each has fallen on."""
    lab = Lab(brokers=BROKERS).create_topic(TOPIC, 3)
    since = lab.cluster
    for group_id in SHOWN:
        seen = lab.join(group_id, f"{group_id}-1", topics=[TOPIC]).cluster.groups[group_id].partition
        said = my_coordinator_partition(group_id, lab.policies.offsets_topic_num_partitions)
        if said != seen:
            return Played(lab, f"Group {group_id} falls on partition {seen}; you say {said}.", since, "assignment")
    return Played(lab, "", since, "assignment")


def _case_film(group_id: str, partitions: int, answer: object) -> Played:
    """Lets the group fall on the partition that the answer says, and be coordinated by its leader."""
    said = as_integer(answer)
    if said is None or not 0 <= said < partitions:
        raise InvalidArgumentError(f"A group falls on one of the partitions 0 to {partitions - 1}.")
    lab = Lab(brokers=BROKERS, offsets_topic_num_partitions=partitions).create_topic(TOPIC, 1)
    started = MembersStarted(group_id, ("C1",), (TOPIC,), "eager", said)
    lab = begin_with(lab, started.apply(lab.cluster))
    replicas = tuple((said + n) % BROKERS + 1 for n in range(BROKERS))
    made = OffsetsPartitionCreated(group_id, said, replicas)
    return Played(let_happen(lab, made, CoordinatorMoved(group_id, said, replicas[0])), lens="assignment")


E08_4 = Exercise[str, int, int](
    id="E08.4",
    title="Who coordinates the group?",
    stars=2,
    minutes=8,
    hints=(
        "Three steps: the sum, its 32 bits with a sign, its absolute value modulo `partitions`.",
        "`h = (31 * h + ord(letter)) % 2**32` for each letter keeps 32 bits. From 2**31 on they mean a negative "
        "number: take 2**32 away.",
        "After the loop: `h -= 2**32 * (h >= 2**31)`, then `return 0 if h == -(2**31) else abs(h) % partitions`.",
    ),
    examples=(
        Example(("a", 50), 47),
        Example(("billing", 50), 9),
        Example(("analytics", 50), 10),
        Example(("audit", 12), coordinator_partition("audit", 12)),
        Example(("polygenelubricants", 50), 0),
    ),
    reference=coordinator_partition,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Three groups fell where you said. Every client of a group finds the same coordinator, whoever it asks, "
    "because any broker computes this; and the groups spread over the brokers as the 50 partitions do.",
    next="Next: E08.5, fast and slow readers.",
)
