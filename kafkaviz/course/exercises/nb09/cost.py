"""E09.4: what does a change cost?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.exercises.nb09.in_group import Pair, Shares, are_unsorted, draw_members, owned_in, owner_of, shares
from kafkaviz.course.exercises.nb09.lived import change_film
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, sticky_assign
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import counted, whole
from kafkaviz.lab import Lab
from kafkaviz.model.groups.classic.events import AssignmentReceived, JoinRequested

PROTOCOLS = ("eager", "cooperative")


def cost(before: Shares, after: Shares, protocol: str) -> tuple[int, int]:
    """Counts the partitions that a rebalance gives to another reader, and those that somebody must stop reading.

    >>> cost({"C1": [("t0", 0), ("t0", 1)]}, {"C1": [("t0", 0)], "C2": [("t0", 1)]}, "eager")
    (1, 2)

    Kafka: the revoked partitions of ConsumerCoordinator, in both rebalance protocols (KIP-429).
    """
    was, now = owner_of(before), owner_of(after)
    moved = sum(now.get(tp) != member for tp, member in was.items())
    return moved, len(was) if protocol == "eager" else moved


def _draw_change(random: Random) -> tuple[Shares, Shares, str]:
    topics = random.sample(("t0", "t1", "t10"), random.randint(1, 2))
    every = [(topic, number) for topic in topics for number in range(random.choice((1, 3, 6, 12)))]
    members = draw_members(random, 4)
    before = _dealt_by_chance(random, every, members)
    joined, left = (random.randrange(3) == 0 for _ in range(2))
    members = members[left and len(members) > 1 :] + ["C13"] * joined
    if random.randrange(4):
        return before, _dealt_by_chance(random, every, members), random.choice(PROTOCOLS)
    return before, before, random.choice(PROTOCOLS)


def _dealt_by_chance(random: Random, partitions: list[Pair], members: list[str]) -> dict[str, list[Pair]]:
    """Deals to members, and sometimes to nobody."""
    dealt: dict[str, list[Pair]] = {member: [] for member in members}
    read = random.choice((0.0, 0.7, 0.7, 0.7, 1.0, 1.0, 1.0, 1.0))
    for tp in random.sample(partitions, len(partitions)):
        if random.random() < read:
            dealt[random.choice(members)].append(tp)
    return dealt


def _is_another_topics(before: Shares, after: Shares, protocol: str) -> bool:
    """Tells whether partitions of two topics have the same number, and one of them moves while the other does not."""
    was, now = owner_of(before), owner_of(after)
    moved, stayed = ({tp[1] for tp in was if (now.get(tp) != was[tp]) is moves} for moves in (True, False))
    return bool(moved & stayed)


def _cost_promise(before: Shares, after: Shares, protocol: str, answer: object) -> str | None:
    if answer is None:
        return None
    if not isinstance(answer, list) or len(answer) != 2 or None in map(whole, answer):
        return "The answer is two numbers: moved, stopped."
    moved, stopped = cost(before, after, protocol)
    if answer == [stopped, moved] != [moved, stopped]:
        return f"These are the right numbers, turned round: first moved, {moved}, then stopped, {stopped}."
    many = len(owner_of(before))
    if answer[0] != moved:
        gained = len({*owner_of(after)} - {*owner_of(before)})
        news = f", and {gained} that nobody read before do not count" if gained else ""
        some = f"{counted(many, 'partition')} with a reader"
        return f"Of {some}, {moved} lost it, each counted once{news}; you say {answer[0]}."
    if answer[1] != stopped:
        rule = "everybody gives up everything" if protocol == "eager" else "only what moves is given up"
        return f"With the {protocol} protocol {rule}: {stopped} of {many} stop, not {answer[1]}."
    return None


def _cost_in_cluster(my_cost: Callable[[Shares, Shares, str], Sequence[int]]) -> Played:
    """Lets a third member join four groups, and counts what is really given up."""
    ways = (("eager", range_assign), ("eager", roundrobin_assign), ("eager", sticky_assign), ("cooperative", None))
    for protocol, assignor in ways:
        lab = Lab(brokers=3, group_protocol=protocol, assignor=assignor).create_topic("t0", partitions=6)
        before = owned_in(lab.join("app", "C1", "C2", topics=["t0"]))
        since, first = lab.cluster, len(lab.history.steps)
        after = owned_in(lab.join("app", "C3", topics=["t0"]))
        given_up = [
            s.event for s in lab.history.steps[first:] if isinstance(s.event, JoinRequested | AssignmentReceived)
        ]
        seen = [cost(before, after, protocol)[0], sum(len(event.revoked) for event in given_up)]
        said = my_cost(before, after, protocol)
        if said != seen:
            complaint = (
                f"In the {protocol} group {counted(seen[0], 'partition')} moved and {seen[1]} stopped; you say "
                f"{tuple(said)}."
            )
            return Played(lab, complaint, since, "assignment")
    return Played(lab, "", since, "assignment")


def _case_film(before: Shares, after: Shares, protocol: str, answer: object) -> Played:
    """Lets a group change as the case says; of other numbers there is no such change, so they have no film."""
    if answer != [*cost(before, after, protocol)]:
        raise InvalidArgumentError("Between these two assignments the numbers are what they are.")
    return change_film(before, after, "eager" if protocol == "eager" else "cooperative")


def _counted_twice(before: Shares, after: Shares, protocol: str) -> tuple[int, int]:
    lost = {(m, tuple(tp)) for m, share in before.items() for tp in share}
    won = {(m, tuple(tp)) for m, share in after.items() for tp in share}
    return len(lost ^ won), len(lost) if protocol == "eager" else len(lost ^ won)


def _all_stop(before: Shares, after: Shares, protocol: str) -> tuple[int, int]:
    return cost(before, after, "eager")


def _only_moved_stop(before: Shares, after: Shares, protocol: str) -> tuple[int, int]:
    return cost(before, after, "cooperative")


_TWO = shares(C1="t0-0 t0-1 t0-2", C2="t0-3 t0-4 t0-5")
_RANGE = shares(C1="t0-0 t0-1", C2="t0-2 t0-3", C3="t0-4 t0-5")
_STICKY = shares(C1="t0-0 t0-1", C2="t0-3 t0-4", C3="t0-2 t0-5")

E09_4 = Exercise[Shares, Shares, str, Sequence[int]](
    id="E09.4",
    title="What does a change cost?",
    stars=2,
    minutes=7,
    hints=(
        "Turn both dicts inside out: from partition to owner. Then compare partition by partition.",
        "`{tp: member for member, share in before.items() for tp in share}` gives the owners. A partition has moved "
        "when its owner after is not its owner before. Eager stops everything, cooperative only what moves.",
        "`moved = sum(now.get(tp) != member for tp, member in was.items())`, where `was` and `now` are the two dicts "
        'of owners; the answer is `moved, len(was) if protocol == "eager" else moved`.',
    ),
    examples=(
        Example((shares(C1="t0-0"), shares(C1="", C2="t0-0"), "eager"), (1, 1)),
        Example((shares(C1="t0-0 t0-1"), shares(C1="t0-0 t0-1"), "cooperative"), (0, 0)),
        Example((shares(C1="t0-0 t0-1"), shares(C1="t0-0", C2="t0-1"), "eager"), (1, 2)),
        Example((_TWO, _RANGE, "eager"), (3, 6)),
        Example((_TWO, _STICKY, "eager"), (2, 6)),
        Example((_TWO, _STICKY, "cooperative"), (2, 2)),
    ),
    reference=cost,
    draw=_draw_change,
    conditions=(
        Condition("the protocol is eager", lambda before, after, protocol: protocol == "eager"),
        Condition("nothing moves", lambda *case: cost(*case)[0] == 0),
        Condition("everything moves", lambda *case: cost(*case)[0] == len(owner_of(case[0])) > 0),
        Condition("a member has come", lambda before, after, protocol: {*after} - {*before}),
        Condition("a member has left", lambda before, after, protocol: {*before} - {*after}),
        Condition(
            "a member that read something has left",
            lambda before, after, protocol: any(before[m] for m in {*before} - {*after}),
        ),
        Condition(
            "a partition gains its first reader",
            lambda before, after, protocol: {*owner_of(after)} - {*owner_of(before)},
        ),
        Condition(
            "a partition loses its only reader",
            lambda before, after, protocol: {*owner_of(before)} - {*owner_of(after)},
        ),
        Condition("nobody read anything", lambda before, after, protocol: not owner_of(before)),
        Condition("there are two topics", lambda before, after, protocol: len({tp[0] for tp in owner_of(after)}) > 1),
        Condition("the same number moves in one topic and stays in another", _is_another_topics),
        Condition("the members are in no order", lambda before, after, protocol: are_unsorted(before)),
        Condition(
            "the partitions of a member are in no order",
            lambda before, after, protocol: any(s != sorted(s) for s in before.values()),
        ),
        Condition(
            "a member keeps the number of its partitions, and not which",
            lambda before, after, protocol: any(
                len(after.get(m, ())) == len(s) and {*after.get(m, ())} != {*s} for m, s in before.items()
            ),
        ),
        Condition(
            "a partition has two digits", lambda before, after, protocol: any(tp[1] > 9 for tp in owner_of(before))
        ),
    ),
    promise=_cost_promise,
    in_cluster=_cost_in_cluster,
    case_film=_case_film,
    matters="Two prices, two remedies: a sticky assignor lowers what moves, a cooperative protocol lowers what stops. "
    "Your numbers were those of four groups that a third member joined.",
    next="Next: E09.5, move as little as possible.",
    wrong=(
        Wrong(_counted_twice, "Of 1 partition with a reader, 1 lost it, each counted once; you say 2."),
        Wrong(_all_stop, "With the cooperative protocol only what moves is given up: 0 of 2 stop, not 2."),
        Wrong(_only_moved_stop, "With the eager protocol everybody gives up everything: 2 of 2 stop, not 1."),
    ),
)
