"""X2.1: what share of the partitions moves, under each assignor?"""

from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import quantity, verb

Row = tuple[str, int, str, str]
Rows = list[Row]
ASSIGNORS = ("range", "roundrobin", "sticky", "cooperative-sticky")


def moved_shares(rows: Rows) -> dict[str, float]:
    """Returns the share of its partitions that have another owner after the change, for each assignor of the rows.

    >>> moved_shares([("range", 0, "C1", "C1"), ("range", 1, "C1", "C2"), ("sticky", 0, "C1", "C1")])
    {'range': 0.5, 'sticky': 0.0}

    Kafka: what onPartitionsRevoked and onPartitionsAssigned would add up to.
    """
    names = dict.fromkeys(name for name, *_ in rows)
    moves_of = {name: [before != after for assignor, _, before, after in rows if assignor == name] for name in names}
    return {name: sum(moves) / len(moves) for name, moves in moves_of.items()}


def _draw(random: Random) -> tuple[Rows]:
    rows: Rows = []
    for name in random.sample(ASSIGNORS, random.randint(1, 3)):
        moves = random.choice((0.0, 0.5, 0.5, 1.0))
        for partition in range(random.choice((1, 2, 6, 12))):
            before = f"C{random.randint(1, 12)}"
            others = [f"C{number}" for number in range(1, 13) if f"C{number}" != before]
            rows.append((name, partition, before, random.choice(others) if random.random() < moves else before))
    random.shuffle(rows)
    return (rows,)


def _promise(rows: Rows, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, dict):
        return "The answer is a dict: assignor, then its share."
    expected = moved_shares(rows)
    if missing := [name for name in expected if name not in answer]:
        return f"{missing[0]} has rows and is not in the answer; when nothing of it moves its share is 0."
    if extra := [name for name in answer if name not in expected]:
        return f"There is no row of {extra[0]!r}."
    for name, share in expected.items():
        if near(answer[name], share):
            continue
        mine = [row for row in rows if row[0] == name]
        moved = sum(before != after for *_, before, after in mine)
        if near(answer[name], moved):
            return f"Under {name} {moved} of its {quantity(len(mine), 'partition')} moved: a share of {share:g}."
        if near(answer[name], 1 - share):
            return f"Under {name} the share that moved is {share:g}; the others kept their owner."
        return (
            f"Under {name} {moved} of its {quantity(len(mine), 'partition')} {verb(moved, 'have')} another owner; you "
            f"say {answer[name]}."
        )
    return None


_TWO: Rows = [("range", 1, "C1", "C2"), ("sticky", 0, "C1", "C1"), ("range", 0, "C1", "C1"), ("sticky", 1, "C2", "C2")]


def _working(rows: Rows, answer: object) -> Working:
    if not isinstance(answer, dict):
        raise InvalidArgumentError("The answer says a share for each assignor.")
    moves_of = {
        name: [before != after for assignor, _, before, after in rows if assignor == name]
        for name in moved_shares(rows)
    }
    others = [(one_line(name), 0, 0, share) for name, share in answer.items() if name not in moves_of]
    own = [(name, len(moves), sum(moves), answer.get(name, "")) for name, moves in moves_of.items()]
    return Working(("assignor", "partitions", "with another owner", "share"), (*own, *others))


X2_1 = Exercise[Rows, dict[str, float]](
    id="X2.1",
    title="What share moves, under each assignor?",
    stars=1,
    minutes=5,
    hints=(
        "Group the rows by assignor first; then it is one share for each group.",
        "A row has moved when its owner before is not its owner after. Count those, and count all rows of the group.",
        "For each assignor `name` let `mine = [row for row in rows if row[0] == name]`; its share is "
        "`sum(before != after for _, _, before, after in mine) / len(mine)`.",
    ),
    examples=(
        Example(([("range", 0, "C1", "C1")],), {"range": 0.0}),
        Example(([("range", 0, "C1", "C2"), ("range", 1, "C2", "C2")],), {"range": 0.5}),
        Example((_TWO,), {"range": 0.5, "sticky": 0.0}),
        Example(([("sticky", 0, "C1", "C11"), ("range", 0, "C2", "C1")],), {"sticky": 1.0, "range": 1.0}),
    ),
    reference=moved_shares,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="This is one SQL query: group by assignor, average of whether the owner changed. It runs unchanged over a "
    "year of rebalances.",
    next="Next: X2.2, how long do partitions stand still?",
)
