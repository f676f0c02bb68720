"""What is played without a computer, as the model plays it: the answers of each card, and the table after it."""

from typing import NamedTuple

from kafkaviz.course.unplugged.answers import NOTHING, TP, Moment, acknowledged_records, letters_of, log_of, mark_of
from kafkaviz.course.unplugged.events import EVENTS, Event
from kafkaviz.decisions.wording import braces
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster


class Line(NamedTuple):
    """What lies on the table of one broker."""

    broker: int
    state: str
    log: tuple[str, ...]


class Round(NamedTuple):
    """One event as it was played: its answers, in the order of its questions, and what the table shows after it."""

    event: Event
    answers: tuple[str, ...]
    lines: tuple[Line, ...]
    facts: tuple[tuple[str, str], ...]


def play(kafka: str = "4.4") -> tuple[Round, ...]:
    """Plays the whole story in one lab, and returns its rounds with the answers that the model gives.

    >>> [played.answers[0] for played in play()][:2]
    ['Broker 1.', 'Yes: ABC is on brokers 1, 2 and 3.']

    InvalidArgumentError for a release that there is not.
    """
    # A producer that asks again after 30 seconds would be another story.
    lab = Lab(brokers=3, kafka=kafka, acks="all", request_timeout_ms=90_000, unclean_leader_election_enable=False)
    rounds = []
    for event in EVENTS:
        before = lab.cluster
        event.plays(lab)
        moment = Moment(lab.history.since(before), tuple(letters_of(row.value) for row in lab.lost().rows))
        answers = tuple(asked.answer(moment) for asked in event.asked)
        rounds.append(Round(event, answers, tuple(_lines(moment.after)), _facts(moment)))
    return tuple(rounds)


def _state(cluster: Cluster, broker: int) -> str:
    if not cluster.is_up(broker):
        return "dead"
    if cluster.leads(TP, broker):
        return "leads"
    return "follows" if cluster.brokers[broker].is_fetching else "is slow"


def _lines(cluster: Cluster) -> list[Line]:
    return [Line(broker, _state(cluster, broker), log_of(cluster, broker)) for broker in cluster.replicas[TP]]


def _facts(moment: Moment) -> tuple[tuple[str, str], ...]:
    partition = moment.after.partitions[TP]
    mark = "–" if partition.leader is None else str(mark_of(moment.after))
    leader = "nobody" if partition.leader is None else f"broker {partition.leader}"
    return (
        ("Leader", f"{leader}, epoch {partition.leader_epoch}"),
        ("ISR", braces(partition.isr)),
        ("High watermark", mark),
        ("Acknowledged", " ".join(acknowledged_records(moment.after)) or NOTHING),
        *([("Of these lost", " ".join(moment.lost))] if moment.lost else []),
    )
