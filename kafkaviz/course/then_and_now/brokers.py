"""Brokers: what they do with records, and what a new one gets."""

from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, today
from kafkaviz.lab import Lab


def _one_joins(**how: Any) -> Lab:
    return Lab(**how).create_topic("letters", partitions=6, replication_factor=2).add_broker(4)


def _replicas(lab: Lab) -> list[int]:
    partitions = lab.cluster.partitions.values()
    return [sum(broker in partition.replicas for partition in partitions) for broker in sorted(lab.cluster.brokers)]


FLAGS = (
    Flag(
        "F23",
        "Brokers join and leave without disturbance",
        home="02",
        verdict="simplified",
        claims=("002-03", "002-04", "002-06"),
        says="Brokers are added to suit the workload, and leave again, with no downtime and no loss of performance.",
        then="A broker that joined disturbed nothing, and helped nothing before partitions were moved.",
        now="A new broker holds no partition that is there already, until somebody reassigns them, and that copies "
        "data. One that leaves should do so by a controlled shutdown, and what it held must be moved before it "
        "goes for good.",
        source="`kafka-reassign-partitions.sh`, KIP-455; `controlled.shutdown.enable` true",
        played=Played(
            _one_joins,
            _replicas,
            "broker 4 joins; replicas on brokers 1 to 4: {}",
            today([4, 4, 4, 0]),
            "cluster",
            acts=1,
        ),
    ),
    Flag(
        "F33",
        "Brokers process messages",
        home="00",
        verdict="imprecise",
        claims=("002-01", "002-05"),
        says="A broker stores, manages and processes the messages of the cluster; when it fails another goes on "
        "processing.",
        then="Never quite: brokers stored and served, then as now.",
        now="Producers and consumers process. A broker appends batches as they are and serves them; it opens them "
        "to check and number them, and to compress them anew where a topic asks for that.",
        source="`LogValidator`; `compression.type` producer",
    ),
)
