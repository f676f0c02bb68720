"""Who joined or left an ISR, and why: what a change of a partition says of it, and marks at who came and went."""

from enum import StrEnum
from typing import Final

from kafkaviz.decisions.replication import is_out_of_sync
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.decisions.wording import listing, name_of, verb
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.replicas import unlike
from kafkaviz.scene.telling.cue import Cue, copy_of, why
from kafkaviz.scene.telling.telling import Cause, Said
from kafkaviz.scene.telling.words import braces, limit


class Left(StrEnum):
    """Why a broker left an ISR, in the words of its mark."""

    MOVED = "moved"
    UNREGISTERED = "unregistered"
    LAGGED = "lagged too long"
    SHUTS_DOWN = "shuts down"
    DOUBTED = "unclean shutdown"
    FENCED = "fenced"
    NO_SESSION = "no session"


TAKEN_OUT: Final = {
    Left.SHUTS_DOWN: "shutting down",
    Left.UNREGISTERED: "fenced",
    Left.FENCED: "fenced",
    Left.NO_SESSION: "without a session in ZooKeeper",
}
"""What is said of those whom the controller takes out of an ISR."""


def leavers(was: Partition, now: Partition, after: Cluster) -> dict[int, Left]:
    """Returns who left an ISR, each with the reason."""
    return {broker: _reason(broker, now, after) for broker in was.isr if broker not in now.isr}


def _reason(broker: int, now: Partition, after: Cluster) -> Left:
    there = after.brokers.get(broker)
    if broker not in now.replicas:
        return Left.MOVED
    if there is None or not there.registered:
        return Left.UNREGISTERED
    if there.is_active:
        return Left.LAGGED
    if there.state == SHUTTING_DOWN:
        return Left.SHUTS_DOWN
    if there.is_up and there.unclean_shutdown:
        return Left.DOUBTED
    return Left.FENCED if isinstance(after.controller, Quorum) else Left.NO_SESSION


def is_proposed(was: Partition, now: Partition, after: Cluster) -> bool:
    """Tells whether a leader asked for an ISR, and not the controller took somebody out."""
    return set(leavers(was, now, after).values()) <= {Left.LAGGED}


def shrink_reason(cause: Cause) -> str:
    """Says in the words of a mark why a leader leaves somebody out: Kafka's reason, or the learner's function."""
    ruled = cause.policies.is_out_of_sync
    return Left.LAGGED.value if ruled is is_out_of_sync else name_of(ruled)


def causes_of_resizing(tp: TopicPartition, was: Partition, now: Partition, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks why brokers left an ISR, and how far those are that joined it, unless its leader is new."""
    left = leavers(was, now, after).items()
    said = ((broker, shrink_reason(cause) if reason is Left.LAGGED else reason.value) for broker, reason in left)
    gone = [why(words, *copy_of(tp, broker)) for broker, words in said if words != Left.MOVED.value]
    if now.leader is not None:
        # Its own copy is gone, so the leader's says it.
        moved = [broker for broker, reason in left if reason is Left.MOVED]
        gone += [why(f"copy of {broker} {Left.MOVED.value}", *copy_of(tp, now.leader)) for broker in moved]
    joined = [] if now.leader != was.leader else [broker for broker in now.isr if broker not in was.isr]
    return [*gone, *(why(how_far(tp, broker, after), *copy_of(tp, broker)) for broker in joined)]


def how_far(tp: TopicPartition, broker: int, cluster: Cluster) -> str:
    """Says how far the log of a broker reaches that joins an ISR: its end alone counts, its records may differ.

    Kafka: before KIP-101 nobody compares records; Partition.expandIsr looks at the follower's log end offset alone.
    """
    copies, leader = cluster.replicas[tp], cluster.partitions[tp].leader
    differing = unlike(copies[broker], copies[leader]) if leader is not None and leader in copies else []
    return f"record {differing[0]} differs, same end" if differing else "has caught up"


def tell_resizing(tp: TopicPartition, before: Cluster, after: Cluster, cause: Cause) -> Said:
    """Says who joined or left an ISR, and the condition that held."""
    was, now = before.partitions[tp], after.partitions[tp]
    joined, gone = [b for b in now.isr if b not in was.isr], leavers(was, now, after)
    if not joined and not gone:
        cap = f"{tp}: the ISR is listed in another order, {braces(now.isr)}."
        return cap, "The leader wrote its members down anew."
    done = [f"{listing(who)} {did}" for who, did in ((joined, "joined"), ([*gone], "left")) if who]
    cap = f"{tp}: {' and '.join(done)} the ISR, {f'now {braces(now.isr)}' if now.isr else 'which is empty now'}."
    if joined:
        return cap, _caught_up(tp, joined, before)
    if is_proposed(was, now, after):
        if (ruled := cause.policies.is_out_of_sync) is not is_out_of_sync:
            has = f"{listing(gone)} {verb(len(gone), 'have')}"
            return cap, f"Leader {was.leader} proposed it: {name_of(ruled)} says that {has} fallen behind."
        lag = limit("replica.lag.time.max.ms", cause.policies.replica_lag_time_max_ms)
        has = f"{listing(gone)} {verb(len(gone), 'have')} not caught up for {lag}"
        return cap, f"Leader {was.leader} proposed it: {has}."
    if doubted := [broker for broker, reason in gone.items() if reason is Left.DOUBTED]:
        why = f"{listing(doubted).capitalize()} came back from an unclean shutdown: the end of its log may be gone."
        return cap, why
    out = {broker: TAKEN_OUT[reason] for broker, reason in gone.items() if reason in TAKEN_OUT}
    return cap, f"The controller takes {listing(out)} out, which {verb(len(out), 'are')} {next(iter(out.values()))}."


def _caught_up(tp: TopicPartition, joined: list[int], before: Cluster) -> str:
    leader = before.partitions[tp].leader
    own = None if leader is None else before.replicas[tp].get(leader)
    end = None if own is None or joined[0] not in own.followers else own.followers[joined[0]].fetch_offset
    if own is None or end is None:
        return f"{listing(joined).capitalize()} had all that is committed."
    mark = f"not below the high watermark {own.high_watermark}"
    return f"Leader {leader} proposed it: broker {joined[0]} fetches from offset {end}, {mark}."
