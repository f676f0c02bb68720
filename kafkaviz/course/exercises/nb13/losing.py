"""E13.1: with which change may acknowledged records be gone?"""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Final

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_integer, braces
from kafkaviz.lab import Lab
from kafkaviz.metadata_log.plain_changes import Change, change_at
from kafkaviz.model.core.event import MetadataEvent
from kafkaviz.scenarios.nb12 import record_is_lost

TP: Final = TopicPartition("orders", 0)


def change(offset: int, leader: int | None, isr: list[int], elr: list[int]) -> Change:
    """Returns a change as a log tells it."""
    return Change(offset=offset, leader=leader, isr=isr, elr=elr)


def lost_at(changes: list[Change]) -> int | None:
    """Returns the offset of the first change with which a replica leads that may lack acknowledged records, or None.

    >>> lost_at([change(7, 1, [1, 2], []), change(20, None, [1], []), change(31, 2, [2], [])])
    31

    Kafka: PartitionChangeBuilder.electLeader, whose election is unclean where neither the ISR nor the ELR is asked.
    """
    for before, now in pairwise(changes):
        if now["leader"] not in (None, *before["isr"], *before["elr"]):
            return now["offset"]
    return None


def _draw(random: Random) -> tuple[list[Change]]:
    replicas = random.sample((1, 2, 3, 10, 21, 30), random.choice((2, 3, 3, 4)))
    offset, isr, elr = random.choice((4, 9, 97)), list(replicas), list[int]()
    leader: int | None = replicas[0]
    changes = [change(offset, leader, isr, elr)]
    for _ in range(random.choice((0, 2, 3, 4, 6, 8))):
        offset += random.choice((1, 1, 2, 40))
        outside = [b for b in replicas if b not in isr and b not in elr]
        if leader is None:
            safe = [*isr, *elr]
            back = random.choice(outside if outside and (not safe or random.random() < 0.4) else safe or replicas)
            leader, isr, elr = back, [back], [b for b in elr if b != back and back not in outside]
        elif outside and random.random() < 0.15:
            # Somebody asked for an unclean election.
            leader = random.choice(outside)
            isr, elr = [leader], []
        elif len(isr) > 1 and random.random() < 0.6:
            gone = random.choice(isr)
            isr = [b for b in isr if b != gone]
            elr = [*elr, gone] if random.random() < 0.4 else elr
            leader = isr[0] if gone == leader else leader
        elif outside and random.random() < 0.3:
            isr = [*isr, random.choice(outside)]
        else:
            leader, isr, elr = (None, isr, elr) if random.random() < 0.5 else (None, [], [*elr, *isr])
        changes.append(change(offset, leader, isr, elr))
    return (changes,)


def _promise(changes: list[Change], answer: object) -> str | None:
    said, right = as_integer(answer), lost_at(changes)
    if answer is not None and said is None:
        return f"The answer is the offset of a change, or None, and not {one_line(answer)}."
    if said == right:
        return None
    offsets = [each["offset"] for each in changes]
    if said is None:
        assert right is not None
        leader = changes[offsets.index(right)]["leader"]
        return (
            f"At offset {right} broker {leader} leads, which was neither in the ISR nor an eligible leader replica: "
            "records may be gone, and you say None."
        )
    if said not in offsets:
        return f"There is no change at offset {said}; there are {one_line(offsets)}."
    at = offsets.index(said)
    if at == 0:
        return f"At offset {said} the partition is created: there was no record yet that could be lost."
    before, leader = changes[at - 1], changes[at]["leader"]
    if leader is None:
        return f"From offset {said} on nobody leads. That stops everybody, and loses nothing: who leads next decides."
    if leader in before["isr"]:
        return f"At offset {said} broker {leader} leads, and it was in the ISR: it has all that was acknowledged."
    if leader in before["elr"]:
        return f"At offset {said} broker {leader} leads, an eligible leader replica: it has all that was acknowledged."
    return f"Records may be gone at offset {said}, too; but the first such change is at offset {right}."


