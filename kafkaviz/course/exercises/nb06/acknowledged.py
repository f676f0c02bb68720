"""E06.1: when may a leader acknowledge?"""

from collections.abc import Callable
from random import Random

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.placed import begin_with, let_happen
from kafkaviz.course.placed_batch import PRODUCER, waiting
from kafkaviz.course.placed_copies import commit_up_to, copies_that_end
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.replication import may_acknowledge
from kafkaviz.decisions.wording import verb
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import ProduceAcknowledged
from kafkaviz.model.clients.properties import acknowledged_records_survive
from kafkaviz.model.properties import first_breach
from kafkaviz.scenarios.nb06 import TOPIC, TP

Asked = tuple[int, int, int, int, int]
ALL = -1


def _draw(random: Random) -> Asked:
    end = random.choice((random.randint(1, 12), random.randint(9, 120)))
    mark = random.choice((end, end, end - 1, end + 1, random.randint(0, end), end + random.randint(0, 9)))
    in_sync = random.randint(1, 5)
    least = random.choice((1, 2, in_sync, in_sync, in_sync + 1, random.randint(1, 5)))
    return random.choice((1, ALL, ALL, ALL)), end, mark, in_sync, least


def _promise(acks: int, batch_end: int, mark: int, in_sync: int, least: int, answer: object) -> str | None:
    if answer is None:
        return None
    if answer not in (True, False):
        return f"The answer is True or False, not {one_line(answer)}."
    if bool(answer) == may_acknowledge(acks, batch_end, mark, in_sync, least):
        return None
    if acks == 1:
        return "acks=1 asks for the leader's own log, and the batch is in it: nothing else has to be true."
    if answer and mark < batch_end:
        return f"The batch ends at {batch_end} and the high watermark is {mark}: not everybody in the ISR has it."
    if answer:
        return (
            f"In sync {verb(in_sync, 'are')} {in_sync}, and {least} {verb(least, 'are')} asked for: acks=all is not "
            "answered below the minimum."
        )
    return (
        f"Everybody in the ISR has what is below {mark}, and the batch ends at {batch_end}; {in_sync} "
        f"{verb(in_sync, 'are')} in sync."
    )


def _in_cluster(my_may_acknowledge: Callable[[*Asked], bool]) -> Played:
    """Sends with acks=1 and acks=all while the followers stand still, and lets the leader die."""

    def asked(*arguments: *Asked) -> bool:
        return bool(my_may_acknowledge(*arguments))

    lab = Lab(brokers=3, min_insync_replicas=2, may_acknowledge=asked).create_topic(TOPIC, 1, 3)
    lab.send(TOPIC, "ABC", acks=1, producer="hasty").pause(2).pause(3)
    since = lab.cluster
    lab.send(TOPIC, "DEF").kill(1).resume(2).resume(3).tick(1_000)
    breach = first_breach(lab.history, (acknowledged_records_survive,))
    acknowledged = [promise.value for promise in lab.cluster.acknowledged]
    complaint = breach[2] if breach else ""
    if not complaint and b"ABC" not in acknowledged:
        complaint = "ABC was sent with acks=1, the leader has it, and its producer never heard of it."
    elif not complaint and b"DEF" not in acknowledged:
        complaint = "Brokers 2 and 3 have DEF, both are in sync, and its producer never heard of it."
    return Played(lab, complaint, since, "replication")


def _case_film(acks: int, batch_end: int, mark: int, in_sync: int, least: int, answer: object) -> Played:
    """Lets broker 1 have written a batch of one record, and acknowledge it or not."""
    if answer not in (True, False):
        raise InvalidArgumentError(f"A leader may answer or not, and not {one_line(answer)}.")
    ends = {1: max(batch_end, mark), **dict.fromkeys(range(2, in_sync + 1), mark)}
    lab = copies_that_end(ends, isr=tuple(ends), min_insync_replicas=least)
    value, at = f"r{batch_end - 1}".encode(), batch_end - 1
    lab = begin_with(lab, waiting(commit_up_to(lab.cluster, mark), [value], acks=acks, written_at=at))
    steps = [ProduceAcknowledged(PRODUCER, TP, 0, 1, at)] if answer else []
    return Played(let_happen(lab, *steps), lens="replication")


E06_1 = Exercise[*Asked, bool](
    id="E06.1",
    title="When may the leader answer?",
    stars=1,
    minutes=6,
    hints=(
        "Two kinds of promise: acks=1 is about the leader alone, acks=all about every replica in the ISR.",
        "With acks=all two things must hold: the high watermark has reached the end of the batch, and enough are in "
        "sync.",
        "`return acks == 1 or (high_watermark >= batch_end and in_sync >= min_insync_replicas)`.",
    ),
    examples=(
        Example((ALL, 5, 5, 3, 2), True),
        Example((ALL, 5, 4, 3, 2), False),
        Example((1, 5, 4, 3, 2), True),
        Example((ALL, 5, 5, 1, 2), False),
        Example((1, 5, 4, 1, 2), True),
        Example((ALL, 5, 9, 2, 2), True),
    ),
    reference=may_acknowledge,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_case_film,
    matters="acks=all is a promise about everybody who may lead next, so your leader waited for the high watermark. "
    "When it died before, DEF had been promised to nobody, and its producer sent it again.",
    next="Next: E06.2, how far is it committed, with a minimum?",
)
