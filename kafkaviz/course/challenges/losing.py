"""Challenges about what a cluster can lose: records, its high watermark, its leader."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.course.challenges.challenge import Challenge, each, move
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.clients.properties import lost_records
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import Step

TP: Final = TopicPartition("letters", 0)
TWO_BROKERS: Final = (*each("kill", 1, 2), *each("restart", 1, 2))
THREE_BROKERS: Final = (*each("kill", 1, 2, 3), *each("restart", 1, 2, 3))


def _two_copies() -> Lab:
    return Lab(brokers=2, unclean_leader_election_enable=True).create_topic("letters", 1, 2)


def _record_lost(steps: Sequence[Step]) -> bool:
    return bool(lost_records(steps[-1].cluster))


def _read_and_gone(steps: Sequence[Step]) -> bool:
    cluster = steps[-1].cluster
    in_log = {(record.offset, record.leader_epoch) for record in cluster.log(*TP)}
    leads = cluster.partitions[TP].leader is not None
    return leads and any((read.offset, read.leader_epoch) not in in_log for read in cluster.consumed)


def _led_high_watermark(cluster: Cluster) -> int | None:
    leader = cluster.partitions[TP].leader
    return None if leader is None else cluster.replicas[TP][leader].high_watermark


def _high_watermark_fell(steps: Sequence[Step]) -> bool:
    seen = [high for step in steps if (high := _led_high_watermark(step.cluster)) is not None]
    return bool(seen) and seen[-1] < seen[0] and _led_high_watermark(steps[-1].cluster) == seen[-1]


def _nobody_leads(steps: Sequence[Step]) -> bool:
    cluster = steps[-1].cluster
    return cluster.partitions[TP].leader is None and sum(map(cluster.is_up, cluster.brokers)) >= 2


def _both_kept(steps: Sequence[Step]) -> bool:
    cluster = steps[-1].cluster
    promised = {promise.offset for promise in cluster.acknowledged}
    by_the_first = [record for record in cluster.log(*TP) if record.leader_epoch == 0 and record.offset in promised]
    return not cluster.is_up(1) and len(by_the_first) >= 2 and not lost_records(cluster)


LOSE_A_RECORD = Challenge(
    name="lose_a_record",
    title="Lose an acknowledged record",
    text="The producer asks for acks=all, both replicas are in sync, and unclean elections are allowed. Make the "
    "cluster lose a record that it has acknowledged.",
    start=_two_copies,
    moves=(*TWO_BROKERS, move("send", "letters", "ABC")),
    reached=_record_lost,
    par=4,
    insight="acks=all waits for the ISR, and the ISR may be the leader alone. An unclean election then gives the "
    "partition to a replica that never had the record.",
)
READ_AND_GONE = Challenge(
    name="read_and_gone",
    title="Let a consumer know what the cluster has forgotten",
    text="Unclean elections are allowed. A consumer is to have read a record that the leader's log does not hold "
    "any more.",
    start=_two_copies,
    moves=(*TWO_BROKERS, move("send", "letters", "ABC"), move("poll", "letters")),
    reached=_read_and_gone,
    par=5,
    insight="A consumer reads below the high watermark, and that is as safe as the ISR is large. What a consumer has "
    "done with a record stays done after the record is gone.",
)
HIGH_WATERMARK_FALLS = Challenge(
    name="high_watermark_falls",
    title="Make the high watermark go back",
    text="Unclean elections are allowed. One move is to end with a leader whose high watermark lies below the one that "
    "the leader had when the move began.",
    start=_two_copies,
    moves=(*TWO_BROKERS, *each("pause", 2), *each("resume", 2), move("send", "letters", "ABC"), move("tick", 60_000)),
    reached=_high_watermark_fell,
    par=4,
    insight="A follower that no longer fetches leaves the ISR after replica.lag.time.max.ms. From then on the high "
    "watermark rises without it, and falls back to what that follower knows once it leads.",
)
NOBODY_LEADS = Challenge(
    name="nobody_leads",
    title="Two brokers live, and nobody leads",
    text="The partition has three replicas, and elections are clean. Let two brokers be up while nobody leads it.",
    start=lambda: Lab(brokers=3).create_topic("letters", 1, 3),
    moves=THREE_BROKERS,
    reached=_nobody_leads,
    par=5,
    insight="The last broker of the ISR is the only one that surely has every committed record. While it is away, "
    "a clean election elects nobody, however many other replicas are up.",
)
KEEP_BOTH = Challenge(
    name="keep_both",
    title="Acknowledge two with acks=1, lose the leader, keep both",
    text="Brokers 2 and 3 have stopped fetching. Broker 1 is to acknowledge two records with acks=1 and then die, and "
    "no acknowledged record may be lost.",
    start=lambda: Lab(brokers=3, acks=1).create_topic("letters", assignment=[[1, 2, 3]]).pause(2).pause(3),
    moves=(
        *(move("send", "letters", value) for value in ("ABC", "DEF")),
        *each("pause", 2, 3),
        *each("resume", 2, 3),
        *each("kill", 1),
    ),
    reached=_both_kept,
    par=4,
    insight="With acks=1 only the leader has to have a record. What saves it is a copy at the broker that leads next: "
    "the first replica of the assignment that is in sync, not just any follower.",
)
CHALLENGES: Final = (LOSE_A_RECORD, READ_AND_GONE, HIGH_WATERMARK_FALLS, NOBODY_LEADS, KEEP_BOTH)
