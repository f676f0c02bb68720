"""E05.1: up to where is a log committed?"""

from collections.abc import Callable, Sequence
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import let_happen
from kafkaviz.course.placed_copies import TP, copies_that_end
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.replication import high_watermark, high_watermark_fault
from kafkaviz.lab import Lab
from kafkaviz.model.clients.properties import acknowledged_records_survive
from kafkaviz.model.partitions.events import HighWatermarkAdvanced
from kafkaviz.model.properties import first_breach


def _draw(random: Random) -> tuple[int, Sequence[int]]:
    leader_end = random.choice((0, random.randint(1, 12), random.randint(9, 120)))
    behind = (0, 0, 1, random.randint(0, leader_end), leader_end)
    return leader_end, [max(0, leader_end - random.choice(behind)) for _ in range(random.randint(0, 4))]


def _promise(leader_end: int, isr_ends: Sequence[int], answer: object) -> str | None:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return f"A high watermark is an offset, a whole number, not {one_line(answer)}." if answer is not None else None
    ends = sorted([leader_end, *isr_ends])
    least = ends[0]
    if answer == least:
        return None
    if not isr_ends:
        return f"Nobody but the leader is in the ISR, so its own end counts: {leader_end}."
    if answer == least - 1:
        return f"An end is the offset after the last record: everything below {least} is everywhere, {answer} included."
    if answer > least and answer == ends[len(ends) // 2] != leader_end:
        half = f"At least half of them reach {answer}, but Kafka counts no majority"
        return f"{half}: one in the ISR ends at {least}, and everybody in it must have a record."
    if answer > least:
        return f"A follower in the ISR ends at {least}: it does not have the record at offset {least} yet."
    return f"Everybody in the ISR has what lies below {least}; {answer} holds records back."


def _in_cluster(my_high_watermark: Callable[[int, Sequence[int]], int]) -> Played:
    """Lets a follower in the ISR be slow and the leader die, and sees whether anything acknowledged is gone."""
    lab = Lab(brokers=3, high_watermark=my_high_watermark).create_topic("letters", assignment=[[1, 3, 2]])
    since = lab.send("letters", "ABC").pause(3).cluster
    lab.send("letters", "DEF").kill(1).resume(3)
    breach = first_breach(lab.history, (acknowledged_records_survive,))
    return Played(lab, breach[2] if breach else "", since, "replication")


def _case_film(leader_end: int, isr_ends: Sequence[int], answer: object) -> Played:
    """Lets a leader, broker 1, commit what the answer says while its followers have what the case says."""
    if not isinstance(answer, int) or high_watermark_fault(answer, leader_end):
        raise InvalidArgumentError(f"A high watermark is an offset from 0 to {leader_end}, not {one_line(answer)}.")
    lab = copies_that_end(dict(enumerate([leader_end, *isr_ends], 1)))
    # The log may begin later than 0, and with it what is committed.
    is_news = answer > lab.cluster.replicas[TP][1].high_watermark
    return Played(let_happen(lab, *[HighWatermarkAdvanced(TP, 1, answer)] * is_news), lens="replication")


E05_1 = Exercise[int, Sequence[int], int](
    id="E05.1",
    title="Up to where is it committed?",
    stars=1,
    minutes=5,
    hints=(
        "A record is committed when every replica in the ISR has it, the leader's included.",
        "The replica with the fewest records decides: look for the smallest of all ends.",
        "`return min([leader_end, *isr_ends])`, which works for an empty list as well.",
    ),
    examples=(
        Example((9, [7, 4]), 4),
        Example((5, [5, 3]), 3),
        Example((5, []), 5),
        Example((10, [8, 5]), 5),
        Example((10, [8]), 8),
        Example((0, [0, 0]), 0),
    ),
    reference=high_watermark,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="In the cluster the leader died while a follower lacked DEF. DEF had not been called safe, so nobody was "
    "deceived, whoever came to lead. With any higher mark an acknowledged record would have been gone.",
    next="Next: E05.2, the same question from a follower and from a consumer.",
)
