"""E11.2: which records does a share group lend?"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, holding, lab_with, let_happen, replica_holding
from kafkaviz.course.placed_group import GROUP, with_group
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.sharing import RecordState, acquirable
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_integer
from kafkaviz.model.core.groups import Delivery
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.scenarios.nb11 import SHARED, TOPIC, parcels

Offsets = list[int]
States = dict[int, RecordState]
STATES: Final[tuple[RecordState, ...]] = ("available", "acquired", "acknowledged", "archived")
LOCK_MS: Final = 30_000
TP: Final = TopicPartition(TOPIC, 0)


def _draw(random: Random) -> tuple[Offsets, States, int]:
    start = random.choice((0, 0, 4, 97))
    many = random.choice((0, 1, 4, 6, 8, 12))
    offsets = [start + n for n in range(many)]
    # Compaction leaves gaps between offsets.
    kept = [offset for offset in offsets if random.random() > 0.15] if random.random() < 0.3 else offsets
    known = [offset for offset in offsets if random.random() < 0.6]
    states = {offset: random.choice(STATES) for offset in known}
    if states and random.random() < 0.3:
        states = dict.fromkeys(states, random.choice(STATES[1:]))
    return kept, states, random.choice((1, 1, 2, 3, 5, 500))


def lend(offsets: Offsets, states: States, max_records: int) -> Offsets:
    """Returns the offsets that a member is lent."""
    return list(acquirable(offsets, states, max_records))


def _promise(offsets: Offsets, states: States, max_records: int, answer: object) -> str | None:
    if answer is None:
        return None
    if not isinstance(answer, list | tuple) or any(as_integer(value) is None for value in answer):
        return f"The answer is a list of offsets, and not {one_line(answer)}."
    said, right = list(answer), lend(offsets, states, max_records)
    if said == right:
        return None
    if len(set(said)) < len(said):
        return f"An offset stands twice in {one_line(said)}: a record is lent to one member at a time."
    for offset in said:
        if offset not in offsets:
            return f"Offset {offset} is none of those that can be read: {one_line(offsets)}."
        if states.get(offset, "available") != "available":
            return f"Offset {offset} is {states[offset]}, so nobody else gets it."
    if len(said) > max_records:
        return f"Those are {len(said)} records; the member asked for {max_records} at most."
    if said != sorted(said):
        return f"{one_line(said)} is not in the order of the log."
    missing = next(offset for offset in right if offset not in said)
    if states.get(missing) == "available":
        return f"Offset {missing} was released: it is available again, and the log has it first; you leave it out."
    return f"Offset {missing} is available, and the log has it first; you leave it out."


def _in_cluster(my_acquire: Callable[[Offsets, States, int], Sequence[int]]) -> Played:
    """Lets three members of a share group poll, accept, release and crash, and compares what each is lent."""
    lab = parcels(6, share_acknowledgement_mode="explicit")
    since, asked = lab.cluster, 0
    for member, most, then in (
        ("C1", 2, "release"),
        ("C2", 3, "accept"),
        ("C3", 2, ""),
        ("C1", 4, "accept"),
        ("C2", 4, ""),
    ):
        copy = lab.cluster.replicas[TP][lab.cluster.partitions[TP].leader or 1]
        states = {n: delivery.state for n, delivery in lab.cluster.groups[SHARED].deliveries.get(TP, {}).items()}
        said = [*my_acquire([record.offset for record in copy.log], dict(states), most)]
        lab.poll(group=SHARED, member=member, max_records=most)
        event = lab.history.steps[-1].event
        fetched = event.fetched if isinstance(event, RecordsAcquired) else ()
        seen, asked = [record.offset for _, _, records in fetched for record in records], asked + 1
        if said != seen:
            return Played(lab, f"Poll {asked}, of {member}: it is lent {seen}; you say {said}.", since, "share")
        if then:
            lab.acknowledge(SHARED, member, "release" if then == "release" else "accept")
        elif asked == 3:
            lab.tick(LOCK_MS)
    return Played(lab, "", since, "share")


def _case_film(offsets: Offsets, states: States, max_records: int, answer: object) -> Played:
    """Lets a member be lent the records of the answer."""
    given = answer if isinstance(answer, list | tuple) else [None]
    said = [offset for offset in map(as_integer, given) if offset in offsets]
    if len(said) < len(given) or len(set(said)) < len(said):
        raise InvalidArgumentError("Only records that can be read are lent, each of them once.")
    lab = with_group(lab_with(TOPIC, {0: (1,)}), {"C1": [TP], "C2": [TP]}, protocol="share")
    copy = replica_holding([f"box{offset}".encode() for offset in offsets], offsets[0] if offsets else 0)
    log = tuple(record._replace(offset=offset) for record, offset in zip(copy.log, offsets, strict=True))
    end = offsets[-1] + 1 if offsets else 0
    cluster = holding(lab.cluster, TP, {1: copy._replace(log=log, high_watermark=end)})
    held = {
        n: Delivery(state, "C2" if state == "acquired" else None, LOCK_MS)
        for n, state in states.items()
        if n in offsets
    }
    group = cluster.groups[GROUP]._replace(deliveries={TP: held})
    lab = begin_with(lab, cluster._replace(groups={GROUP: group}))
    there = {record.offset: record for record in log}
    fetched = ((TP, 1, tuple(there[n] for n in said if n is not None)),) if said else ()
    return Played(let_happen(lab, RecordsAcquired(GROUP, "C1", fetched, LOCK_MS)), lens="share")


E11_2 = Exercise[Offsets, States, int, Offsets](
    id="E11.2",
    title="Lend records",
    stars=2,
    minutes=8,
    hints=(
        "Go through the offsets in their order and keep those that are available; stop when there are enough.",
        "`states.get(offset, 'available')` is the state of each, also of one that was never lent.",
        "`free = [offset for offset in offsets if states.get(offset, 'available') == 'available']`, then "
        "`return free[:max_records]`.",
    ),
    examples=(
        Example(([0, 1, 2, 3], {}, 2), [0, 1]),
        Example(([0, 1, 2, 3], {0: "acquired", 1: "acquired"}, 2), [2, 3]),
        Example(([0, 1, 2, 3], {0: "available", 1: "acknowledged", 2: "acquired"}, 2), [0, 3]),
        Example(([4, 5, 6], {4: "archived", 5: "acquired", 6: "acknowledged"}, 500), []),
        Example(([7, 9, 12], {9: "acquired"}, 500), [7, 12]),
    ),
    reference=lend,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Three members read one partition with your function, and each record was done once. A record that is "
    "lent goes to nobody else; one that is released is lent again, so the log promises no order here.",
    next="Next: E11.3, design a topic.",
)
