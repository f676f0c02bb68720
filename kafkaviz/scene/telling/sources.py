"""Where Kafka does what a step shows, and what is made simple here: the words that stand beside rule and event."""

import re
from inspect import cleandoc

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step
from kafkaviz.model.protocol import rule_named


def about_kafka(before: Cluster, step: Step) -> str:
    """Returns what the docstrings of a step's rule and event say of Kafka, or nothing.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.brokers.registration_events import BrokerFenced
    >>> calm = Cluster(0, Quorum.of(101), {})
    >>> about_kafka(calm, Step(None, "", BrokerFenced(1), calm))
    'Kafka: BrokerRegistrationChangeRecord.'
    """
    rule = kafka_in(rule_named(before, step.rule).__doc__) if step.rule else ""
    return rule or kafka_in(type(step.event).__doc__)


def kafka_in(docstring: str | None) -> str:
    """Returns what a docstring says of Kafka, on one line.

    >>> kafka_in("Does it. Kafka: Partition.makeLeader.")
    'Kafka: Partition.makeLeader.'
    >>> kafka_in("Does it (KIP-996).")
    'Kafka: KIP-996.'
    """
    paragraphs = [re.sub(r"\s+", " ", text) for text in cleandoc(docstring or "").split("\n\n")]
    found = next((text for text in paragraphs if "Kafka: " in text), "")
    if found:
        return "Kafka: " + found.split("Kafka: ", 1)[1]
    kips = re.findall(r"KIP-\d+", docstring or "")
    return f"Kafka: {', '.join(kips)}." if kips else ""
