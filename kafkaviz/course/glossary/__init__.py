"""Kafka's terms, each in one or two sentences and with the film that shows it."""

from typing import Final

from kafkaviz.course.glossary import cluster, copying, groups, logs, producing
from kafkaviz.course.glossary.term import Term

SUBJECTS: Final[dict[str, tuple[Term, ...]]] = {
    "Topics and logs": logs.TERMS,
    "Producers": producing.TERMS,
    "Replication": copying.TERMS,
    "Brokers and controllers": cluster.TERMS,
    "Consumers and groups": groups.TERMS,
}


def every_term() -> tuple[Term, ...]:
    """Returns all terms, by their names.

    >>> every_term()[0].name
    '__consumer_offsets'
    """
    return tuple(sorted((term for terms in SUBJECTS.values() for term in terms), key=lambda term: term.name.casefold()))