def _in_cluster(my_loss: Callable[[list[Change]], int | None]) -> Played:
    """Stops one cluster in order, crashes another in the worst order, and asks with which change a record was lost."""
    stopped = Lab(3, min_insync_replicas=2).create_topic("orders", replication_factor=3).send("orders").kill(3)
    stopped = stopped.tick(9_000).stop(2).tick(9_000).stop(1).tick(9_000).restart(2).tick(9_000)
    crashed = Lab(3, unclean_leader_election_enable=True).create_topic("orders", replication_factor=3).kill(3)
    crashed = crashed.tick(9_000).kill(2).tick(9_000).send("orders", "ABC").kill(1).tick(9_000).restart(2).tick(9_000)
    for lab in (stopped, crashed):
        changes, lost = _changes_in(lab)
        said = my_loss(changes)
        if said != lost:
            happened = "no record was lost" if lost is None else f"an acknowledged record was lost at offset {lost}"
            return Played(lab, f"In a cluster of three brokers {happened}; you say {one_line(said)}.")
    return Played(crashed)


def _changes_in(lab: Lab) -> tuple[list[Change], int | None]:
    """Returns the changes of the partition, by their places in the metadata log, and with which a record was lost."""
    changes, lost, offset = list[Change](), None, -1
    for cluster, step in zip(lab.history.clusters, lab.history.steps, strict=False):
        offset += isinstance(step.event, MetadataEvent)
        now = step.cluster.partitions.get(TP)
        if now is not None and now != cluster.partitions.get(TP):
            changes.append(change_at(offset, now))
            if lost is None and record_is_lost(step.cluster):
                lost = offset
    return changes, lost


def _case_film(changes: list[Change], answer: object) -> Working:
    said = as_integer(answer)
    offsets = [each["offset"] for each in changes]
    if answer is not None and said not in offsets:
        raise InvalidArgumentError("The answer is the offset of a change, or None.")
    rows = [
        (each["offset"], _leader(each), braces(each["isr"]), braces(each["elr"]), here(said == each["offset"]))
        for each in changes
    ]
    right = lost_at(changes)
    marked = said if right is None else right
    at = None if marked is None else offsets.index(marked)
    return working_of(("offset", "leader", "ISR", "ELR", "lost"), rows, "" if said is None else said, at=at)


def _leader(change: Change) -> object:
    return "nobody" if change["leader"] is None else change["leader"]


E13_1 = Exercise[list[Change], int | None](
    id="E13.1",
    title="Find the moment",
    stars=2,
    minutes=10,
    hints=(
        "An ISR that shrinks loses nothing, and nobody leading loses nothing. Look at who leads next, and at the lists "
        "as they were *before* that change.",
        "`itertools.pairwise(changes)` gives each change with the one before it; `before['isr'] + before['elr']` are "
        "the brokers that have all that was acknowledged.",
        "`for before, now in pairwise(changes):`, then `if now['leader'] is not None and now['leader'] not in "
        "before['isr'] + before['elr']: return now['offset']`; behind the loop `return None`.",
    ),
    examples=tuple(
        Example(([change(*row) for row in changes],), expected)
        for changes, expected in (
            ([(7, 1, [1, 2], []), (20, None, [1], []), (31, 2, [2], [])], 31),
            ([(7, 1, [1, 2, 3], []), (12, 2, [2, 3], [])], None),
            ([(7, 1, [1, 2], []), (15, 1, [1], []), (20, None, [1], []), (31, 1, [1], [])], None),
            ([(9, 3, [3, 10], []), (14, 3, [3], [10]), (22, None, [], [10, 3]), (30, 10, [10], [3])], None),
            ([(4, 1, [1, 2], []), (8, 2, [2], []), (9, 1, [1], []), (12, 2, [2], [])], 9),
            ([(4, 1, [1], [])], None),
        )
    ),
    reference=lost_at,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="A cluster was stopped in order, another one crashed, and your rule named the change with which a record "
    "was lost. Everybody in the ISR has all that was acknowledged with acks=all, and so has every eligible leader "
    "replica: nobody else may lead without a risk.",
    next="Next: go back to the notebook, or ask it about last night in the cell below.",
)
