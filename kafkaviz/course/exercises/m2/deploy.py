"""X2.3: how many rebalances does a rolling deploy take?"""

from random import Random

from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.working import spoken, working_of
from kafkaviz.decisions.wording import verb


def rebalances(away_s: list[int], session_s: int, static: bool) -> int:
    """Returns how many rebalances a rolling deploy causes: two for each member whose going the group gets to know.

    >>> rebalances([5, 5, 60], session_s=45, static=True), rebalances([5, 5, 60], session_s=45, static=False)
    (2, 6)

    Kafka: static membership (KIP-345) with group.instance.id and session.timeout.ms.
    """
    return 2 * sum(not static or away >= session_s for away in away_s)


def _draw(random: Random) -> tuple[list[int], int, bool]:
    session_s = random.choice((6, 10, 45))
    away = [
        random.choice((session_s - 1, session_s, session_s + 1, 3, random.randint(0, 90)))
        for _ in range(random.choice((0, 1, 2, 5, 12)))
    ]
    return away, session_s, random.random() < 0.7


def _promise(away_s: list[int], session_s: int, static: bool, answer: object) -> str | None:
    expected = rebalances(away_s, session_s, static)
    if answer == expected and not isinstance(answer, bool):
        return None
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if isinstance(answer, bool) or not isinstance(answer, int):
        return "The answer is a number of rebalances."
    if answer * 2 == expected:
        return f"A member counts twice, once when it goes and once when it is back: {expected}, not {answer}."
    if not away_s:
        return "Nobody is away, so there is no rebalance: 0."
    if not static:
        each = f"each of {len(away_s)} members" if len(away_s) != 1 else "the one member"
        return f"Without instance ids {each} says goodbye, however short its absence is: {expected}."
    if answer == 2 * sum(away > session_s for away in away_s):
        return f"A member that is away for exactly {session_s} s is taken out as well: {expected}, not {answer}."
    gone = [away for away in away_s if away >= session_s]
    return (
        f"The group notices no static member that is back within {session_s} s; {len(gone)} of {len(away_s)} "
        f"{verb(len(gone), 'take')} longer."
    )


def _working(away_s: list[int], session_s: int, static: bool, answer: object) -> Working:
    noticed = [not static or away >= session_s for away in away_s]
    rows = [
        (number, away, spoken(seen), 2 * seen)
        for number, (away, seen) in enumerate(zip(away_s, noticed, strict=True), 1)
    ]
    said = f"the group notices, after {session_s} s" if static else "the group notices, as it says goodbye"
    return working_of(("member", "seconds away", said, "rebalances"), rows, answer)


X2_3 = Exercise[list[int], int, bool, int](
    id="X2.3",
    title="Count the rebalances of a deploy",
    stars=1,
    minutes=4,
    hints=(
        "Ask of each member: does the group notice that it was away?",
        "Without an instance id it always does, since the member says goodbye; with one only after "
        "`session_s` seconds. "
        "What is noticed costs two rebalances.",
        "`2 * sum(not static or away >= session_s for away in away_s)`.",
    ),
    examples=(
        Example(([], 45, False), 0),
        Example(([5], 45, False), 2),
        Example(([5], 45, True), 0),
        Example(([45], 45, True), 2),
        Example(([5, 60, 44], 45, True), 2),
        Example(([5, 60, 44], 45, False), 6),
    ),
    reference=rebalances,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="Ten deploys a day of a group of fifty are a thousand rebalances, or none. But a static member that does "
    "not come back leaves its partitions alone for the whole session timeout.",
    next="Next: go back to the notebook and answer its last three questions.",
)
