"""What the stories with knobs come to, each in one line: what became of records, replicas, readers and orders."""

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import RequestRejected
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.scenarios import nb01, nb02, nb04, nb09, nb10


def left(lab: Lab) -> str:
    """Tells how much of the log of notebook 01 is left.

    >>> left(nb01.aged(days=8)), left(nb01.aged(retention_records=3))
    ('records left: 0 of 6, from offset 6 on', 'records left: 4 of 6, from offset 2 on')

    Kafka: the log start offset and the log end offset.
    """
    if nb01.TP not in lab.cluster.replicas:
        return "no topic yet"
    copy = lab.cluster.replicas[nb01.TP][1]
    return f"records left: {len(copy.log)} of {copy.log_end_offset}, from offset {copy.log_start_offset} on"


def replicas(lab: Lab) -> str:
    """Tells how many replicas each broker of notebook 02 holds.

    >>> replicas(nb02.in_racks())
    'replicas of each broker: 4, 4, 8'

    Kafka: the metric PartitionCount of each broker.
    """
    return f"replicas of each broker: {', '.join(map(str, nb02.held(lab).values()))}"


def spread(lab: Lab) -> str:
    """Tells how many articles of notebook 04 lie in each partition.

    >>> spread(nb04.news())
    'articles of each partition: 9, 0, 3'

    Kafka: what kafka-get-offsets prints.
    """
    return f"articles of each partition: {', '.join(map(str, nb04.counts(lab)))}"


def readable(lab: Lab) -> str:
    """Tells whether a consumer may read the last record of notebook 05, and who is in the ISR.

    >>> from kafkaviz.scenarios import nb05
    >>> readable(nb05.copies(slow=2)), readable(nb05.copies(slow=2, seconds=45))
    ('GHI: may not be read yet, ISR 1,2,3', 'GHI: may be read, ISR 1')

    Kafka: the high watermark; a consumer reads what lies below it.
    """
    for tp, partition in lab.cluster.partitions.items():
        copy = lab.cluster.replicas[tp][partition.leader or partition.replicas[0]]
        value = (copy.log[-1].value or b"").decode() if copy.log else "nothing"
        reading = "may be read" if copy.high_watermark >= copy.log_end_offset else "may not be read yet"
        return f"{value}: {reading}, ISR {','.join(map(str, sorted(partition.isr)))}"
    return "no topic yet"


def leads(lab: Lab) -> str:
    """Tells who leads the first partition of notebook 07.

    >>> from kafkaviz.scenarios import nb07
    >>> leads(nb07.failover()), leads(nb07.failover(replication_factor=1))
    ('sports_news-0: broker 2 leads, ISR 2,3', 'sports_news-0: nobody leads, ISR empty')

    Kafka: kafka-topics.sh --describe.
    """
    for tp, partition in lab.cluster.partitions.items():
        leader = "nobody" if partition.leader is None else f"broker {partition.leader}"
        return f"{tp}: {leader} leads, ISR {','.join(map(str, sorted(partition.isr))) or 'empty'}"
    return "no topic yet"


def came(lab: Lab) -> str:
    """Tells what the last poll of notebook 08 brought.

    >>> from kafkaviz.scenarios import nb08
    >>> came(nb08.comes_back(kept=2)), came(nb08.comes_back(6))
    ('C2 gets: o4, o5', 'C2 gets: nothing yet, and no error')
    >>> came(nb08.comes_back(kept=2, auto_offset_reset="none"))
    'C2 gets: an error, OFFSET_OUT_OF_RANGE'

    Kafka: what KafkaConsumer.poll returns or throws.
    """
    last = lab.history.steps[-1].event
    match last:
        case GroupPolled(fetched=[(_, _, _, [_, *_] as records), *_]):
            return f"{last.member} gets: {', '.join((record.value or b'').decode() for record in records)}"
        case GroupPolled():
            return f"{last.member} gets: nothing yet, and no error"
        case RequestRejected():
            return f"C2 gets: an error, {last.error}"
    return "nobody has polled"


def shared(lab: Lab) -> str:
    """Tells how many partitions moved when the last consumer of notebook 09 joined, and how many each has now.

    >>> shared(nb09.one_joins()), shared(nb09.one_joins(assignor="sticky"))
    ('partitions that move: 3 of 6, now shared 2, 2, 2', 'partitions that move: 2 of 6, now shared 2, 2, 2')

    Kafka: two runs of kafka-consumer-groups.sh --describe, compared by hand.
    """
    before, owned = lab.history.before(1).last, _owners(lab.cluster)
    moved = sum(owned[tp] != owner for tp, owner in _owners(before).items() if tp in owned)
    members = lab.cluster.groups[nb09.GROUP].members
    shares = ", ".join(str(len(member.owned)) for member in members.values())
    return f"partitions that move: {moved} of {len(owned)}, now shared {shares}"


def elsewhere(lab: Lab) -> str:
    """Tells how many customers of notebook 10 go on in another partition.

    >>> elsewhere(nb10.grown())
    'customers who go on elsewhere: 3 of 4 (ada, bob, cyd)'

    Kafka: the key's hash, modulo another number.
    """
    homes = nb10.homes(lab)
    moved = [customer for customer, partitions in homes.items() if len(set(partitions)) > 1]
    who = f" ({', '.join(moved)})" if moved else ""
    return f"customers who go on elsewhere: {len(moved)} of {len(homes)}{who}"


def _owners(cluster: Cluster) -> dict[TopicPartition, str]:
    """Returns who reads each partition."""
    members = cluster.groups[nb09.GROUP].members
    return {tp: name for name, member in members.items() for tp in member.owned}
