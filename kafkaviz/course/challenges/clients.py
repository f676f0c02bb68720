"""Challenges for those who write and read: keys, duplicates, order, and a group's shares."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.course.challenges.challenge import Challenge, each, move
from kafkaviz.course.challenges.losing import TWO_BROKERS
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step

KEYS: Final = ("red", "green", "blue", "cyan", "pink", "gold", "teal", "lime", "grey", "plum")
TOPICS: Final = ("orders", "payments", "returns")
BOTH: Final = ("orders", "payments")


def _three_keys_together(steps: Sequence[Step]) -> bool:
    cluster = steps[-1].cluster
    return any(len({record.key for record in cluster.log(*tp)}) >= 3 for tp in cluster.partitions)


def _one_sent_twice_there(steps: Sequence[Step]) -> bool:
    cluster = steps[-1].cluster
    sent = sum(producer.latest[-1].number + 1 for producer in cluster.producers.values() if producer.latest)
    return len(cluster.log("letters", 0)) > sent > 0


def _out_of_order(steps: Sequence[Step]) -> bool:
    values = [record.value for record in steps[-1].cluster.log("letters", 0)]
    return b"first" in values and b"second" in values and values.index(b"second") < values.index(b"first")


def _shares(cluster: Cluster) -> list[int]:
    """Returns how many partitions each member of the group owns; empty before there is one, and while it is at work."""
    group = cluster.groups.get("app")
    if group is None or not group.is_at_rest:
        return []
    return [sum(member in group.owners(tp) for tp in cluster.partitions) for member in sorted(group.members)]


def _twice_as_many(steps: Sequence[Step]) -> bool:
    first, second = _shares(steps[-1].cluster) or (0, 0)
    return first == 2 * second > 0


def _one_of_three_idle(steps: Sequence[Step]) -> bool:
    shares = _shares(steps[-1].cluster)
    return len(shares) == 3 and 0 in shares


def _group_of_two() -> Lab:
    lab = Lab()
    for topic in TOPICS:
        lab.create_topic(topic, partitions=2)
    return lab.join("app", "C0", "C1", topics=TOPICS)


def _group_of_one() -> Lab:
    lab = Lab()
    for topic in BOTH:
        lab.create_topic(topic, partitions=2)
    return lab.join("app", "C0", topics=BOTH)


THREE_KEYS = Challenge(
    name="three_keys",
    title="Three keys on one partition",
    text="The topic has six partitions. Send three records with three different keys that all go to the same "
    "partition.",
    start=lambda: Lab(brokers=1).create_topic("letters", partitions=6),
    moves=tuple(move("send", "letters", (key, "hello")) for key in KEYS),
    reached=_three_keys_together,
    par=3,
    insight="The partition of a key is murmur2 of its bytes, masked to be positive, modulo the number of partitions: "
    "nobody has to send anything to know it.",
)
DUPLICATE = Challenge(
    name="duplicate",
    title="Send once, store twice",
    text="The producer is not idempotent. A record that was sent once is to lie in the log twice.",
    start=lambda: Lab(brokers=2, enable_idempotence=False).create_topic("letters", 1, 2),
    moves=(
        *TWO_BROKERS,
        move("send", "letters", "ABC"),
        *each("pause", 2),
        *each("resume", 2),
        move("lose_request", "letters", 0),
        move("lose_acknowledgement", "letters", 0),
        move("tick", 1_000),
    ),
    reached=_one_sent_twice_there,
    par=4,
    insight="A producer cannot tell a lost request from a lost acknowledgement, so it sends again. An idempotent "
    "producer numbers its batches, and the leader knows the second one.",
)
OUT_OF_ORDER = Challenge(
    name="out_of_order",
    title="Reorder two records of one key",
    text="The producer is not idempotent, and has up to five requests in flight. The record 'first' waits in its "
    "batch. Let 'second', of the same key, stand before it in the log.",
    start=lambda: (
        Lab(brokers=2, enable_idempotence=False)
        .create_topic("letters", 1, 2)
        .send("letters", ("key", "first"), flush=False)
    ),
    moves=(
        move("send", "letters", ("key", "second")),
        move("corrupt_request", "letters", 0),
        move("tick", 5),
        move("tick", 31_000),
        *each("pause", 2),
        *each("resume", 2),
    ),
    reached=_out_of_order,
    par=3,
    insight="Of two requests in flight the first can be refused and be sent again behind the second. Idempotence keeps "
    "the order; so does max.in.flight.requests.per.connection=1.",
)
TWICE_AS_MANY = Challenge(
    name="twice_as_many",
    title="C0 owns twice what C1 owns",
    text="Two consumers share three topics of two partitions each, by the range assignor alone. Let C0 own exactly "
    "twice as many partitions as C1.",
    start=_group_of_two,
    moves=(
        *(move("add_partitions", topic, partitions) for topic in TOPICS for partitions in (3, 4)),
        move("tick", 600_000),
    ),
    reached=_twice_as_many,
    par=4,
    insight="Range divides each topic on its own, and the remainder always goes to the first members: one odd topic "
    "hardly shows, three of them do. The group sees new partitions when its metadata is renewed.",
    lens="assignment",
)
IDLE_CONSUMER = Challenge(
    name="idle_consumer",
    title="An idle consumer among three",
    text="C0 reads two topics of two partitions each, by the range assignor. Let two more consumers join so that one "
    "of the three owns nothing, though there are four partitions.",
    start=_group_of_one,
    moves=tuple(
        move("join", "app", member, topics=topics)
        for member in ("C1", "C2")
        for topics in (["orders"], ["payments"], ["orders", "payments"])
    ),
    reached=_one_of_three_idle,
    par=2,
    insight="Range counts the partitions of one topic: two partitions are shares for two members. The third member "
    "of each topic gets nothing, and in every topic that is the same one.",
    lens="assignment",
)
CHALLENGES: Final = (THREE_KEYS, IDLE_CONSUMER, TWICE_AS_MANY, DUPLICATE, OUT_OF_ORDER)
