"""What a lab's producers, and its consumers without a group, do."""

from typing import Self

from kafkaviz.lab.base import LabBase
from kafkaviz.lab.start import check_reset
from kafkaviz.lab.words import Text, bytes_of, pair_of, pollers
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.producer_requests import Acks, CorruptRequest, LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.kinds import Name, check_kind
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.model.groups.share.lent import lent_offsets
from kafkaviz.model.groups.share.requests import Acknowledge


class ClientVerbs(LabBase):
    """The verbs of producers and consumers. Kafka: KafkaProducer and KafkaConsumer."""

    def send(
        self,
        topic: str,
        *values: Text | tuple[Text, Text],
        key: Text = None,
        partition: int | None = None,
        producer: str = "producer",
        acks: Acks | None = None,
        flush: bool = True,
        expect: str | None = None,
    ) -> Self:
        """Sends records: each a value, or a (key, value) pair; text becomes UTF-8.

        Batches leave at once unless `flush` is false. Raises what a broker answers, such as NOT_ENOUGH_REPLICAS;
        where nobody leads the partition, the records wait with the producer.
        """
        pairs = [pair_of(value, key) for value in values]
        check_kind("flush", bool, flush)
        asked = [
            Send(topic, bytes_of(value), bytes_of(own_key), partition, producer, acks, flush and n == len(pairs))
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
        """Lets a group, or one `member` of it, fetch what it owns; or a consumer without a group from a whole topic.

        A consumer without a group starts at the beginning, and may say its `rack`; groups obey the policy
        `auto_offset_reset`, `latest`. A member of a share group accepts by its next poll what it was lent by the last.

        With `share_acknowledgement_mode` explicit it has to `acknowledge` that first, and such a poll is refused.

        Kafka: KafkaConsumer.poll; KafkaShareConsumer.poll, share.acknowledgement.mode.
        """
        if group is not None:
            check_kind("group", Name, group)
            members = pollers(self.cluster, group) if member is None else [member]
            return self.ask(
                *(
                    request
                    for name in members
                    for request in (*self._accepted(group, name), GroupPoll(group, name, max_records))
                ),
                expect=expect,
            )
        check_reset(self.kafka, auto_offset_reset)
        return self.ask(Poll(topic, consumer, auto_offset_reset, rack), expect=expect)

    def seek_to(self, topic: str, partition: int, offset: int, *, consumer: str = "consumer") -> Self:
        """Tells a consumer without a group which offset of a partition to read next; `seek` is for members.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC", "DEF")
        >>> lab.seek_to("letters", 0, 1).poll("letters").cluster.consumed
        (Consumed(consumer='consumer', tp=TopicPartition(topic='letters', partition=0), offset=1, leader_epoch=0),)

        Kafka: KafkaConsumer.seek.
        """
        return self.ask(SeekTo(topic, partition, offset, consumer))

    def lose_request(self, topic: str, partition: int, *, producer: str = "producer") -> Self:
        """Breaks a producer's connection while its next request to one partition is on its way; it is sent again.

        What else is under way on that connection comes back as well. With acks=0 nothing is sent again: the producer
        waits for no answer.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC", flush=False).lose_request("letters", 0)
        >>> [len(lab.tick(ms).cluster.log("letters", 0)) for ms in (99, 1)]
        [0, 1]

        Kafka: NetworkClient.cancelInFlightRequests, a NetworkException; Sender, retry.backoff.ms.
        """
        return self.ask(LoseRequest(topic, partition, producer))

    def corrupt_request(self, topic: str, partition: int, *, producer: str = "producer") -> Self:
        """Damages a producer's next request to one partition; the broker refuses it, and others may overtake it.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(1, enable_idempotence=False).create_topic("letters").send("letters", "ABC", flush=False)
        >>> lab = lab.corrupt_request("letters", 0).send("letters", "DEF").tick(1_000)
        >>> [record.value for record in lab.cluster.log("letters", 0)]
        [b'DEF', b'ABC']

        Kafka: CORRUPT_MESSAGE, which DefaultRecordBatch.ensureValid finds by the checksum; Sender tries again.
        """
        return self.ask(CorruptRequest(topic, partition, producer))

    def lose_acknowledgement(self, topic: str, partition: int, *, producer: str = "producer") -> Self:
        """Breaks a producer's connection while it waits for an answer; only idempotence prevents a duplicate.

        It waits while its leader waits for followers, or in a lab with `settle=False`.

        >>> from kafkaviz.lab import Lab
        >>> def copies(**producer):
        ...     lab = Lab(2, **producer).create_topic("letters", 1, 2).pause(2).send("letters", "ABC")
        ...     return len(lab.lose_acknowledgement("letters", 0).resume(2).tick(1_000).cluster.log("letters", 0))
        >>> copies(), copies(enable_idempotence=False)
        (1, 2)

        Kafka: NetworkClient.cancelInFlightRequests, a NetworkException; Sender, enable.idempotence.
        """
        return self.ask(LoseAcknowledgement(topic, partition, producer))

    def _accepted(self, group: str, member: str) -> list[Acknowledge]:
        """Returns what a member of a share group says by polling again: that it is done with what it has."""
        known, is_said = self.cluster.groups.get(group), self.policies.share_acknowledgement_mode == "explicit"
        return [] if is_said or known is None or not lent_offsets(known, member) else [Acknowledge(group, member)]
