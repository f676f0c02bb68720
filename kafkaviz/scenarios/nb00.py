"""The scenario of notebook 00: three letters are kept three times, and are read although a broker has died."""

from typing import Any

from kafkaviz.lab import Lab
from kafkaviz.scenarios.story import story

TOPIC = "letters"


@story
def letters(kafka: str = "4.4", **policies: Any) -> Lab:
    """Returns a cluster in which the leader of letters-0 has crashed, and whose letters have all been read since then.

    >>> letters().cluster.partitions["letters", 0].leader
    2

    Verbs: create_topic, send, kill, poll.

    Kafka: a topic of three copies, of which acks=all waits for all that are in sync; `policies` are those of a lab.
    """
    lab = Lab(brokers=3, kafka=kafka, **policies).create_topic(TOPIC, partitions=3, replication_factor=3)
    return lab.send(TOPIC, "ABC", "DEF", "GHI").kill(1).send(TOPIC, "JKL").poll(TOPIC)
