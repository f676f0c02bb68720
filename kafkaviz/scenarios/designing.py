"""A topic that somebody designed, tried in a cluster: a report card, goal by goal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity, verb
from kafkaviz.lab import Lab
from kafkaviz.lab.tables import Section, Table
from kafkaviz.model.acting import carry_out
from kafkaviz.model.clients.events import BatchExpired, BatchRejected
from kafkaviz.model.clients.producer_requests import Send

Needs: TypeAlias = Mapping[str, Any]
Design: TypeAlias = Mapping[str, Any]
TOPIC: Final = "events"
GROUP: Final = "readers"
SECONDS: Final = 5
USERS: Final = tuple(f"u{number}" for number in range(9))
NEEDS: Final = {
    "records_per_second": 40,
    "one_consumer_reads": 10,
    "brokers": 5,
    "may_crash": 1,
    "may_be_away": 1,
    "in_order": "user",
    "copies": 30,
}
"""What the topic of the notebook has to do."""


class GoalRow(NamedTuple):
    """One goal: what was needed, and what the cluster showed."""

    goal: str
    kept: bool
    shown: str


def report_card(needs: Needs, design: Design) -> Table[GoalRow]:
    """Returns what becomes of a design in a cluster: for each goal whether it was kept, and by what one sees it.

    Brokers are stopped and lose their power, records are written and read; what a broker refuses stands in the card.
    Raises what Kafka raises where the topic cannot be created.

    >>> design = {"partitions": 4, "replication_factor": 3, "min_insync_replicas": 2, "acks": "all", "key": "user"}
    >>> [row.kept for row in report_card(NEEDS, {**design, "consumers": 4}).rows]
    [True, True, True, True, True]
    """
    lab = build(needs, design)
    rows = [
        _order(lab.fork(), needs, design),
        _rate(lab.fork(), needs, design),
        _away(lab.fork(), needs, design),
        _crash(lab, needs, design),
        _cost(needs, design),
    ]
    lines = [f"{'✓' if row.kept else '✗'} {row.goal}: {row.shown}" for row in rows]
    return Table("\n".join(lines), GoalRow, [Section("report card", rows)])


def rates_read(design: Design, rates: Iterable[int]) -> dict[int, str]:
    """Returns for each rate of arrival how a design reads, when all else is as in `NEEDS`.

    >>> design = {"partitions": 4, "replication_factor": 3, "min_insync_replicas": 2, "acks": "all", "key": "user"}
    >>> rates_read({**design, "consumers": 4}, [40])
    {40: 'of 200 records 200 were read within 5 s'}
    """
    lab = build(NEEDS, design)
    return {rate: _rate(lab.fork(), {**NEEDS, "records_per_second": rate}, design).shown for rate in rates}


def build(needs: Needs, design: Design, **how: Any) -> Lab:
    """Returns a cluster with the topic of a design, and nothing in it yet.

    >>> build(NEEDS, {"partitions": 2, "replication_factor": 3, "min_insync_replicas": 2})
    <Lab: 5 brokers, Kafka 4.4, topic events, t = 0 s>

    Kafka: KafkaAdminClient.createTopics.
    """
    configs = {"min_insync_replicas": design["min_insync_replicas"], "auto_offset_reset": "earliest", **how}
    lab = Lab(needs["brokers"], retry_backoff_ms=20_000, retry_backoff_max_ms=20_000, **configs)
    return lab.create_topic(TOPIC, design["partitions"], design["replication_factor"])


def _order(lab: Lab, needs: Needs, design: Design) -> GoalRow:
    """Sends three records of each user; those of one must share a partition, if their order counts."""
    is_keyed = design["key"] is not None and needs["in_order"] in (None, design["key"])
    # Where no key decides, each record is a batch of its own, for those that share a batch share a partition.
    lab = lab if is_keyed else build(needs, design, batch_size=1)
    records = [(user if is_keyed else None, f"{user}.{turn}") for turn in range(3) for user in USERS]
    lab.send(TOPIC, *records, acks=design["acks"])
    homes: dict[str, set[int]] = {user: set() for user in USERS}
    for tp in lab.cluster.partitions:
        for record in lab.cluster.log(*tp):
            homes[(record.value or b"").decode().partition(".")[0]].add(tp.partition)
    most = max(map(len, homes.values()))
    kept = needs["in_order"] is None or most == 1
    wanted = "no order is needed" if needs["in_order"] is None else f"in the order of each {needs['in_order']}"
    return GoalRow(wanted, kept, f"the records of one user lie on {most} partition{'s' * (most > 1)}")


def _rate(lab: Lab, needs: Needs, design: Design) -> GoalRow:
    """Writes evenly for some seconds; each member reads in a second what one consumer gets through."""
    lab.join(GROUP, *(f"C{n}" for n in range(design["consumers"])), topics=[TOPIC])
    partitions, written = design["partitions"], 0
    for _ in range(SECONDS):
        numbers = range(written, written + needs["records_per_second"])
        sent = [Send(TOPIC, b"x", None, n % partitions, acks=design["acks"], flush=False) for n in numbers]
        # Nothing leaves before time passes, so nobody needs to be asked after each record.
        lab.history = carry_out(lab.history, sent, lab.policies, settle=False)
        written += len(sent)
        lab.tick(1_000).poll(group=GROUP, max_records=needs["one_consumer_reads"])
    group = lab.cluster.groups[GROUP]
    read = sum(sum(member.positions.values()) for member in group.members.values())
    goal = f"{needs['records_per_second']} records a second"
    return GoalRow(goal, read >= written, f"of {written} records {read} were read within {SECONDS} s")


def _away(lab: Lab, needs: Needs, design: Design) -> GoalRow:
    away = needs["may_be_away"]
    _stop(lab, away)
    lab.send(TOPIC, "x", partition=0, acks=design["acks"], flush=False).tick(1_000)
    refused = next((e.error for e in lab.history.events() if isinstance(e, BatchRejected | BatchExpired)), "")
    waits = bool(lab.cluster.producers["producer"].batches)
    shown = (
        f"refused: {refused}"
        if refused
        else "it waits: nobody leads the partition"
        if waits
        else "a write goes through"
    )
    return GoalRow(
        f"writing while {quantity(away, 'replica')} of a partition {verb(away, 'are')} away",
        not refused and not waits,
        shown,
    )


def _crash(lab: Lab, needs: Needs, design: Design) -> GoalRow:
    """Writes when as few are in sync as may be, and cuts the power of as many as may crash, leaders first."""
    tp, crash = TopicPartition(TOPIC, 0), needs["may_crash"]
    followers = lab.cluster.partitions[tp].replicas[1:]
    behind = followers[design["min_insync_replicas"] - 1 :]
    for broker in behind:
        lab.pause(broker)
    # A follower is late only where there is something to copy.
    lab.send(TOPIC, "earlier", partition=0, acks=1, flush=False).tick(2 * lab.policies.replica_lag_time_max_ms)
    # Without acks=all nobody waits for those who are in sync either: then they have not copied it yet.
    waiting = followers if design["acks"] != "all" else behind
    for broker in waiting[: len(followers) - len(behind)] if design["acks"] != "all" else ():
        lab.pause(broker)
    lab.send(TOPIC, "x", partition=0, acks=design["acks"], flush=False).tick(1_000)
    dead = [leader for leader in (_without_power(lab, tp) for _ in range(crash)) if leader is not None]
    for broker in waiting:
        if broker not in dead:
            lab.resume(broker)
    for broker in dead:
        lab.restart(broker)
    lost = any(row.value == b"x" for row in lab.tick(1_000).lost().rows)
    shown = "an acknowledged record is lost" if lost else "what was acknowledged is there"
    if design["acks"] == 0:
        # Nothing is acknowledged then; a record is lost whenever it counts as sent and is not there.
        lost = all(record.value != b"x" for record in lab.cluster.log(*tp))
        shown = "a record that counts as sent is lost" if lost else "what was sent is there"
    return GoalRow(
        f"no loss when {quantity(crash, 'broker')} {verb(crash, 'die')} at the worst moment", not lost, shown
    )


def _without_power(lab: Lab, tp: TopicPartition) -> int | None:
    """Cuts the power of the leader, and returns which broker that was; None where nobody leads."""
    leader = lab.cluster.partitions[tp].leader
    if leader is not None:
        lab.kill(leader, power_lost=True)
    return leader


def _cost(needs: Needs, design: Design) -> GoalRow:
    copies, idle = (
        design["partitions"] * design["replication_factor"],
        max(0, design["consumers"] - design["partitions"]),
    )
    shown = f"{copies} replicas, {idle} idle consumers"
    return GoalRow(
        f"{needs['copies']} replicas at most, and nobody idle", copies <= needs["copies"] and not idle, shown
    )


def _stop(lab: Lab, many: int) -> None:
    """Stops so many brokers that hold partition 0, the last ones of its list first."""
    replicas: Sequence[int] = lab.cluster.partitions[TopicPartition(TOPIC, 0)].replicas
    for broker in list(reversed(replicas))[:many]:
        lab.stop(broker)
