"""E08.1: how far behind is the group?"""

from collections.abc import Callable, Mapping
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb08.lived import polled, reading
from kafkaviz.course.placed import partitions_by_number
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, verb
from kafkaviz.scenarios.nb08 import GROUP, TOPIC, orders

Offsets = dict[int, int]
Lags = Mapping[int, int | None]


def lag(ends: Offsets, committed: Offsets) -> dict[int, int | None]:
    """Returns how many records of each partition are still to be read; None where nothing was committed.

    >>> lag({0: 6, 1: 4}, {0: 2})
    {0: 4, 1: None}

    Kafka: the columns LOG-END-OFFSET, CURRENT-OFFSET and LAG of ConsumerGroupCommand, which writes "-" for None.
    """
    return {p: end - committed[p] if p in committed else None for p, end in ends.items()}


def _draw(random: Random) -> tuple[Offsets, Offsets]:
    partitions = random.sample(range(13), random.randint(1, 5))
    ends = {p: random.choice((0, random.randint(1, 9), random.randint(10, 40))) for p in partitions}
    known = random.choice((0.0, 0.7, 0.7, 1.0))
    committed = {
        p: random.choice((0, end, random.randint(0, end), random.randint(0, end)))
        for p, end in random.sample([*ends.items()], len(ends))
        if random.random() < known
    }
    return ends, committed


def _promise(ends: Offsets, committed: Offsets, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, dict):
        return "The answer is a dict: for each partition its lag, a number or None."
    for p in sorted({*ends, *answer}, key=str):
        if p not in ends:
            return f"The dict goes from partitions to numbers; {one_line(p)} is no partition of `ends`."
        if p not in answer:
            return f"Partition {p} has an end, {ends[p]}, so it has a place in the answer as well."
        said = answer[p]
        if p not in committed and said is not None:
            return f"Nothing was committed for partition {p}, so nobody knows its lag: None, not {one_line(said)}."
        if said is not None and as_integer(said) is None:
            return f"The lag of a partition is a number or None, not {one_line(said)}."
        if p in committed and said != ends[p] - committed[p]:
            left = ends[p] - committed[p]
            return (
                f"Partition {p} ends at {ends[p]} and {committed[p]} comes next: {left} {verb(left, 'are')} left to "
                f"read, not {said}. "
                "Both offsets are exclusive ends."
            )
    return None


def _in_cluster(my_lag: Callable[[Offsets, Offsets], Lags]) -> Played:
    """Lets a group commit in some of three partitions, further each time, and reads what Kafka's tool would print."""
    lab = orders(0, partitions=3).join(GROUP, "C1", topics=[TOPIC])
    for partition, many in ((0, 6), (1, 4), (2, 1)):
        lab.send(TOPIC, *(f"o{n}" for n in range(many)), partition=partition)
    since = lab.cluster
    for offsets in ({0: 2}, {0: 6, 1: 0}, {2: 1, 1: 3}):
        lab.commit(GROUP, "C1", {(TOPIC, p): offset for p, offset in offsets.items()})
        rows = lab.describe_group(GROUP).rows
        ends = {row.partition: row.log_end_offset or 0 for row in rows}
        committed = {row.partition: row.current_offset for row in rows if row.current_offset is not None}
        seen = {row.partition: row.lag for row in rows}
        said = my_lag(ends, committed)
        if said != seen:
            return Played(lab, f"kafka-consumer-groups.sh shows the lags {seen}; you say {said}.", since, "log")
    return Played(lab, "", since, "log")


def _case_film(ends: Offsets, committed: Offsets, answer: object) -> Played:
    """Lets the group read in each partition as many of the last records as the answer says, or none of them."""
    if not isinstance(answer, dict) or {*answer} != {*ends}:
        raise InvalidArgumentError("A lag is said of each partition.")
    lab = reading({p: range(end) for p, end in ends.items()}, {GROUP: ["C1"]}, {GROUP: committed})
    numbered = partitions_by_number(TOPIC, ends)
    for p, end in ends.items():
        left = as_integer(answer[p])
        if left is None and answer[p] is not None:
            raise InvalidArgumentError("A lag is a number or None.")
        if left is not None:
            lab = polled(lab, GROUP, "C1", numbered[p], range(end - left, end), end)
    return Played(lab, lens="log" if len(ends) == 1 else "cluster")


E08_1 = Exercise[Offsets, Offsets, Lags](
    id="E08.1",
    title="How far behind is the group?",
    stars=1,
    minutes=4,
    hints=(
        "Both numbers are exclusive ends: all records below them are there, or done. How many lie between them?",
        "Go through `ends`; ask with `p in committed` whether the group has committed anything for partition p. "
        "An offset of 0 has been committed, too.",
        "`{p: end - committed[p] if p in committed else None for p, end in ends.items()}`.",
    ),
    examples=(
        Example(({0: 6}, {0: 2}), {0: 4}),
        Example(({0: 6, 1: 4}, {0: 6}), {0: 0, 1: None}),
        Example(({0: 6, 1: 4}, {1: 0, 0: 5}), {0: 1, 1: 4}),
    ),
    reference=lag,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your numbers were those of kafka-consumer-groups.sh, commit by commit. Lag is the first number to look at "
    "when somebody says that data comes late.",
    next="Next: E08.2, where does it begin.",
)
