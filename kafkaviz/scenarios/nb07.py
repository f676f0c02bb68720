"""The scenarios of notebook 07: a leader dies, leaders pile up on a neighbour, and the last copy in sync is gone."""

from typing import Any, Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.scenarios.story import story

TOPIC = "sports_news"


@story
def news(
    brokers: int = 3, partitions: int = 3, replication_factor: int = 3, kafka: str = "4.4", **policies: Any
) -> Lab:
    """Returns a cluster with the articles' topic sports_news, and a few articles in it.

    >>> news().cluster.partitions["sports_news", 0].leader
    1

    Verbs: create_topic, send.

    Kafka: KafkaAdminClient.createTopics, then a producer; `policies` are those of a lab.
    """
    lab = Lab(brokers=brokers, kafka=kafka, **policies).create_topic(TOPIC, partitions, replication_factor)
    return lab.send(TOPIC, "goal", "foul", "final", partition=0)


@story
def failover(
    brokers: int = 3, partitions: int = 3, replication_factor: int = 3, kafka: str = "4.4", **policies: Any
) -> Lab:
    """Returns the cluster of `news`, in which the leader of sports_news-0 has crashed and been fenced.

    >>> failover().cluster.partitions["sports_news", 0].leader
    2

    Verbs: create_topic, send, kill.

    Kafka: the controller fences a broker after broker.session.timeout.ms, and elects.
    """
    lab = news(brokers, partitions, replication_factor, kafka, **policies)
    return lab.kill(lab.cluster.partitions[TopicPartition(TOPIC, 0)].leader or 1)


@story
def load_shift(placement: Literal["chained", "spread"] = "chained", brokers: int = 5, dead: int = 1) -> Lab:
    """Returns a cluster in which each broker led brokers - 1 partitions of two copies, until one of them died.

    Chained, the second copies of a broker's partitions are all on its neighbour; spread, each is on another broker.
    ValueError for another placement.

    >>> [[(row.broker, row.leads) for row in load_shift(how).busiest().rows[:2]] for how in ("chained", "spread")]
    [[(2, 8), (3, 4)], [(2, 5), (3, 5)]]

    Verbs: create_topic, kill.

    Kafka: KafkaAdminClient.createTopics with an explicit assignment.
    """
    if placement not in ("chained", "spread"):
        raise InvalidArgumentError(f"Copies are placed chained or spread, not {placement!r}.")
    steps = [1] * (brokers - 1) if placement == "chained" else range(1, brokers)
    pairs = [(first, (first - 1 + step) % brokers + 1) for step in steps for first in range(1, brokers + 1)]
    lab = Lab(brokers=brokers).create_topic(TOPIC, assignment=pairs)
    return lab.kill(dead) if dead else lab


@story
def last_in_sync(unclean: bool | None = None, kafka: str = "4.4", restart: bool = True) -> Lab:
    """Returns a cluster whose only copy in sync died, while another, which had fallen behind, lives on.

    Broker 2 copied `goal` and `foul`, then stalled and left the ISR. replica.lag.time.max.ms is 10 s here (its default
    is 30 s), and the leader checks every half of it, so it left after 15 s. `final` was acknowledged by broker 1 alone,
    and then broker 1 died. `unclean` sets unclean.leader.election.enable, or leaves it as that release had it.
    An editor sends `replay` and broker 1 comes back, unless `restart` is false.

    >>> [[row.value for row in last_in_sync(unclean=unclean).lost().rows] for unclean in (True, False)]
    [[b'final'], []]

    Verbs: create_topic, send, pause, tick, kill, resume, restart.

    Kafka: unclean.leader.election.enable, true by default until 0.10 (KIP-106); ReplicaManager's isr-expiration task
    runs every replica.lag.time.max.ms / 2.
    """
    chosen = {} if unclean is None else {"unclean.leader.election.enable": unclean}
    lab = Lab(brokers=2, kafka=kafka, configs=chosen, replica_lag_time_max_ms=10_000)
    lab.create_topic(TOPIC, assignment=[[1, 2]])
    lab.send(TOPIC, "goal", "foul").pause(2).send(TOPIC, "final").tick(20_000).kill(1)
    return lab.resume(2).send(TOPIC, "replay", producer="editor").restart(1) if restart else lab


def partitions_without_replica(lab: Lab, *dead: int) -> int:
    """Counts the partitions all of whose replicas are on the brokers `dead`.

    >>> partitions_without_replica(load_shift("chained"), 1, 2), partitions_without_replica(load_shift("spread"), 1, 2)
    (4, 2)

    Kafka: the metric kafka.controller:type=KafkaController,name=OfflinePartitionsCount, if nobody comes back.
    """
    return sum(set(partition.replicas) <= set(dead) for partition in lab.cluster.partitions.values())
