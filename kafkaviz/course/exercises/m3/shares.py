"""X3.1: which share of the writes is refused, and which share of the acknowledged records is lost?"""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.numbers import about, near
from kafkaviz.decisions.errors import InvalidArgumentError

OUTCOMES = ("kept", "lost", "refused")
Counts = dict[str, int]


def refused_and_lost(counts: Counts) -> tuple[float, float]:
    """Returns the refused share of all writes, and the lost share of the acknowledged ones; 0 where none were.

    >>> refused_and_lost({"refused": 50, "lost": 5, "kept": 45})
    (0.5, 0.1)

    Kafka: a refused write is NOT_ENOUGH_REPLICAS (19); only what was acknowledged can be lost.
    """
    lost, refused = counts.get("lost", 0), counts.get("refused", 0)
    acknowledged = lost + counts.get("kept", 0)
    return refused / (acknowledged + refused), lost / acknowledged if acknowledged else 0.0


def _draw(random: Random) -> tuple[Counts]:
    outcomes = random.sample(OUTCOMES, random.randint(1, 3))
    counts = {outcome: random.choice((0, random.randint(1, 9), random.randint(10, 900))) for outcome in outcomes}
    return (counts if any(counts.values()) else {"kept": random.randint(1, 99)},)


def _promise(counts: Counts, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, list) or len(answer) != 2:
        return "The answer is two numbers: refused, lost."
    refused, lost = refused_and_lost(counts)
    many = {outcome: counts.get(outcome, 0) for outcome in OUTCOMES}
    writes, acknowledged = sum(many.values()), many["kept"] + many["lost"]
    if not near(answer[0], refused):
        return f"{many['refused']} of all {writes} writes were refused; as a share you say {answer[0]}."
    if near(answer[1], lost):
        return None
    if not acknowledged:
        return f"Nothing was acknowledged, so nothing can be lost: 0, not {answer[1]}."
    if near(answer[1], many["lost"] / writes):
        return (
            f"A refused write cannot be lost, its producer knows: {many['lost']} of {acknowledged} "
            "acknowledged records "
            f"are lost, not of {writes} writes."
        )
    return f"{many['lost']} of {acknowledged} acknowledged records are lost; as a share you say {answer[1]}."


def _working(counts: Counts, answer: object) -> Working:
    if not isinstance(answer, list) or len(answer) != 2:
        raise InvalidArgumentError("The answer is two shares.")
    kept, lost, refused = (counts.get(outcome, 0) for outcome in OUTCOMES)
    rows = (
        ("refused", refused, f"{kept + lost + refused} writes", answer[0]),
        ("lost", lost, f"{kept + lost} that were acknowledged", answer[1]),
    )
    return Working(("", "records", "of", "share"), rows)


X3_1 = Exercise[Counts, tuple[float, float]](
    id="X3.1",
    title="What is refused, what is lost?",
    stars=1,
    minutes=5,
    hints=(
        "Two shares of two different wholes: of all writes, and of those that were acknowledged.",
        "Acknowledged are `lost` and `kept` together. An outcome that never happened is not in the dict: "
        '`counts.get("lost", 0)`.',
        "`refused / (refused + acknowledged)` and `lost / acknowledged`, the latter 0 where nothing was acknowledged.",
    ),
    examples=(
        Example(({"kept": 10},), [0.0, 0.0]),
        Example(({"refused": 50, "lost": 5, "kept": 45},), [0.5, 0.1]),
        Example(({"refused": 7},), [1.0, 0.0]),
        Example(({"lost": 3, "kept": 1},), [0.0, 0.75]),
    ),
    reference=refused_and_lost,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    form=about,
    matters="Do not add the two up: the producer knows of a refused write and can send it again; nobody knows of a "
    "lost record. A higher min.insync.replicas buys fewer lost records with more refused writes.",
    next="Next: X3.2, where does the loss come from?",
)
