"""E09.3: a range of each topic, for those who asked for it."""

from itertools import islice
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb09.in_group import (
    Assignor,
    Shares,
    broken,
    coming_and_going,
    due,
    everybody,
    share_form,
)
from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription

TOPICS = ("t0", "t1", "t2")


def _draw_subscribed(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    counts = {topic: random.randint(1, 5) for topic in TOPICS[: random.randint(1, 3)]}
    wants = [tuple(topic for topic in counts if random.randrange(4)) for _ in range(random.randint(1, 4))]
    return counts, {f"C{number}": Subscription(topics) for number, topics in enumerate(wants, 1)}


def _topics_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    reference = range_assign(counts, subscriptions)
    for topic in counts:
        wanting = [member for member in sorted(subscriptions) if topic in subscriptions[member].topics]
        for member in wanting:
            wanted = [partition for name, partition in reference[member] if name == topic]
            given = sorted(partition for name, partition in answer.get(member, ()) if name == topic)
            if given != wanted:
                return (
                    f"Of {topic}'s {counts[topic]} partitions, which {' and '.join(wanting)} want, {member} gets "
                    f"{_numbers(wanted)}, not {_numbers(given)}; each topic is cut for itself, from the first "
                    f"member on."
                )
    return None


def _numbers(partitions: list[int]) -> str:
    return ", ".join(map(str, partitions)) or "none"


def _for_everybody(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    return range_assign(counts, {member: Subscription(tuple(counts)) for member in subscriptions})


def _as_one_list(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    every = ((topic, partition) for topic in sorted(counts) for partition in range(counts[topic]))
    share, longer = divmod(sum(counts.values()), len(subscriptions))
    return {m: list(islice(every, share + (place < longer))) for place, m in enumerate(sorted(subscriptions))}


def _last_topic_only(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    last = range_assign({}, subscriptions)
    for topic in counts:
        last |= {m: share for m, share in range_assign({topic: counts[topic]}, subscriptions).items() if share}
    return last


def _topics_in_cluster(my_topic_range: Assignor) -> Played:
    return coming_and_going(my_topic_range, range_assign, {"t0": 1, "t1": 1, "t2": 1, "t3": 4}, "range")


E09_3 = Exercise[PartitionsPerTopic, Subscriptions, Shares](
    id="E09.3",
    title="Cut every topic for itself",
    stars=2,
    minutes=8,
    hints=(
        "Your E09.1 is the inside of a loop over the topics. For each topic, first find out who wants it.",
        "`[member for member in sorted(subscriptions) if topic in subscriptions[member].topics]` are those who want a "
        "topic. Begin with an empty list for everybody, and add to it.",
        "For each topic: `share, longer = divmod(partitions_per_topic[topic], len(wanting))`, then a pointer `start` "
        "from 0 as in E09.1, and `shares[member] += [(topic, n) for n in range(start, end)]`. Skip a topic that "
        "nobody wants.",
    ),
    examples=(
        Example(({"t0": 3}, everybody(2, "t0")), due(C1="t0-0 t0-1", C2="t0-2")),
        Example(({"t0": 3, "t1": 3}, everybody(2, "t0", "t1")), due(C1="t0-0 t0-1 t1-0 t1-1", C2="t0-2 t1-2")),
        Example(
            ({"t0": 2, "t1": 2}, {"C1": Subscription(("t0", "t1")), "C2": Subscription(("t1",))}),
            due(C1="t0-0 t0-1 t1-0", C2="t1-1"),
        ),
        Example(
            ({f"t{n}": 1 for n in range(4)}, everybody(2, "t0", "t1", "t2", "t3")), due(C1="t0-0 t1-0 t2-0 t3-0", C2="")
        ),
        Example(({"t0": 1, "t1": 1}, everybody(1, "t0")), due(C1="t0-0")),
    ),
    reference=range_assign,
    draw=_draw_subscribed,
    promise=_topics_promise,
    form=share_form,
    in_cluster=_topics_in_cluster,
    matters="The remainder of every topic goes to the same first members, so range is even for one topic and lopsided "
    "for many. It has its use: partition 3 of two topics has one reader, who can join them.",
    next="Next: E09.4, what a change costs.",
    wrong=(
        Wrong(_for_everybody, "t0-1 is given to C2, who has not subscribed to t0."),
        Wrong(
            _as_one_list,
            "Of t0's 3 partitions, which C1 and C2 want, C1 gets 0, 1, not 0, 1, 2; each topic is cut for itself, "
            "from the first member on.",
        ),
        Wrong(_last_topic_only, "t0-0 has no owner; its records would not be read."),
    ),
)
