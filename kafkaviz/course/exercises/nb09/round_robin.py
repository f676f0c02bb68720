"""E09.2: deal all topics out in one circle."""

from collections.abc import Mapping
from random import Random

from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb09.in_group import (
    Assignor,
    Shares,
    are_unsorted,
    as_pairs,
    broken,
    by_name,
    coming_and_going,
    differ_by_number,
    draw_members,
    draw_topics,
    everybody,
    owner_of,
    share_form,
    shares,
    words,
)
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription


def _draw_topics(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    counts = draw_topics(random)
    return counts, {member: Subscription(tuple(counts)) for member in draw_members(random)}


def _circle_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    members, owners = sorted(subscriptions), owner_of(answer)
    for place, tp in enumerate(_sorted_partitions(counts)):
        wanted = members[place % len(members)]
        if owners[tp] != wanted:
            turn = place % len(members)
            counted = (
                f"In sorted order {words(tp)} is number {place}, counted from 0, and {place} % {len(members)} is {turn}"
            )
            return f"{counted}: it goes to {wanted}, not to {owners[tp]}{by_name(subscriptions)}."
    return None


def _sorted_partitions(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(topic, partition) for topic in sorted(counts) for partition in range(counts[topic])]


def _begins_anew(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    members = sorted(subscriptions)
    return {
        member: [tp for tp in _sorted_partitions(counts) if tp[1] % len(members) == place]
        for place, member in enumerate(members)
    }


def _unsorted(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    every = [(topic, partition) for topic in counts for partition in range(counts[topic])]
    return {member: every[place :: len(subscriptions)] for place, member in enumerate(subscriptions)}


def _in_stretches(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    return range_assign(counts, subscriptions)


def _circle_in_cluster(my_round_robin: Assignor) -> Played:
    return coming_and_going(my_round_robin, roundrobin_assign, {"t0": 3, "t1": 4}, "round robin")


E09_2 = Exercise[PartitionsPerTopic, Subscriptions, Shares](
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
    reference=as_pairs(roundrobin_assign),
    draw=_draw_topics,
    conditions=(
        Condition("the members arrive in no order", lambda counts, members: are_unsorted(members)),
        Condition("as numbers the members are in another order", lambda counts, members: differ_by_number(members)),
        Condition("the topics are in no order", lambda counts, members: are_unsorted(counts)),
        Condition("as numbers the topics are in another order", lambda counts, members: differ_by_number(counts)),
        Condition("there is one topic", lambda counts, members: len(counts) == 1),
        Condition("there is one member", lambda counts, members: len(members) == 1),
        Condition("a member gets nothing", lambda counts, members: sum(counts.values()) < len(members)),
        Condition("everybody gets equally many", lambda counts, members: sum(counts.values()) % len(members) == 0),
        Condition(
            "a topic ends in the middle of a circle",
            lambda counts, members: len(counts) > 1 and counts[min(counts)] % len(members),
        ),
        Condition(
            "a topic ends with a circle",
            lambda counts, members: len(counts) > 1 and counts[min(counts)] % len(members) == 0,
        ),
        Condition("a partition has two digits", lambda counts, members: max(counts.values()) > 10),
    ),
    promise=_circle_promise,
    form=share_form,
    in_cluster=_circle_in_cluster,
    case_film=assignor_film,
    matters="One circle over all topics keeps the shares even to within one partition, however many topics there are. "
    "The price comes when somebody joins or leaves: the whole circle shifts.",
    next="Next: E09.3, ranges for many topics, which are not even at all.",
    wrong=(
        Wrong(
            _begins_anew, "In sorted order t1-0 is number 3, counted from 0, and 3 % 2 is 1: it goes to C2, not to C1."
        ),
        Wrong(_unsorted, "In sorted order t0-0 is number 0, counted from 0, and 0 % 2 is 0: it goes to C1, not to C2."),
        Wrong(
            _in_stretches, "In sorted order t0-1 is number 1, counted from 0, and 1 % 2 is 1: it goes to C2, not to C1."
        ),
    ),
)
