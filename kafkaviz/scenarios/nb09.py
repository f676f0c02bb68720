"""The scenarios of notebook 09: a group shares partitions out, then one consumer more comes, goes or dies."""

from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, sticky_assign
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Assignor
from kafkaviz.lab import Lab
from kafkaviz.scenarios.story import story

GROUP = "app"
ASSIGNORS: dict[str, dict[str, object]] = {
    "range": {"assignor": range_assign},
    "round robin": {"assignor": roundrobin_assign},
    "sticky": {"assignor": sticky_assign},
    "cooperative sticky": {"group_protocol": "cooperative"},
    "server": {"group_protocol": "consumer"},
}
"""How a group may share out, by name: three eager assignors, then the two protocols that bring their own."""


@story
def group(
    consumers: int = 2,
    partitions: int = 6,
    topics: int = 1,
    assignor: str | Assignor = "range",
    kafka: str = "4.4",
    brokers: int = 3,
) -> Lab:
    """Returns a cluster in which consumers C1, C2, ... have shared out topics t0, t1, ... of equal size.

    `assignor` is a name of `ASSIGNORS`, or a function of one's own; another name raises ValueError.

    >>> {name: [str(tp) for tp in member.owned] for name, member in group().cluster.groups["app"].members.items()}
    {'C1': ['t0-0', 't0-1', 't0-2'], 'C2': ['t0-3', 't0-4', 't0-5']}

    Verbs: create_topic, join.

    Kafka: consumers with one group.id; group.initial.rebalance.delay.ms passes before they begin.
    """
    lab = Lab(brokers=brokers, kafka=kafka, configs=_configs(assignor))
    names = [f"t{number}" for number in range(topics)]
    for topic in names:
        lab.create_topic(topic, partitions=partitions)
    return lab.join(GROUP, *(f"C{number}" for number in range(1, consumers + 1)), topics=names)


@story
def one_joins(
    consumers: int = 2, partitions: int = 6, topics: int = 1, assignor: str | Assignor = "range", kafka: str = "4.4"
) -> Lab:
    """Returns the cluster of `group`, which one more consumer has joined.

    >>> len(one_joins(assignor="sticky").cluster.groups["app"].members["C3"].owned)
    2

    Verbs: create_topic, join.
    """
    lab = group(consumers, partitions, topics, assignor, kafka)
    return lab.join(GROUP, f"C{consumers + 1}", topics=list(lab.cluster.topics))


@story
def one_crashes(
    consumers: int = 3, partitions: int = 6, topics: int = 1, assignor: str | Assignor = "range", kafka: str = "4.4"
) -> Lab:
    """Returns the cluster of `group`, of which C1 crashed and was removed after its session timeout.

    >>> one_crashes(kafka="2.3").cluster.now_ms < one_crashes().cluster.now_ms
    True

    Verbs: create_topic, join, crash_member.

    Kafka: session.timeout.ms of the consumer, 10 s until 2.8 and 45 s since 3.0 (KIP-735).
    """
    return group(consumers, partitions, topics, assignor, kafka).crash_member(GROUP, "C1")


def _configs(assignor: str | Assignor) -> dict[str, object]:
    if callable(assignor):
        return {"assignor": assignor}
    if assignor not in ASSIGNORS:
        raise InvalidArgumentError(f"There is no assignor {assignor!r} here; choose one of {', '.join(ASSIGNORS)}.")
    return ASSIGNORS[assignor]
