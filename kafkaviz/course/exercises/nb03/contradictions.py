"""E03.2: which sentences contradict each other?"""

from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import lab_with, let_happen, partitions_by_number
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import PartitionChange
from kafkaviz.decisions.wording import as_integer
from kafkaviz.model.partitions.events import PartitionChanged

Statements = list[tuple[int, str]]
ARTICLE = ((0, "broker-1"), (1, "broker-1"), (2, "broker-2"), (0, "broker-1"), (1, "broker-2"), (2, "broker-3"))


def contradictions(statements: Statements) -> list[int]:
    """Names the partitions that are said to have more than one leader, in ascending order.

    >>> contradictions(list(ARTICLE))
    [1, 2]

    Kafka: a partition has one leader at a time; two in one leader epoch cannot be.
    """
    leaders: dict[int, set[str]] = {}
    for partition, leader in statements:
        leaders.setdefault(partition, set()).add(leader)
    return sorted(partition for partition, its in leaders.items() if len(its) > 1)


def _draw_statements(random: Random) -> tuple[Statements]:
    partitions = random.sample(range(14), random.randint(1, 5))
    brokers = [f"broker-{number}" for number in random.sample((1, 2, 3, 11, 12), random.randint(1, 4))]
    return ([(random.choice(partitions), random.choice(brokers)) for _ in range(random.randint(0, 9))],)


def leaders_by_partition(statements: Statements) -> dict[int, list[str]]:
    """Returns the leaders that are named for each partition, as often as they are."""
    return {partition: [leader for number, leader in statements if number == partition] for partition, _ in statements}


def _contradictions_promise(statements: Statements, found: object) -> str | None:
    if found is None:
        return None
    if not isinstance(found, list):
        return "The answer is a list of partition numbers."
    strange = next((value for value in found if as_integer(value) is None), None)
    if strange is not None:
        return f"The list names partitions by their numbers, such as 0; {one_line(strange)} is no number."
    leaders = {partition: sorted({*its}) for partition, its in leaders_by_partition(statements).items()}
    if len(found) != len(set(found)):
        twice = next(p for p in found if found.count(p) > 1)
        return f"Partition {twice} is in the list more than once; name each partition once."
    for partition in found:
        if partition not in leaders:
            return f"No statement is about partition {partition}."
        if len(leaders[partition]) == 1:
            return (
                f"Partition {partition} always has the same leader, {leaders[partition][0]}; that is no contradiction."
            )
    for partition, its in sorted(leaders.items()):
        if partition not in found and len(its) > 1:
            return f"Partition {partition} is missing: statements name {' and '.join(its)} as its leader."
    return "All of them are there; put them in ascending order." if found != sorted(found) else None


def _case_film(statements: Statements, found: object) -> Played:
    """Lets every partition begin with the first leader that is named, and one that is in the answer change as stated.

    So two sentences contradict each other exactly where time has to pass between them.
    """
    known = [*leaders_by_partition(statements)]
    if not isinstance(found, list) or not all(partition in known for partition in found):
        raise InvalidArgumentError("The answer is a list of partitions that a statement is about.")
    leaders = {number: [_id(leader) for leader in its] for number, its in leaders_by_partition(statements).items()}
    # Whoever is named anywhere could lead any of them.
    everybody = sorted({broker for of in leaders.values() for broker in of})
    lab = lab_with("news", {partition: [*dict.fromkeys((of[0], *everybody))] for partition, of in leaders.items()})
    tps = partitions_by_number("news", leaders)
    for partition, leader in statements:
        led = lab.cluster.partitions[tps[partition]].leader
        if partition in found and led != _id(leader):
            lab = let_happen(lab, PartitionChanged(tps[partition], PartitionChange(leader=_id(leader))))
    return Played(lab)


def _id(broker: str) -> int:
    return int(broker.removeprefix("broker-"))


E03_2 = Exercise[Statements, list[int]](
    id="E03.2",
    title="Which sentences contradict each other?",
    stars=1,
    minutes=4,
    hints=(
        "Collect for each partition the set of leaders that are named.",
        "Which of these sets have more than one member?",
        "`leaders.setdefault(partition, set()).add(leader)` in a loop; then sort the partitions whose set has more "
        "than one member.",
    ),
    examples=(
        Example(([],), []),
        Example(([(0, "broker-1"), (0, "broker-1")],), []),
        Example(([(0, "broker-1"), (0, "broker-2")],), [0]),
        Example((list(ARTICLE),), [1, 2]),
        Example(([(1, "broker-1"), (1, "broker-2"), (1, "broker-3")],), [1]),
        Example(([(2, "broker-1"), (0, "broker-1"), (2, "broker-2"), (0, "broker-3")],), [0, 2]),
    ),
    reference=contradictions,
    draw=_draw_statements,
    promise=_contradictions_promise,
    case_film=_case_film,
    matters="A partition has one leader at a time. When two sentences disagree, either one is wrong or time has "
    "passed between them: Kafka numbers each leader's reign, the leader epoch, to tell these apart.",
    next="Next: E03.3, whom must a consumer ask?",
)
