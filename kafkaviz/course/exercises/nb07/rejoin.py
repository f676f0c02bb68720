"""E07.4: what must an old leader forget?"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from kafkaviz.course.exercise import Example, Exercise, Played
from kafkaviz.course.exercises.nb07.bad_days import TP
from kafkaviz.course.placed import announce, begin_with, holding, lab_with, let_happen, replica_holding
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import as_integer, quantity, verb
from kafkaviz.lab import Lab
from kafkaviz.model.core.replicas import FetchAnswer, Record, Replica
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed
from kafkaviz.scenarios.nb07 import last_in_sync


def rejoin(old_log: list[str], new_log: list[str], high_watermark: int) -> tuple[int, int]:
    """Counts the records that an old leader must cut off, and those among them that had been committed.

    >>> rejoin(["a@0", "b@0", "c@0"], ["a@0", "b@0", "d@1"], high_watermark=2)
    (1, 0)

    Kafka: a follower truncates to where its log and the leader's agree, epoch by epoch (KIP-101, KIP-279).
    """
    agree = 0
    while agree < min(len(old_log), len(new_log)) and old_log[agree] == new_log[agree]:
        agree += 1
    return len(old_log) - agree, max(0, high_watermark - agree)


def _draw_logs(random: Random) -> tuple[list[str], list[str], int]:
    def stretch(epoch: int, most: int) -> list[str]:
        return [f"{random.choice('ab')}@{epoch}" for _ in range(random.randint(0, most))]

    epoch = random.choice((0, 0, 9))
    shared = stretch(epoch, random.choice((3, 9)))
    old, new = shared + stretch(epoch, 3), shared + random.choice(([], stretch(epoch + 1, 3)))
    if random.random() < 0.2:
        new = old + stretch(epoch + 1, 2)
    agree = len(old) - rejoin(old, new, 0)[0]
    return old, new, random.choice((0, agree, min(agree + 1, len(old)), len(old), random.randint(0, len(old))))


def _rejoin_promise(old_log: list[str], new_log: list[str], high_watermark: int, answer: object) -> str | None:
    if answer is None:
        return None
    if not isinstance(answer, list) or len(answer) != 2 or None in map(as_integer, answer):
        return "The answer is two numbers: truncated, lost."
    truncated, lost = rejoin(old_log, new_log, high_watermark)
    agree = len(old_log) - truncated
    if answer == [lost, truncated] != [truncated, lost]:
        return f"These are the right numbers, turned round: first truncated, {truncated}, then lost, {lost}."
    if answer[0] != truncated:
        return (
            f"The logs agree up to offset {agree}: cut off {verb(truncated, 'are')} {truncated} of "
            f"{quantity(len(old_log), 'record')}, not {answer[0]}."
        )
    if answer[1] != lost:
        return (
            f"Committed is what lies below {high_watermark}: from offset {agree} on {lost} {verb(lost, 'are')} lost, "
            f"not {answer[1]}."
        )
    return None


def _rejoin_in_cluster(my_rejoin: Callable[[list[str], list[str], int], Sequence[int]]) -> Played:
    """Brings back an old leader after a clean election and after an unclean one, and sees what it drops."""
    for words, lab in (("clean", _uncommitted_tail()), ("unclean", last_in_sync(unclean=True, restart=False))):
        since = lab.cluster
        old, new = (since.replicas[TP][broker] for broker in (1, 2))
        said = my_rejoin(_shown(old.log), _shown(new.log), old.high_watermark)
        lab.restart(1)
        there = _shown(lab.cluster.replicas[TP][1].log)
        dropped = [record for record in _shown(old.log) if record not in there]
        lost = [record for record in _shown(old.log)[: old.high_watermark] if record not in there]
        if said != [len(dropped), len(lost)]:
            complaint = (
                f"After the {words} election broker 1 drops {dropped}, committed were {lost}; you say {tuple(said)}."
            )
            return Played(lab, complaint, since, "replication")
    return Played(lab, "", since, "replication")


def _case_film(old_log: list[str], new_log: list[str], high_watermark: int, answer: object) -> Played:
    """Lets broker 1, the old leader, cut its log back by what the answer says, and fetch from the new one."""
    truncated = as_integer(answer[0]) if isinstance(answer, list) and len(answer) == 2 else None
    if truncated is None or not 0 <= truncated <= len(old_log):
        raise InvalidArgumentError(f"Of {len(old_log)} records 0 to {len(old_log)} can be cut off.")
    lab = lab_with(TP.topic, {0: [1, 2]})
    old, new = (_read(log) for log in (old_log, new_log))
    epoch = max([0, *(record.leader_epoch for copy in (old, new) for record in copy.log)])
    cluster = announce(lab.cluster, TP, Partition((1, 2), 2, (2,), epoch, epoch))
    copies = {
        1: old._replace(high_watermark=high_watermark, must_truncate=True),
        2: new._replace(high_watermark=min(high_watermark, len(new_log))),
    }
    lab = begin_with(lab, holding(cluster, TP, copies))
    if truncated:
        lab = let_happen(lab, LogTruncated(TP, 1, len(old_log) - truncated))
    missing = new.log[lab.cluster.replicas[TP][1].log_end_offset :]
    if missing:
        end = missing[0].offset
        lab = let_happen(lab, FetchServed(TP, 1, FetchAnswer(2, epoch, end, missing, copies[2].high_watermark)))
        lab = let_happen(lab, FetchReceived(TP, 1))
    return Played(lab, lens="replication")


def _read(log: list[str]) -> Replica:
    """Returns a copy that holds records as the case writes them, such as goal@1."""
    parts = [record.rpartition("@") for record in log]
    return replica_holding([value.encode() for value, _, _ in parts], epochs=[int(epoch) for _, _, epoch in parts])


def _uncommitted_tail() -> Lab:
    """Returns a cluster whose leader died with a record that nobody had copied; the rest were copied and committed."""
    lab = Lab(brokers=2, acks=1, enable_idempotence=False).create_topic(TP.topic, assignment=[[1, 2]])
    lab.send(TP.topic, "goal", "foul").pause(2).send(TP.topic, "final")
    return lab.kill(1).resume(2).send(TP.topic, "replay")


def _shown(log: Iterable[Record]) -> list[str]:
    return [f"{(record.value or b'').decode()}@{record.leader_epoch}" for record in log]


E07_4 = Exercise[list[str], list[str], int, Sequence[int]](
    id="E07.4",
    title="What must an old leader forget?",
    stars=2,
    minutes=8,
    hints=(
        "Find the offset up to which both logs hold the same records. The old log loses what lies behind it.",
        "Compare the logs from the front, offset by offset, and stop at the first difference or where one of them "
        "ends. The offsets from there up to the high watermark are lost.",
        "`agree = 0`, then `while agree < min(len(old_log), len(new_log)) and old_log[agree] == new_log[agree]: agree "
        "+= 1`; the answer is `len(old_log) - agree, max(0, high_watermark - agree)`.",
    ),
    examples=(
        Example((["a@0", "b@0"], ["a@0", "b@0"], 2), (0, 0)),
        Example((["a@0", "b@0", "c@0"], ["a@0", "b@0"], 2), (1, 0)),
        Example((["a@0", "b@0", "c@0"], ["a@0", "b@0", "d@1"], 3), (1, 1)),
        Example((["a@0"], ["a@0", "b@1"], 1), (0, 0)),
        Example((["a@0", "b@0", "c@0", "d@0"], ["a@0", "e@1"], 2), (3, 1)),
    ),
    reference=rejoin,
    draw=_draw_logs,
    promise=_rejoin_promise,
    in_cluster=_rejoin_in_cluster,
    case_film=_case_film,
    matters="After a clean election only what was never committed is cut off. After an unclean one committed records "
    "go as well, and their producer had been told that they were safe. You foretold both.",
    next="Next: E07.5, the whole election.",
)
