"""What producers do, and consumers without a group."""

import time
from collections.abc import Iterator

from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.events import BatchExpired, ProduceAcknowledged, RecordQueued
from kafkaviz.model.clients.producer_requests import CorruptRequest, LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.core.request import Request
from kafkaviz.rehearsal.acts.act import plays
from kafkaviz.rehearsal.moment import Answer, Moment, is_a_moment, text, values_of
from kafkaviz.rehearsal.run import ACK_S, Run

MOMENT_S, IN_FLIGHT_S, COPIED_S = 0.3, 0.03, 1.5
TRIED_AGAIN = ("NOT_ENOUGH_REPLICAS", "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "CORRUPT_MESSAGE")
POLL_MS, REFUSED_MS = 8_000, 70_000


@plays(Send)
def send(run: Run, request: Send, moment: Moment) -> Answer | None:
    """Sends a record and goes on, as producers do; its callback is compared at the end.

    A record without a key goes to the partition that the model's partitioner drew: what is drawn is chance. So does
    every record where the partitioner is not Kafka's.
    """
    # A real producer would try again, and tell in the end of time that was over instead of the broker's answer.
    tries_once = any(event.error in TRIED_AGAIN for event in moment.of(RequestRejected))
    client = run.producer(request.producer, request.acks, tries_once)
    fields: dict[str, object] = {"value": text(request.value)}
    if request.key is not None:
        fields["key"] = text(request.key)
    partition = request.partition
    queued = moment.of(RecordQueued)
    is_own = run.policies.partitioner is not ERAS[run.kafka].partitioner
    if partition is None and (request.key is None or is_own):
        drawn = [event.tp for event in queued] + list(refused_partitions(moment, request.topic))
        partition = drawn[0].partition if drawn else None
    if partition is not None:
        fields["partition"] = partition
    if run.is_single and not run.is_refused(moment):
        # Without metadata it would wait for some, and leave in one batch with the record after it.
        run.driver.do("producer.partitions", client, topic=run.topic(request.topic))
    if isinstance(moment.following, LoseRequest):
        run.stage.proxy.lose("Produce", "request", "swallow")
    if isinstance(moment.following, CorruptRequest):
        run.stage.proxy.lose("Produce", "request", "damage")
    if isinstance(moment.following, LoseAcknowledgement):
        run.stage.proxy.lose("Produce", "answer", "cut")
    if run.is_refused(moment):
        return run.driver.do("producer.send", client, topic=run.topic(request.topic), wait_ms=REFUSED_MS, **fields)
    run.post_send(client, run.topic(request.topic), fields)
    is_sent = any(event.acks == 0 for event in queued)
    if request.flush and (is_sent or moment.of(ProduceAcknowledged, BatchExpired)):
        run.flush(client)
    if isinstance(moment.following, Send) and moment.of(ProduceAcknowledged):
        # What is refused while more is in flight comes in another order without idempotence.
        run.driver.wait("ack", ACK_S, send=run.sent[-1])
    if isinstance(moment.following, CorruptRequest):
        # In flight before the damaged one is sent again, and after it was sent.
        time.sleep(IN_FLIGHT_S)
    elif not (isinstance(moment.following, Send) or is_a_moment(moment.following)):
        # The model is at rest when all have copied the record; with acks=1 a producer does not wait for that.
        time.sleep(MOMENT_S if all(event.acks == -1 for event in queued) else COPIED_S)
    elif run.is_single:
        # A batch has room for a second small record, whatever batch.size is, until it has left.
        run.driver.wait("ack", run.policies.linger_ms / 1000 + MOMENT_S, send=run.sent[-1])
    return None


def refused_partitions(moment: Moment, topic: str) -> Iterator[TopicPartition]:
    """Yields the partition whose leader refused a record, which its message names."""
    words = {word for event in moment.of(RequestRejected) for word in event.message.split()}
    yield from (tp for tp in moment.before.partitions_of(topic) if str(tp) in words)


@plays(LoseRequest, LoseAcknowledgement, CorruptRequest)
def lose(run: Run, request: Request, moment: Moment) -> None:
    """Does nothing more: the proxy was told before the record was sent, since afterwards it would be too late."""


@plays(Poll)
def poll(run: Run, request: Poll, moment: Moment) -> Answer:
    """Reads from a topic's partitions without a group, from where this consumer has got to."""
    partitions = moment.before.topics[request.topic].partitions
    client = run.reader(request.consumer, request.topic, partitions, request.auto_offset_reset, request.rack)
    wanted = values_of(moment.of(RecordsPolled))
    return run.read("consumer.take", client, wanted, request.max_poll_records, POLL_MS)


@plays(SeekTo)
def seek_to(run: Run, request: SeekTo, moment: Moment) -> Answer:
    """Moves a consumer's position."""
    partitions = moment.before.topics[request.topic].partitions
    client = run.reader(request.consumer, request.topic, partitions, "earliest", None)
    where = {"topic": run.topic(request.topic), "partition": request.partition, "offset": request.offset}
    return run.driver.do("consumer.seek", client, **where)
