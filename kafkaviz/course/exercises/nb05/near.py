"""E05.4: from which copy does a consumer read, when it may read from a near one?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.answers import one_line
from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.placed import begun
from kafkaviz.course.placed_copies import TP, committed, copies_that_end
from kafkaviz.decisions.reading import Readable, rack_aware
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordsPolled

Asked = tuple[str | None, Readable, Sequence[Readable]]
Selector = Callable[[str | None, Readable, Sequence[Readable]], int]
RACKS = ("east", "west", "east-2")
KINDS = (((9, 9_000),), ((9, 9_000), (9, 10_000)), ((9, 10_000), (10, 9_000)), ((9, 9_000), (10, 9_000), (10, 10_000)))
"""Where followers end and when they had everything: equal, decided by the time, by the end, by both."""
READERS = ("east", "west", "north", None)


def _draw(random: Random) -> tuple[str | None, Readable, Sequence[Readable]]:
    rack = random.choice((*RACKS, *RACKS[:2], None))
    ids = random.sample(range(1, 13), random.randint(1, 6))
    # Near followers, and equal ones, are what most rules are about.
    kinds = random.choice(KINDS)
    followers = [
        Readable(broker, random.choice((rack, rack, rack, *RACKS, None)), *random.choice(kinds)) for broker in ids[1:]
    ]
    return rack, Readable(ids[0], random.choice((*RACKS, "north", None)), 10, 12_000), followers


def _nearby(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> list[Readable]:
    """Returns the followers among which the selector must choose."""
    return [] if rack in (None, leader.rack) else [copy for copy in followers if copy.rack == rack]


def _ties(*asked: *Asked) -> list[int]:
    """Returns the near followers that are equal to the best one in all but their ids, in the order given."""
    near = _nearby(*asked)
    best = max(((copy.end_offset, copy.caught_up_ms) for copy in near), default=None)
    return [copy.id for copy in near if (copy.end_offset, copy.caught_up_ms) == best]


def _time_decides(*asked: *Asked) -> bool:
    near = _nearby(*asked)
    return len({copy.end_offset for copy in near}) == 1 < len({copy.caught_up_ms for copy in near})


def _time_misleads(*asked: *Asked) -> bool:
    near = _nearby(*asked)
    return bool(near) and max(near, key=lambda copy: (copy.caught_up_ms, copy.end_offset)).id not in _ties(*asked)


def _farther_has_more(*asked: *Asked) -> bool:
    ends = [copy.end_offset for copy in _nearby(*asked)]
    return bool(ends) and max(copy.end_offset for copy in asked[2]) > max(ends)


def _promise(rack: str | None, leader: Readable, followers: Sequence[Readable], answer: object) -> str | None:
    right = rack_aware(rack, leader, followers)
    if answer == right or answer is None:
        return None
    offered = {copy.id: copy for copy in (leader, *followers)}
    chosen = offered.get(answer) if isinstance(answer, int) and not isinstance(answer, bool) else None
    if chosen is None:
        return f"The answer is the id of the leader or of a follower, one of {sorted(offered)}, not {one_line(answer)}."
    if rack is None:
        return f"A consumer that does not say where it is reads from the leader, broker {right}."
    if leader.rack == rack:
        return f"The leader, broker {right}, is in {rack} itself; no copy has more than it has."
    if right == leader.id:
        return f"No follower is in {rack}, so the consumer reads from the leader, broker {right}."
    if chosen.rack != rack:
        return f"Broker {right} is in {rack}, as the consumer is, and in sync; broker {answer} is farther."
    best = offered[right]
    if chosen.end_offset != best.end_offset:
        less = f"broker {answer} has less, it ends at {chosen.end_offset}"
        return f"Broker {right} in {rack} ends at {best.end_offset}; {less}."
    if chosen.caught_up_ms != best.caught_up_ms:
        return f"Brokers {answer} and {right} have equally much; {right} had everything more recently."
    return f"Brokers {answer} and {right} are equal in all; then the highest id is taken, {right}."


def _in_cluster(my_selector: Selector) -> Played:
    """Lets consumers in three racks and one of nowhere read, before and after a near copy fell out of the ISR."""
    lab, asked = _readers(my_selector)
    _, right = _readers(rack_aware)
    complaint = ""
    if asked != right:
        readers = "In east, west, north, nowhere, and in east again without broker 3 in the ISR, consumers read from"
        complaint = f"{readers} {asked}; with the near copies it is {right}."
    return Played(lab, complaint)


def _readers(selector: Selector) -> tuple[Lab, list[int]]:
    lab = Lab(brokers={1: "west", 2: "east", 3: "east"}, replica_selector=selector, request_timeout_ms=120_000)
    lab.create_topic("letters", assignment=[[1, 2, 3]]).send("letters", "ABC", "DEF")
    for number, rack in enumerate(READERS):
        lab.poll("letters", consumer=f"C{number}", rack=rack)
    lab.pause(3).send("letters", "GHI").tick(50_000).poll("letters", consumer="C0", rack="east")
    polls = [step.event for step in lab.history.steps if isinstance(step.event, RecordsPolled)]
    return lab, [broker for poll in polls for _, broker, *_ in poll.fetched]


def _case_film(rack: str | None, leader: Readable, followers: Sequence[Readable], answer: object) -> Played:
    """Lets a consumer poll in a cluster whose copies lie in these racks and end where the case says."""
    offered = (leader, *followers)
    lab = copies_that_end(
        {copy.id: copy.end_offset for copy in offered},
        now_ms=leader.caught_up_ms,
        replica_selector=lambda *asked: answer,
    )
    cluster, held = lab.cluster, lab.cluster.replicas[TP]
    racks = {copy.id: cluster.brokers[copy.id]._replace(rack=copy.rack) for copy in offered}
    seen = {copy.id: held[leader.id].followers[copy.id]._replace(caught_up_ms=copy.caught_up_ms) for copy in followers}
    cluster = cluster._replace(
        brokers={**cluster.brokers, **racks},
        replicas={TP: {**held, leader.id: held[leader.id]._replace(followers=seen)}},
    )
    # What is committed is everywhere, so that each copy could be read from.
    cluster = committed(cluster, min(copy.end_offset for copy in offered))
    return Played(begun(lab, cluster).poll(TP.topic, rack=rack))


def _the_first_near(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> int:
    near = [copy for copy in followers if copy.rack == rack]
    return near[0].id if rack and near and leader.rack != rack else leader.id


def _never_the_leader(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> int:
    near = [copy for copy in followers if copy.rack == rack]
    return max(near, key=lambda copy: (copy.end_offset, copy.caught_up_ms, copy.id)).id if rack and near else leader.id


def _none_is_a_rack(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> int:
    near = [copy for copy in (leader, *followers) if copy.rack == rack] or [leader]
    return max(near, key=lambda copy: (copy.end_offset, copy.caught_up_ms, copy.id)).id


def _the_best_anywhere(rack: str | None, leader: Readable, followers: Sequence[Readable]) -> int:
    best = max(
        followers, key=lambda copy: (copy.rack == rack, copy.end_offset, copy.caught_up_ms, copy.id), default=leader
    )
    return leader.id if not rack or leader.rack == rack else best.id


_WEST = Readable(1, "west", 9, 5_000)
_EAST = [Readable(2, "east", 7, 4_000), Readable(3, "east", 9, 4_000)]

E05_4 = Exercise[str | None, Readable, Sequence[Readable], int](
    id="E05.4",
    title="Read from a near copy",
    stars=3,
    minutes=15,
    hints=(
        "The leader answers in three cases: the consumer names no rack; the leader is in that rack; no follower is.",
        "Otherwise take the best of the near followers: `max` with a key that is a tuple compares end offset first, "
        "then the time, then the id.",
        "`near = [f for f in followers if f.rack == rack]`; `if not rack or leader.rack == rack or not near: return "
        "leader.id`; then `return max(near, key=lambda f: (f.end_offset, f.caught_up_ms, f.id)).id`.",
    ),
    examples=(
        Example((None, _WEST, _EAST), 1),
        Example(("west", _WEST, _EAST), 1),
        Example(("east", _WEST, _EAST), 3),
        Example(("north", _WEST, _EAST), 1),
        Example(("east", _WEST, []), 1),
        Example(("east", Readable(1, "east", 9, 5_000), [Readable(2, "east", 9, 4_000)]), 1),
        Example((None, _WEST, [Readable(2, None, 9, 4_000)]), 1),
        Example(("east", _WEST, [Readable(3, "east", 9, 4_000), Readable(2, "east", 9, 4_500)]), 2),
        Example(("east", _WEST, [Readable(3, "east", 9, 4_000), Readable(2, "east", 9, 4_000)]), 3),
    ),
    reference=rack_aware,
    draw=_draw,
    conditions=(
        Condition("the consumer names no rack", lambda rack, leader, others: rack is None),
        Condition(
            "neither does a follower", lambda rack, leader, others: rack is None and None in [c.rack for c in others]
        ),
        Condition("the leader is near", lambda rack, leader, others: rack is not None and leader.rack == rack),
        Condition(
            "the leader is near, and a follower as well",
            lambda rack, leader, others: rack == leader.rack in [c.rack for c in others],
        ),
        Condition("there is no follower", lambda rack, leader, others: not others),
        Condition(
            "nobody is near", lambda rack, leader, others: rack not in [None, *(c.rack for c in (leader, *others))]
        ),
        Condition(
            "a rack's name begins with that of another",
            lambda rack, leader, others: rack == "east" and "east-2" in [c.rack for c in others],
        ),
        Condition("several followers are near", lambda *asked: len(_nearby(*asked)) > 1),
        Condition(
            "the best is not the first of them",
            lambda *asked: [c.id for c in _nearby(*asked)][:1] != [rack_aware(*asked)] and _nearby(*asked),
        ),
        Condition(
            "the best is not the last of them",
            lambda *asked: [c.id for c in _nearby(*asked)][-1:] != [rack_aware(*asked)] and _nearby(*asked),
        ),
        Condition("a follower elsewhere has more", _farther_has_more),
        Condition("the time decides", _time_decides),
        Condition("the one that caught up last has less", _time_misleads),
        Condition("two are equal in all", lambda *asked: len(_ties(*asked)) > 1),
        Condition(
            "two are equal, and the lower id comes first",
            lambda *asked: _ties(*asked)[1:] and _ties(*asked)[0] < _ties(*asked)[1],
        ),
        Condition(
            "two are equal, and the higher id comes first",
            lambda *asked: _ties(*asked)[1:] and _ties(*asked)[0] > _ties(*asked)[1],
        ),
        Condition(
            "as texts their ids are in another order",
            lambda *asked: _ties(*asked)[1:] and max(_ties(*asked)) != max(_ties(*asked), key=str),
        ),
    ),
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="The bytes stay in the consumer's rack, which in a cloud is money. The leader asks your function, and "
    "offers only followers in the ISR: that is why the consumer read from broker 2 when 3 had fallen out.",
    next="Next: go back to the notebook and answer its last three questions.",
    wrong=(
        Wrong(_the_first_near, "Broker 3 in east ends at 9; broker 2 has less, it ends at 7."),
        Wrong(_never_the_leader, "The leader, broker 1, is in east itself; no copy has more than it has."),
        Wrong(_none_is_a_rack, "A consumer that does not say where it is reads from the leader, broker 1."),
        Wrong(_the_best_anywhere, "No follower is in north, so the consumer reads from the leader, broker 1."),
    ),
)
