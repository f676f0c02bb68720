"""E07.3: who carries the load of a dead broker?"""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, dead, lab_with, let_happen, partitions_by_number
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import PartitionChange
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.scenarios.nb07 import load_shift

Placement = dict[int, list[int]]
MOST_PLACED = 12
"""Of how many partitions leaders are looked for that make up a load."""
CHAINED: Placement = {p: [p % 5 + 1, (p + 1) % 5 + 1] for p in range(10)}


def leader_load(placement: Placement, alive: list[int]) -> dict[int, int]:
    """Counts the partitions that each broker leads, when all copies are in sync and some brokers are dead.

    >>> leader_load({0: [1, 2], 1: [2, 3], 2: [3, 1]}, alive=[2, 3])
    {2: 2, 3: 1}

    Kafka: one election for each partition that has lost its leader.
    """
    leaders = (next((broker for broker in replicas if broker in alive), None) for replicas in placement.values())
    return dict(sorted(Counter(leader for leader in leaders if leader is not None).items()))


def _draw_placement(random: Random) -> tuple[Placement, list[int]]:
    brokers = random.sample(range(1, 13), random.randint(2, 5))
    copies = random.randint(1, min(3, len(brokers)))
    many = random.randint(1, 8)
    partitions = random.sample(range(13), many) if random.randrange(5) else range(many)
    placement = {partition: random.sample(brokers, copies) for partition in partitions}
    return placement, random.sample(brokers, random.randint(1, len(brokers)))


def _load_form(answer: dict[int, int]) -> dict[int, int]:
    """Returns a load without brokers that lead nothing; they may be there with 0 or not at all."""
    return {broker: many for broker, many in answer.items() if many}


def _load_promise(placement: Placement, alive: list[int], answer: object) -> str | None:
    if answer is None:
        return None
    if not isinstance(answer, dict):
        return "The answer is a dict: broker, then how many partitions it leads."
    wanted, known = leader_load(placement, alive), sorted({*alive, *chain(*placement.values())})
    for broker, many in answer.items():
        if broker not in known:
            brokers = ", ".join(map(str, known))
            return f"The dict goes from brokers, {brokers}, to numbers; {one_line(broker)} is no broker."
        if as_integer(many) is None:
            return f"For each broker the dict has how many partitions it leads, a number, not {one_line(many)}."
        if answer[broker] and broker not in alive:
            return f"Broker {broker} is dead and leads nothing; its partitions go to their next copy that is alive."
    for broker in alive:
        if answer.get(broker, 0) != wanted.get(broker, 0):
            led = [p for p, replicas in placement.items() if next((b for b in replicas if b in alive), None) == broker]
            names = ", ".join(map(str, led)) or "none"
            said = answer.get(broker, 0)
            return f"Broker {broker} leads {len(led)} ({names}): where it is the first copy alive; you say {said}."
    return None


def _case_film(placement: Placement, alive: list[int], answer: object) -> Played:
    """Lets those die who are not alive, and gives every partition a leader so that the load is what the answer says."""
    leader_of = _with_load(placement, alive, answer)
    lab, tps = lab_with("news", placement, alive), partitions_by_number("news", placement)
    lab = begin_with(lab, dead(lab.cluster, *({*lab.cluster.brokers} - {*alive})))
    for number, leader in leader_of.items():
        if leader != placement[number][0]:
            lab = let_happen(lab, PartitionChanged(tps[number], PartitionChange(leader=leader)))
    return Played(lab)


def _with_load(placement: Placement, alive: list[int], load: object) -> dict[int, int | None]:
    """Returns a leader for each partition that make up a load, as many as can be the right ones."""
    if not isinstance(load, dict) or None in map(as_integer, load.values()):
        raise InvalidArgumentError("A load says of each broker how many partitions it leads.")
    left = Counter({broker: many for broker, many in load.items() if many})
    chosen: dict[int, int | None] = {}

    def goes_on(numbers: list[int]) -> bool:
        if sum(left.values()) > len(numbers) or min(left.values(), default=0) < 0:
            return False
        if not numbers:
            return True
        replicas = placement[numbers[0]]
        living = [broker for broker in replicas if broker in alive]
        for leader in dict.fromkeys((*living[:1], *replicas, None)):
            if leader is not None and left[leader] < 1:
                continue
            chosen[numbers[0]] = leader
            left.subtract([leader] if leader is not None else [])
            if goes_on(numbers[1:]):
                return True
            left.update([leader] if leader is not None else [])
        return False

    if len(placement) > MOST_PLACED or not goes_on([*placement]):
        raise InvalidArgumentError("No leaders among the replicas make up this load.")
    return chosen


def _load_in_cluster(my_leader_load: Callable[[Placement, list[int]], dict[int, int]]) -> Played:
    """Lets a broker die in two clusters whose copies are placed differently, and counts their leaders."""
    lab = Lab()
    for placement in ("chained", "spread"):
        lab = load_shift(placement, dead=0)
        since = lab.cluster
        replicas_of = {tp.partition: list(p.replicas) for tp, p in since.partitions.items()}
        seen = {row.broker: row.leads for row in sorted(lab.kill(1).busiest().rows)}
        said = my_leader_load(replicas_of, [2, 3, 4, 5])
        if _load_form(said) != _load_form(seen):
            return Played(lab, f"In the {placement} cluster the brokers lead {seen}; you say {said}.", since)
    return Played(lab, "", since)


E07_3 = Exercise[Placement, list[int], dict[int, int]](
    id="E07.3",
    title="Who carries the load of a dead broker?",
    stars=2,
    minutes=7,
    hints=(
        "Hold an election for every partition, then count how often each broker has won.",
        "All copies are in sync here, so the leader of a partition is its first replica that is alive; there "
        "may be none.",
        "Begin with `load = {}`. `for replicas in placement.values():` let `living = [broker for broker in replicas if "
        "broker in alive]`, and `if living: load[living[0]] = load.get(living[0], 0) + 1`.",
    ),
    examples=(
        Example(({0: [1, 2], 1: [2, 1]}, [1, 2]), {1: 1, 2: 1}),
        Example(({0: [1, 2], 1: [2, 1]}, [2]), {2: 2}),
        Example(({0: [1], 1: [2]}, [2]), {2: 1}),
        Example(({0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]}, [1, 3]), {1: 1, 3: 2}),
        Example((CHAINED, [2, 3, 4, 5]), {2: 4, 3: 2, 4: 2, 5: 2}),
    ),
    reference=leader_load,
    draw=_draw_placement,
    promise=_load_promise,
    form=_load_form,
    in_cluster=_load_in_cluster,
    case_film=_case_film,
    matters="One broker of five died, and where copies are chained its neighbour leads twice as much as before; where "
    "they are spread, everybody takes a little. Your counts were those of two clusters.",
    next="Next: E07.4, the old leader comes back.",
)
