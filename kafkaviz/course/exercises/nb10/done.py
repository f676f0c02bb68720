"""E10.4: when is a move done?"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, cast

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb10.lived import Brokers, as_brokers, broker_ids, decided, draw_move, in_motion
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.reassignment import complete_reassignment, plan_reassignment
from kafkaviz.decisions.values import KEEP, PartitionChange, Reassignment
from kafkaviz.decisions.wording import listing
from kafkaviz.lab import Lab
from kafkaviz.model.partitions.events import IsrChangeProposed
from kafkaviz.scenarios.nb10 import TOPIC, TP

Done = Sequence[Sequence[int]] | None
Moving = tuple[Brokers, Brokers, Brokers, Brokers]
MOVES: tuple[tuple[Brokers, Brokers, int], ...] = (([1, 2], [4, 2], 4), ([1, 2, 3], [2, 3], 3), ([1, 2], [3, 4], 3))
"""From where to where partitions move, and which broker is slow."""
SHAPE = "The answer is None, or two lists of brokers: replicas, isr."


def complete(replicas: Brokers, adding: Brokers, removing: Brokers, isr: Brokers) -> Done:
    """Returns the replicas and the ISR after a move, or None while it goes on.

    >>> complete([3, 2, 1], [3], [1], [1, 2]), complete([3, 2, 1], [3], [1], [1, 2, 3])
    (None, ((3, 2), (2, 3)))

    Kafka: PartitionReassignmentReplicas.maybeCompleteReassignment.
    """
    return complete_reassignment(Reassignment(tuple(replicas), tuple(adding), tuple(removing)), isr)


def _awaited(replicas: Brokers, adding: Brokers, removing: Brokers) -> Brokers:
    return adding if len(adding) >= len(removing) else [broker for broker in replicas if broker not in removing]


def _draw(random: Random) -> Moving:
    current, target = draw_move(random) if random.randrange(4) else _smaller(random)
    replicas, adding, removing = ([*brokers] for brokers in plan_reassignment(current, target))
    there = [broker for broker in replicas if random.random() < 0.75]
    slow = random.choice(replicas)
    # The added and those that go are in sync, and who stays may lag.
    passing = [broker for broker in replicas if broker in (*adding, *removing)]
    isr = random.choice((replicas, there, [broker for broker in replicas if broker != slow], passing, adding, current))
    return replicas, adding, removing, random.sample(isr, len(isr))


def _smaller(random: Random) -> tuple[Brokers, Brokers]:
    """Draws a move that adds one broker and removes several."""
    newcomer, *current = random.sample(range(1, 13), random.randint(4, 5))
    return current, [newcomer, *current[: random.randint(1, 2)]]


def _promise(replicas: Brokers, adding: Brokers, removing: Brokers, isr: Brokers, answer: object) -> str | None:
    if answer is not None and (not isinstance(answer, list) or len(answer) != 2 or None in map(as_brokers, answer)):
        return SHAPE
    right = _form(_plain(complete(replicas, adding, removing, isr)))
    if _form(answer) == right:
        return None
    if right is None:
        if not adding and not removing:
            return "Nothing is added and nothing removed: no move goes on that could be done."
        late = [broker for broker in _awaited(replicas, adding, removing) if broker not in isr]
        if late[0] in adding:
            return f"Broker {late[0]} is added and not in the ISR yet, so the move goes on: None."
        return (
            f"It removes more brokers, {len(removing)}, than it adds, {len(adding)}, so all that stay must be in "
            f"sync, and broker {late[0]} is not: None."
        )
    if answer is None:
        awaited = listing(_awaited(replicas, adding, removing))
        return f"The move waits for {awaited}, and the ISR {one_line(isr)} has them all: it is done."
    if answer[0] != right[0]:
        return f"Afterwards the replicas are those that are not removed, in their order: {one_line(right[0])}."
    return f"A broker that is removed leaves the ISR as well, and no other does: {one_line(right[1])} in any order."


def _plain(done: Done) -> object:
    return None if done is None else [[*brokers] for brokers in done]


def _form(answer: object) -> list[Brokers] | None:
    """Returns an answer with its ISR in ascending order, for which order is nothing."""
    if answer is None:
        return None
    replicas, isr = cast("list[Brokers]", answer)
    return [replicas, sorted(isr)]


def _in_cluster(my_complete: Callable[[Brokers, Brokers, Brokers, Brokers], Done]) -> Played:
    """Lets partitions move, each with one slow broker, and asks for every ISR that a leader proposes on the way."""
    for current, target, slow in MOVES:
        lab = Lab(brokers=4).create_topic(TOPIC, assignment=[current]).send(TOPIC, "o0")
        lab.pause(slow).send(TOPIC, "o1", acks=1).tick(60_000)
        since, first = lab.cluster, len(lab.history.steps)
        lab.reassign(*TP, target).resume(slow)
        for step, was in zip(lab.history.steps[first:], lab.history.clusters[first:], strict=False):
            moving = was.partitions[TP]
            if not isinstance(step.event, IsrChangeProposed) or not (moving.adding or moving.removing):
                continue
            asked = [[*brokers] for brokers in (moving.replicas, moving.adding, moving.removing, step.event.isr)]
            seen, said = _plain(complete(*asked)), my_complete(*asked)
            if _form(said) != _form(seen):
                complaint = (
                    f"From {current} to {target} the leader proposes the ISR {asked[3]}, and the controller makes "
                    f"{seen} of it; you say {one_line(said)}."
                )
                return Played(lab, complaint, since)
    return Played(lab, "", since)


def _case_film(replicas: Brokers, adding: Brokers, removing: Brokers, isr: Brokers, answer: object) -> Played:
    """Lets the controller end the move as the answer says, or leaves it as it is where that is None."""
    lab = in_motion(replicas, adding, removing, isr)
    if answer is None:
        return Played(lab)
    if not isinstance(answer, list) or len(answer) != 2:
        raise InvalidArgumentError(SHAPE)
    held, in_sync = broker_ids(answer[0], "The replicas"), broker_ids(answer[1], "Those in sync")
    if not {*in_sync} <= {*held}:
        raise InvalidArgumentError("Who is in sync holds a replica.")
    led = lab.cluster.partitions[TP].leader
    leader: int | Literal["keep"] | None = next((broker for broker in held if broker in in_sync), None)
    leader = KEEP if led in in_sync else leader
    return decided(lab, PartitionChange(leader, in_sync, held, (), ()))


E10_4 = Exercise[Brokers, Brokers, Brokers, Brokers, Done](
    id="E10.4",
    title="When is a move done?",
    stars=2,
    minutes=9,
    hints=(
        "First: does a move go on at all, and for whom does it wait? Only then: what is left of the two lists?",
        "`stay` are the replicas without those removed. It waits for `adding`; if `removing` is longer than `adding`, "
        "for all of `stay`.",
        "`stay = [b for b in replicas if b not in removing]`, "
        "`awaited = adding if len(adding) >= len(removing) else stay`; None if any of them is not in `isr`; else "
        "`stay` and those of `stay` that are in `isr`. Where both lists are empty it is None as well.",
    ),
    examples=(
        Example(([3, 2, 1], [3], [1], [1, 2]), None),
        Example(([3, 2, 1], [3], [1], [1, 2, 3]), [[3, 2], [2, 3]]),
        Example(([3, 2, 1], [3], [1], [1, 3]), [[3, 2], [3]]),
        Example(([2, 3, 1], [], [1], [1, 2]), None),
        Example(([1, 2], [], [], [1, 2]), None),
        Example(([3, 4, 1, 2], [3, 4], [1, 2], [1, 3]), None),
    ),
    reference=complete,
    draw=_draw,
    promise=_promise,
    form=_form,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="At every ISR that a leader proposed you decided as the controller did. A move waits for the newcomers and "
    "for nobody else, unless it shrinks the list: then all that stay must be in sync.",
    next="Next: E10.5, plan a move step by step.",
)
