"""E11.1: what do these numbers say?"""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Final

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.course.incidents.playing import watch_of
from kafkaviz.course.incidents.summary import SEEDS, Summary, recorded_summary
from kafkaviz.course.working import here
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import quantity, verb
from kafkaviz.lab import Lab

WELL: Final = "well"
REBALANCES: Final = 4
GAPS: Final = ("retention_overrun", "reset_latest_gap")
SEEN, *UNSEEN = SEEDS
Rule = tuple[str, str, int, bool]


def rules(metrics: Summary) -> Iterator[Rule]:
    """Yields, in the order of the list, each diagnosis, what it looks at, the number there, and whether it fits.

    >>> [fits for _, _, _, fits in rules(recorded_summary(911, "min_isr_block"))]
    [True, False, False, False, False, False, False, False]
    """
    ends, lost = metrics["LogEndOffset"], unread(metrics)
    below, shrinks = max(metrics["UnderMinIsrPartitionCount"]), sum(metrics["IsrShrinksPerSec"])
    leads, owns = min(metrics["LeaderCount"]), min(metrics["assigned-partitions"])
    starts, rebalances = max(metrics["LogStartOffset"]), max(metrics["rebalance-total"])
    yield "min_isr_block", "largest UnderMinIsrPartitionCount", below, below > 0
    yield "slow_follower", "sum of IsrShrinksPerSec", shrinks, shrinks > 0
    yield "leader_pileup", "smallest LeaderCount", leads, leads == 0
    yield "idle_consumer", "smallest assigned-partitions", owns, owns == 0
    yield "retention_overrun", "number of unread records", lost, lost > 0 and starts > 0
    yield "reset_latest_gap", "number of unread records", lost, lost > 0 and starts == 0
    yield "rebalance_storm", "rebalance-total", rebalances, rebalances >= REBALANCES
    yield "hot_key", f"largest LogEndOffset, of {sum(ends)} in all,", max(ends), 2 * max(ends) > sum(ends)


NAMES: Final = (
    "min_isr_block",
    "slow_follower",
    "leader_pileup",
    "idle_consumer",
    "retention_overrun",
    "reset_latest_gap",
    "rebalance_storm",
    "hot_key",
    WELL,
)


def unread(metrics: Summary) -> int:
    """Returns how many records were neither read nor are still to be read.

    >>> unread({"LogEndOffset": [9, 9], "records-lag": [2, 0], "records-consumed-total": [10]})
    6
    """
    return sum(metrics["LogEndOffset"]) - sum(metrics["records-lag"]) - sum(metrics["records-consumed-total"])


def diagnosed(metrics: Summary) -> str:
    """Returns the first diagnosis of the list that fits, or "well".

    >>> diagnosed(recorded_summary(911, "hot_key"))
    'hot_key'
    """
    return next((name for name, _, _, fits in rules(metrics) if fits), WELL)


