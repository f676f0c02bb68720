"""What a lab came to, in one line, and the step that decided it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions.wording import listing, text_of, verb
from kafkaviz.model.clients.events import BatchExpired, BatchRejected, ProduceAcknowledged, RecordQueued
from kafkaviz.model.clients.properties import lost_records
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent
from kafkaviz.model.core.learner import call_policy
from kafkaviz.model.core.learner import outcome as asked
from kafkaviz.scene.canvas import label_of

if TYPE_CHECKING:
    from kafkaviz.lab.views import Views

MOST_LETTERS: Final = 16
MOST_PARTITIONS: Final = 3


def outcome_of(lab: "Views") -> str:
    """Tells what became of the record that was sent last; where none was sent, who leads.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab(min_insync_replicas=2).create_topic("letters", 1, 3)
    >>> outcome_of(lab), outcome_of(lab.fork().kill(1))
    ('letters-0: leader 1, ISR 1,2,3', 'letters-0: leader 2, ISR 2,3')
    >>> outcome_of(lab.fork().send("letters", "DEF").kill(1))
    'DEF: acknowledged; brokers 2 and 3 have it'
    >>> outcome_of(lab.kill(1).kill(2).send("letters", "DEF", flush=False).tick(5))
    'DEF: refused, NOT_ENOUGH_REPLICAS'

    Kafka: what the callback of KafkaProducer.send is told, and kafka-topics.sh --describe.
    """
    later: list[BatchEvent] = []
    for step in reversed(lab.history.steps):
        if isinstance(step.event, RecordQueued):
            sent = step.event
            mine = [event for event in later if (event.producer, event.batch) == (sent.producer, sent.batch)]
            return f"{label_of(sent.value, MOST_LETTERS)}: {_fate(lab.cluster, sent, mine)}"
        if isinstance(step.event, BatchEvent):
            later.insert(0, step.event)
    return _leaders(lab.cluster)


def decisive_step(lab: "Views", outcome: Callable[["Views"], object]) -> int:
    """Returns the step, from 1, since which a lab's outcome is what it is at its end; 0 where it always was.

    >>> from kafkaviz.lab import Lab
    >>> lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC").tick(60_000)
    >>> print(str(lab.why(decisive_step(lab, outcome_of))).splitlines()[1])
    letters-0: ABC acknowledged to the producer.
    """
    came_to = call_policy(outcome, lab)
    earlier = reversed(range(len(lab.history.steps)))
    # What an outcome cannot be told of yet has another one.
    return next((step + 1 for step in earlier if asked(outcome, lab.at(step))[0] != came_to), 0)


def in_words(outcome: object) -> str:
    """Returns an outcome in one line; the items of a mapping or a list stand there without brackets.

    >>> in_words({"football": [9, 0]}), in_words((2, 1)), in_words("lost"), in_words(None)
    ('football: 9, 0', '2, 1', 'lost', 'None')
    """
    if isinstance(outcome, Mapping):
        return "; ".join(f"{in_words(key)}: {in_words(value)}" for key, value in outcome.items())
    if isinstance(outcome, Sequence) and not isinstance(outcome, str | bytes):
        return ", ".join(map(in_words, outcome))
    return text_of(outcome)


def _fate(cluster: Cluster, sent: RecordQueued, later: Sequence[BatchEvent]) -> str:
    """Tells what became of a record, of whose batch these events are."""
    if sent.tp not in cluster.replicas:
        return "its topic is deleted"
    batches = cluster.producers[sent.producer].batches
    batch = next((batch for batch in batches if batch.number == sent.batch), None)
    if batch is None:
        return _landed(cluster, sent, later)
    if batch.sent_to is not None:
        came = "sent to" if batch.base_offset is None else "written by"
        return f"{came} broker {batch.sent_to}, not acknowledged yet"
    if batch.error:
        return f"{'refused' if isinstance(later[-1], BatchRejected) else 'not answered'}, {batch.error}"
    return "still with the producer"


def _landed(cluster: Cluster, sent: RecordQueued, later: Sequence[BatchEvent]) -> str:
    """Tells what became of a record that its producer has let go."""
    if later and isinstance(later[-1], BatchExpired):
        return f"given up, {later[-1].error}"
    pair = sent.key, sent.value
    copies = cluster.replicas[sent.tp].items()
    holders = [id for id, copy in copies if any((record.key, record.value) == pair for record in copy.log)]
    running = [id for id in holders if cluster.is_up(id)]
    is_acknowledged = any(isinstance(event, ProduceAcknowledged) for event in later)
    answer = "acknowledged" if is_acknowledged else "not acknowledged"
    leader = cluster.partitions[sent.tp].leader
    if leader is not None and leader not in holders:
        lost = any(record.tp == sent.tp and record.value == sent.value for record in lost_records(cluster))
        return f"{answer}, and {'lost' if lost else 'gone'}"
    if running:
        return f"{answer}; {listing(running)} {verb(len(running), 'have')} it"
    return f"{answer}; no broker that runs has it"


def _leaders(cluster: Cluster) -> str:
    """Tells who leads the first partitions."""
    said = [
        f"{tp}: leader {'none' if p.leader is None else p.leader}, ISR {','.join(map(str, sorted(p.isr)))}"
        for tp, p in cluster.partitions.items()
        if not tp.is_internal
    ]
    more = [f"and {len(said) - MOST_PARTITIONS} more"] if len(said) > MOST_PARTITIONS else []
    return "; ".join([*said[:MOST_PARTITIONS], *more]) or "no topic"
