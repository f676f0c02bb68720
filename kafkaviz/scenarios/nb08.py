"""The scenarios of notebook 08: groups that read at their own pace, crash, begin anew, and lose their coordinator."""

from typing import Any, Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import AutoOffsetReset
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.scenarios.story import story

TOPIC = "orders"
TP = TopicPartition(TOPIC, 0)
GROUP = "billing"
AWAY_MS = 600_000


@story
def orders(
    records: int = 6, partitions: int = 1, replication_factor: int = 1, kafka: str = "4.4", **policies: Any
) -> Lab:
    """Returns a cluster with a topic of orders, o0, o1 and so on, whose consumers commit only when they are told to.

    They begin at the earliest record where they have committed nothing; `policies` may say otherwise.

    >>> [record.value for record in orders(records=2).cluster.log("orders", 0)]
    [b'o0', b'o1']

    Verbs: create_topic, send.

    Kafka: enable.auto.commit=false and auto.offset.reset=earliest, where the defaults are true and latest.
    """
    chosen = {"enable_auto_commit": False, "auto_offset_reset": "earliest", **policies}
    lab = Lab(brokers=3, kafka=kafka, **chosen).create_topic(TOPIC, partitions, replication_factor)
    _send(lab, 0, records)
    return lab


@story
def two_groups(billing: int = 2, search: int = 1, arriving: int = 2, rounds: int = 3, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which two groups, `billing` and `search`, read the same orders.

    In each round so many orders arrive, and then each group polls once, for as many records at most as its
    parameter says, and commits.

    >>> {name: group.committed[TP] for name, group in two_groups().cluster.groups.items()}
    {'billing': 6, 'search': 3}

    Verbs: create_topic, join, send, poll, commit.

    Kafka: two values of group.id; max.poll.records.
    """
    lab = orders(0, kafka=kafka).join("billing", "B1", topics=[TOPIC]).join("search", "S1", topics=[TOPIC])
    for number in range(rounds):
        _send(lab, number * arriving, arriving)
        for group, member, most in (("billing", "B1", billing), ("search", "S1", search)):
            lab.poll(group=group, member=member, max_records=most).commit(group, member)
    return lab


@story
def sharing(consumers: int = 4, partitions: int = 3, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which the consumers C1, C2 and so on share the partitions of the orders, and poll once.

    >>> [row.readers for row in sharing().readers("orders").rows]
    [('C1',), ('C2',), ('C3',)]

    Verbs: create_topic, send, join, poll.

    Kafka: consumers with one group.id.
    """
    lab = orders(0, partitions, kafka=kafka)
    for number in range(partitions):
        lab.send(TOPIC, f"o{number}", partition=number)
    return lab.join(GROUP, *(f"C{number}" for number in range(1, consumers + 1)), topics=[TOPIC]).poll(group=GROUP)


@story
def crash(
    commit: Literal["after", "before"] = "after", records: int = 6, max_poll_records: int = 3, kafka: str = "4.4"
) -> Lab:
    """Returns a cluster in which C1 crashed with the records of its second poll, and C2, its standby, took over.

    C1 commits `after` processing what a poll returned, and crashes before the second commit; or it commits `before`,
    and crashes before the second processing. ValueError for another word.

    >>> [crash(commit).cluster.groups["billing"].committed[TP] for commit in ("after", "before")]
    [3, 6]

    Verbs: create_topic, send, join, poll, commit, crash_member.

    Kafka: KafkaConsumer.commitSync behind or in front of the loop over the records of a poll.
    """
    if commit not in ("after", "before"):
        raise InvalidArgumentError(f"Offsets are committed after or before processing, not {commit!r}.")
    lab = orders(records, kafka=kafka, max_poll_records=max_poll_records).join(GROUP, "C1", "C2", topics=[TOPIC])
    lab.poll(group=GROUP, member="C1").commit(GROUP, "C1").poll(group=GROUP, member="C1")
    if commit == "before":
        lab.commit(GROUP, "C1")
    return lab.crash_member(GROUP, "C1").poll(group=GROUP, member="C2")


@story
def slow_loop(stuck_ms: int = 360_000, records: int = 6, max_poll_records: int = 3, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which C1 polled and got stuck with its records for so long; then C2, its standby, polls.

    >>> last_poll(slow_loop()), last_poll(slow_loop(stuck_ms=60_000))
    (['o0', 'o1', 'o2'], [])

    Verbs: create_topic, send, join, poll, stall_member, tick.

    Kafka: max.poll.interval.ms, after which the consumer's heartbeat thread leaves the group.
    """
    lab = orders(records, kafka=kafka, max_poll_records=max_poll_records).join(GROUP, "C1", "C2", topics=[TOPIC])
    return lab.poll(group=GROUP, member="C1").stall_member(GROUP, "C1").tick(stuck_ms).poll(group=GROUP, member="C2")


@story
def begins(auto_offset_reset: AutoOffsetReset = "latest", records: int = 6, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which a group that has committed nothing polls once; so many orders are there already.

    >>> [len(last_poll(begins(reset))) for reset in ("earliest", "latest", "none")]
    [6, 0, 0]

    Verbs: create_topic, send, join, poll.

    Kafka: auto.offset.reset; with none KafkaConsumer.poll throws NoOffsetForPartitionException, for which
    OFFSET_OUT_OF_RANGE stands here.
    """
    lab = orders(records, kafka=kafka, auto_offset_reset=auto_offset_reset).join(GROUP, "C1", topics=[TOPIC])
    return lab.poll(group=GROUP, expect="OFFSET_OUT_OF_RANGE" if auto_offset_reset == "none" else None)


@story
def away(committed: int = 2, kept: int = 6, auto_offset_reset: AutoOffsetReset = "earliest", kafka: str = "4.4") -> Lab:
    """Returns a cluster in which a group committed an offset and has been away for ten minutes.

    Six orders lie in files of two; of these the topic keeps the last ones that hold `kept` records, an even number.
    ValueError for another number.

    >>> [away(kept=kept).cluster.replicas[TP][1].log_start_offset for kept in (6, 2)]
    [0, 4]

    Verbs: create_topic, send, join, commit, leave, tick.

    Kafka: retention.bytes and segment.bytes; retention does not ask who has read.
    """
    if kept not in (2, 4, 6):
        raise InvalidArgumentError(f"Of six orders in files of two 2, 4 or 6 are kept, not {kept!r}.")
    lab = orders(0, kafka=kafka, auto_offset_reset=auto_offset_reset, segment_bytes=18, retention_bytes=9 * kept)
    for number in (0, 2, 4):
        _send(lab, number, 2)
    return lab.join(GROUP, "C1", topics=[TOPIC]).commit(GROUP, "C1", {TP: committed}).leave(GROUP, "C1").tick(AWAY_MS)


@story
def comes_back(
    committed: int = 2, kept: int = 6, auto_offset_reset: AutoOffsetReset = "earliest", kafka: str = "4.4"
) -> Lab:
    """Returns the cluster of `away`, in which C2 then joins the group and polls.

    >>> [last_poll(comes_back(kept=kept)) for kept in (6, 2)]
    [['o2', 'o3', 'o4', 'o5'], ['o4', 'o5']]

    Verbs: create_topic, send, join, commit, leave, tick, poll.

    Kafka: auto.offset.reset, which is asked where nothing is committed, or an offset that is not in the log.
    """
    lab = away(committed, kept, auto_offset_reset, kafka).join(GROUP, "C2", topics=[TOPIC])
    in_log = committed >= lab.cluster.replicas[TP][1].log_start_offset
    refused = None if in_log or auto_offset_reset != "none" else "OFFSET_OUT_OF_RANGE"
    return lab.poll(group=GROUP, expect=refused)


@story
def apart(kafka: str = "4.4", **policies: Any) -> Lab:
    """Returns a cluster with six orders that broker 2 leads, while broker 1 will coordinate the group `billing`.

    >>> lab = apart().join("billing", "C1", topics=["orders"])
    >>> lab.cluster.partitions[TP].leader, lab.cluster.groups["billing"].coordinator
    (2, 1)

    Verbs: create_topic, send.

    Kafka: the group's id falls on partition 9 of __consumer_offsets.
    """
    chosen = {"enable_auto_commit": False, "auto_offset_reset": "earliest", **policies}
    lab = Lab(brokers=3, kafka=kafka, **chosen)
    _send(lab.create_topic(TOPIC, assignment=[[2, 3, 1]]), 0, 6)
    return lab


@story
def coordinator_dies(kafka: str = "4.4") -> Lab:
    """Returns the cluster of `apart`, in which the coordinator crashed; C1 polls, and commits to the next one.

    >>> coordinator_dies().cluster.groups["billing"].committed[TP]
    6

    Verbs: create_topic, send, join, poll, commit, kill, tick.

    Kafka: GroupCoordinatorService.onElection. A client whose connection broke asks with FindCoordinator who coordinates
    its group; until the controller has fenced it that is the dead broker, and commitSync tries again.
    """
    lab = apart(kafka).join(GROUP, "C1", topics=[TOPIC]).poll(group=GROUP, max_records=2).commit(GROUP, "C1")
    dead = lab.cluster.groups[GROUP].coordinator or 1
    lab.kill(dead, detect=False).poll(group=GROUP, max_records=2)
    lab.commit(GROUP, "C1").ask(until=lambda cluster: cluster.groups[GROUP].coordinator != dead)
    return lab.poll(group=GROUP).commit(GROUP, "C1")


@story
def coordinator_sleeps(kafka: str = "4.4") -> Lab:
    """Returns the cluster of `apart`, in which the coordinator froze and is back; C1 has not heard who took over.

    >>> group = coordinator_sleeps().cluster.groups["billing"]
    >>> group.coordinator, group.members["C1"].coordinator
    (2, 1)

    Verbs: create_topic, send, join, poll, commit, freeze, tick, thaw.

    Kafka: AbstractCoordinator, which knows its coordinator until a request is refused or not answered.
    """
    lab = apart(kafka).join(GROUP, "C1", topics=[TOPIC]).poll(group=GROUP, max_records=2).commit(GROUP, "C1")
    asleep = lab.cluster.groups[GROUP].coordinator or 1
    lab.freeze(asleep).ask(until=lambda cluster: cluster.groups[GROUP].coordinator != asleep)
    # It wakes up between two heartbeats of C1, the next of which would be refused.
    return lab.tick(1_000).thaw(asleep)


@story
def coordinator_loads(partition_load_time_ms: int = 250, kafka: str = "4.4") -> Lab:
    """Returns the cluster of `apart`, whose coordinator crashed; C1 has read on, and the next one loads the group.

    >>> lab = coordinator_loads().commit("billing", "C1")
    >>> lab.cluster.groups["billing"].committed[TP], lab.tick(300).cluster.groups["billing"].committed[TP]
    (2, 4)

    Verbs: create_topic, send, join, poll, commit, kill, tick.

    Kafka: COORDINATOR_LOAD_IN_PROGRESS; the metric partition-load-time-max says how long such a load took.
    """
    lab = apart(kafka, partition_load_time_ms=partition_load_time_ms).join(GROUP, "C1", topics=[TOPIC])
    lab.poll(group=GROUP, max_records=2).commit(GROUP, "C1")
    dead = lab.cluster.groups[GROUP].coordinator or 1
    lab.kill(dead, detect=False).poll(group=GROUP, max_records=2)
    return lab.ask(until=lambda cluster: cluster.groups[GROUP].coordinator != dead)


@story
def kept_in(offsets_storage: Literal["kafka", "zookeeper"] = "kafka", kafka: str = "4.4") -> Lab:
    """Returns a cluster in which C1 polls and commits, to a topic of Kafka or, of an old release, to ZooKeeper.

    >>> kept_in("zookeeper", kafka="0.10").history.steps[-1].event.stored_in
    'zookeeper'

    Verbs: create_topic, send, join, poll, commit.

    Kafka: offsets.storage of the old consumer, gone with it in 2.0; its members found each other through ZooKeeper,
    too, where a coordinator stands here.
    """
    lab = orders(kafka=kafka, offsets_storage=offsets_storage).join(GROUP, "C1", topics=[TOPIC])
    return lab.poll(group=GROUP).commit(GROUP, "C1")


def lags(lab: Lab) -> dict[str, int | None]:
    """Returns how many orders each group has still to read, None where it has committed nothing.

    >>> lags(two_groups())
    {'billing': 0, 'search': 3}

    Kafka: the column LAG of `kafka-consumer-groups.sh --describe`.
    """
    return {name: lab.describe_group(name).rows[0].lag for name in lab.cluster.groups}


def lag_between_polls() -> dict[str, dict[str, int | None]]:
    """Returns the lag of a group that commits by itself, after its first poll and after its second, 6 s later.

    >>> [lag["billing"] for lag in lag_between_polls().values()]
    [None, 3]

    Kafka: enable.auto.commit, auto.commit.interval.ms; a poll commits what the polls before it returned.
    """
    lab = orders(enable_auto_commit=True).join(GROUP, "C1", topics=[TOPIC])
    first = lags(lab.poll(group=GROUP, max_records=3))
    return {"after a poll": first, "after another, 6 s later": lags(lab.tick(6_000).poll(group=GROUP, max_records=3))}


def last_poll(lab: Lab) -> list[str]:
    """Returns the orders that the last poll brought, or nothing where it was refused.

    >>> last_poll(crash("after")), last_poll(crash("before"))
    (['o3', 'o4', 'o5'], [])

    Kafka: the ConsumerRecords that poll returns.
    """
    event = lab.history.steps[-1].event
    polled = event.fetched if isinstance(event, GroupPolled) else ()
    return [(record.value or b"").decode() for _, _, _, records in polled for record in records]


def _send(lab: Lab, first: int, records: int) -> None:
    if records:
        lab.send(TOPIC, *(f"o{number}" for number in range(first, first + records)))
