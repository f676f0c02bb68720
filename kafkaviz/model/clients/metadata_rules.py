"""How a producer learns which partitions there are and who leads them: it must ask, or what it knows is old."""

from collections.abc import Iterator, Mapping

from kafkaviz.decisions.metadata_age import is_refresh_due, refresh_interval_ms
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.events import LeadersLearned
from kafkaviz.model.core.clients import Batch, Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.subjects import ProducerName
from kafkaviz.model.core.timer import Timer, refresh_timer


@rule("producers", "processes", "partitions", "topics")
def learn_leaders(cluster: Cluster, subject: ProducerName, policies: Policies) -> Iterator[LeadersLearned]:
    """A producer asks for metadata when it knows no leader, or when the one it knows failed it.

    Kafka: Metadata.requestUpdate. Simplified: the answer is what the controller has decided, not what one broker has
    heard, and about that topic alone.
    """
    name = subject.producer
    answers: list[dict[TopicPartition, int | None]] = []
    producer = cluster.producers[name]
    for batch in producer.batches:
        if _must_ask(cluster, producer, batch):
            topic = batch.tp.topic
            tps = cluster.partitions_of(topic) if topic in cluster.topics else [batch.tp]
            now = {tp: leader_now(cluster, tp) for tp in tps}
            if now not in answers and _is_new(producer, now):
                answers.append(now)
                yield LeadersLearned(name, now)


def _must_ask(cluster: Cluster, producer: Producer, batch: Batch) -> bool:
    """Tells whether a producer cannot send a batch, or not again, before it has asked who leads."""
    known = producer.leaders.get(batch.tp)
    return batch.sent_to is None and (known is None or bool(batch.error) or not cluster.is_up(known))


@rule("producers", "processes", "partitions", "topics", "now_ms")
def refresh_metadata(cluster: Cluster, subject: ProducerName, policies: Policies) -> Iterator[LeadersLearned]:
    """A producer that nobody refuses asks for metadata all the same, and finds new partitions and moved leaders.

    Kafka: NetworkClient.DefaultMetadataUpdater.maybeUpdate, metadata.max.age.ms. Simplified: a refresh that brings
    nothing new is not told.
    """
    producer = cluster.producers[subject.producer]
    if is_refresh_due(producer.metadata_ms, cluster.now_ms, refresh_interval_ms(policies)):
        news = _news(cluster, producer)
        if news:
            yield LeadersLearned(subject.producer, news)


def _news(cluster: Cluster, producer: Producer) -> dict[TopicPartition, int | None]:
    """Returns the leaders of the topics of which a producer knows too few partitions, or another leader.

    What it has to ask for anyway is no news.
    """
    news: dict[TopicPartition, int | None] = {}
    asked = {batch.tp.topic for batch in producer.batches if _must_ask(cluster, producer, batch)}
    for topic in producer.metadata:
        if topic in cluster.topics and topic not in asked:
            now = {tp: leader_now(cluster, tp) for tp in cluster.partitions_of(topic)}
            if _is_new(producer, now):
                news |= now
    return news


def _is_new(producer: Producer, leaders: Mapping[TopicPartition, int | None]) -> bool:
    """Tells whether a producer has not heard of one of these partitions, or of another leader of it."""
    return not leaders.items() <= producer.leaders.items()


def metadata_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields when producers will find by their next metadata that something has changed."""
    for name, producer in cluster.producers.items():
        if _news(cluster, producer):
            yield refresh_timer(producer.metadata_ms, cluster.now_ms, policies, name)


def can_reach(cluster: Cluster, broker: int | None, policies: Policies) -> bool:
    """Tells whether a client gets through to a broker at the address that the broker's metadata gives.

    Kafka: advertised.listeners; NetworkClient.initiateConnect.
    """
    return cluster.is_up(broker) and policies.advertised_listeners == "hostname"


def leader_now(cluster: Cluster, tp: TopicPartition) -> int | None:
    """Returns who leads a partition by what the controller has decided, None for one that is gone."""
    partition = cluster.partitions.get(tp)
    return None if partition is None else partition.leader


RULES = (learn_leaders, refresh_metadata)
