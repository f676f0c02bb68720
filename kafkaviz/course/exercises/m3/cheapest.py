"""X3.3: the cheapest topic that keeps two promises."""

from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Working
from kafkaviz.course.working import here, working_of

Option = tuple[int, int, int, float, float]
Topic = tuple[int, int, int]


def cheapest(options: list[Option], most_refused: float, most_lost: float) -> Topic | None:
    """Returns the copies, min.insync.replicas and racks of the cheapest option that keeps both promises, or None.

    Cheaper are fewer copies, then fewer racks, then fewer lost records.

    >>> cheapest([(3, 2, 1, 0.01, 5e-3), (3, 2, 3, 0.01, 5e-4), (5, 3, 3, 0.001, 1e-5)], 0.01, 1e-3)
    (3, 2, 3)

    Kafka: replication.factor, min.insync.replicas and broker.rack.
    """
    good = [option for option in options if option[3] <= most_refused and option[4] <= most_lost]
    return min(good, key=price)[:3] if good else None


def price(option: Option) -> tuple[int, int, float]:
    """Returns by what an option is dear: its copies, then its racks, then the records it loses."""
    return option[0], option[2], option[4]


def _draw(random: Random) -> tuple[list[Option], float, float]:
    refused, lost = (1e-4, 1e-3, 1e-2, 0.1), (1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
    places = [(copies, least, racks) for copies in (2, 3, 4, 5, 10) for least in range(1, 4) for racks in (1, 2, 3)]
    options: list[Option] = []
    for copies, least, racks in random.sample(
        [place for place in places if place[1] <= place[0]], random.choice((1, 3, 8, 12))
    ):
        option = (copies, least, racks, random.choice(refused), random.choice(lost))
        # Of two that cost the same and lose the same, none is cheaper, and so none is the answer.
        if price(option) not in map(price, options):
            options.append(option)
    return options, random.choice(refused[1:]), random.choice(lost[1:])


def _promise(options: list[Option], most_refused: float, most_lost: float, answer: object) -> str | None:
    right = cheapest(options, most_refused, most_lost)
    expected = None if right is None else list(right)
    if answer == expected:
        return None
    if answer is None:
        return f"{right} keeps both promises; None means that no option does."
    mine = next((option for option in options if list(option[:3]) == answer or list(option) == answer), None)
    if mine is None:
        return f"{one_line(answer)} is not among the options; answer copies, min.insync.replicas and racks."
    if mine[3] > most_refused:
        return f"{mine[:3]} refuses {mine[3]:g} of the writes; {most_refused:g} are allowed."
    if mine[4] > most_lost:
        return f"{mine[:3]} loses {mine[4]:g} of the records; {most_lost:g} are allowed."
    if len(answer) != 3:  # type: ignore[arg-type]
        return "The answer has three numbers: copies, min.insync.replicas, racks."
    return f"{mine[:3]} keeps both promises, and {right} is cheaper: fewer copies, then fewer racks, then fewer lost."


_ONE, _SPREAD, _FIVE = (3, 2, 1, 0.01, 5e-3), (3, 2, 3, 0.01, 5e-4), (5, 3, 3, 0.001, 1e-5)


def _working(options: list[Option], most_refused: float, most_lost: float, answer: object) -> Working:
    rows = [
        (
            *option[:3],
            f"{option[3]:g} {'≤' if option[3] <= most_refused else '>'} {most_refused:g}",
            f"{option[4]:g} {'≤' if option[4] <= most_lost else '>'} {most_lost:g}",
            here([*option[:3]] == answer),
        )
        for option in options
    ]
    mine = next((n for n, option in enumerate(options) if answer in ([*option[:3]], [*option])), None)
    return working_of(("copies", "min.insync.replicas", "racks", "refused", "lost", ""), rows, answer, at=mine)


X3_3 = Exercise[list[Option], float, float, Topic | None](
    id="X3.3",
    title="Choose the cheapest safe topic",
    stars=3,
    minutes=12,
    hints=(
        "First throw away what breaks a promise, then look for the cheapest of what is left.",
        "`min(good, key=...)` finds the cheapest; a tuple as its key compares copies first, then racks, then what is "
        "lost. `min` of an empty list raises, so ask first.",
        "`good = [option for option in options if option[3] <= most_refused and option[4] <= most_lost]`, then "
        "`min(good, key=lambda option: (option[0], option[2], option[4]))[:3] if good else None`.",
    ),
    examples=(
        Example(([_ONE], 0.1, 0.1), [3, 2, 1]),
        Example(([_ONE], 0.001, 0.1), None),
        Example(([_FIVE, _ONE, _SPREAD], 0.01, 1e-3), [3, 2, 3]),
        Example(([_FIVE, _ONE, _SPREAD], 0.01, 5e-4), [3, 2, 3]),
        Example(([_FIVE, _ONE, _SPREAD], 0.005, 1e-3), [5, 3, 3]),
        Example(([(3, 1, 3, 0.001, 1e-3), (3, 2, 3, 0.01, 1e-4)], 0.1, 0.1), [3, 2, 3]),
    ),
    reference=cheapest,
    draw=_draw,
    promise=_promise,
    case_film=_working,
    matters="Copies cost disks and network each day, racks only once; still people add copies in the "
    "one rack they have. "
    "As long as a rack can burn no number of copies in it keeps the promise.",
    next="Next: go back to the notebook and answer its last three questions.",
)
