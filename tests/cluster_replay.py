"""A history recorded from a real cluster, done again in the model: every state of every partition, every answer."""

from itertools import permutations
from typing import Any, NamedTuple

from kafkaviz import Lab
from kafkaviz.decisions.elections import apply_change, change_partition
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Partition, PartitionRequest, TopicPartition
from kafkaviz.model.brokers.requests import Freeze, Kill, Restart, Stop, Thaw
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import election_context
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.leader_requests import Elect
from kafkaviz.model.partitions.topic_requests import CreateTopic

CONTROLLERS = {"combined": 3, "isolated": 1}
ON_BROKERS: dict[str, type] = {"kill": Kill, "stop": Stop, "restart": Restart, "pause": Freeze, "cont": Thaw}
SETTLES_WITHIN_MS = 15_000
"""Longer than it takes to find a new controller, and then to miss a broker."""

State = list[Any]


class Change(NamedTuple):
    """One state of a partition: what came of which event, by which rule, and the cluster just before."""

    partition: Partition
    event: str
    rule: str | None
    before: Cluster


class Replay(NamedTuple):
    """What the model makes of a history: its changes by partition, and its answers event by event."""

    changes: dict[str, list[Change]]
    answers: list[tuple[str, Any, Any]]
    policies: Policies


def replayed(history: dict[str, Any]) -> Replay:
    """Does everything that was done to the real cluster. Raises ValueError for what cannot be understood or done."""
    lab = lab_for(history)
    changes: dict[str, list[Change]] = {}
    answers: list[tuple[str, Any, Any]] = []
    known = noted(changes, lab, 0, "its creation")
    for number, event in enumerate(history["events"], start=1):
        told = f"event {number}, {told_of(event)}"
        answers += [(f"{told}: {what}", recorded, ours) for what, recorded, ours in done(lab, event)]
        lab.ask(Tick(SETTLES_WITHIN_MS))
        known = noted(changes, lab, known, told)
    return Replay(changes, answers, lab.policies)


def noted(changes: dict[str, list[Change]], lab: Lab, known: int, told: str) -> int:
    """Notes every partition that the steps after the first `known` changed, and returns how many steps there are."""
    for before, step in zip(lab.history.clusters[known:], lab.history.steps[known:], strict=False):
        for tp, partition in step.cluster.partitions.items():
            if before.partitions.get(tp) != partition:
                changes.setdefault(str(tp), []).append(Change(partition, told, step.rule and step.rule.name, before))
    return len(lab.history.steps)


def lab_for(history: dict[str, Any]) -> Lab:
    """Returns a lab as the real cluster was configured, with its topics; unknown configs are left out."""
    roles = history["roles"]
    if roles not in CONTROLLERS:
        raise ValueError(f"Roles {roles!r}; known are {' and '.join(CONTROLLERS)}.")
    topics = history["topics"].values()
    assigned = {broker for topic in topics for replicas in topic["assignment"] for broker in replicas}
    acted_on = {event["broker"] for event in history["events"] if event.get("broker") is not None}
    lab = Lab(
        brokers=dict.fromkeys(sorted(assigned | acted_on)),
        process_roles="combined" if roles == "combined" else "separate",
        controllers=CONTROLLERS[roles],
        broker_session_timeout_ms=3_000,
        auto_leader_rebalance_enable=False,
        enable_idempotence=False,
        acks=1,
    )
    for name, topic in history["topics"].items():
        given = {key.replace(".", "_"): value for key, value in topic.items() if key != "assignment"}
        configs = {key: value for key, value in given.items() if key in Policies._fields}
        lab.ask(CreateTopic(name, configs=configs, assignment=tuple(map(tuple, topic["assignment"]))))
    return lab


def done(lab: Lab, event: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """Does one event, and returns what was asked, what Kafka answered, and what the model does."""
    op = event["op"]
    if op in ON_BROKERS:
        lab.ask(ON_BROKERS[op](event["broker"]))
        return []
    if op == "elect":
        return [(name, recorded, elected(lab, name)) for name, recorded in (event.get("answers") or {}).items()]
    if op == "produce":
        ours = produced(lab)
        if event.get("acknowledged") is None:
            return []
        return [("acknowledged by", sorted(f"{topic}-{number}" for topic, number in event["acknowledged"]), ours)]
    raise ValueError(f"An event {op!r}; known are {', '.join([*ON_BROKERS, 'elect', 'produce'])}.")


def elected(lab: Lab, name: str) -> str:
    """Asks for the preferred leader of a partition; the answer is an error's name, or NONE."""
    topic, _, number = name.rpartition("-")
    try:
        lab.ask(Elect(topic, int(number)))
    except KafkaError as refusal:
        return refusal.name
    return "NONE"


def produced(lab: Lab) -> list[str]:
    """Sends a record to every partition that is led, and returns those whose leader acknowledged it."""
    known = len(lab.cluster.acknowledged)
    for tp, partition in lab.cluster.partitions.items():
        if partition.leader is not None:
            lab.ask(Send(tp.topic, b"a record", partition=tp.partition))
    return sorted(str(promise.tp) for promise in lab.cluster.acknowledged[known:])


def told_of(event: dict[str, Any]) -> str:
    """Says what an event was."""
    return event["op"] if event.get("broker") is None else f"{event['op']} of {event['broker']}"


def state_of(partition: Partition) -> State:
    """Returns a partition the way it was recorded."""
    return [
        -1 if partition.leader is None else partition.leader,
        list(partition.isr),
        partition.leader_epoch,
        partition.partition_epoch,
        list(partition.elr),
        list(partition.last_known_elr),
        int(partition.recovery == "RECOVERING"),
    ]


def raced(name: str, run: list[Change], policies: Policies) -> list[list[State]]:
    """Returns the states through which the same followers can join the ISR in any order, ours among them.

    Whose fetch comes first is chance in a real cluster; all else follows from it, by the decision Kafka takes.
    """
    topic, _, number = name.rpartition("-")
    tp, before = TopicPartition(topic, int(number)), run[0].before
    first, last = before.partitions[tp], run[-1].partition
    joined = [b for b in last.isr if b not in first.isr]
    if not all(before.brokers[b].is_up and before.brokers[b].is_active for b in joined):
        return []
    orders = (states_of_order(first, order, before, tp, policies) for order in permutations(joined))
    return [states for states in orders if states[-1] == state_of(last)]


def states_of_order(
    partition: Partition, order: tuple[int, ...], cluster: Cluster, tp: TopicPartition, policies: Policies
) -> list[State]:
    """Returns the states of a partition whose ISR these brokers join one after the other."""
    states = []
    for broker in order:
        request = PartitionRequest(target_isr=tuple(sorted({*partition.isr, broker})), target_recovery="RECOVERED")
        change = change_partition(partition, request, election_context(cluster, tp, policies))
        assert change is not None, "whoever joins an ISR changes it"
        partition = apply_change(partition, change)
        states.append(state_of(partition))
    return states
