"""How the command-line tools of each release are called, and what they print: what differs, and nothing else."""

from typing import Final, Literal, NamedTuple

BROKER = "--bootstrap-server localhost:9092"
ZOOKEEPER = "--zookeeper localhost:2181"


class Tools(NamedTuple):
    """The tools of one release, Kafka 4.4's unless said otherwise.

    `admin` is whom kafka-topics.sh, kafka-configs.sh and kafka-reassign-partitions.sh ask, `producer` whom the console
    producer asks. `elr` says what a description shows of eligible leader replicas, `colon` what stands between a name
    and its value in its first line.

    >>> TOOLS["4.4"].admin, TOOLS["2.3"].admin
    ('--bootstrap-server localhost:9092', '--zookeeper localhost:2181')

    Kafka: org.apache.kafka.tools and, before, kafka.admin and kafka.tools.
    """

    admin: str = BROKER
    producer: str = BROKER
    consumer: str = BROKER
    producer_property: str = "--command-property"
    consumer_property: str = "--command-property"
    reader_property: str = "--reader-property"
    include: str = "--include"
    group: bool = True
    leader_election: bool = True
    delete_records: bool = True
    reset_offsets: bool = True
    null_marker: bool = True
    node_id: bool = True
    topic_ids: bool = True
    moves_are_shown: bool = True
    broker_configs_are_shown: bool = True
    elr: Literal["", "N/A", "shown"] = "shown"
    colon: str = ": "


_4_4 = Tools()
_3_9 = _4_4._replace(
    producer_property="--producer-property",
    consumer_property="--consumer-property",
    reader_property="--property",
    node_id=False,
    elr="N/A",
)
_2_4 = _3_9._replace(
    admin=ZOOKEEPER,
    producer="--broker-list localhost:9092",
    include="--whitelist",
    null_marker=False,
    topic_ids=False,
    moves_are_shown=False,
    broker_configs_are_shown=False,
    elr="",
)
_2_3 = _2_4._replace(leader_election=False, colon=":")

TOOLS: Final = {
    "4.4": _4_4,
    "3.9": _3_9,
    "2.4": _2_4,
    "2.3": _2_3,
    "0.10": _2_3._replace(consumer=f"--new-consumer {BROKER}", group=False, delete_records=False, reset_offsets=False),
}
"""The tools of the releases in `ERAS`; 3.9 is asked through its brokers, which ask ZooKeeper."""
