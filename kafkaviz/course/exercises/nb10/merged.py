"""E10.1: who holds a partition while it moves?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb10.lived import Brokers, as_brokers, broker_ids, decided, draw_move, on_brokers
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.reassignment import plan_reassignment
from kafkaviz.decisions.values import PartitionChange
from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb10 import TOPIC, TP

Plan = Sequence[Sequence[int]]
MOVES: tuple[tuple[Brokers, Brokers], ...] = (([1, 2], [4, 2]), ([2, 1], [2, 1, 3]), ([3, 1, 2], [4, 5]))
SHAPE = "The answer is three lists of brokers: replicas, adding, removing."


def _draw(random: Random) -> tuple[Brokers, Brokers]:
    return draw_move(random)


def _promise(current: Brokers, target: Brokers, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, list) or len(answer) != 3 or None in map(as_brokers, answer):
        return SHAPE
    wanted = [[*brokers] for brokers in plan_reassignment(current, target)]
    if answer == wanted:
        return None
    if answer == [wanted[0], wanted[2], wanted[1]]:
        return f"Turned round: {one_line(wanted[1])} are added, {one_line(wanted[2])} removed; added come first."
    for what, said, right, why in (
        ("added", answer[1], wanted[1], "in the target and not among the present replicas"),
        ("removed", answer[2], wanted[2], "among the present replicas and not in the target"),
    ):
        if sorted(said) == right != said:
            return f"The brokers to be {what} stand in ascending order: {one_line(right)}, not {one_line(said)}."
        if said != right:
            return f"The brokers to be {what} are those {why}: {one_line(right)}, not {one_line(said)}."
    if sorted(answer[0]) != sorted(wanted[0]):
        return f"While it moves, old and new replicas hold it: {one_line(sorted(wanted[0]))} in some order."
    return (
        f"First the target in its own order, {one_line(target)}, for its first broker is to lead; then those that "
        f"are to go: {one_line(wanted[0])}."
    )


def _in_cluster(my_plan: Callable[[Brokers, Brokers], Plan]) -> Played:
    """Lets three partitions move whose newcomers are slow, and compares what the controller keeps of it."""
    for current, target in MOVES:
        lab = Lab(brokers=5).create_topic(TOPIC, assignment=[current])
        since, newcomers = lab.cluster, sorted({*target} - {*current})
        for broker in newcomers:
            lab.pause(broker)
        partition = lab.reassign(*TP, target).cluster.partitions[TP]
        seen = [[*partition.replicas], [*partition.adding], [*partition.removing]]
        said = my_plan([*current], [*target])
        if said != seen:
            complaint = f"From {current} to {target} the controller keeps {seen}; you say {one_line(said)}."
            return Played(lab, complaint, since)
    return Played(lab, "", since)


def _case_film(current: Brokers, target: Brokers, answer: object) -> Played:
    """Lets the controller decide the move as the answer says."""
    if not isinstance(answer, list) or len(answer) != 3:
        raise InvalidArgumentError(SHAPE)
    replicas, adding, removing = (broker_ids(brokers, "They") for brokers in answer)
    lab = on_brokers(current, target)
    return decided(lab, PartitionChange(replicas=replicas, adding=adding, removing=removing))


E10_1 = Exercise[Brokers, Brokers, Plan](
    id="E10.1",
    title="Who holds it while it moves?",
    stars=1,
    minutes=5,
    hints=(
        "Two differences of lists: the brokers in the target and not in `current`, and the other way round.",
        "`sorted(set(target) - set(current))` are those to be added. The replicas meanwhile are the whole target, in "
        "its order, and behind it those to be removed.",
        "`adding = sorted(set(target) - set(current))`, `removing = sorted(set(current) - set(target))`, then "
        "`return [*target, *removing], adding, removing`.",
    ),
    examples=(
        Example(([1, 2], [1, 2]), [[1, 2], [], []]),
        Example(([1, 2], [1, 2, 3]), [[1, 2, 3], [3], []]),
        Example(([1, 2], [4, 2]), [[4, 2, 1], [4], [1]]),
        Example(([3, 2, 1], [5, 1, 4]), [[5, 1, 4, 2, 3], [4, 5], [2, 3]]),
    ),
    reference=plan_reassignment,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your plans were those of the controller. No broker goes before all that are added have come: that is "
    "why a partition can be read and written while it moves.",
    next="Next: E10.2, whose order breaks; or, if you have it, E10.4, when a move is done.",
)
