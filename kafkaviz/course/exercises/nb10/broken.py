"""E10.2: whose order breaks when a topic grows?"""

from collections.abc import Callable, Collection
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import lab_with
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.scenarios.nb10 import CUSTOMERS, TOPIC, grown, homes

Key = bytes | None
Keys = list[Key]
NAMES = tuple(name.encode() for name in (*CUSTOMERS, "eve", "lea", "pam", "vera", ""))


def broken(before: Keys, after: Keys, partitions: int, to: int) -> set[bytes]:
    """Returns the keys that have records on both sides of the growth, in two partitions.

    >>> sorted(broken([b"ada", b"ann", b"bob"], [b"ada", b"ann"], 3, 4))
    [b'ada']

    Kafka: BuiltInPartitioner.partitionForKey, before and after kafka-topics.sh --alter --partitions.
    """
    both = {key for key in before if key is not None} & {key for key in after if key is not None}
    return {key for key in both if is_moved(key, partitions, to)}


def is_moved(key: bytes, partitions: int, to: int) -> bool:
    """Tells whether a key goes to another partition once the topic has grown."""
    return keyed_partition(key, partitions) != keyed_partition(key, to)


def _draw(random: Random) -> tuple[Keys, Keys, int, int]:
    names = random.sample(NAMES, random.randint(1, 6))
    chosen: list[Key] = [*names, *random.choice(([], [None]))]
    before, after = ([key for key in random.choices(chosen, k=len(chosen)) if random.random() < 0.9] for _ in range(2))
    partitions = random.choice((1, 2, 3, 3, 8))
    if random.random() < 0.1:
        before = []
    return before, after, partitions, random.choice((partitions + 1, 2 * partitions, partitions + random.randint(2, 9)))


def _promise(before: Keys, after: Keys, partitions: int, to: int, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, list):
        return f"The answer is the keys, as a set or a list, not {one_line(answer)}."
    right = broken(before, after, partitions, to)
    for key in answer:
        if key is None:
            return "None is no key: records without a key have no order that could break."
        if not isinstance(key, bytes) or key not in {*before, *after}:
            return f"{one_line(key)} is none of the keys that were sent."
        if key not in before:
            return f"{key!r} has no record from before the growth: all of its records are in one partition."
        if key not in after:
            return f"{key!r} has no record after the growth: its records lie where they were, in order."
        if key not in right:
            home = keyed_partition(key, to)
            return f"{key!r} stays in partition {home}, with {partitions} partitions and with {to}."
        if answer.count(key) > 1:
            return f"{key!r} is named twice; each key is asked for once."
    for key in sorted(right - {*answer}):
        was, now = keyed_partition(key, partitions), keyed_partition(key, to)
        return f"{key!r} has records in partition {was}, from before, and goes on in partition {now}."
    return None


def _in_cluster(my_broken: Callable[[Keys, Keys, int, int], Collection[bytes]]) -> Played:
    """Lets topics grow in which eight customers order before and after, and looks who is in two partitions."""
    keys: Keys = [customer.encode() for customer in CUSTOMERS]
    for partitions, to in ((3, 4), (3, 6), (1, 3)):
        lab = grown(partitions, to, customers=len(CUSTOMERS))
        seen = sorted(key.encode() for key, homes_of_key in homes(lab).items() if len({*homes_of_key}) > 1)
        said = my_broken([*keys], [*keys], partitions, to)
        if sorted(said) != seen:
            complaint = (
                f"From {partitions} to {to} partitions the keys {one_line(seen)} lie in two of them; "
                f"you say {one_line(said)}."
            )
            return Played(lab, complaint, lens="partitioner")
    return Played(lab, "", lens="partitioner")


def _case_film(before: Keys, after: Keys, partitions: int, to: int, answer: object) -> Played:
    """Sends the records of the keys that the answer names, before the growth and after it, and no others."""
    if not isinstance(answer, list) or not all(isinstance(key, bytes) and key in {*before, *after} for key in answer):
        raise InvalidArgumentError("Of the keys that were sent some are named.")
    lab = lab_with(TOPIC, {number: [1 + number % 3] for number in range(partitions)}, [1, 2, 3])
    for keys, side in ((before, 1), (after, 2)):
        if side == 2:
            lab.add_partitions(TOPIC, to).tick(lab.policies.metadata_max_age_ms)
        sent = [(key, f"{(key or b'').decode()}{side}") for key in keys if key in answer]
        if sent:
            lab.send(TOPIC, *sent)
    return Played(lab, lens="partitioner")


E10_2 = Exercise[Keys, Keys, int, int, Collection[bytes]](
    id="E10.2",
    title="Whose order breaks?",
    stars=2,
    minutes=6,
    hints=(
        "Two things must come together: the key has records on both sides, and its partition changes.",
        "`set(before) & set(after)` are the keys on both sides; leave None out. For each compare "
        "`keyed_partition(key, partitions)` and `keyed_partition(key, to)`.",
        "`both = (set(before) & set(after)) - {None}`, then "
        "`{key for key in both if keyed_partition(key, partitions) != keyed_partition(key, to)}`.",
    ),
    examples=(
        Example(([b"ada"], [b"ada"], 3, 4), [b"ada"]),
        Example(([b"ann"], [b"ann"], 3, 4), []),
        Example(([b"ada", b"bob"], [b"bob", b"cyd"], 3, 4), [b"bob"]),
        Example(([b"ada", b"bob", None], [b"bob", b"ada", None], 3, 6), [b"ada"]),
        Example(([b"ada", b"ada", b"dan"], [b"dan", b"ada"], 3, 4), [b"ada", b"dan"]),
    ),
    reference=broken,
    draw=_draw,
    promise=_promise,
    form=sorted,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Three topics grew, and in each the keys that you named lie in two partitions. No error tells of it: "
    "an application that counts on order finds out when it reads a newer record before an older one.",
    next="Next: E10.3, how many partitions are enough.",
)
