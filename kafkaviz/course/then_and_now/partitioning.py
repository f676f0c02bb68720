"""How records are spread over partitions: the partitioner, keys, order, and how many partitions there are."""

from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, Side, releases, today
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb06

LETTERS = ("ABC", "DEF", "GHI")


def _letters(**how: Any) -> Lab:
    return Lab(**how).create_topic("letters", partitions=3, replication_factor=1).send("letters", *LETTERS)


def _grown(**how: Any) -> Lab:
    """Sends the months to three partitions, adds a fourth, sends them again, and asks for three once more."""
    lab = nb04.months(**how).add_partitions("months", 4)
    lab.tick(lab.policies.metadata_max_age_ms).send("months", *((month, month[:3]) for month in nb04.MONTHS))
    return lab.add_partitions("months", 3, expect="INVALID_PARTITIONS")


def _homes_per_key(lab: Lab) -> str:
    homes: dict[bytes | None, set[int]] = {}
    for tp in lab.cluster.partitions_of("months"):
        for record in lab.cluster.log(*tp):
            homes.setdefault(record.key, set()).add(tp.partition)
    return f"{sum(len(found) > 1 for found in homes.values())} of {len(homes)}"


def _values(lab: Lab) -> str:
    return ", ".join((record.value or b"").decode() for record in lab.cluster.log("letters", 0))


FLAGS = (
    Flag(
        "F05",
        "Round robin by default",
        home="04",
        verdict="outdated",
        claims=("000-09", "001-11", "001-14", "001-15", "004-04"),
        says="By default the producer deals records out round robin: ABC, DEF, GHI go to partitions 0, 1, 2, and "
        "football, basketball, tennis as well.",
        then="True for records without a key, with the Java producer up to 2.3; the circle began at random. A "
        "record with a key was hashed then, too.",
        now="Without a key the producer sticks to one partition until about `batch.size` (16 kB) went there, then "
        "draws another. With a key it is murmur2 of the key, modulo the partitions: ABC, DEF and GHI as keys "
        "are all on partition 0 of 3, and so are football and tennis. `RoundRobinPartitioner` exists, and "
        "ignores keys.",
        source="KIP-480 (2.4), KIP-794 (3.3); `partitioner.class`, null by default",
        played=Played(
            _letters,
            nb04.counts,
            "ABC, DEF and GHI without keys, records in the three partitions: {}",
            releases("2.3", "4.4", [1, 1, 1], [3, 0, 0]),
            "partitioner",
            acts=1,
        ),
    ),
    Flag(
        "F06",
        "Partitions and keys make the load even",
        home="04",
        verdict="wrong",
        claims=("000-01", "000-11", "002-21", "003-15", "004-04"),
        says="Partitioning spreads data evenly, and a key such as the user's id keeps one partition from being "
        "overused.",
        then="Never true of keys.",
        now="A key gives affinity: equal keys meet on one partition, however full it is. The load is even only if "
        "there are many keys of similar weight. Few keys leave partitions empty: twelve keys on twelve "
        "partitions leave 4.2 of them empty on average.",
        source="`BuiltInPartitioner.partitionForKey`: `toPositive(murmur2(key)) % partitions`",
        played=Played(
            nb04.news,
            nb04.counts,
            "twelve articles, their sport as the key, records in the three partitions: {}",
            today([9, 0, 3]),
            "partitioner",
            acts=1,
        ),
        against="Article 000 also says that keys can skew the load, if a few of them dominate.",
    ),
    Flag(
        "F12",
        "A partition keeps the order of the topic",
        home="01",
        verdict="simplified",
        claims=("002-19", "004-05", "004-07", "004-08"),
        says="A partition ensures the order of the messages of the topic, exactly as they were produced.",
        then="True within a partition, and only if the producer never sent a batch again: with more than one request "
        "in flight a retry could be overtaken.",
        now="Order holds within a partition, never across the topic. Since 3.0 the producer is idempotent by "
        "default, so that a retry changes no order. More partitions do: the same key may go to another partition "
        "afterwards.",
        source="KIP-98, KIP-679; `enable.idempotence` true, `max.in.flight.requests.per.connection` 5",
        played=Played(
            nb06.overtaken,
            _values,
            "the request with DEF is damaged and sent again; the log holds {}",
            releases("2.3", "4.4", "ABC, GHI, DEF", "ABC, DEF, GHI"),
            "replication",
            acts=4,
        ),
    ),
    Flag(
        "F13",
        "Partitions are only ever added, as fewer could lose data",
        home="10",
        verdict="still true",
        claims=("003-13", "004-28", "004-29"),
        says="The number of partitions can be increased and never decreased, because data could be lost.",
        then="Always true.",
        now="Fewer partitions are refused with INVALID_PARTITIONS (37). The everyday risk is growth: the hash is "
        "taken modulo another number, and records that are there stay where they are. From 3 to 4 partitions "
        "three of four keys change home, from 3 to 6 half of them.",
        source="CreatePartitionsRequest; `BuiltInPartitioner.partitionForKey`",
        played=Played(
            _grown,
            _homes_per_key,
            "months as keys, 3 partitions and then 4: keys whose records are on two partitions: {}",
            today("7 of 12"),
            "partitioner",
            acts=3,
        ),
    ),
    Flag(
        "F26",
        "More partitions give more throughput",
        home="10",
        verdict="simplified",
        claims=("002-16", "002-22", "002-35", "003-14"),
        says="More partitions mean more parallelism, and more throughput.",
        then="True up to a point, then as now.",
        now="Consumers of a group can share no more than the partitions there are. But each partition costs: "
        "smaller batches, more files and metadata, a longer failover; and partitions that the number of "
        "consumers does not divide are shared unevenly.",
        source="`batch.size` counts for each partition; ProducerBatch, RecordAccumulator",
        played=Played(
            nb04.months,
            nb04.requests,
            "twelve records with twelve keys travel in {} batches",
            (Side("3 partitions", {"partitions": 3}, 3), Side("12 partitions", {"partitions": 12}, 7)),
            "partitioner",
            acts=1,
        ),
        against="Article 002 also warns of over-partitioning.",
    ),
)
