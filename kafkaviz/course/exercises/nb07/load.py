"""E07.3: who carries the load of a dead broker?"""

from collections import Counter
from collections.abc import Callable
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played, Wrong
from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb07 import leads, load_shift

Placement = dict[int, list[int]]
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
    brokers = range(1, random.randint(2, 5) + 1)
    copies = random.randint(1, min(3, len(brokers)))
    placement = {partition: random.sample(brokers, copies) for partition in range(random.randint(1, 8))}
    return placement, [broker for broker in brokers if random.randrange(4)] or [1]


def _load_form(answer: dict[int, int]) -> dict[int, int]:
    """Returns a load without brokers that lead nothing; they may be there with 0 or not at all."""
    return {broker: many for broker, many in answer.items() if many}


def _load_promise(placement: Placement, alive: list[int], answer: object) -> str | None:
    if not isinstance(answer, dict):
        return "The answer is a dict: broker, then how many partitions it leads." if answer is not None else None
    wanted = leader_load(placement, alive)
    for broker in answer:
        if answer[broker] and broker not in alive:
            return f"Broker {broker} is dead and leads nothing; its partitions go to their next copy that is alive."
    for broker in alive:
        if answer.get(broker, 0) != wanted.get(broker, 0):
            led = [p for p, replicas in placement.items() if next((b for b in replicas if b in alive), None) == broker]
            names = ", ".join(map(str, led)) or "none"
            said = answer.get(broker, 0)
            return f"Broker {broker} leads {len(led)} ({names}): where it is the first copy alive; you say {said}."
    return None


def _only_preferred(placement: Placement, alive: list[int]) -> dict[int, int]:
    return {broker: sum(replicas[0] == broker for replicas in placement.values()) for broker in alive}


def _still_the_first(placement: Placement, alive: list[int]) -> dict[int, int]:
    return dict(Counter(replicas[0] for replicas in placement.values()))


def _every_copy(placement: Placement, alive: list[int]) -> dict[int, int]:
    return {broker: sum(broker in replicas for replicas in placement.values()) for broker in alive}


def _load_in_cluster(my_leader_load: Callable[[Placement, list[int]], dict[int, int]]) -> Played:
    """Lets a broker die in two clusters whose copies are placed differently, and counts their leaders."""
    lab = Lab()
    for placement in ("chained", "spread"):
        lab = load_shift(placement, dead=0)
        since = lab.cluster
        replicas_of = {tp.partition: list(p.replicas) for tp, p in since.partitions.items()}
        seen = leads(lab.kill(1))
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
        "`for replicas in placement.values():` let `living = [broker for broker in replicas if broker in alive]`, and "
        "`if living: load[living[0]] = load.get(living[0], 0) + 1`.",
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
    matters="One broker of five died, and where copies are chained its neighbour leads twice as much as before; where "
    "they are spread, everybody takes a little. Your counts were those of two clusters.",
    next="Next: E07.4, the old leader comes back.",
    wrong=(
        Wrong(_only_preferred, "Broker 2 leads 2 (0, 1): where it is the first copy alive; you say 1."),
        Wrong(
            _still_the_first,
            "Broker 1 is dead and leads nothing; its partitions go to their next copy that is alive.",
        ),
        Wrong(_every_copy, "Broker 1 leads 1 (0): where it is the first copy alive; you say 2."),
    ),
)
