"""E09.1: cut one topic into ranges."""

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
    everybody,
    listed,
    share_form,
    shares,
)
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription
from kafkaviz.decisions.wording import counted


def _draw_topic(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    members = draw_members(random)
    size = random.choice((1, len(members), 2 * len(members), random.randint(1, 13), random.randint(1, 13)))
    return {"t0": size}, {member: Subscription(("t0",)) for member in members}


def _range_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    share, longer = divmod(counts["t0"], len(subscriptions))
    for place, member in enumerate(sorted(subscriptions)):
        given = sorted(partition for _, partition in answer.get(member, ()))
        if given and given != list(range(given[0], given[-1] + 1)):
            return f"{member} is given {listed(answer[member])}, which is not one stretch."
        wanted = share + (place < longer)
        if len(given) != wanted:
            more = f", and one more for the first {longer}" if longer else ""
            division = (
                f"{counted(counts['t0'], 'partition')}, {counted(len(subscriptions), 'member')}: {share} each{more}"
            )
            return f"{division}. {member} should have {wanted}, not {len(given)}."
    for member, stretch in range_assign(counts, subscriptions).items():
        if sorted(map(tuple, answer.get(member, ()))) != stretch:
            order = f"the members are served in the order of their names{by_name(subscriptions)}"
            return f"{member} should have {listed(stretch)}: {order}."
    return None


def _dealt(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    return roundrobin_assign(counts, subscriptions)


def _rounded_down(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    size = counts["t0"] // len(subscriptions)
    return {m: [("t0", place * size + n) for n in range(size)] for place, m in enumerate(sorted(subscriptions))}


def _rounded_up(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> Shares:
    size = -(-counts["t0"] // len(subscriptions))
    return {
        m: [("t0", n) for n in range(place * size, min((place + 1) * size, counts["t0"]))]
        for place, m in enumerate(sorted(subscriptions))
    }


def _uneven(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> int:
    return counts["t0"] % len(subscriptions)


def _range_in_cluster(my_range: Assignor) -> Played:
    return coming_and_going(my_range, range_assign, {"t0": 7}, "range")


E09_1 = Exercise[PartitionsPerTopic, Subscriptions, Shares](
    id="E09.1",
    title="Cut a topic into ranges",
    stars=1,
    minutes=5,
    hints=(
        "Two numbers to begin with: what everybody gets, and how many members get one more. "
        '`share, longer = divmod(partitions_per_topic["t0"], len(subscriptions))` gives both.',
        "Walk through the members with a pointer `start`; the first `longer` of them take `share + 1` partitions.",
        "In the loop `for place, member in enumerate(sorted(subscriptions)):` let `end = start + share + (place < "
        'longer)`, `shares[member] = [("t0", n) for n in range(start, end)]`, then `start = end`.',
    ),
    examples=(
        Example(({"t0": 6}, everybody(2, "t0")), shares(C1="t0-0 t0-1 t0-2", C2="t0-3 t0-4 t0-5")),
        Example(({"t0": 2}, everybody(1, "t0")), shares(C1="t0-0 t0-1")),
        Example(({"t0": 7}, everybody(3, "t0")), shares(C1="t0-0 t0-1 t0-2", C2="t0-3 t0-4", C3="t0-5 t0-6")),
        Example(({"t0": 2}, everybody(3, "t0")), shares(C1="t0-0", C2="t0-1", C3="")),
    ),
    reference=as_pairs(range_assign),
    draw=_draw_topic,
    conditions=(
        Condition("the members arrive in no order", lambda counts, members: are_unsorted(members)),
        Condition("as numbers the members are in another order", lambda counts, members: differ_by_number(members)),
        Condition("there is one member", lambda counts, members: len(members) == 1),
        Condition("it divides evenly", lambda *case: not _uneven(*case)),
        Condition("one is left over", lambda *case: _uneven(*case) == 1),
        Condition("several are left over", lambda *case: _uneven(*case) > 1),
        Condition("a member gets nothing", lambda counts, members: counts["t0"] < len(members)),
        Condition("everybody gets one", lambda counts, members: counts["t0"] == len(members)),
        Condition("there is one partition", lambda counts, members: counts["t0"] == 1),
        Condition("a partition has two digits", lambda counts, members: counts["t0"] > 10),
    ),
    promise=_range_promise,
    form=share_form,
    in_cluster=_range_in_cluster,
    case_film=assignor_film,
    matters="Your function shared the partitions out in a group, three times: for two members, for three, and after "
    "one had left. In Kafka, too, this runs in a consumer, the group's leader, and not in a broker.",
    next="Next: E09.2, deal them out instead.",
    wrong=(
        Wrong(_dealt, "C1 is given t0-0, t0-2, t0-4, which is not one stretch."),
        Wrong(_rounded_down, "t0-6 has no owner; its records would not be read."),
        Wrong(_rounded_up, "7 partitions, 3 members: 2 each, and one more for the first 1. C2 should have 2, not 3."),
    ),
)
