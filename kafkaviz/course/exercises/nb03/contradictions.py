"""E03.2: which sentences contradict each other?"""

from random import Random

from kafkaviz.breaking.answers import one_line
from kafkaviz.course.exercise import Condition, Example, Exercise, Played, Wrong
from kafkaviz.course.placed import happened, named, placed
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import PartitionChange
from kafkaviz.decisions.wording import whole
from kafkaviz.model.partitions.events import PartitionChanged

Statements = list[tuple[int, str]]
ARTICLE = (
    (0, "broker-1"),
    (1, "broker-1"),
    (2, "broker-2"),
    (0, "broker-1"),
    (1, "broker-2"),
    (2, "broker-3"),
)


def contradictions(statements: Statements) -> list[int]:
    """Names the partitions that are said to have more than one leader, in ascending order.

    >>> contradictions(list(ARTICLE))
    [1, 2]

    Kafka: a partition has one leader at a time; two in one leader epoch cannot be.
    """
    leaders: dict[int, set[str]] = {}
    for partition, leader in statements:
        leaders.setdefault(partition, set()).add(leader)
    return sorted(partition for partition, named in leaders.items() if len(named) > 1)


def _draw_statements(random: Random) -> tuple[Statements]:
    partitions = random.sample(range(14), random.randint(1, 5))
    brokers = [f"broker-{number}" for number in random.sample((1, 2, 3, 11, 12), random.randint(1, 4))]
    return ([(random.choice(partitions), random.choice(brokers)) for _ in range(random.randint(0, 9))],)


def _named(statements: Statements) -> dict[int, list[str]]:
    """Returns the leaders that are named for each partition, as often as they are."""
    return {partition: [leader for one, leader in statements if one == partition] for partition, _ in statements}


def _late(named: list[str]) -> bool:
    return len({*named[:2]}) == 1 < len({*named})


def _returns(named: list[str]) -> bool:
    return named[0] == named[-1] and len({*named}) > 1


def _by_text(statements: Statements) -> list[int]:
    return sorted(contradictions(statements), key=str)


def _resembles(named: list[str]) -> bool:
    return any(one != other and other.startswith(one) for one in named for other in named)


def _contradictions_promise(statements: Statements, found: object) -> str | None:
    if found is None:
        return None
    if not isinstance(found, list):
        return "The answer is a list of partition numbers."
    strange = next((one for one in found if whole(one) is None), None)
    if strange is not None:
        return f"The list names partitions by their numbers, such as 0; {one_line(strange)} is no number."
    named = {partition: sorted({*leaders}) for partition, leaders in _named(statements).items()}
    if len(found) != len(set(found)):
        twice = next(p for p in found if found.count(p) > 1)
        return f"Partition {twice} is in the list more than once; name each partition once."
    for partition in found:
        if partition not in named:
            return f"No statement is about partition {partition}."
        if len(named[partition]) == 1:
            return f"Partition {partition} always has the same leader, {named[partition][0]}; that is no contradiction."
    for partition in sorted(set(named) - set(found)):
        if len(named[partition]) > 1:
            return f"Partition {partition} is missing: it is said to be led by {' and by '.join(named[partition])}."
    return "All of them are there; put them in ascending order." if found != sorted(found) else None


def _case_film(statements: Statements, found: object) -> Played:
    """Lets every partition begin with the first leader that is named, and one that is in the answer change as stated.

    So two sentences contradict each other exactly where time has to pass between them.
    """
    known = [*_named(statements)]
    if not isinstance(found, list) or not all(partition in known for partition in found):
        raise InvalidArgumentError("The answer is a list of partitions that a statement is about.")
    leaders = {partition: [_id(leader) for leader in named] for partition, named in _named(statements).items()}
    # Whoever is named anywhere could lead any of them.
    everybody = sorted({broker for of in leaders.values() for broker in of})
    lab = placed("news", {partition: [*dict.fromkeys((of[0], *everybody))] for partition, of in leaders.items()})
    tps = named("news", leaders)
    for partition, leader in statements:
        led = lab.cluster.partitions[tps[partition]].leader
        if partition in found and led != _id(leader):
            lab = happened(lab, PartitionChanged(tps[partition], PartitionChange(leader=_id(leader))))
    return Played(lab)


def _id(broker: str) -> int:
    return int(broker.removeprefix("broker-"))


def _said_twice(statements: Statements) -> list[int]:
    partitions = [partition for partition, _ in statements]
    return sorted({partition for partition in partitions if partitions.count(partition) > 1})


def _every_time(statements: Statements) -> list[int]:
    first: dict[int, str] = {}
    return sorted(partition for partition, leader in statements if first.setdefault(partition, leader) != leader)


def _as_found(statements: Statements) -> list[int]:
    found = contradictions(statements)
    return [partition for partition in dict.fromkeys(partition for partition, _ in statements) if partition in found]


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
    conditions=(
        Condition("nothing is stated", lambda said: not said),
        Condition("a statement is repeated", lambda said: len(set(said)) < len(said)),
        Condition("nothing is contradicted", lambda said: not contradictions(said)),
        Condition("several partitions are contradicted", lambda said: len(contradictions(said)) > 1),
        Condition("they do not appear in ascending order", lambda said: _as_found(said) != contradictions(said)),
        Condition("as texts they would be in another order", lambda said: _by_text(said) != contradictions(said)),
        Condition("three leaders are named for one", lambda said: any(len({*n}) > 2 for n in _named(said).values())),
        Condition(
            "a partition is repeated first, then contradicted", lambda said: any(map(_late, _named(said).values()))
        ),
        Condition("one leader's name begins with another's", lambda said: any(map(_resembles, _named(said).values()))),
        Condition("the last word agrees with the first", lambda said: any(map(_returns, _named(said).values()))),
    ),
    promise=_contradictions_promise,
    case_film=_case_film,
    matters="A partition has one leader at a time. When two sentences disagree, either one is wrong or time has "
    "passed between them: Kafka numbers each leader's reign, the leader epoch, to tell these apart.",
    next="Next: E03.3, whom must a consumer ask?",
    wrong=(
        Wrong(_said_twice, "Partition 0 always has the same leader, broker-1; that is no contradiction."),
        Wrong(_every_time, "Partition 1 is in the list more than once; name each partition once."),
        Wrong(_as_found, "All of them are there; put them in ascending order."),
    ),
)
