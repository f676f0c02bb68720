"""The log: offsets, segments, what is deleted and cut away, and when a record is on a disk."""

from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, Side, today
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scenarios import nb06


def _compacted(**how: Any) -> Lab:
    """Writes B once and A twice, and lets the cleaner run; every record rolls a segment, as each waits a second."""
    lab = Lab(**how).create_topic("letters", 1, 3, cleanup_policy="compact", segment_ms=1_000)
    for key, value in (("B", "B1"), ("A", "A1"), ("A", "A2"), ("C", "C1")):
        lab.send("letters", (key, value)).tick(2_000)
    return lab.send("letters", ("C", "C2")).tick(60_000)


def _kept_for_a_minute(**how: Any) -> Lab:
    lab = Lab(**how).create_topic("letters", 1, 3, retention_ms=60_000).send("letters", "ABC")
    return lab.tick(250_000).send("letters", "DEF").tick(360_000, every_ms=60_000)


def _cut_off(**how: Any) -> Lab:
    """Lets the leader crash with a record that no follower has, and come back when another record has its offset."""
    lab = Lab(acks=1, **how).create_topic("letters", 1, 3).send("letters", "ABC", "DEF").pause(2).pause(3)
    lab.send("letters", "GHI").kill(1).resume(2).resume(3)
    return lab.send("letters", "JKL", producer="editor").restart(1)


def _power_fails(**how: Any) -> Lab:
    lab = Lab().create_topic("letters", partitions=1, **how).send("letters", "ABC")
    return lab.kill(1, power_lost=True).restart(1).tick(1_000)


def _offsets(lab: Lab) -> list[int]:
    return [record.offset for record in lab.cluster.log("letters", 0)]


def _values(cluster: Cluster, broker: int = 1) -> str:
    return ", ".join((record.value or b"").decode() for record in cluster.replicas[nb06.TP][broker].log) or "nothing"


def _after_five_and_ten_minutes(lab: Lab) -> str:
    five = [now for now in lab.history.clusters if now.now_ms <= 310_000][-1]
    return f"{_values(five)}; {_values(lab.cluster)}"


def _before_and_after(lab: Lab) -> str:
    before = [now for now in lab.history.clusters if nb06.TP in now.replicas and now.partitions[nb06.TP].leader == 1]
    return f"{_values(before[-1])}; {_values(lab.cluster)}"


def _lost(lab: Lab) -> str:
    return ", ".join(nb06.lost(lab)) or "none"


FLAGS = (
    Flag(
        "F17",
        "Offsets are sequential",
        home="01",
        verdict="simplified",
        claims=("004-03", "004-13"),
        says="An offset is a record's unique id in its partition, and offsets are sequential.",
        then="Without compaction and transactions a reader saw no gaps; transactions exist since 0.11.",
        now="The leader gives out offsets one by one, and never reuses that of a committed record. A reader may "
        "see gaps: compaction removes records, and a transaction's marker takes an offset. So the difference of two "
        "offsets does not count records.",
        source="KIP-98; `cleanup.policy=compact`",
        played=Played(
            _compacted,
            _offsets,
            "five records with offsets 0 to 4, compacted by key; a reader sees {}",
            today([0, 2, 3, 4]),
            "log",
            acts=4,
        ),
    ),
    Flag(
        "F20",
        "Retention by time and by size",
        home="01",
        verdict="simplified",
        claims=("003-23", "003-24"),
        says="Messages are on disk, and kept by time and by size of the log.",
        then="Whole segments were deleted, then as now.",
        now="A segment is deleted as a whole, when its newest record is too old, or when what is left of the "
        "partition is still as large as its limit. By size the active segment stays; by time it is rolled, and "
        "may go. The defaults are 7 days and no limit of size. A reader slower than retention loses records. "
        "Old segments may live in tiered storage (production-ready since 3.9).",
        source="KIP-405; `retention.ms` 604,800,000, `segment.bytes` 1,073,741,824, `retention.bytes` -1",
        played=Played(
            _kept_for_a_minute,
            _after_five_and_ten_minutes,
            "`retention.ms` is a minute, ABC is four minutes older than DEF; kept after 5 minutes, and after 10: {}",
            today("ABC, DEF; nothing"),
            "log",
            acts=2,
        ),
    ),
    Flag(
        "F28",
        "The log is immutable",
        home="01",
        verdict="simplified",
        claims=("002-10", "004-02"),
        says="Messages are stored one after another and never changed.",
        then="Then as now: no record is edited.",
        now="A record is never changed, but it may disappear: by retention, compaction, DeleteRecords, or when a "
        "broker that comes back truncates what the next leader does not have.",
        source="KIP-107, KIP-101; `cleanup.policy`",
        played=Played(
            _cut_off,
            _before_and_after,
            "the log of broker 1 before its crash, and after its return: {}",
            today("ABC, DEF, GHI; ABC, DEF, JKL"),
            "replication",
            acts=5,
        ),
    ),
    Flag(
        "F30",
        "Topics are not physical",
        home="01",
        verdict="imprecise",
        claims=("002-08",),
        says="A topic is nothing physical, as a broker is; it organises messages inside brokers.",
        then="Right of the topic, then as now.",
        now="A topic is a name; its partitions are on disks. Each replica is a directory such as `letters-0` on its "
        "broker, with files of segments named after their first offset: `00000000000000000000.log`.",
        source="`log.dirs`; LogFileUtils, UnifiedLog",
    ),
    Flag(
        "F32",
        "Persisted into the file system",
        home="01",
        verdict="simplified",
        claims=("001-13", "003-23"),
        says="A message is persisted into the file system of its broker, and so it is not lost.",
        then="Then as now a write went to the page cache of the operating system.",
        now="By default Kafka does not wait for the disk: the operating system writes later. A process that crashes "
        "loses nothing by that, a machine that loses power does. Replicas on other machines protect a record.",
        source="`log.flush.interval.messages` and `log.flush.interval.ms`: not limited by default",
        played=Played(
            _power_fails,
            _lost,
            "an acknowledged record, then its leader's machine loses power. Lost: {}",
            (
                Side("replication factor 1", {"replication_factor": 1}, "ABC"),
                Side("replication factor 3", {"replication_factor": 3}, "none"),
            ),
            "replication",
            acts=3,
        ),
    ),
)
