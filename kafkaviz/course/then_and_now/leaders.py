"""Who serves a partition: its leader, where leaders stand, and what is left when a broker is gone."""

from collections.abc import Sequence
from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, Side, today
from kafkaviz.decisions.reading import rack_aware
from kafkaviz.lab import Lab
from kafkaviz.model.clients.consumer_events import RecordsPolled

AS_REPAIRED = ((1, 2, 3), (2, 3, 1), (3, 1, 2))


def _repaired(**how: Any) -> Lab:
    lab = Lab(**how).create_topic("letters", assignment=AS_REPAIRED)
    for partition, letter in enumerate(("ABC", "DEF", "GHI")):
        lab.send("letters", letter, partition=partition)
    return lab


def _read_in_the_west(**how: Any) -> Lab:
    lab = Lab({1: "east", 2: "west"}, **how).create_topic("letters", assignment=[[1, 2]]).send("letters", "ABC", "DEF")
    return lab.tick(1_000).poll("letters", rack="west")


def _failover_and_back(**how: Any) -> Lab:
    return Lab(**how).create_topic("letters", partitions=6, replication_factor=3).kill(1).restart(1)


def _one_dies(**how: Any) -> Lab:
    return Lab().create_topic("letters", partitions=3, **how).kill(1)


def _few_partitions(**how: Any) -> Lab:
    return Lab(brokers=5, **how).create_topic("letters", partitions=2, replication_factor=2)


def _leaders_of_letters(lab: Lab) -> str:
    appended = [(tp.partition, partition.leader) for tp, partition in lab.cluster.partitions.items()]
    return ", ".join(f"P{number} on broker {leader}" for number, leader in appended)


def _asked(lab: Lab) -> str:
    polled = [event for event in lab.history.events() if isinstance(event, RecordsPolled)][-1]
    return f"broker {polled.fetched[0][1]}"


def _leads(lab: Lab) -> Sequence[int]:
    counts = {row.broker: row.leads for row in lab.busiest().rows}
    return [counts[broker] for broker in sorted(counts)]


def _led(lab: Lab) -> str:
    cluster = lab.cluster
    led = sum(cluster.is_up(partition.leader) for partition in cluster.partitions.values())
    return f"{led} of {len(cluster.partitions)}"


def _leads_and_holds(lab: Lab) -> str:
    partitions = lab.cluster.partitions.values()
    leads = len({partition.leader for partition in partitions})
    holds = len({broker for partition in partitions for broker in partition.replicas})
    return f"{leads} lead, {holds} hold a replica, of {len(lab.cluster.brokers)}"


FLAGS = (
    Flag(
        "F04",
        "Two leaders for one partition",
        home="03",
        verdict="contradictory",
        claims=("001-07", "001-11", "001-14", "001-15", "001-26"),
        says="Partitions 0 and 1 are on broker 1 and partition 2 on broker 2; the calls for partition 0 go to local-1.",
        then="It never fitted the rest of the article. Perhaps its figure, which is lost, counted from 0.",
        now="A partition has one leader at a time. The sentences about ABC, DEF and GHI fit together and are taken "
        "here: P0 on broker 1, P1 on broker 2, P2 on broker 3.",
        source="`PartitionRegistration.leader`: one broker id, or -1",
        played=Played(
            _repaired,
            _leaders_of_letters,
            "leaders: {}",
            today("P0 on broker 1, P1 on broker 2, P2 on broker 3"),
            "cluster",
            acts=3,
        ),
        against="Article 001 itself, later: partition 1 has its leader on broker 2, partition 2 on broker 3.",
    ),
    Flag(
        "F07",
        "Clients only ever talk to the leader",
        home="03",
        verdict="outdated",
        claims=("001-12", "001-21", "001-25", "001-28", "003-11", "004-33", "004-34", "004-39", "004-40", "004-41"),
        says="Every operation is done on the leader. Followers serve neither reads nor writes; they are backups.",
        then="True until 2.3.",
        now="Writes go to the leader only. Reads do by default; since 2.4 a leader may send a consumer that says "
        "its rack to a follower in sync in that rack, which serves what is below its own high watermark.",
        source="KIP-392; `client.rack` and `replica.selector.class`, which is not set by default",
        played=Played(
            _read_in_the_west,
            _asked,
            "broker 1 in the east leads, a consumer in the west reads from {}",
            (
                Side("Kafka 2.3", {"kafka": "2.3"}, "broker 1"),
                Side("Kafka 4.4, rack-aware selector", {"replica_selector": rack_aware}, "broker 2"),
            ),
            "cluster",
            acts=1,
        ),
    ),
    Flag(
        "F21",
        "Load is even, as clients go to leaders",
        home="03",
        verdict="simplified",
        claims=("000-05", "001-16", "001-19", "001-20", "001-27", "001-28"),
        says="Leaders are assigned when the topic is created and clients go to them, so the load is evenly "
        "distributed; brokers keep storage balanced.",
        then="It was so only while leaders were spread, partitions carried similar load, and no leader moved.",
        now="Kafka spreads the number of leaders when it creates a topic, never bytes or requests. A failover moves "
        "leaders, and they stay moved until the preferred replicas are elected, which is checked every 300 s. "
        "(ZooKeeper mode did so only where more than 10 % of a broker's leaders were elsewhere.)",
        source="`auto.leader.rebalance.enable`, `leader.imbalance.check.interval.seconds` 300",
        played=Played(
            _failover_and_back,
            _leads,
            "six partitions, broker 1 crashed and is back: partitions led by brokers 1, 2, 3: {}",
            today([0, 4, 2]),
            "cluster",
            acts=2,
        ),
        against="Article 000 says that the balance can shift with failovers.",
    ),
    Flag(
        "F24",
        "Partitions avoid downtime when a broker is down",
        home="05",
        verdict="simplified",
        claims=("002-14", "002-15", "002-18"),
        says="Partitions spread a topic over brokers, so that the others serve its data when one is down.",
        then="Then as now they serve their own partitions, and not those of the broker that is down.",
        now="Partitions limit how much fails together. What was on the dead broker stays available only if other "
        "brokers have replicas of it.",
        source="`default.replication.factor` 1",
        played=Played(
            _one_dies,
            _led,
            "broker 1 of 3 dies; partitions with a living leader: {}",
            (
                Side("replication factor 1", {"replication_factor": 1}, "2 of 3"),
                Side("replication factor 3", {"replication_factor": 3}, "3 of 3"),
            ),
            "cluster",
            acts=1,
        ),
    ),
    Flag(
        "F31",
        "A topic is spread over all brokers",
        home="02",
        verdict="simplified",
        claims=("001-09", "002-15"),
        says="A topic is distributed over the whole cluster.",
        then="Only if it has enough partitions, then as now.",
        now="At most as many brokers lead as the topic has partitions, and at most partitions times replication factor "
        "hold a replica. The others have nothing of it.",
        source="StripedReplicaPlacer; AdminUtils before",
        played=Played(
            _few_partitions,
            _leads_and_holds,
            "two partitions with two replicas, brokers: {}",
            today("2 lead, 3 hold a replica, of 5"),
            "cluster",
        ),
    ),
)
