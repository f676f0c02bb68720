"""Runs a request to its end: one event, then whatever the rules make of it, until all is quiet.

An agenda holds the subjects that an event touched; only they are asked again. It is no state: a cluster is quiet
when no rule answers, whoever asks, so a run can go on from any of its steps.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError, OneSentence
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model import events as e
from kafkaviz.model.apply import apply
from kafkaviz.model.asking import is_request
from kafkaviz.model.handlers import handle
from kafkaviz.model.requests import Tick
from kafkaviz.model.rules import (
    balance,
    groups,
    partitions,
    producers,
    quorum,
    raft,
    rebalance,
    reconcile,
    share,
    zookeeper,
)
from kafkaviz.model.rules.clock import next_deadline
from kafkaviz.model.values import Cluster, GroupName, Quorum

FUEL: Final = 20_000
COPYING: Final = (e.FetchServed, e.FetchReceived, e.HighWatermarkAdvanced)
"""What happens between replicas only: the controller, asked before it, has nothing new to say after it."""


class Control(Enum):
    """Whoever decides, as a subject of rules; a type of its own, so that no name that a person chooses equals it."""

    CONTROL = "control"


CONTROL: Final = Control.CONTROL
MOST_STOPS: Final = 10_000
"""How often time may stop on its way in one request: a film could not show more, and nobody would wait for it."""
Subject = TopicPartition | GroupName | Control | str
Rule = Callable[[Cluster, Any, Policies], Any]
Agenda = deque[Subject]


class Step(NamedTuple):
    """One event, what asked for it, the rule that made it, and the cluster after it."""

    request: Any
    rule: str
    event: Any
    cluster: Cluster


class RulesNeverSettle(OneSentence, RuntimeError):
    """The rules went on and on: two of them undo each other."""


def run(cluster: Cluster, request: Any, policies: Policies, *, settle: bool = True) -> list[Step]:
    """Give the steps a request makes; the last one's cluster is quiet unless `settle` is false.

    Raises KafkaError, ValueError or LearnerError as `handle` does, and then nothing has happened.

    >>> from kafkaviz.model.requests import CreateTopic
    >>> from kafkaviz.model.values import Broker
    >>> start = Cluster(0, Quorum.of(101), {1: Broker(1)})
    >>> run(start, CreateTopic("letters", 1, 1), Policies())[-1].cluster.partitions
    {TopicPartition(topic='letters', partition=0): Partition(replicas=(1,), leader=1, isr=(1,), leader_epoch=0, \
partition_epoch=0, elr=(), last_known_elr=(), recovery='RECOVERED', adding=(), removing=())}
    """
    return list(running(cluster, request, policies, settle=settle))


def running(
    cluster: Cluster, request: Any, policies: Policies, *, settle: bool = True, quiet: bool = True
) -> Iterator[Step]:
    """Give the steps of `run` one by one, each made when it is asked for, so that whoever asks may stop.

    A cluster that was not `quiet` before has more to settle than what the request touches.
    """
    if not is_request(request):
        raise InvalidArgumentError(
            f"What can be asked are the requests of kafkaviz.model.requests, such as Kill(1), not {short(request)}."
        )
    if isinstance(request, Tick):
        yield from _tick(cluster, request, policies)
        return
    event = handle(cluster, request, policies)
    first = Step(request, "", event, apply(cluster, event))
    yield first
    if settle:
        agenda = touched(event, first.cluster) if quiet else everything(first.cluster)
        yield from settled(first.cluster, request, policies, agenda)


def rejected(cluster: Cluster, request: Any, refusal: KafkaError) -> Step:
    """Give the step that shows a refusal: the cluster stays as it was."""
    event = e.RequestRejected(type(request).__name__, refusal.name, refusal.code, refusal.message)
    return Step(request, "", event, cluster)


def step(cluster: Cluster, request: Any, policies: Policies) -> Step | None:
    """Let one rule answer, or give None when the cluster is quiet."""
    for subject in everything(cluster):
        found = _ask(cluster, subject, policies)
        if found:
            rule, event = found
            return Step(request, rule, event, apply(cluster, event))
    return None


def settled(cluster: Cluster, request: Any, policies: Policies, agenda: Iterable[Subject]) -> Iterator[Step]:
    """Give the steps the rules make until every subject on the agenda is quiet."""
    waiting: Agenda = deque(agenda)
    fuel = FUEL
    event: Any = None
    while waiting:
        subject = waiting[0]
        copied = isinstance(event, COPYING) and subject == event.tp
        found = _ask(cluster, subject, policies, from_rule=-len(partitions.RULES) if copied else 0)
        if found is None:
            waiting.popleft()
            continue
        rule, event = found
        cluster = apply(cluster, event)
        yield Step(request, rule, event, cluster)
        fuel -= 1
        if fuel < 0:
            raise RulesNeverSettle(f"{FUEL} events and still not quiet; the last one was {event}.")
        for other in touched(event, cluster):
            if isinstance(event, e.HighWatermarkAdvanced) and other != subject:
                waiting.appendleft(other)  # A leader answers its producers at once, its followers when they ask.
            elif other not in waiting:
                waiting.append(other)


def _tick(cluster: Cluster, tick: Tick, policies: Policies) -> Iterator[Step]:
    until, stops = cluster.now_ms + tick.ms, 0
    while cluster.now_ms < until:
        stops += 1
        if stops > MOST_STOPS or tick.ms > MOST_STOPS * (tick.every_ms or tick.ms):
            raise InvalidArgumentError(
                f"Time would stop more than {MOST_STOPS} times within {tick.ms} ms; let less pass at once."
            )
        stop = until if tick.every_ms is None else min(until, cluster.now_ms + tick.every_ms)
        due = next_deadline(cluster, policies)
        event = e.TimeAdvanced(stop if due is None else min(stop, due))
        cluster = apply(cluster, event)
        yield Step(tick, "", event, cluster)
        for one in settled(cluster, tick, policies, everything(cluster)):
            cluster = one.cluster
            yield one


def _ask(cluster: Cluster, subject: Subject, policies: Policies, *, from_rule: int = 0) -> tuple[str, Any] | None:
    for rule in _rules_for(cluster, subject)[from_rule:]:
        event = rule(cluster, subject, policies)
        if event is not None:
            return rule.__name__, event
    return None


# What was decided is told before anything else is decided.
_QUORUM_RULES = (*raft.RULES, *quorum.CONTROL_RULES, *balance.RULES)
_ZOOKEEPER_RULES = (*zookeeper.CONTROL_RULES, *balance.RULES)
_QUORUM_PARTITION_RULES = (partitions.deliver_metadata, *quorum.PARTITION_RULES, *partitions.RULES)
_ZOOKEEPER_PARTITION_RULES = (partitions.deliver_metadata, *zookeeper.PARTITION_RULES, *partitions.RULES)


_CLASSIC_RULES = (*groups.RULES, *rebalance.RULES)
_MODERN_RULES = (*groups.RULES, *reconcile.RULES)
_GROUP_RULES: dict[str, tuple[Rule, ...]] = {
    "eager": _CLASSIC_RULES,
    "cooperative": _CLASSIC_RULES,
    "consumer": _MODERN_RULES,
    "share": (*_MODERN_RULES, *share.RULES),
}


def _rules_for(cluster: Cluster, subject: Subject) -> tuple[Rule, ...]:
    with_quorum = isinstance(cluster.controller, Quorum)
    if isinstance(subject, TopicPartition):
        if subject not in cluster.partitions:
            return ()
        return _QUORUM_PARTITION_RULES if with_quorum else _ZOOKEEPER_PARTITION_RULES
    if subject is CONTROL:
        return _QUORUM_RULES if with_quorum else _ZOOKEEPER_RULES
    if isinstance(subject, GroupName):
        return _GROUP_RULES[cluster.groups[subject.group].protocol]
    return producers.RULES


def rule_named(cluster: Cluster, name: str) -> Rule:
    """Return the rule of this name that holds in a cluster. Raises LookupError when there is none."""
    for subject in everything(cluster):
        for rule in _rules_for(cluster, subject):
            if rule.__name__ == name:
                return rule
    raise LookupError(f"No rule {name!r} holds in this cluster.")


def everything(cluster: Cluster) -> list[Subject]:
    """Give every subject there is, the controller first."""
    return [CONTROL, *cluster.partitions, *cluster.producers, *map(GroupName, cluster.groups)]


def touched(event: Any, cluster: Cluster) -> list[Subject]:
    """Give the subjects that may have something to say after an event."""
    tp = getattr(event, "tp", None)
    group = getattr(event, "group", None)
    if group is not None:
        return [GroupName(group)]
    if tp is None:
        return everything(cluster)
    producer = getattr(event, "producer", None)
    if producer is not None:
        return [producer, tp]
    changed = isinstance(event, e.PartitionChanged)
    waiting = [
        name
        for name, known in cluster.producers.items()
        # Who asks for the leader of one partition is told those of the whole topic.
        if any(batch.tp == tp or (changed and batch.tp.topic == tp.topic) for batch in known.batches)
    ]
    # Only a shutdown waits for what happens to a partition.
    return [tp, *waiting, *([CONTROL] if changed else [])]
