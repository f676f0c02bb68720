"""E09.5: even shares, and as few moves as possible."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import cast

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb09 import in_group
from kafkaviz.course.exercises.nb09.in_group import shares
from kafkaviz.course.exercises.nb09.lived import assignor_film
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.lab import Lab


def keep_and_fill(counts: PartitionsPerTopic, subscriptions: Subscriptions) -> in_group.Shares:
    """Lets everybody keep what an even share allows, the largest owners a little more, and hand out the rest.

    >>> keep_and_fill({"t0": 3}, {"C1": Subscription(("t0",), (("t0", 0), ("t0", 2))), "C2": Subscription(("t0",))})
    {'C1': [('t0', 0), ('t0', 2)], 'C2': [('t0', 1)]}

    Kafka: AbstractStickyAssignor.constrainedAssign, where everybody subscribes to the same topics.
    """
    every = [(topic, partition) for topic in sorted(counts) for partition in range(counts[topic])]
    share, longer = divmod(len(every), len(subscriptions))
    largest_first = sorted(subscriptions, key=lambda member: -len(subscriptions[member].owned))
    quota = {member: share + (index < longer) for index, member in enumerate(largest_first)}
    kept: dict[str, list[in_group.Pair]] = {
        member: list(subscriptions[member].owned[: quota[member]]) for member in subscriptions
    }
    taken = {tuple(tp) for held in kept.values() for tp in held}
    free = [tp for tp in every if tp not in taken]
    for member, held in kept.items():
        while len(held) < quota[member]:
            held.append(free.pop(0))
    return kept


def _draw_owned(random: Random) -> tuple[PartitionsPerTopic, Subscriptions]:
    counts, members = in_group.draw_topics(random, 2), in_group.draw_members(random, 4)
    every = [(topic, partition) for topic, many in counts.items() for partition in range(many)]
    owned: dict[str, list[in_group.Pair]] = {member: [] for member in (*members, "gone")}
    if random.randrange(3):
        # Some have just come, and some have left: what these read is in no list.
        readers = random.choice((members, list(owned), ["gone"], members[: random.randint(1, len(members))]))
        for tp in random.sample(every, len(every)):
            owned[random.choice(readers)].append(tp)
    else:
        for index, tp in enumerate(random.sample(every, len(every))):
            owned[members[index % len(members)]].append(tp)
    return counts, {member: _subscription(counts, owned[member]) for member in members}


def _sticky_promise(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> str | None:
    fault = in_group.broken(counts, subscriptions, answer)
    if fault or not isinstance(answer, dict):
        return fault
    sizes = {member: len(answer.get(member, ())) for member in subscriptions}
    most, least = max(sizes, key=lambda m: sizes[m]), min(sizes, key=lambda m: sizes[m])
    if sizes[most] > sizes[least] + 1:
        return f"{most} has {sizes[most]} and {least} has {sizes[least]}: shares may differ by one partition at most."
    held = in_group.owner_of({member: subscription.owned for member, subscription in subscriptions.items()})
    taken, fewest = partitions_taken(held, answer), len(partitions_taken(held, keep_and_fill(counts, subscriptions)))
    if len(taken) > fewest:
        had = ", ".join(f"{member} had {len(s.owned)}" for member, s in subscriptions.items())
        need = f"{fewest} had to be" if fewest else "none had to be"
        return f"Taken from a reader that stays: {in_group.pairs_in_words(taken)}; {need} ({had})."
    return None


def partitions_taken(held: Mapping[in_group.Pair, str], answer: in_group.Shares) -> list[in_group.Pair]:
    """Returns the partitions that a member held and no longer has."""
    now = in_group.owner_of(answer)
    return [tp for tp, member in held.items() if now[tp] != member]


def _sticky_in_cluster(my_sticky: in_group.Assignor) -> Played:
    """Lets a member come and one go, and asks each time whether more moved than had to."""
    lab = Lab(brokers=3, assignor=my_sticky).create_topic("t0", partitions=7)
    lab.join("app", "C1", "C2", topics=["t0"])
    since = lab.cluster
    for newcomer in (True, False):
        before = in_group.owned_in(lab)
        after = in_group.owned_in(lab.join("app", "C3", topics=["t0"]) if newcomer else lab.leave("app", "C1"))
        request = {member: Subscription(("t0",), before.get(member, ())) for member in after}
        complaint = _sticky_promise({"t0": 7}, request, after)
        if complaint:
            return Played(lab, f"In the group of {', '.join(after)}: {complaint}", since, "assignment")
    return Played(lab, "", since, "assignment")


def _group(**owned: str) -> dict[str, Subscription]:
    return {member: _subscription(["t0"], partitions) for member, partitions in shares(**owned).items()}


def _subscription(topics: Iterable[str], owned: Iterable[in_group.Pair]) -> Subscription:
    """Returns what a member asks for, with what it owned as the pairs that a learner reads and writes."""
    return Subscription(tuple(topics), cast("tuple[TopicPartition, ...]", tuple(owned)))


E09_5 = Exercise[PartitionsPerTopic, Subscriptions, in_group.Shares](
    id="E09.5",
    title="Move as little as possible",
    stars=3,
    minutes=14,
    hints=(
        "Three steps: who may have how many, who keeps what, who gets the rest.",
        "`share, longer = divmod(all, members)`: the `longer` members that own most may have one more. Everybody keeps "
        "the first partitions of `owned`, up to that number; what nobody keeps is free.",
        "`kept = {m: list(subscriptions[m].owned[:quota[m]]) for m in subscriptions}`; `free` holds the partitions "
        "that are in no list of `kept`; then, for each member, `while len(kept[m]) < quota[m]: "
        "kept[m].append(free.pop())`.",
    ),
    examples=(
        Example(({"t0": 2}, _group(C1="t0-0 t0-1", C2="")), shares(C1="t0-0", C2="t0-1")),
        Example(({"t0": 3}, _group(C1="t0-0", C2="t0-1 t0-2")), shares(C1="t0-0", C2="t0-1 t0-2")),
        Example(
            ({"t0": 6}, _group(C1="t0-0 t0-1 t0-2", C2="t0-3 t0-4 t0-5", C3="")),
            shares(C1="t0-0 t0-1", C2="t0-3 t0-4", C3="t0-2 t0-5"),
        ),
        Example(({"t0": 5}, _group(C2="t0-1 t0-3", C3="t0-4")), shares(C2="t0-1 t0-3 t0-0", C3="t0-4 t0-2")),
    ),
    reference=keep_and_fill,
    draw=_draw_owned,
    promise=_sticky_promise,
    any_that_keeps=True,
    in_cluster=_sticky_in_cluster,
    case_film=assignor_film,
    matters="Even first, then as few moves as possible: the order in which Kafka's sticky assignors think. A member "
    "that keeps a partition keeps its caches; with the cooperative protocol it does not even stop reading.",
    next="Next: E09.6, what has two readers, or none?",
)
