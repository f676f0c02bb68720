"""E09.3: a range of each topic, for those who asked for it."""

from itertools import islice
from random import Random

from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb09.in_group import (
    Assignor,
    Shares,
    are_unsorted,
    as_pairs,
    broken,
    coming_and_going,
    differ_by_number,
    draw_members,
    draw_topics,
    everybody,
    numbers,
    share_form,
    shares,
)
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription
from kafkaviz.decisions.wording import counted, verb


def _draw_subscribed(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    counts = draw_topics(random)
    return counts, {
        member: Subscription(tuple(topic for topic in random.sample(list(counts), len(counts)) if random.randrange(4)))
        for member in draw_members(random)
    }


def _wanting(topic: str, subscriptions: Subscriptions) -> list[str]:
    return [member for member in sorted(subscriptions) if topic in subscriptions[member].topics]


def _sizes(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> list[tuple[int, int]]:
    """Returns for each wanted topic how many partitions it has, and how many members want it."""
    both = [(counts[topic], len(_wanting(topic, subscriptions))) for topic in counts]
    return [(partitions, wanting) for partitions, wanting in both if wanting]


def _some_want(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> bool:
    return any(wanting < len(subscriptions) for _, wanting in _sizes(counts, subscriptions))


def _topics_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    reference = range_assign(counts, subscriptions)
    for topic in counts:
        wanting = _wanting(topic, subscriptions)
        for member in wanting:
            wanted = [partition for name, partition in reference[member] if name == topic]
            given = sorted(partition for name, partition in answer.get(member, ()) if name == topic)
            if given != wanted:
                size = f"{counted(counts[topic], 'partition')}"
                cut = f"{topic} has {size}, and {' and '.join(wanting)} {verb(len(wanting), 'want')} it"
                return (
                    f"{cut}: {member} gets {numbers(wanted)}, not {numbers(given)}; each topic is cut for itself, from "
                    f"the first member on."
                )
    return None


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
        Example(({"t0": 3}, everybody(2, "t0")), shares(C1="t0-0 t0-1", C2="t0-2")),
        Example(({"t0": 3, "t1": 3}, everybody(2, "t0", "t1")), shares(C1="t0-0 t0-1 t1-0 t1-1", C2="t0-2 t1-2")),
        Example(
            ({"t0": 2, "t1": 2}, {"C1": Subscription(("t0", "t1")), "C2": Subscription(("t1",))}),
            shares(C1="t0-0 t0-1 t1-0", C2="t1-1"),
        ),
        Example(
            ({f"t{n}": 1 for n in range(4)}, everybody(2, "t0", "t1", "t2", "t3")),
            shares(C1="t0-0 t1-0 t2-0 t3-0", C2=""),
        ),
        Example(({"t0": 1, "t1": 1}, everybody(1, "t0")), shares(C1="t0-0")),
    ),
    reference=as_pairs(range_assign),
    draw=_draw_subscribed,
    conditions=(
        Condition("the members arrive in no order", lambda counts, members: are_unsorted(members)),
        Condition("as numbers the members are in another order", lambda counts, members: differ_by_number(members)),
        Condition("the topics are in no order", lambda counts, members: are_unsorted(counts)),
        Condition(
            "a member names its topics in another order",
            lambda counts, members: any([*s.topics] != [t for t in counts if t in s.topics] for s in members.values()),
        ),
        Condition(
            "nobody wants a topic", lambda counts, members: any(not _wanting(topic, members) for topic in counts)
        ),
        Condition("a member wants nothing", lambda counts, members: any(not s.topics for s in members.values())),
        Condition("some members want a topic, and others do not", _some_want),
        Condition(
            "the first member does not want a topic",
            lambda counts, members: any(t not in members[min(members)].topics for t in counts),
        ),
        Condition(
            "one is left over in two topics", lambda *case: [n % many > 0 for n, many in _sizes(*case)].count(True) > 1
        ),
        Condition("each topic divides evenly", lambda *case: all(n % many == 0 for n, many in _sizes(*case))),
        Condition(
            "a topic has fewer partitions than members who want it",
            lambda *case: any(n < many for n, many in _sizes(*case)),
        ),
        Condition("there is one topic", lambda counts, members: len(counts) == 1),
        Condition("there is one member", lambda counts, members: len(members) == 1),
        Condition("a partition has two digits", lambda counts, members: max(counts.values()) > 10),
    ),
    promise=_topics_promise,
    form=share_form,
    in_cluster=_topics_in_cluster,
    case_film=assignor_film,
    matters="The remainder of every topic goes to the same first members, so range is even for one topic and lopsided "
    "for many. It has its use: partition 3 of two topics has one reader, who can join them.",
    next="Next: E09.4, what a change costs.",
    wrong=(
        Wrong(_for_everybody, "t0-1 is given to C2, who has not subscribed to t0."),
        Wrong(
            _as_one_list,
            "t0 has 3 partitions, and C1 and C2 want it: C1 gets 0, 1, not 0, 1, 2; each topic is cut for itself, "
            "from the first member on.",
        ),
        Wrong(_last_topic_only, "t0-0 has no owner; its records would not be read."),
    ),
)
