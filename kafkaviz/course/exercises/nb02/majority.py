"""E02.2: up to where is the metadata log committed?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.course.working import spoken, working_of
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.wording import as_integer, quantity, verb
from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import Quorum


def committed_by_majority(current: int, ends: Sequence[int]) -> int:
    """Returns up to where a majority of all voters has the metadata log, or where it was, if that is further.

    >>> committed_by_majority(4, [7, 6, 4]), committed_by_majority(4, [7, 4, 4]), committed_by_majority(0, [7, 7, 5, 5])
    (6, 4, 5)

    Kafka: LeaderState.maybeUpdateHighWatermark. Simplified: there one record of the leader's own epoch must be below.
    """
    return max(current, sorted(ends, reverse=True)[len(ends) // 2])


def _draw(random: Random) -> tuple[int, list[int]]:
    voters = random.choice((1, 2, 3, 3, 4, 5, 5, 6, 7))
    base = random.choice((random.randint(0, 9), random.randint(8, 120)))
    ends = [base + random.choice((0, 0, 1, 2, 2, 5)) for _ in range(voters)]
    sure = committed_by_majority(0, ends)
    current = max(0, min([max(ends), sure + random.choice((-3, -1, -1, 0, 0, 2))]))
    return current, ends


def _promise(current: int, ends: Sequence[int], answer: object) -> str | None:
    if answer is None:
        return None
    offset, right, majority = as_integer(answer), committed_by_majority(current, ends), len(ends) // 2 + 1
    if offset is None:
        return f"The answer is an offset, a whole number, not {one_line(answer)}."
    if offset == right:
        return None
    if offset < current:
        return f"What was committed stays committed: that ends at {current} already, and never moves back."
    limit = max(offset, right)
    have = sum(end >= limit for end in ends)
    below = f"{have} of {quantity(len(ends), 'voter')} {verb(have, 'have')} everything below {limit}"
    if offset > right:
        return f"{below}; a majority is {majority}."
    return f"{below}, and {majority} {verb(majority, 'are')} enough."


def _in_cluster(my_committed: Callable[[int, list[int]], int]) -> Played:
    """Lets controllers of a quorum die and come back while topics are made, and compares after each."""
    lab = Lab(brokers=3, controllers=5)
    acts: tuple[tuple[str, Callable[[Lab], object]], ...] = (
        ("a topic was made", lambda lab: lab.create_topic("a", 1, 3)),
        ("two voters were down, and a topic was made", lambda lab: _two_down(lab).create_topic("b", 1, 3)),
        ("the active controller crashed", lambda lab: lab.kill_controller(101)),
        ("one came back", lambda lab: lab.restart_controller(105).tick(3_000)),
        ("another topic was made", lambda lab: lab.create_topic("c", 1, 3)),
    )
    before = 0
    for words, act in acts:
        act(lab)
        quorum = lab.cluster.controller
        assert isinstance(quorum, Quorum)
        ends = [voter.log_end[1] for voter in quorum.voters.values()]
        said = my_committed(before, ends)
        if said != quorum.committed:
            complaint = f"When {words}, the logs end at {ends}: {quorum.committed} is committed; you say {said}."
            return Played(lab, complaint, lens="controller")
        before = quorum.committed
    return Played(lab, lens="controller")


def _two_down(lab: Lab) -> Lab:
    return lab.kill_controller(104).kill_controller(105)


def _case_film(current: int, ends: Sequence[int], answer: object) -> Working:
    """Shows which voters have everything below the answer."""
    offset = as_integer(answer)
    if offset is None:
        raise KafkaError(f"The answer is an offset, not {one_line(answer)}.")
    rows = [(f"voter {101 + n}", end, spoken(end >= offset)) for n, end in enumerate(ends)]
    return working_of(("", "its log ends at", "has all below it"), rows, offset)


E02_2 = Exercise[int, list[int], int](
    id="E02.2",
    title="What do the controllers agree on?",
    stars=1,
    minutes=6,
    hints=(
        "Sort the ends, the largest first. How many voters have everything below the second one?",
        "A majority of `n` voters is `n // 2 + 1`. So take the end at that place in the sorted list, counted from "
        "1, unless `current` is further.",
        "`return max(current, sorted(ends, reverse=True)[len(ends) // 2])`.",
    ),
    examples=(
        Example((4, [7, 7, 7]), 7),
        Example((4, [7, 6, 4]), 6),
        Example((4, [7, 4, 4]), 4),
        Example((0, [7, 7, 5, 5]), 5),
        Example((0, [9]), 9),
        Example((6, [8, 5, 5]), 6),
        Example((2, [3, 9, 3, 4, 8]), 4),
    ),
    reference=committed_by_majority,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="A majority is enough, because any two majorities share a voter: a controller that one of them "
    "elects has everything that another has written down. A slow controller delays nobody; in an ISR a slow follower "
    "does.",
    next="Next: E02.3, do you give it your vote?",
)
