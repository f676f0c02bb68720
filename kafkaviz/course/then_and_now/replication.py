"""Copies of a partition: who fetches from whom, who is in sync, and what an acknowledgement says."""

from typing import Any

from kafkaviz.course.then_and_now.flag import Flag, Played, Side, releases, today
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.partitions.fetch_events import FetchServed
from kafkaviz.scenarios import nb06, nb07


def _one_record(**how: Any) -> Lab:
    """Sends a record, and waits until the followers have heard that it is committed."""
    return Lab(**how).create_topic("letters", partitions=1, replication_factor=3).send("letters", "ABC").tick(500)


def _one_is_slow(**how: Any) -> Lab:
    lab = _one_record(**how).pause(3).send("letters", "DEF", acks=1)
    return lab.tick(20_000, every_ms=5_000)


def _both_are_slow(**how: Any) -> Lab:
    lab = Lab(**how).create_topic("letters", partitions=1, replication_factor=3)
    return lab.pause(2).pause(3).send("letters", "ABC")


def _six_letters(**how: Any) -> Lab:
    lab = Lab().create_topic("letters", partitions=3, **how)
    return lab.send("letters", *((letter, letter) for letter in "ABCDEF"))


def _as_configured(**how: Any) -> Lab:
    return Lab(**how).create_topic("letters", partitions=3)


def _fetches(lab: Lab) -> int:
    """Counts the fetches of followers after the leader has appended the record."""
    events = lab.history.events()
    appended = next(n for n, event in enumerate(events) if isinstance(event, RecordsAppended))
    return sum(isinstance(event, FetchServed) for event in events[appended:])


def _isr(lab: Lab) -> str:
    return "{" + ", ".join(map(str, sorted(lab.cluster.partitions[nb06.TP].isr))) + "}"


def _acknowledged(lab: Lab) -> str:
    return "yes" if lab.cluster.acknowledged else "not yet"


def _lost(lab: Lab) -> str:
    return ", ".join(nb06.lost(lab)) or "none"


def _copies(lab: Lab) -> int:
    return sum(len(replica.log) for held in lab.cluster.replicas.values() for replica in held.values())


def _followers(lab: Lab) -> list[int]:
    return [len(partition.replicas) - 1 for partition in lab.cluster.partitions.values()]


FLAGS = (
    Flag(
        "F08",
        "The leader sends to its followers",
        home="05",
        verdict="wrong",
        claims=("003-12", "004-45"),
        says="The leader takes care of replication: it continuously sends messages to the replicas in sync, which "
        "acknowledge them.",
        then="Never true: followers have fetched since there has been replication (0.8).",
        now="Followers fetch from the leader with the request that consumers use, too. A fetch at offset 7 says "
        "that everything below 7 is there: this is the acknowledgement.",
        source="`ReplicaFetcherThread`, FetchRequest; `num.replica.fetchers` 1",
        played=Played(
            _one_record,
            _fetches,
            "one record, two followers: fetches that the leader answered until both knew it is committed: {}",
            today(6),
            "replication",
            acts=1,
        ),
    ),
    Flag(
        "F09",
        "The ISR is a number",
        home="05",
        verdict="imprecise",
        claims=("004-10", "004-44", "004-46", "004-47"),
        says="The ISR is the number of replicas that are up to date; it should be greater than 1, and ideally equal "
        "to the replication factor.",
        then="It was a set then, too. Until 2.4 a follower had 10 s to catch up, and up to 0.8 its lag in messages "
        "counted as well.",
        now="The ISR is a set of replicas, which the leader observes. A follower that has not caught up for 30 s "
        "leaves it; one that is a little behind stays. You configure `min.insync.replicas`, 1 by default; 3 replicas "
        "and a minimum of 2 are usual. With a minimum of 3 the restart of one broker stops writes with `acks=all`.",
        source="KIP-537; `replica.lag.time.max.ms` 30,000, `min.insync.replicas` 1",
        played=Played(
            _one_is_slow,
            _isr,
            "follower 3 has not fetched for 20 s, the ISR is {}",
            releases("2.3", "4.4", "{1, 2}", "{1, 2, 3}"),
            "replication",
            acts=3,
        ),
    ),
    Flag(
        "F10",
        "The producer waits for all replicas, or for the leader",
        home="06",
        verdict="simplified",
        claims=("000-07", "003-18"),
        says="A producer can wait until a message is on all replicas, or at least on the leader.",
        then="Three levels, then as now: 0, 1 and all. Until 2.8 the default was 1, the leader alone.",
        now="The default is all since 3.0, and it means every replica that is in the ISR now: neither all replicas, "
        "nor as many as `min.insync.replicas`. Replication is the same for each level; `acks` says when the "
        "producer is told.",
        source="KIP-679; `acks` all, `DelayedProduce`",
        played=Played(
            _both_are_slow,
            _acknowledged,
            "no follower fetches; the producer's record is acknowledged: {}",
            releases("2.3", "4.4", "yes", "not yet"),
            "replication",
            acts=3,
        ),
        against='Article 004 says that not all replicas are in sync at all times: "all" is a set that changes.',
    ),
    Flag(
        "F11",
        "Nothing is lost",
        home="06",
        verdict="simplified",
        claims=("002-05", "002-13", "002-25", "003-23", "004-35", "004-36"),
        says="Replication, and writing to disk, see to it that no data is lost when a broker fails.",
        then="Hardly by default: `acks` was 1 until 2.8, and until 0.10 a replica that had fallen behind could be "
        "elected.",
        now="Under conditions: `acks=all`, a replication factor of 2 or more and `min.insync.replicas` of 2 or "
        "more, clean elections, one replica in sync that survives, and only until retention deletes it. "
        "`min.insync.replicas` is 1 by default.",
        source="KIP-106, KIP-679, KIP-966; `unclean.leader.election.enable` false",
        played=Played(
            nb07.last_in_sync,
            _lost,
            "the only replica in sync crashes; acknowledged records that are lost: {}",
            releases("0.10", "4.4", "final", "none"),
            "replication",
            acts=5,
        ),
        against="Article 004 says that replicas may be out of sync, and then a crash can lose something.",
    ),
    Flag(
        "F25",
        "Replication gives scalability",
        home="05",
        verdict="simplified",
        claims=("002-30", "002-35"),
        says="Replication makes a topic scalable, and more replicas make it safer.",
        then="It cost disk and network then, too, and served no reader: followers did not serve before 2.4.",
        now="Each replica stores and fetches everything once more. Reads are shared only where consumers may fetch "
        "from followers. Safety also takes `min.insync.replicas`, and replicas that do not fail together, in "
        "several racks.",
        source="KIP-392; `broker.rack`, `min.insync.replicas`",
        played=Played(
            _six_letters,
            _copies,
            "six records are stored {} times",
            (
                Side("replication factor 1", {"replication_factor": 1}, 6),
                Side("replication factor 3", {"replication_factor": 3}, 18),
            ),
            "cluster",
            acts=1,
        ),
    ),
    Flag(
        "F27",
        "A leader and several followers",
        home="05",
        verdict="imprecise",
        claims=("004-42",),
        says="Each partition has one leader and multiple followers.",
        then="As many followers as somebody had asked for, then as now.",
        now="The replication factor counts the leader, too: with 1, the broker's default, there is no follower, and "
        "with 2 there is one.",
        source="`default.replication.factor` 1",
        played=Played(
            _as_configured,
            _followers,
            "a topic of three partitions without a replication factor, followers: {}",
            today([0, 0, 0]),
            "cluster",
        ),
    ),
)
