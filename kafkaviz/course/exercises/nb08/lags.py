"""E08.5: fast and slow readers."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb08.lived import polled, reading
from kafkaviz.course.placed import let_happen
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer
from kafkaviz.lab import Lab
from kafkaviz.model.groups.common.events import OffsetsCommitted
from kafkaviz.scenarios.nb08 import TOPIC, TP, lags, orders

Arriving = list[int]
Most = dict[str, int]
Lags = tuple[list[int], int]
Answer = Mapping[str, Sequence[object]]


def lags_of_groups(arriving: Arriving, most: Most, kept: int) -> dict[str, Lags]:
    """Returns for each group its lag after each round, and how many records it missed because they were gone.

    In a round records arrive, then the log drops all but the last `kept`, then each group polls once.

    >>> lags_of_groups([2, 2, 2], {"billing": 2, "search": 1}, kept=100)
    {'billing': ([0, 0, 0], 0), 'search': ([1, 2, 3], 0)}
    >>> lags_of_groups([5, 5], {"search": 1}, kept=3)
    {'search': ([2, 2], 6)}

    Kafka: records-lag, max.poll.records, DeleteRecords and auto.offset.reset=earliest; retention takes whole segments.
    """
    return {group: lag_of_group(arriving, records, kept) for group, records in most.items()}


def lag_of_group(arriving: Arriving, most: int, kept: int) -> Lags:
    """Returns the lags of one group, round by round, and how many records it missed."""
    end = offset = missed = 0
    behind = []
    for records in arriving:
        end += records
        start = max(0, end - kept)
        missed += max(0, start - offset)
        offset = max(offset, start)
        offset += min(most, end - offset)
        behind.append(end - offset)
    return behind, missed


def _draw(random: Random) -> tuple[Arriving, Most, int]:
    rounds = random.choice((1, 2, 3, 5, 8))
    bursts = (0, random.randint(1, 3), random.randint(1, 3), random.randint(4, 12))
    arriving = [random.choice(bursts) for _ in range(rounds)]
    groups = random.sample(("billing", "search", "audit", "app10", "app2"), random.choice((1, 2, 2, 3)))
    most = {group: random.choice((1, 1, 2, random.randint(4, 12), 20, 20)) for group in groups}
    return arriving, most, random.choice((1, 2, 4, 4, 8, 100))


def _offsets(arriving: Arriving, most: int, kept: int) -> list[int]:
    """Returns the offset of a group after each round."""
    ends = [sum(arriving[: n + 1]) for n in range(len(arriving))]
    return [end - left for end, left in zip(ends, lag_of_group(arriving, most, kept)[0], strict=True)]


def _promise(arriving: Arriving, most: Most, kept: int, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, dict):
        return "The answer is a dict: for each group its list of lags, and how many it missed."
    for group in answer:
        if group not in most:
            return f"There is no group {one_line(group)}; the groups are {', '.join(most)}."
    for group, (behind, missed) in lags_of_groups(arriving, most, kept).items():
        if group not in answer:
            return f"Group {group} is missing in the answer."
        said = answer[group]
        if not isinstance(said, list) or len(said) != 2 or not isinstance(said[0], list):
            return f"For {group} the answer holds two things: the list of its lags, and how many records it missed."
        lags_said, missed_said = said
        if len(lags_said) != len(arriving):
            return f"There are {len(arriving)} rounds, so group {group} has as many lags, and not {len(lags_said)}."
        if None in map(as_integer, [*lags_said, missed_said]):
            return f"Lags and missed records of {group} are numbers."
        for n, (left, mine) in enumerate(zip(behind, lags_said, strict=True), 1):
            if left != mine:
                return f"{_round(arriving, most[group], kept, n)} So {group} is {left} behind, not {mine}."
        if missed_said != missed:
            return f"Group {group} missed {missed} in all, which were gone when it polled; you say {missed_said}."
    return None


def _round(arriving: Arriving, most: int, kept: int, n: int) -> str:
    """Tells one round of a group, counted from 1."""
    end = sum(arriving[:n])
    start, was = max(0, end - kept), _offsets(arriving, most, kept)[n - 2] if n > 1 else 0
    begins = max(was, start)
    skips = f", goes on at {start}" if start > was else ""
    got = min(most, end - begins)
    return f"Round {n}: the log goes from {start} to {end}; the group is at {was}{skips} and gets {got}."


def _in_cluster(my_lags: Callable[[Arriving, Most, int], Answer]) -> Played:
    """Lets two groups read a topic while records arrive and the oldest are deleted, and compares the lags."""
    for arriving, kept in (([2, 2, 2], 100), ([4, 0, 6, 1], 5)):
        most = {"billing": 4, "search": 1}
        lab = orders(0)
        for group in most:
            lab.join(group, f"{group}-1", topics=[TOPIC])
        since, end = lab.cluster, 0
        behind: dict[str, list[int]] = {group: [] for group in most}
        missed = dict.fromkeys(most, 0)
        for records in arriving:
            _sent(lab, end, records)
            end += records
            start = max(0, end - kept)
            if start > lab.cluster.replicas[TP][1].log_start_offset:
                lab.delete_records(TOPIC, 0, start)
            for group, many in most.items():
                was = lab.cluster.groups[group].committed.get(TP, 0)
                lab.poll(group=group, max_records=many).commit(group, f"{group}-1")
                missed[group] += max(0, start - was)
                behind[group].append(lags(lab)[group] or 0)
        seen = {group: [behind[group], missed[group]] for group in most}
        said = {group: [*numbers] for group, numbers in my_lags(arriving, dict(most), kept).items()}
        if said != seen:
            return Played(lab, f"In the cluster it was {seen}; you say {said}.", since, "log")
    return Played(lab, "", since, "log")


def _sent(lab: Lab, first: int, records: int) -> None:
    lab.send(TOPIC, *(f"o{number}" for number in range(first, first + records)))


def _case_film(arriving: Arriving, most: Most, kept: int, answer: object) -> Played:
    """Lets orders arrive and the oldest go; each group gets so many that its lag is the one of the answer."""
    if not isinstance(answer, dict) or not all(_has_shape(answer.get(group), len(arriving)) for group in most):
        raise InvalidArgumentError("Of each group a lag in each round is said, and how many records it missed.")
    lab, end = reading({0: range(0)}, {group: [group] for group in most}, {g: {0: 0} for g in most}), 0
    for n, records in enumerate(arriving):
        _sent(lab, end, records)
        end += records
        start = max(0, end - kept)
        if start > lab.cluster.replicas[TP][1].log_start_offset:
            lab.delete_records(TOPIC, 0, start)
        for group in most:
            position = end - (as_integer(answer[group][0][n]) or 0)
            was = max(start, lab.cluster.groups[group].committed[TP])
            lab = polled(lab, group, group, TP, range(was, position), position)
            lab = let_happen(lab, OffsetsCommitted(group, group, {TP: position}))
    return Played(lab, lens="log")


def _has_shape(said: object, rounds: int) -> bool:
    return isinstance(said, list) and len(said) == 2 and isinstance(said[0], list) and len(said[0]) == rounds


E08_5 = Exercise[Arriving, Most, int, Answer](
    id="E08.5",
    title="Fast and slow readers",
    stars=3,
    minutes=14,
    hints=(
        "Solve it for one group first; groups know nothing of each other, so the rest is a dict. Keep two numbers: the "
        "end of the log and the offset of the group.",
        "In each round: the end grows; the log starts at `max(0, end - kept)`; if the offset is below that, the "
        "difference was missed and the offset goes up to the start; then the group gets "
        "`min(most[group], end - offset)`.",
        "`start = max(0, end - kept)`, `missed += max(0, start - offset)`, `offset = max(offset, start)`, "
        "`offset += min(most[group], end - offset)`, `behind.append(end - offset)`.",
    ),
    examples=(
        Example(([2, 2, 2], {"billing": 2, "search": 1}, 100), {"billing": ([0, 0, 0], 0), "search": ([1, 2, 3], 0)}),
        Example(([4, 0, 0], {"search": 2}, 100), {"search": ([2, 0, 0], 0)}),
        Example(([5, 5], {"search": 1}, 3), {"search": ([2, 2], 6)}),
        Example(([3, 3], {"search": 1, "billing": 9}, 3), {"search": ([2, 2], 2), "billing": ([0, 0], 0)}),
    ),
    reference=lags_of_groups,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="Your numbers were those of two groups in a cluster. Nobody waits for a slow reader: neither the producer, "
    "nor the other group, nor retention. Alert on lag while it is far below what the log keeps.",
    next="Next: go back to the notebook, to its last section.",
)
