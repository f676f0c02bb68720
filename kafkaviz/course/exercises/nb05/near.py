"""E05.4: from which copy does a consumer read, when it may read from a near one?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with
from kafkaviz.course.placed_copies import TP, commit_up_to, copies_that_end
from kafkaviz.decisions.reading import Readable, rack_aware
from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled

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
    cluster = commit_up_to(cluster, min(copy.end_offset for copy in offered))
    return Played(begin_with(lab, cluster).poll(TP.topic, rack=rack))


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
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="The bytes stay in the consumer's rack, which in a cloud is money. The leader asks your function, and "
    "offers only followers in the ISR: that is why the consumer read from broker 2 when 3 had fallen out.",
    next="Next: E05.5, what is on one broker alone?",
)