def _draw(random: Random) -> tuple[Summary]:
    """Makes numbers with one reason, several or none."""
    reasons = random.sample(NAMES[:-1], random.choice((0, 1, 1, 1, 2, 3)))
    if random.random() < 0.1:
        # Rules that look at the end of the list meet nothing before it.
        reasons = ["rebalance_storm", "hot_key"]
    brokers, partitions = random.choice((3, 3, 4)), random.choice((2, 4, 5, 6))
    end = random.choice((8, 28, 60))
    ends = [end + random.randint(0, 2) for _ in range(partitions)]
    hottest, others = random.randrange(partitions), sum(ends[1:])
    if "hot_key" in reasons:
        ends = [end] * partitions
        ends[hottest] = end * (partitions - 1) + random.choice((1, 1, 30))
    elif random.random() < 0.3:
        # A partition may have much, and not more than half.
        ends = [end] * partitions
        ends[hottest] = random.choice((others // 2, end * (partitions - 1)))
    starts = [0] * partitions
    if "retention_overrun" in reasons or random.random() < 0.3:
        # Of what retention left, each partition has a part of its own.
        for number in random.sample(range(partitions), random.randint(1, partitions)):
            starts[number] = random.choice((2, ends[number] // 2, ends[number]))
    lags = [random.choice((0, 0, 1, 3)) for _ in ends]
    gone = random.choice((1, 7, 12)) if {"retention_overrun", "reset_latest_gap"} & {*reasons} else 0
    # A crash makes a group read some records twice.
    twice = 0 if gone else random.choice((0, 0, 0, 5))
    return (
        {
            "LeaderCount": _few(random, brokers, (1, 2), 0, "leader_pileup" in reasons),
            "IsrShrinksPerSec": _few(random, brokers, (0,), random.choice((1, 2, 10)), "slow_follower" in reasons),
            "UnderMinIsrPartitionCount": _few(random, brokers, (0,), random.choice((1, 4)), "min_isr_block" in reasons),
            "LogStartOffset": starts,
            "LogEndOffset": ends,
            "records-lag": lags,
            "assigned-partitions": _few(random, random.choice((2, 3)), (1, 2, 3), 0, "idle_consumer" in reasons),
            "rebalance-total": [random.choice((4, 5, 9)) if "rebalance_storm" in reasons else random.randint(1, 3)],
            "records-consumed-total": [sum(ends) - sum(lags) - gone + twice],
        },
    )


def _few(random: Random, many: int, usual: tuple[int, ...], odd: int, is_odd: bool) -> list[int]:
    """Returns usual numbers, of which a few are odd where that is asked for."""
    values = [random.choice(usual) for _ in range(many)]
    for index in random.sample(range(many), random.choice((1, 1, 2))) if is_odd else ():
        values[index] = odd
    return values


def _promise(metrics: Summary, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`, and one behind all rules?"
    if answer not in NAMES:
        return f"A diagnosis is one of {', '.join(NAMES)}, and not {one_line(answer)}."
    right = diagnosed(metrics)
    if answer == right:
        return None
    said = {name: (what, number, fits) for name, what, number, fits in rules(metrics)}
    if right == WELL:
        what, number, _ = said[str(answer)]
        return f"The {what} is {number}: that is no {answer}, and nothing else fits, so it is {WELL}."
    what, number, _ = said[right]
    if {right, answer} == set(GAPS):
        start = max(metrics["LogStartOffset"])
        return (
            f"{quantity(number, 'record')} {verb(number, 'are')} unread, and the largest LogStartOffset is {start}: "
            f"that is {right}."
        )
    if answer == WELL:
        return f"The {what} is {number}: that is {right}, and not {WELL}."
    if said[str(answer)][2]:
        return f"Both {right} and {answer} fit. The {what} is {number}, and in the list {right} comes first."
    other, its = said[str(answer)][:2]
    return f"The {what} is {number}: that is {right}. {answer} does not fit: there the {other} is {its}."


def _in_cluster(my_diagnose: Callable[[Summary], str]) -> Played:
    """Lets two clusters run into each kind of trouble, and asks what their numbers say."""
    for seed, name in product(UNSEEN, NAMES):
        said = my_diagnose(recorded_summary(seed, name))
        if said != name:
            return Played(_lab(seed, name), f"In incident({name!r}, seed={seed}) you say {one_line(said)}.")
    return Played(_lab(seed, name))


def _lab(seed: int, name: str) -> Lab:
    watch = watch_of(seed, name)
    return watch.lab.at(watch.marks[0])


def _case_film(metrics: Summary, answer: object) -> Working:
    if answer not in NAMES:
        raise InvalidArgumentError("A diagnosis is one of the list.")
    rows = [
        (name, what, number, "yes" if fits else "no", here(name == answer))
        for name, what, number, fits in rules(metrics)
    ]
    right = diagnosed(metrics)
    return Working(
        ("diagnosis", "looks at", "number", "fits", "answer"),
        (*rows, (WELL, "nothing fits", "", "yes" if right == WELL else "no", here(answer == WELL))),
        NAMES.index(str(answer) if right == WELL else right),
    )


E11_1 = Exercise[Summary, str](
    id="E11.1",
    title="What do these numbers say?",
    stars=3,
    minutes=16,
    hints=(
        "One `if` for each diagnosis, in the order of the list; the first that fits returns. Rules that look at one "
        "number come first, because nothing can hide it.",
        "`any`, `min`, `max` and `sum` say it in a line each: somewhere above 0 is `max(...) > 0`, and somebody with "
        "none is `min(...) == 0`. Unread is `sum` of the ends, minus `sum` of the lags, minus `sum` of what was "
        "consumed.",
        "`if unread > 0: return 'retention_overrun' if max(metrics['LogStartOffset']) > 0 else 'reset_latest_gap'`; "
        "then the storm, from 4 rebalances on; then `2 * max(ends) > sum(ends)`; at last `return 'well'`.",
    ),
    examples=tuple(Example((recorded_summary(SEEN, name),), name) for name in NAMES),
    reference=diagnosed,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your list named the reason in eighteen clusters that it had never seen, two of them well. That is what an "
    "alert is: a rule that looks at one number, and an order in which rules are asked.",
    next="Next: E11.2, lend records.",
)
