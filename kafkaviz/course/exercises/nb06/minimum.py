"""E06.2: how far is a log committed, when the ISR has a least size?"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, let_happen
from kafkaviz.course.placed_copies import commit_up_to, copies_that_end
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.replication import effective_min_isr, high_watermark, high_watermark_fault
from kafkaviz.decisions.wording import verb
from kafkaviz.lab import Lab
from kafkaviz.model.partitions.events import HighWatermarkAdvanced
from kafkaviz.scenarios.nb06 import TOPIC, TP

Asked = tuple[int, int, Sequence[int], int, int]
UNKNOWN = -1


def committed_up_to(current: int, leader_end: int, isr_ends: Sequence[int], min_isr: int, replicas: int) -> int:
    """Returns the high watermark that a leader goes on with.

    >>> committed_up_to(3, 5, [5, 4], 2, 3), committed_up_to(3, 5, [], 2, 3), committed_up_to(3, 5, [UNKNOWN], 2, 3)
    (4, 3, 3)

    Kafka: Partition.maybeIncrementLeaderHW and, since 3.7, isUnderMinIsr; effectiveMinIsr (KIP-966).
    """
    if 1 + len(isr_ends) < effective_min_isr(min_isr, replicas):
        return current
    return high_watermark(leader_end, isr_ends, current=current)


def _draw(random: Random) -> Asked:
    replicas, leader_end = random.randint(1, 5), random.choice((random.randint(0, 12), random.randint(9, 120)))
    current = max(0, leader_end - random.choice((0, 1, 2, 4, 9, random.randint(0, leader_end))))
    many = random.randint(0, replicas - 1)
    between = random.randint(min(current + 1, leader_end), leader_end)
    isr_ends = [random.choice((leader_end, between, random.choice((between, current)))) for _ in range(many)]
    if isr_ends and random.random() < 0.25:
        isr_ends[random.randrange(many)] = UNKNOWN
    return current, leader_end, isr_ends, random.choice((1, 2, many + 1, many + 2, random.randint(1, 6))), replicas


def has_too_few(current: int, leader_end: int, isr_ends: Sequence[int], min_isr: int, replicas: int) -> bool:
    """Tells whether too few are in sync for the high watermark to move."""
    return 1 + len(isr_ends) < effective_min_isr(min_isr, replicas)


def _promise(*given: *tuple[*Asked, object]) -> str | None:
    current, leader_end, isr_ends, min_isr, replicas, answer = given
    if answer is None:
        return None
    if isinstance(answer, bool) or not isinstance(answer, int):
        return f"A high watermark is an offset, a whole number, not {one_line(answer)}."
    right, many = committed_up_to(*given[:5]), 1 + len(isr_ends)
    if answer == right:
        return None
    if has_too_few(*given[:5]):
        least = effective_min_isr(min_isr, replicas)
        return (
            f"In sync {verb(many, 'are')} {many}, and {least} {verb(least, 'are')} asked for: the high watermark "
            f"stays where it is, at {current}."
        )
    if answer < current:
        return f"A high watermark never moves back: it is {current} already."
    if min_isr > replicas and answer == current:
        factor = f"With a replication factor of {replicas} no more than {replicas} can be asked for"
        return f"{factor}, and in sync are {many}."
    if answer > right:
        end = min(leader_end, *isr_ends)
        has = "has not fetched yet" if end == UNKNOWN else f"ends at {end}"
        return f"One in the ISR {has}, and the high watermark is {current}: it goes to {right}, not to {answer}."
    return f"In sync {verb(many, 'are')} {many}, enough, and all of them have what is below {right}."


class Moment(NamedTuple):
    """A leader at rest: what it knows, and where its high watermark is."""

    words: str
    asked: Asked
    mark: int


def _in_cluster(my_high_watermark: Callable[[*Asked], int]) -> Played:
    """Lets followers die and come back below a minimum of two, and compares wherever the leader is at rest."""
    lab = Lab(brokers=3, min_insync_replicas=2).create_topic(TOPIC, 1, 3)
    moments = list[Moment]()
    before = 0
    for words, act in _DAY:
        before = lab.cluster.replicas[TP][1].high_watermark
        act(lab)
        leader = lab.cluster.replicas[TP][1]
        ends = [seen.fetch_offset for b, seen in leader.followers.items() if b in lab.cluster.partitions[TP].isr]
        moments.append(Moment(words, (before, leader.log_end_offset, ends, 2, 3), leader.high_watermark))
    for words, asked, mark in moments:
        said = my_high_watermark(*asked)
        if said != mark:
            complaint = f"{words}: from {asked[0]} the high watermark goes to {mark}; you say {said}."
            return Played(lab, complaint, lens="replication")
    return Played(lab, lens="replication")


_DAY: tuple[tuple[str, Callable[[Lab], object]], ...] = (
    ("ABC was sent", lambda lab: lab.send(TOPIC, "ABC", acks=1)),
    ("Broker 3 stood still, and DEF was sent", lambda lab: lab.pause(3).send(TOPIC, "DEF", acks=1)),
    ("Broker 3 died", lambda lab: lab.kill(3)),
    ("Broker 2 died as well, and GHI was sent", lambda lab: lab.kill(2).send(TOPIC, "GHI", acks=1)),
    ("Broker 2 came back", lambda lab: lab.restart(2).tick(1_000)),
)


def _case_film(*given: *tuple[*Asked, object]) -> Played:
    """Lets broker 1, the leader, go on to the high watermark of the answer."""
    current, leader_end, isr_ends, min_isr, replicas, answer = given
    if not isinstance(answer, int) or high_watermark_fault(answer, leader_end):
        raise InvalidArgumentError(f"A high watermark is an offset from 0 to {leader_end}, not {one_line(answer)}.")
    ends = {1: leader_end, **{n: max(0, end) for n, end in enumerate(isr_ends, 2)}}
    gone = dict.fromkeys(range(len(ends) + 1, replicas + 1), current)
    lab = copies_that_end({**ends, **gone}, isr=tuple(ends), min_insync_replicas=min_isr)
    lab = begin_with(lab, commit_up_to(lab.cluster, current))
    # The log may begin later than 0, and with it what is committed.
    is_news = answer > lab.cluster.replicas[TP][1].high_watermark
    return Played(let_happen(lab, *[HighWatermarkAdvanced(TP, 1, answer)] * is_news), lens="replication")


E06_2 = Exercise[*Asked, int](
    id="E06.2",
    title="Up to where, with a minimum?",
    stars=2,
    minutes=9,
    hints=(
        "First see whether enough are in sync, the leader included. Only then is it the rule of E05.1.",
        "No minimum asks for more than there are replicas: `min(min_insync_replicas, replicas)`. And the high "
        "watermark never moves back.",
        "`if 1 + len(isr_ends) < min(min_insync_replicas, replicas): return current`, else `return max(current, "
        "min([leader_end, *isr_ends]))`.",
    ),
    examples=(
        Example((3, 5, [5, 5], 2, 3), 5),
        Example((3, 5, [5, 4], 2, 3), 4),
        Example((3, 5, [], 2, 3), 3),
        Example((3, 5, [4], 2, 3), 4),
        Example((3, 5, [UNKNOWN, 5], 2, 3), 3),
        Example((3, 5, [], 2, 1), 5),
        Example((3, 5, [], 1, 3), 5),
    ),
    reference=committed_up_to,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Below the minimum nothing is committed, whatever acks says: consumers wait, and so does the producer. "
    "That is why a replica that leaves a small ISR still has all that is committed: it is an eligible leader replica.",
    next="Next: E06.3, which crash loses it?",
)
