"""What a lab's producers, and its consumers without a group, do."""

from typing import Self

from kafkaviz.lab.base import LabBase
from kafkaviz.lab.words import Text, bytes_of, pair_of, pollers
from kafkaviz.model import requests as r
from kafkaviz.model.kinds import Name, checked


class ClientVerbs(LabBase):
    """The verbs of producers and consumers. Kafka: KafkaProducer and KafkaConsumer."""

    def send(
        self,
        topic: str,
        *values: Text | tuple[Text, Text],
        key: Text = None,
        partition: int | None = None,
        producer: str = "producer",
        acks: r.Acks | None = None,
        flush: bool = True,
        expect: str | None = None,
    ) -> Self:
        """Send records: each a value, or a (key, value) pair; text becomes UTF-8.

        Batches leave at once unless `flush` is false. Raises what a broker answers, such as NOT_ENOUGH_REPLICAS;
        where nobody leads the partition, the records wait with the producer.
        """
        pairs = [pair_of(value, key) for value in values]
        checked("flush", bool, flush)
        asked = [
            r.Send(topic, bytes_of(value), bytes_of(own_key), partition, producer, acks, flush and n == len(pairs))
            for n, (own_key, value) in enumerate(pairs, 1)
        ]
        return self.ask(*asked, expect=expect)

    def poll(
        self,
        topic: str = "",
        *,
        group: str | None = None,
        member: str | None = None,
        max_records: int = -1,
        consumer: str = "consumer",
        rack: str | None = None,
        auto_offset_reset: str = "earliest",
        expect: str | None = None,
    ) -> Self:
        """Let a group, or one `member` of it, fetch what it owns; or a consumer without a group from a whole topic.

        A consumer without a group starts at the beginning, and may say its `rack`; groups obey the policy
        `auto_offset_reset`, `latest`.
        """
        if group is not None:
            checked("group", Name, group)
            members = pollers(self.cluster, group) if member is None else [member]
            return self.ask(*(r.GroupPoll(group, name, max_records) for name in members), expect=expect)
        return self.ask(r.Poll(topic, consumer, auto_offset_reset, rack), expect=expect)  # type: ignore[arg-type]
