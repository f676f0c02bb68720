"""A case of a partitioner as a film: the producer as it is, the partitions that have a leader, and one record."""

from kafkaviz.course.exercise import Played
from kafkaviz.course.exercises.nb04.cases import out_of_range
from kafkaviz.course.placed import begin_with, lab_with
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Sent
from kafkaviz.model.clients.changes import put_producer
from kafkaviz.model.core.clients import Producer, Routed

TOPIC = "news"


def partitioner_film(key: bytes | None, partitions: int, sent: Sent, answer: object) -> Played:
    """Shows one record of a producer that has sent what `sent` says, to the partition that the answer names.

    Broker 1 leads the available partitions; broker 2, which has all others, is dead. Raises InvalidArgumentError where
    the answer is no partition.
    """
    fault = out_of_range(partitions, answer)
    if fault:
        raise InvalidArgumentError(fault)
    held = {number: [1 if number in sent.available else 2] for number in range(partitions)}
    # Whoever else asks gets the same answer: there is one record.
    lab = lab_with(TOPIC, held, partitioner=lambda *asked: answer, batch_size=sent.batch_size)
    if [2] in held.values():
        lab.kill(2)
    cluster = lab.cluster
    if sent.records or sent.partition is not None:
        routed = Routed(sent.records, sent.partition, sent.bytes)
        cluster = put_producer(cluster, "producer", Producer(producer_id=1, routed={TOPIC: routed}))
    return Played(begin_with(lab, cluster).send(TOPIC, (key, f"r{sent.records + 1}")), lens="partitioner")
