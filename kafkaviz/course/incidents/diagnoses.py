"""The diagnoses one can give, and the signs by which each is known: every incident has all the signs of one alone."""

from typing import Final, NamedTuple

from kafkaviz.course.incidents import signs
from kafkaviz.course.incidents.metrics import Metrics
from kafkaviz.course.incidents.signs import Sign


class Diagnosis(NamedTuple):
    """What may be wrong: `title` and `with_it` name it, then what it means, what helps and what that costs.

    `complaint` is what somebody outside notices of it, which may have several reasons; `lens` shows it best.
    """

    name: str
    title: str
    with_it: str
    complaint: str
    signs: tuple[Sign, ...]
    because: str
    remedy: str
    lens: str = "cluster"

    def fits(self, metrics: Metrics) -> bool:
        """Tells whether all of its signs are in the metrics."""
        return all(sign.is_shown(metrics) for sign in self.signs)

    def missing(self, metrics: Metrics) -> Sign | None:
        """Returns the first of its signs that the metrics do not show, or None."""
        return next((sign for sign in self.signs if not sign.is_shown(metrics)), None)


def _one_or_more(number: int) -> bool:
    return number >= 1


def _none(number: int) -> bool:
    return number == 0


LATE: Final = "“What {group} shows is late today.”"
MISSING: Final = "“Some of our {topic} are not in {group}. Where are they?”"
UNEASY: Final = "“The cluster's alarms rang, and I do not know what they mean.”"
_PASSED_BY: Final = Sign(
    "records-consumed-total",
    "the number of records passed by unread",
    signs.skipped_records,
    _one_or_more,
    "one or more",
)
DIAGNOSES: Final = {
    diagnosis.name: diagnosis
    for diagnosis in (
        Diagnosis(
            "hot_key",
            "hot key",
            "a hot key",
            LATE,
            (
                Sign(
                    "LogEndOffset",
                    "the busiest partition's share of what is written, in percent,",
                    signs.hottest_share,
                    lambda share: share > 45,
                    "more than 45 %",
                ),
            ),
            "One key has most of the records, and all records of a key go to one partition, which one member reads.",
            "More partitions or members do not help: a key has one partition. Give that key a part more (a salt), and "
            "pay with its order; or give its records a topic of their own.",
            lens="log",
        ),
        Diagnosis(
            "idle_consumer",
            "idle consumers",
            "more consumers than partitions",
            LATE,
            (
                Sign(
                    "assigned-partitions",
                    "the number of members without a partition",
                    signs.without_partitions,
                    _one_or_more,
                    "one or more",
                ),
            ),
            "The load rose, members were added, and there are more of them than partitions: within a group a "
            "partition has one reader, so the last ones wait.",
            "More partitions, once and for good measure, and the keys that then move; or a share group, and no order.",
            lens="assignment",
        ),
        Diagnosis(
            "slow_follower",
            "slow follower",
            "a slow follower",
            UNEASY,
            (
                Sign(
                    "IsrShrinksPerSec",
                    "the number of times that a leader shrank an ISR",
                    signs.shrinks,
                    _one_or_more,
                    "one or more",
                ),
            ),
            "One broker still answers, and its copies do not keep up: after replica.lag.time.max.ms the leaders take "
            "it out of each ISR. Who sends with acks=all waits until then.",
            "Look at that broker's disk and network. A larger replica.lag.time.max.ms lets producers wait longer.",
        ),
        Diagnosis(
            "min_isr_block",
            "min ISR too high",
            "min.insync.replicas too high",
            UNEASY,
            (
                Sign(
                    "UnderMinIsrPartitionCount",
                    "the number of partitions below min.insync.replicas",
                    signs.below_min_isr,
                    _one_or_more,
                    "one or more",
                ),
            ),
            "min.insync.replicas equals the replication factor, so one broker that is patched is enough to refuse "
            "every write with acks=all: NOT_ENOUGH_REPLICAS.",
            "min.insync.replicas one below the replication factor: then one broker may be away. The price is one copy "
            "fewer at the moment of the promise.",
            lens="client",
        ),
        Diagnosis(
            "leader_pileup",
            "leaders not moved back",
            "leaders that were not moved back",
            UNEASY,
            (
                Sign(
                    "LeaderCount",
                    "the number of running brokers that lead nothing at the end",
                    signs.leading_nothing,
                    _one_or_more,
                    "one or more",
                ),
            ),
            "A broker was patched and is back in every ISR, and leads nothing: its leaders stay where they went.",
            "A preferred election: kafka-leader-election.sh, or auto.leader.rebalance.enable. It costs clients one "
            "refresh of their metadata.",
        ),
        Diagnosis(
            "reset_latest_gap",
            "new group, reset to latest",
            "a new group that begins at the end",
            MISSING,
            (
                _PASSED_BY,
                Sign(
                    "LogStartOffset",
                    "the number of records that retention removed",
                    signs.removed_records,
                    _none,
                    "none",
                ),
            ),
            "The group had committed nothing, and auto.offset.reset is latest by default: it began at the end, and "
            "what was there before it never reads.",
            "The records are still there: kafka-consumer-groups.sh --reset-offsets --to-earliest, while the group is "
            "down, and auto.offset.reset=earliest for the next one. What was read already comes a second time.",
            lens="log",
        ),
        Diagnosis(
            "retention_overrun",
            "retention overtook the group",
            "retention that overtakes a group",
            MISSING,
            (
                Sign(
                    "LogStartOffset",
                    "the number of records that retention removed",
                    signs.removed_records,
                    _one_or_more,
                    "one or more",
                ),
                _PASSED_BY,
            ),
            "The group was away for longer than the topic keeps its records; its committed offsets were out of range "
            "when it came back, and it went on at the earliest that was left.",
            "What is gone is gone. Keep records for longer than anybody is ever away, pay for the disks, and alert on "
            "lag long before.",
            lens="log",
        ),
        Diagnosis(
            "rebalance_storm",
            "rebalance storm",
            "a rebalance storm",
            LATE,
            (
                Sign(
                    "rebalance-total",
                    "the number of minutes with a rebalance",
                    signs.rebalanced_minutes,
                    lambda minutes: minutes >= signs.STORM,
                    f"{signs.STORM} or more",
                ),
            ),
            "Members were replaced one after another, and with an eager protocol each of them makes all others give "
            "up all they own: nobody reads meanwhile.",
            "group.instance.id (static members), the cooperative assignor or group.protocol=consumer, and deploys "
            "that restart a member within its session.",
            lens="assignment",
        ),
        Diagnosis(
            "broker_crash",
            "broker crashed",
            "a broker that crashed",
            UNEASY,
            (
                Sign(
                    "TimedOutBrokerHeartbeatCount",
                    "the number of brokers whose heartbeats the controller missed",
                    signs.session_timeouts,
                    _one_or_more,
                    "one or more",
                ),
            ),
            "A broker ended without a word. After broker.session.timeout.ms the controller fenced it and elected "
            "others for what it led.",
            "Restart it; it copies what it missed and joins the ISR again. While it is away one copy fewer is left "
            "for the next crash.",
        ),
    )
}
"""All diagnoses by name."""


def fitting(metrics: Metrics) -> list[str]:
    """Returns the names of the diagnoses that the metrics fit.

    >>> fitting({name: {} for name in ("LogEndOffset", "assigned-partitions", "IsrShrinksPerSec", "LeaderCount",
    ...     "UnderMinIsrPartitionCount", "UnderReplicatedPartitions", "records-consumed-total", "records-lag",
    ...     "LogStartOffset", "rebalance-total", "TimedOutBrokerHeartbeatCount")})
    []
    """
    return [name for name, diagnosis in DIAGNOSES.items() if diagnosis.fits(metrics)]
