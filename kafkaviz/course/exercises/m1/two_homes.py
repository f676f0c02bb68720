"""X1.4: give hot keys a choice of two homes, and leave all others where they are."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.hashing import keyed_partition


def less_loaded_home(key: bytes, partitions: int, hot: list[bytes], loads: list[int]) -> int:
    """Returns the less loaded of a hot key's two homes, the first if they are equal, and the home of any other key.

    >>> less_loaded_home(b"DEF", 4, [b"DEF"], [0, 9, 5, 0]), less_loaded_home(b"DEF", 4, [], [0, 9, 5, 0])
    (2, 1)

    A partitioner.class of an application's. The second home is that of the key with `#2`.
    """
    first, second = two_homes(key, partitions)
    return second if key in hot and loads[second] < loads[first] else first


def two_homes(key: bytes, partitions: int) -> tuple[int, int]:
    """Returns the partition of a key, and that of the key with #2 behind it."""
    return keyed_partition(key, partitions), keyed_partition(key + b"#2", partitions)


def _draw(random: Random) -> tuple[bytes, int, list[bytes], list[int]]:
    partitions = random.choice((1, 3, 6, 16))
    names = [b"user-%d" % number for number in random.sample(range(1, 40), 3)] + [b"user-1", b"user-12"]
    key = random.choice([*names, b"user-12"])
    # Keys that begin alike, user-1 and user-12, are not the same key.
    hot = random.sample([*names, key, b"user-1", b"user-12"], random.randint(0, 4))
    most = random.choice((1, 3, 100))
    return key, partitions, hot, [random.randint(0, most) for _ in range(partitions)]


def _promise(key: bytes, partitions: int, hot: list[bytes], loads: list[int], answer: object) -> str | None:
    first, second = two_homes(key, partitions)
    if answer == less_loaded_home(key, partitions, hot, loads) and not isinstance(answer, bool):
        return None
    if answer is None:
        return "It returned nothing: is there a `return` on every way through?"
    if not isinstance(answer, int) or answer not in range(partitions):
        return f"The answer is the number of a partition, 0 to {partitions - 1}."
    if key not in hot:
        return f"{key!r} is not among the hot keys: it stays at home on partition {first}, whatever the loads are."
    if answer not in (first, second):
        return f"{key!r} has two homes: {first}, its own, and {second}, that of {key + b'#2'!r}; you say {answer}."
    if loads[first] == loads[second]:
        return f"Both homes carry {loads[first]}: take the first, {first}, so that a key moves only for a reason."
    lesser = min(first, second, key=lambda home: loads[home])
    return f"Partition {first} carries {loads[first]}, partition {second} carries {loads[second]}: take {lesser}."


def _working(key: bytes, partitions: int, hot: list[bytes], loads: list[int], answer: object) -> Working:
    first, second = two_homes(key, partitions)
    homes = {second: "second home, as it is hot" if key in hot else "", first: "home"}
    return working_of(
        ("partition", "carries", f"of {key!r}", ""),
        [(number, loads[number], homes.get(number, ""), here(answer == number)) for number in range(partitions)],
        answer,
        at=None if key in hot else first,
    )


X1_4 = Exercise[bytes, int, list[bytes], list[int], int](
    id="X1.4",
    title="Give hot keys a choice of two homes",
    stars=3,
    minutes=12,
    hints=(
        "Three cases: the key is not hot; it is hot and its second home carries less; it is hot and it does not.",
        '`keyed_partition(key, partitions)` is the first home, `keyed_partition(key + b"#2", partitions)` the second; '
        "`loads[p]` is what partition p carries already.",
        "With the two as `first` and `second`: `if key in hot and loads[second] < loads[first]: return second`; "
        "otherwise `return first`.",
    ),
    examples=(
        Example((b"DEF", 4, [], [0, 9, 5, 0]), 1),
        Example((b"DEF", 4, [b"DEF"], [0, 9, 5, 0]), 2),
        Example((b"DEF", 4, [b"DEF"], [0, 5, 9, 0]), 1),
        Example((b"DEF", 4, [b"ABC", b"DEF"], [0, 5, 5, 0]), 1),
        Example((b"DEF", 4, [b"DEFG"], [0, 9, 5, 0]), 1),
        Example((b"DEF", 1, [b"DEF"], [7]), 0),
    ),
    reference=less_loaded_home,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="No key is split, so each keeps its order, and still the fullest partition carries far less: a choice of "
    "two is nearly as good as a choice of all. The price is a table that every producer must have.",
    next="Next: go back to the notebook and answer its last three questions.",
)
