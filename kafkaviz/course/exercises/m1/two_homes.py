"""X1.4: give hot keys a choice of two homes, and leave all others where they are."""

from random import Random

from kafkaviz.course.exercise import Condition, Example, Exercise, Working, Wrong
from kafkaviz.course.working import here, worked
from kafkaviz.decisions.hashing import keyed_partition


def less_loaded_home(key: bytes, partitions: int, hot: list[bytes], loads: list[int]) -> int:
    """Returns the less loaded of a hot key's two homes, the first if they are equal, and the home of any other key.

    >>> less_loaded_home(b"DEF", 4, [b"DEF"], [0, 9, 5, 0]), less_loaded_home(b"DEF", 4, [], [0, 9, 5, 0])
    (2, 1)

    A partitioner.class of an application's. The second home is that of the key with `#2`.
    """
    first, second = _homes(key, partitions)
    return second if key in hot and loads[second] < loads[first] else first


def _homes(key: bytes, partitions: int) -> tuple[int, int]:
    return keyed_partition(key, partitions), keyed_partition(key + b"#2", partitions)


def _compared(key: bytes, partitions: int, hot: list[bytes], loads: list[int]) -> int:
    """Returns by how much the second home of a hot key carries more than the first."""
    first, second = _homes(key, partitions)
    return loads[second] - loads[first] if key in hot else 0


def _resembles(key: bytes, hot: list[bytes]) -> bool:
    return any(one != key and (one.startswith(key) or key.startswith(one)) for one in hot)


def _draw(random: Random) -> tuple[bytes, int, list[bytes], list[int]]:
    partitions = random.choice((1, 3, 6, 16))
    names = [b"user-%d" % number for number in random.sample(range(1, 40), 3)] + [b"user-1", b"user-12"]
    key = random.choice([*names, b"user-12"])
    # Keys that begin alike, user-1 and user-12, are not the same key.
    hot = random.sample([*names, key, b"user-1", b"user-12"], random.randint(0, 4))
    most = random.choice((1, 3, 100))
    return key, partitions, hot, [random.randint(0, most) for _ in range(partitions)]


def _promise(key: bytes, partitions: int, hot: list[bytes], loads: list[int], answer: object) -> str | None:
    first, second = _homes(key, partitions)
    if answer == less_loaded_home(key, partitions, hot, loads) and not isinstance(answer, bool):
        return None
    if answer is None:
        return "It returned nothing: is there a `return` on every way through?"
    if not isinstance(answer, int) or answer not in range(partitions):
        return f"The answer is the number of a partition, 0 to {partitions - 1}."
    if key not in hot:
        return f"{key!r} is not among the hot keys: it stays at home on partition {first}, whatever the loads are."
    if answer not in (first, second):
        return f"The homes of {key!r} are {first}, and {second} for {key + b'#2'!r}; partition {answer} is neither."
    if loads[first] == loads[second]:
        return f"Both homes carry {loads[first]}: take the first, {first}, so that a key moves only for a reason."
    return f"Partition {first} carries {loads[first]}, partition {second} carries {loads[second]}: take the lesser."


def _everywhere(key: bytes, partitions: int, hot: list[bytes], loads: list[int]) -> int:
    return loads.index(min(loads)) if key in hot else keyed_partition(key, partitions)


def _every_key(key: bytes, partitions: int, hot: list[bytes], loads: list[int]) -> int:
    return less_loaded_home(key, partitions, [key], loads)


def _second_if_equal(key: bytes, partitions: int, hot: list[bytes], loads: list[int]) -> int:
    first, second = _homes(key, partitions)
    return first if key not in hot or loads[first] < loads[second] else second


def _working(key: bytes, partitions: int, hot: list[bytes], loads: list[int], answer: object) -> Working:
    first, second = _homes(key, partitions)
    homes = {second: "second home, as it is hot" if key in hot else "", first: "home"}
    return worked(
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
    conditions=(
        Condition("the key is hot", lambda key, n, hot, loads: key in hot),
        Condition("no key is hot", lambda key, n, hot, loads: not hot),
        Condition("a hot key begins like this one", lambda key, n, hot, loads: key not in hot and _resembles(key, hot)),
        Condition(
            "another key begins with a hot one, and its second home carries less",
            lambda key, n, hot, loads: (
                key not in hot and any(key.startswith(one) for one in hot) and _compared(key, n, [key], loads) < 0
            ),
        ),
        Condition("both homes are the same", lambda key, n, hot, loads: len({*_homes(key, n)}) == 1),
        Condition("the second home of a hot key carries less", lambda *case: _compared(*case) < 0),
        Condition("the second home of a hot key carries more", lambda *case: _compared(*case) > 0),
        Condition(
            "two homes of a hot key carry the same",
            lambda *case: case[0] in case[2] and _compared(*case) == 0 and len({*_homes(*case[:2])}) > 1,
        ),
        Condition(
            "the second home of another key carries less",
            lambda key, n, hot, loads: key not in hot and _compared(key, n, [key], loads) < 0,
        ),
        Condition(
            "a third partition carries least", lambda *case: min(case[3]) < min(case[3][p] for p in _homes(*case[:2]))
        ),
        Condition("the partition has two digits", lambda *case: less_loaded_home(*case) > 9),
    ),
    promise=_promise,
    case_film=_working,
    matters="No key is split, so each keeps its order, and still the fullest partition carries far less: a choice of "
    "two is nearly as good as a choice of all. The price is a table that every producer must have.",
    next="Next: go back to the notebook and answer its last three questions.",
    wrong=(
        Wrong(_everywhere, "The homes of b'DEF' are 1, and 2 for b'DEF#2'; partition 0 is neither."),
        Wrong(_every_key, "b'DEF' is not among the hot keys: it stays at home on partition 1, whatever the loads are."),
        Wrong(_second_if_equal, "Both homes carry 5: take the first, 1, so that a key moves only for a reason."),
    ),
)
