"""X3.3: the cheapest topic that keeps two promises."""

from random import Random

from kafkaviz.breaking.answers import one_line
from kafkaviz.course.exercise import Condition, Example, Exercise, Working, Wrong
from kafkaviz.course.working import here, worked

Option = tuple[int, int, int, float, float]
Topic = tuple[int, int, int]


def cheapest(options: list[Option], most_refused: float, most_lost: float) -> Topic | None:
    """Returns the copies, min.insync.replicas and racks of the cheapest option that keeps both promises, or None.

    Cheaper are fewer copies, then fewer racks, then fewer lost records.

    >>> cheapest([(3, 2, 1, 0.01, 5e-3), (3, 2, 3, 0.01, 5e-4), (5, 3, 3, 0.001, 1e-5)], 0.01, 1e-3)
    (3, 2, 3)

    Kafka: replication.factor, min.insync.replicas and broker.rack.
    """
    good = [one for one in options if one[3] <= most_refused and one[4] <= most_lost]
    return min(good, key=_price)[:3] if good else None


def _price(option: Option) -> tuple[int, int, float]:
    return option[0], option[2], option[4]


def _as_few_copies(options: list[Option], most_refused: float, most_lost: float) -> list[Option]:
    """Returns the options that keep both promises with as few copies as the cheapest."""
    right = cheapest(options, most_refused, most_lost)
    return [one for one in options if right and one[0] == right[0] and one[3] <= most_refused and one[4] <= most_lost]


def _as_few_racks(options: list[Option], most_refused: float, most_lost: float) -> list[Option]:
    good = _as_few_copies(options, most_refused, most_lost)
    return [one for one in good if one[2] == min(other[2] for other in good)]


def _draw(random: Random) -> tuple[list[Option], float, float]:
    refused, lost = (1e-4, 1e-3, 1e-2, 0.1), (1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
    places = [(copies, least, racks) for copies in (2, 3, 4, 5, 10) for least in range(1, 4) for racks in (1, 2, 3)]
    options: list[Option] = []
    for copies, least, racks in random.sample(
        [place for place in places if place[1] <= place[0]], random.choice((1, 3, 8, 12))
    ):
        option = (copies, least, racks, random.choice(refused), random.choice(lost))
        # Of two that cost the same and lose the same, none is cheaper, and so none is the answer.
        if _price(option) not in map(_price, options):
            options.append(option)
    return options, random.choice(refused[1:]), random.choice(lost[1:])


def _promise(options: list[Option], most_refused: float, most_lost: float, answer: object) -> str | None:
    right = cheapest(options, most_refused, most_lost)
    expected = None if right is None else list(right)
    if answer == expected:
        return None
    if answer is None:
        return f"{right} keeps both promises; None means that no option does."
    mine = next((one for one in options if list(one[:3]) == answer or list(one) == answer), None)
    if mine is None:
        return f"{one_line(answer)} is not among the options; answer copies, min.insync.replicas and racks."
    if mine[3] > most_refused:
        return f"{mine[:3]} refuses {mine[3]:g} of the writes; {most_refused:g} are allowed."
    if mine[4] > most_lost:
        return f"{mine[:3]} loses {mine[4]:g} of the records; {most_lost:g} are allowed."
    if len(answer) != 3:  # type: ignore[arg-type]
        return "The answer has three numbers: copies, min.insync.replicas, racks."
    return f"{mine[:3]} keeps both promises, and {right} is cheaper: fewer copies, then fewer racks, then fewer lost."


def _strictly(options: list[Option], most_refused: float, most_lost: float) -> Topic | None:
    good = [one for one in options if one[3] < most_refused and one[4] < most_lost]
    return min(good, key=_price)[:3] if good else None


def _first_that_does(options: list[Option], most_refused: float, most_lost: float) -> Topic | None:
    return next((one[:3] for one in options if one[3] <= most_refused and one[4] <= most_lost), None)


def _only_loss(options: list[Option], most_refused: float, most_lost: float) -> Topic | None:
    return cheapest(options, 1.0, most_lost)


def _safest(options: list[Option], most_refused: float, most_lost: float) -> Topic | None:
    return min(options, key=lambda one: one[4])[:3]


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
    mine = next((n for n, one in enumerate(options) if answer in ([*one[:3]], [*one])), None)
    return worked(("copies", "min.insync.replicas", "racks", "refused", "lost", ""), rows, answer, at=mine)


X3_3 = Exercise[list[Option], float, float, Topic | None](
    id="X3.3",
    title="Choose the cheapest safe topic",
    stars=3,
    minutes=12,
    hints=(
        "First throw away what breaks a promise, then look for the cheapest of what is left.",
        "`min(good, key=...)` finds the cheapest; a tuple as its key compares copies first, then racks, then what is "
        "lost. `min` of an empty list raises, so ask first.",
        "`good = [one for one in options if one[3] <= most_refused and one[4] <= most_lost]`, then "
        "`min(good, key=lambda one: (one[0], one[2], one[4]))[:3] if good else None`.",
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
    conditions=(
        Condition("no option does", lambda *case: cheapest(*case) is None),
        Condition("the first that does is not the cheapest", lambda *case: _first_that_does(*case) != cheapest(*case)),
        Condition(
            "one refuses just as much as it may",
            lambda options, refused, lost: _strictly(options, refused, 1) != cheapest(options, refused, 1),
        ),
        Condition(
            "one loses just as much as it may",
            lambda options, refused, lost: _strictly(options, 1, lost) != cheapest(options, 1, lost),
        ),
        Condition("cheaper ones refuse too much", lambda *case: _only_loss(*case) != cheapest(*case)),
        Condition(
            "cheaper ones lose too much",
            lambda options, refused, lost: cheapest(options, refused, 1.0) != cheapest(options, refused, lost),
        ),
        Condition("the racks decide", lambda *case: len({one[2] for one in _as_few_copies(*case)}) > 1),
        Condition("what is lost decides", lambda *case: len({one[4] for one in _as_few_racks(*case)}) > 1),
        Condition("there are ten copies", lambda options, refused, lost: any(one[0] > 9 for one in options)),
    ),
    promise=_promise,
    case_film=_working,
    matters="Copies cost disks and network each day, racks only once; still people add copies in the "
    "one rack they have. "
    "As long as a rack can burn no number of copies in it keeps the promise.",
    next="Next: go back to the notebook and answer its last three questions.",
    wrong=(
        Wrong(
            _strictly,
            "(5, 3, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
        ),
        Wrong(
            _first_that_does,
            "(5, 3, 3) keeps both promises, and (3, 2, 3) is cheaper: fewer copies, then fewer racks, then fewer lost.",
        ),
        Wrong(_only_loss, "(3, 2, 1) refuses 0.01 of the writes; 0.001 are allowed."),
        Wrong(_safest, "(3, 2, 1) refuses 0.01 of the writes; 0.001 are allowed."),
    ),
)
