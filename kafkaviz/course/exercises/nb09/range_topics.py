"""E09.3: a range of each topic, for those who asked for it."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb09 import in_group
from kafkaviz.course.exercises.nb09.in_group import everybody, shares
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription
from kafkaviz.decisions.wording import quantity, verb


def _draw_subscribed(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    counts = in_group.draw_topics(random)
    return counts, {
        member: Subscription(tuple(topic for topic in random.sample(list(counts), len(counts)) if random.randrange(4)))
        for member in in_group.draw_members(random)
    }


def subscribers(topic: str, subscriptions: Subscriptions) -> list[str]:
    """Returns the members that want a topic, in the order of their names."""
    return [member for member in sorted(subscriptions) if topic in subscriptions[member].topics]


def _topics_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = in_group.broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    reference = range_assign(counts, subscriptions)
    for topic in counts:
        wanting = subscribers(topic, subscriptions)
        for member in wanting:
            wanted = [partition for name, partition in reference[member] if name == topic]
            given = sorted(partition for name, partition in answer.get(member, ()) if name == topic)
            if given != wanted:
                size = f"{quantity(counts[topic], 'partition')}"
                cut = f"{topic} has {size}, and {' and '.join(wanting)} {verb(len(wanting), 'want')} it"
                gets = f"{in_group.numbers(wanted)}, not {in_group.numbers(given)}"
                return f"{cut}: {member} gets {gets}; each topic is cut for itself, from the first member on."
    return None


def _topics_in_cluster(my_topic_range: in_group.Assignor) -> Played:
    return in_group.coming_and_going(my_topic_range, range_assign, {"t0": 1, "t1": 1, "t2": 1, "t3": 4}, "range")


E09_3 = Exercise[PartitionsPerTopic, Subscriptions, in_group.Shares](
    id="E09.3",
    title="Cut every topic for itself",
    stars=2,
    minutes=8,
    hints=(
        "Your E09.1 is the inside of a loop over the topics. For each topic, first find out who wants it.",
        "`[member for member in sorted(subscriptions) if topic in subscriptions[member].topics]` are the members that "
        "want a topic. Begin with an empty list for everybody, and add to it.",
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
    reference=in_group.as_pairs(range_assign),
    draw=_draw_subscribed,
    promise=_topics_promise,
    form=in_group.share_form,
    in_cluster=_topics_in_cluster,
    case_film=assignor_film,
    matters="The remainder of every topic goes to the same first members, so range is even for one topic and lopsided "
    "for many. It has its use: partition 3 of two topics has one reader, who can join them.",
    next="Next: E09.4, what a change costs.",
)
