"""E09.2: deal all topics out in one circle."""

from collections.abc import Mapping
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb09 import in_group
from kafkaviz.course.exercises.nb09.in_group import everybody, shares
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors import roundrobin_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription


def _draw_topics(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    counts = in_group.draw_topics(random)
    return counts, {member: Subscription(tuple(counts)) for member in in_group.draw_members(random)}


def _circle_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = in_group.broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    members, owners = sorted(subscriptions), in_group.owner_of(answer)
    for index, tp in enumerate(sorted_partitions(counts)):
        wanted = members[index % len(members)]
        if owners[tp] != wanted:
            number = f"{in_group.words(tp)} is number {index}, counted from 0"
            in_turn = f"In sorted order {number}, and {index} % {len(members)} is {index % len(members)}"
            return f"{in_turn}: it goes to {wanted}, not to {owners[tp]}{in_group.by_name(subscriptions)}."
    return None


def sorted_partitions(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Returns all partitions, topic by topic in the order of their names."""
    return [(topic, partition) for topic in sorted(counts) for partition in range(counts[topic])]


def _circle_in_cluster(my_round_robin: in_group.Assignor) -> Played:
    return in_group.coming_and_going(my_round_robin, roundrobin_assign, {"t0": 3, "t1": 4}, "round robin")


E09_2 = Exercise[PartitionsPerTopic, Subscriptions, in_group.Shares](
    id="E09.2",
    title="Deal them out in a circle",
    stars=2,
    minutes=7,
    hints=(
        "Put the partitions of all topics into one sorted list; then deal that list out.",
        "The partition at place `i` of the list goes to `members[i % len(members)]`, where `members` is sorted too.",
        "`every = [(topic, n) for topic in sorted(partitions_per_topic) for n in range(partitions_per_topic[topic])]`; "
        "then the member at place `i` gets `every[i::len(members)]`.",
    ),
    examples=(
        Example(({"t0": 6}, everybody(2, "t0")), shares(C1="t0-0 t0-2 t0-4", C2="t0-1 t0-3 t0-5")),
        Example(({"t0": 3, "t1": 3}, everybody(2, "t0", "t1")), shares(C1="t0-0 t0-2 t1-1", C2="t0-1 t1-0 t1-2")),
        Example(({"t1": 1, "t0": 2}, everybody(2, "t0", "t1")), shares(C1="t0-0 t1-0", C2="t0-1")),
        Example(({"t0": 1, "t1": 1}, everybody(3, "t0", "t1")), shares(C1="t0-0", C2="t1-0", C3="")),
    ),
    reference=in_group.as_pairs(roundrobin_assign),
    draw=_draw_topics,
    promise=_circle_promise,
    form=in_group.share_form,
    in_cluster=_circle_in_cluster,
    case_film=assignor_film,
    matters="One circle over all topics keeps the shares even to within one partition, however many topics there are. "
    "The price comes when somebody joins or leaves: the whole circle shifts.",
    next="Next: E09.3, ranges for many topics, which are not even at all.",
)
