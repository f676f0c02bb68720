"""The scenarios of notebook 11: a share group, whose members read one partition together."""

from typing import Any, Final, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.scenarios.story import story

TOPIC: Final = "parcels"
TP: Final = TopicPartition(TOPIC, 0)
SHARED: Final = "sorting"
MEMBERS: Final = ("C1", "C2", "C3")


@story
def parcels(records: int = 6, group_protocol: str = "share", kafka: str = "4.4", **policies: Any) -> Lab:
    """Returns a cluster with parcels in one partition, box0, box1 and so on, and three members of the group `sorting`.

    With another `group_protocol` they are a consumer group.

    >>> [row.readers for row in parcels().readers("parcels").rows]
    [('C1', 'C2', 'C3')]
    >>> [row.readers for row in parcels(group_protocol="consumer").readers("parcels").rows]
    [('C3',)]

    Verbs: create_topic, send, join.

    Kafka: KafkaShareConsumer, share groups of 4.2 (KIP-932); share.auto.offset.reset is earliest here, and a member's
    next poll accepts what it has unless `share_acknowledgement_mode` is explicit.
    """
    chosen = {"group_protocol": group_protocol, "auto_offset_reset": "earliest", **policies}
    lab = Lab(brokers=3, kafka=kafka, **chosen).create_topic(TOPIC, 1, 3)
    if records:
        lab.send(TOPIC, *(f"box{number}" for number in range(records)))
    return lab.join(SHARED, *MEMBERS, topics=[TOPIC])


@story
def bad_record(kafka: str = "4.4") -> Lab:
    """Lets the three members poll by turns, one parcel each, until nobody is lent box0 again; who gets one hangs.

    >>> deliveries(bad_record())[1]
    1

    Verbs: create_topic, send, join, poll, tick.

    Kafka: group.share.record.lock.duration.ms runs out after each loan, and group.share.delivery.count.limit ends it.
    """
    lab = parcels(2, kafka=kafka)
    for member in (*MEMBERS, *MEMBERS):
        lab.poll(group=SHARED, member=member, max_records=1).tick(lab.policies.group_share_record_lock_duration_ms)
    return lab


@story
def acknowledged(outcome: Literal["accept", "release", "reject"] = "release", late: bool = False) -> Lab:
    """Lets C1 say what became of its two parcels, in time or `late`, after their lock was over; then C1 polls again.

    >>> deliveries(acknowledged())
    {0: 2, 1: 2}
    >>> deliveries(acknowledged("accept", late=True)) == deliveries(acknowledged())
    True

    Verbs: create_topic, send, join, poll, acknowledge.

    Kafka: share.acknowledgement.mode=explicit; INVALID_RECORD_STATE of an acknowledgement that comes too late.
    """
    lab = parcels(2, share_acknowledgement_mode="explicit").poll(group=SHARED, member="C1", max_records=2)
    if late:
        lab.tick(lab.policies.group_share_record_lock_duration_ms)
    return lab.acknowledge(SHARED, "C1", outcome).poll(group=SHARED, member="C1", max_records=2)


def lent(lab: Lab) -> dict[str, list[int]]:
    """Returns which offsets each member of the share group has at the moment.

    >>> lent(parcels().poll(group="sorting", member="C2", max_records=2))
    {'C1': [], 'C2': [0, 1], 'C3': []}

    Kafka: the acquired records of a SharePartition.
    """
    held = lab.cluster.groups[SHARED].deliveries.get(TP, {})
    return {
        name: [offset for offset, delivery in held.items() if delivery.member == name]
        for name in lab.cluster.groups[SHARED].members
    }


def deliveries(lab: Lab) -> dict[int, int]:
    """Returns how often each record of the share group was lent so far.

    >>> lab = parcels(2, share_acknowledgement_mode="explicit").poll(group="sorting", member="C1")
    >>> lab = lab.acknowledge("sorting", "C1", "release")
    >>> deliveries(lab.poll(group="sorting", member="C2", max_records=1))
    {0: 2, 1: 1}

    Kafka: the delivery count of a record; group.share.delivery.count.limit is 5.
    """
    deliveries = lab.cluster.groups[SHARED].deliveries.get(TP, {})
    return {offset: delivery.delivery_count for offset, delivery in deliveries.items()}
