"""E09.4: what does a change cost?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb09.in_group import Pair, Shares, draw_members, owned_in, owner_of, shares
from kafkaviz.course.exercises.nb09.lived import change_film
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, sticky_assign
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, quantity
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


def _cost_promise(before: Shares, after: Shares, protocol: str, answer: object) -> str | None:
    if answer is None:
        return None
    if not isinstance(answer, list) or len(answer) != 2 or None in map(as_integer, answer):
        return "The answer is two numbers: moved, stopped."
    moved, stopped = cost(before, after, protocol)
    if answer == [stopped, moved] != [moved, stopped]:
        return f"These are the right numbers, turned round: first moved, {moved}, then stopped, {stopped}."
    many = len(owner_of(before))
    if answer[0] != moved:
        gained = len({*owner_of(after)} - {*owner_of(before)})
        news = f", and {gained} that nobody read before do not count" if gained else ""
        some = f"{quantity(many, 'partition')} with a reader"
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
                f"In the {protocol} group {quantity(seen[0], 'partition')} moved and {seen[1]} stopped; you say "
                f"{tuple(said)}."
            )
            return Played(lab, complaint, since, "assignment")
    return Played(lab, "", since, "assignment")


def _case_film(before: Shares, after: Shares, protocol: str, answer: object) -> Played:
    """Lets a group change as the case says; of other numbers there is no such change, so they have no film."""
    if answer != [*cost(before, after, protocol)]:
        raise InvalidArgumentError("Between these two assignments the numbers are what they are.")
    return change_film(before, after, "eager" if protocol == "eager" else "cooperative")


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
    promise=_cost_promise,
    in_cluster=_cost_in_cluster,
    case_film=_case_film,
    matters="Two prices, two remedies: a sticky assignor lowers what moves, a cooperative protocol lowers what stops. "
    "Your numbers were those of four groups that a third member joined.",
    next="Next: E09.5, move as little as possible.",
)
