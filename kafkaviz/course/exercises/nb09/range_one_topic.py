"""E09.1: cut one topic into ranges."""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb09 import in_group
from kafkaviz.course.exercises.nb09.in_group import everybody, shares
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription
from kafkaviz.decisions.wording import quantity


def _draw_topic(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    members = in_group.draw_members(random)
    size = random.choice((1, len(members), 2 * len(members), random.randint(1, 13), random.randint(1, 13)))
    return {"t0": size}, {member: Subscription(("t0",)) for member in members}


def _range_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = in_group.broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    share, longer = divmod(counts["t0"], len(subscriptions))
    for index, member in enumerate(sorted(subscriptions)):
        given = sorted(partition for _, partition in answer.get(member, ()))
        if given and given != list(range(given[0], given[-1] + 1)):
            return f"{member} is given {in_group.pairs_in_words(answer[member])}, which is not one stretch."
        wanted = share + (index < longer)
        if len(given) != wanted:
            more = (
                f", and one more for the first {quantity(longer, 'member')}"
                if longer > 1
                else ", and one more for the first"
                if longer
                else ""
            )
            division = (
                f"{quantity(counts['t0'], 'partition')}, {quantity(len(subscriptions), 'member')}: {share} each{more}"
            )
            return f"{division}. {member} should have {wanted}, not {len(given)}."
    for member, stretch in range_assign(counts, subscriptions).items():
        if sorted(map(tuple, answer.get(member, ()))) != stretch:
            order = f"the members are served in the order of their names{in_group.by_name(subscriptions)}"
            return f"{member} should have {in_group.pairs_in_words(stretch)}: {order}."
    return None


def _range_in_cluster(my_range: in_group.Assignor) -> Played:
    return in_group.coming_and_going(my_range, range_assign, {"t0": 7}, "range")


E09_1 = Exercise[PartitionsPerTopic, Subscriptions, in_group.Shares](
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
    reference=in_group.as_pairs(range_assign),
    draw=_draw_topic,
    promise=_range_promise,
    form=in_group.share_form,
    in_cluster=_range_in_cluster,
    case_film=assignor_film,
    matters="Your function shared the partitions out in a group, three times: for two members, for three, and after "
    "one had left. In Kafka, too, this runs in a consumer, the group's leader, and not in a broker.",
    next="Next: E09.2, deal them out instead.",
)
