"""What holds while nothing is due: who is missing, what has no leader, how far groups are."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity, verb
from kafkaviz.graph.groups import lag_of, wanted_partitions
from kafkaviz.model.core.brokers import FROZEN, Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.groups import Group
from kafkaviz.scene.telling.words import and_more, braces, listing

MOST_FACTS: Final = 2


def facts_of(cluster: Cluster) -> str:
    """Says in one or two sentences what does not change until somebody acts; what matters most comes first.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> facts_of(Cluster(0, Quorum.of(101), {1: Broker(1, state="dead")}))
    'Broker 1 is down.'
    """
    facts = (fact for find in FACTS for fact in find(cluster))
    found = [fact for _, fact in zip(range(MOST_FACTS), facts, strict=False)]
    return " ".join(found) or _all_is_well(cluster)


def _all_is_well(cluster: Cluster) -> str:
    count = len(cluster.partitions)
    if not count:
        return "There is no topic."
    if count > 1:
        return f"All {count} partitions have a leader and their full ISR, and what was written is committed."
    (tp, partition), *_ = cluster.partitions.items()
    kept = quantity(len(cluster.log(*tp)), "record")
    return f"Broker {partition.leader} leads {tp} with the full ISR {braces(partition.isr)}; {kept}, all committed."


def _leaderless(cluster: Cluster) -> Iterator[str]:
    waiting = [(tp, p.elr or p.isr or p.last_known_elr) for tp, p in cluster.partitions.items() if p.leader is None]
    for tp, heirs in waiting[:1]:
        others = and_more(waiting, 1)
        if heirs:
            yield f"{tp}{others} {'wait' if others else 'waits'} for {listing(heirs)}: nobody else may lead."
        else:
            yield f"{tp}{others} {'have' if others else 'has'} no leader."


def _uncommitted(cluster: Cluster) -> Iterator[str]:
    for tp, partition in cluster.partitions.items():
        leader = None if partition.leader is None else cluster.replicas[tp].get(partition.leader)
        if leader is not None and leader.log_end_offset > leader.high_watermark:
            count = leader.log_end_offset - leader.high_watermark
            yield f"{quantity(count, 'record')} of {tp} {verb(count, 'are')} not committed."


def _away(cluster: Cluster) -> Iterator[str]:
    said: dict[str, list[int]] = {}
    for broker in cluster.brokers.values():
        if word := _state_of(broker, cluster):
            said.setdefault(word, []).append(broker.id)
    for word, brokers in said.items():
        yield f"{listing(brokers).capitalize()} {verb(len(brokers), 'are')} {word}."


def _state_of(broker: Broker, cluster: Cluster) -> str:
    if not broker.is_up:
        return "frozen" if broker.state == FROZEN else "down"
    out = "fenced" if isinstance(cluster.controller, Quorum) else "without a session"
    return "cut off" if broker.cut_off else out if broker.fenced else ""


def _behind(cluster: Cluster) -> Iterator[str]:
    short = [(tp, p) for tp, p in cluster.partitions.items() if set(p.isr) != set(p.replicas) and p.leader is not None]
    for tp, partition in short[:1]:
        more = f"; {len(short) - 1} more lack some, too" if len(short) > 1 else ""
        where = f"led by broker {partition.leader}, replicas {list(partition.replicas)}"
        yield f"The ISR of {tp} is {braces(partition.isr)} ({where}){more}."


def _empty(cluster: Cluster) -> Iterator[str]:
    held = Counter(broker for replicas in cluster.replicas.values() for broker in replicas)
    empty = [broker for broker in cluster.brokers if broker not in held]
    # Where the others have one replica each, nobody would expect any to move.
    if empty and max(held.values(), default=0) > 1:
        yield f"{listing(empty).capitalize()} {_verb(empty, 'holds', 'hold')} no replica: none moves there by itself."


def _unread(cluster: Cluster) -> Iterator[str]:
    for name, group in cluster.groups.items():
        if not group.members:
            yield f"Group {name} has no member{_committed(group)}."
        elif group.protocol != "share":
            lags = {tp: lag for tp in wanted_partitions(cluster, group) if (lag := lag_of(cluster, group, tp))}
            if lags:
                tp, lag = next(iter(lags.items()))
                yield f"Group {name} lags {lag} behind in {tp}{and_more(list(lags), 1)}."
            elif idle := group.idle():
                yield f"{listing(idle, '')} of group {name} {_verb(idle, 'owns', 'own')} no partition."


def _committed(group: Group) -> str:
    offsets = list(group.committed.items())
    known = ", ".join(f"{tp} {offset}" for tp, offset in offsets[:2])
    return f"; what it committed stays: {known}{and_more(offsets, 2)}" if known else ""


def _deleted(cluster: Cluster) -> Iterator[str]:
    begun = {tp: start for tp in cluster.partitions if (start := _start(cluster, tp))}
    for tp, start in list(begun.items())[:1]:
        yield f"{tp} begins at offset {start} now: what lay before is deleted."


def _start(cluster: Cluster, tp: TopicPartition) -> int:
    return max((replica.log_start_offset for replica in cluster.replicas[tp].values()), default=0)


def _verb(names: Sequence[object], single: str, several: str) -> str:
    return single if len(names) == 1 else several


FACTS: Final[tuple[Callable[[Cluster], Iterator[str]], ...]] = (
    _leaderless,
    _uncommitted,
    _away,
    _behind,
    _unread,
    _deleted,
    _empty,
)
"""What is asked of a cluster, in the order in which it matters to a reader."""
