"""E10.5: plan a move step by step."""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb10.lived import Brokers, as_brokers, broker_ids, draw_move, no_assignment, on_brokers
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import listing, quantity
from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb10 import TOPIC, TP

Steps = Sequence[Sequence[int]]
MOVES: tuple[tuple[Brokers, Brokers], ...] = (
    ([1, 2], [1, 2, 3]),
    ([1, 2], [3, 2]),
    ([1, 2], [3, 4]),
    ([1, 2, 3], [3, 1]),
    ([1, 2, 3], [4, 5, 1]),
)


def steps(current: Brokers, target: Brokers) -> list[Brokers]:
    """Returns assignments that lead from one to the other, one broker more or fewer in each, the leader never gone.

    >>> steps([1, 2], [3, 2])
    [[1, 2, 3], [3, 1, 2], [3, 2]]

    Kafka: a kafka-reassign-partitions.sh --execute for each; Kafka itself does all of them in one move.
    """
    now, plan = [*current], []
    while now != target:
        missing = [broker for broker in target if broker not in now]
        leaving = [broker for broker in now if broker not in target]
        if missing and len(now) <= max(len(current), len(target)):
            now = [*now, missing[0]]
        elif not leaving:
            now = [*target]
        elif leaving[-1] == now[0]:
            heir = next(broker for broker in target if broker in now)
            now = [heir, *(broker for broker in now if broker != heir)]
        else:
            now = [broker for broker in now if broker != leaving[-1]]
        plan.append(now)
    return plan


def _draw(random: Random) -> tuple[Brokers, Brokers]:
    return draw_move(random)


def _promise(current: Brokers, target: Brokers, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, list):
        return f"The answer is a list of steps, each a list of brokers, not {one_line(answer)}."
    least, most = min(len(current), len(target)), max(len(current), len(target)) + 1
    was = current
    for number, step in enumerate(answer, 1):
        fault = no_assignment(step) or _fault(number, was, step, least, most)
        if fault:
            return fault
        was = step
    if was == target:
        return None
    ends = f"The last step is {one_line(was)}" if answer else f"Without a step it stays at {one_line(was)}"
    return f"{ends}, and {one_line(target)} is wanted, in this order."


def _fault(number: int, was: Brokers, step: Brokers, least: int, most: int) -> str | None:
    added, removed = [b for b in step if b not in was], [b for b in was if b not in step]
    change = f"Step {number}, from {one_line(was)} to {one_line(step)},"
    if step == was:
        return f"Step {number} is {one_line(step)} again: nothing would change."
    if was[0] in removed:
        return f"{change} removes broker {was[0]}, which leads: let another one be first in a step before that."
    if added and removed:
        return f"{change} adds {listing(added)} and removes {listing(removed)}: one at a time."
    if len(added) + len(removed) > 1:
        return f"{change} {'adds' if added else 'removes'} {listing(added or removed)}: one at a time."
    if len(step) < least:
        return (
            f"{change} leaves {quantity(len(step), 'replica')}, and at least {least} have to be there after each step."
        )
    if len(step) > most:
        return f"{change} makes {len(step)} replicas; more than {most} fill disks for nothing."
    return None


def _in_cluster(my_steps: Callable[[Brokers, Brokers], Steps]) -> Played:
    """Carries plans out, and looks after each step how many are in sync, and that nobody lost its leader."""
    for current, target in MOVES:
        lab = Lab(brokers=5, auto_leader_rebalance_enable=False).create_topic(TOPIC, assignment=[current])
        since = lab.send(TOPIC, "o0", "o1").cluster
        plan = [[*step] for step in my_steps([*current], [*target])]
        for number, step in enumerate(plan, 1):
            led = lab.cluster.partitions[TP].leader
            now = _carried_out(lab, step).cluster.partitions[TP]
            if led not in now.replicas or len(now.isr) < min(len(current), len(target)):
                complaint = (
                    f"From {current} to {target}, after step {number}, the ISR is {[*now.isr]}, and the replicas are "
                    f"{[*now.replicas]}; broker {led} led before it."
                )
                return Played(lab, complaint, since)
        if [*lab.cluster.partitions[TP].replicas] != target:
            return Played(lab, f"From {current} to {target} it ends on {plan[-1:] or current}.", since)
    return Played(lab, "", since)


def _carried_out(lab: Lab, step: Sequence[int]) -> Lab:
    """Moves the partition by one step, and lets the first broker of it lead."""
    lab.reassign(*TP, step)
    partition = lab.cluster.partitions[TP]
    return lab if partition.leader == partition.replicas[0] else lab.elect_preferred(*TP)


def _case_film(current: Brokers, target: Brokers, answer: object) -> Played:
    """Carries the answer out, step by step."""
    if not isinstance(answer, list) or None in map(as_brokers, answer):
        raise InvalidArgumentError(f"A plan is a list of lists of brokers, not {one_line(answer)}.")
    lab = on_brokers(current, target)
    for step in answer:
        lab = _carried_out(lab, broker_ids(step, "A step"))
    return Played(lab)


E10_5 = Exercise[Brokers, Brokers, Steps](
    id="E10.5",
    title="Plan a move step by step",
    stars=3,
    minutes=16,
    hints=(
        "In each round of the loop one of four things is done: one comes, one goes, another one is put first, or all "
        "is there but the order. Which of them, `missing`, `leaving` and `now[0]` say.",
        "Somebody comes if one is missing and there is room, `len(now) <= max(len(current), len(target))`. If nobody "
        "is leaving, only the order is left. `leaving[-1]` is the one to leave; if it leads, another one is put first.",
        "`if missing and len(now) <= max(len(current), len(target)): now = [*now, missing[0]]`; "
        "`elif not leaving: now = list(target)`; `elif leaving[-1] == now[0]:` put "
        "`next(b for b in target if b in now)` first; `else: now = [b for b in now if b != leaving[-1]]`.",
    ),
    examples=(
        Example(([1, 2], [1, 2]), []),
        Example(([1, 2], [1, 2, 3]), [[1, 2, 3]]),
        Example(([1, 2], [2, 1]), [[2, 1]]),
        Example(([1, 2], [1, 3]), [[1, 2, 3], [1, 3]]),
        Example(([1, 2], [3, 2]), [[1, 2, 3], [3, 1, 2], [3, 2]]),
        Example(([1, 2], [3, 4]), [[1, 2, 3], [1, 3], [1, 3, 4], [3, 1, 4], [3, 4]]),
        Example(([1, 2, 3], [3]), [[1, 3], [3, 1], [3]]),
    ),
    reference=steps,
    draw=_draw,
    any_that_keeps=True,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your plans were carried out, one reassignment after the other. No step had fewer replicas in sync than "
    "the shorter list, or more than one above the longer list, and every leader handed over before it went.",
    next="Next: go back to the notebook and answer its last questions.",
)
