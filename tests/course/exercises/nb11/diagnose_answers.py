"""Answers to E11.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from functools import partial

from kafkaviz.course.exercises.nb11.diagnose import WELL, diagnosed, rules


def with_ifs(metrics):
    if any(number > 0 for number in metrics["UnderMinIsrPartitionCount"]):
        return "min_isr_block"
    if any(metrics["IsrShrinksPerSec"]):
        return "slow_follower"
    if 0 in metrics["LeaderCount"]:
        return "leader_pileup"
    if 0 in metrics["assigned-partitions"]:
        return "idle_consumer"
    read = sum(metrics["records-lag"]) + metrics["records-consumed-total"][0]
    if read < sum(metrics["LogEndOffset"]):
        return "retention_overrun" if any(metrics["LogStartOffset"]) else "reset_latest_gap"
    if metrics["rebalance-total"][0] > 3:
        return "rebalance_storm"
    *others, most = sorted(metrics["LogEndOffset"])
    return "hot_key" if most > sum(others) else "well"


def as_a_table(metrics):
    m = {name: (min(values), max(values), sum(values)) for name, values in metrics.items()}
    unread = m["LogEndOffset"][2] - m["records-lag"][2] - m["records-consumed-total"][2]
    table = [
        ("min_isr_block", m["UnderMinIsrPartitionCount"][1]),
        ("slow_follower", m["IsrShrinksPerSec"][2]),
        ("leader_pileup", m["LeaderCount"][0] == 0),
        ("idle_consumer", m["assigned-partitions"][0] == 0),
        ("retention_overrun", unread > 0 < m["LogStartOffset"][1]),
        ("reset_latest_gap", unread > 0),
        ("rebalance_storm", m["rebalance-total"][0] >= 4),
        ("hot_key", m["LogEndOffset"][1] * 2 > m["LogEndOffset"][2]),
        ("well", True),
    ]
    return next(name for name, fits in table if fits)


def from_behind(metrics):
    found = "well"
    ends = metrics["LogEndOffset"]
    if max(ends) / sum(ends) > 0.5:
        found = "hot_key"
    if metrics["rebalance-total"][-1] not in (0, 1, 2, 3):
        found = "rebalance_storm"
    if sum(ends) > sum([*metrics["records-lag"], *metrics["records-consumed-total"]]):
        found = "reset_latest_gap" if set(metrics["LogStartOffset"]) == {0} else "retention_overrun"
    for name, whose in (("idle_consumer", "assigned-partitions"), ("leader_pileup", "LeaderCount")):
        if not all(metrics[whose]):
            found = name
    if set(metrics["IsrShrinksPerSec"]) != {0}:
        found = "slow_follower"
    return "min_isr_block" if set(metrics["UnderMinIsrPartitionCount"]) != {0} else found


def with_match(metrics):
    unread = sum(metrics["LogEndOffset"]) - sum(metrics["records-lag"]) - sum(metrics["records-consumed-total"])
    match (
        max(metrics["UnderMinIsrPartitionCount"]),
        max(metrics["IsrShrinksPerSec"]),
        min(metrics["LeaderCount"]),
        min(metrics["assigned-partitions"]),
    ):
        case (0, 0, leads, owns) if leads and owns:
            if unread > 0:
                return ("reset_latest_gap", "retention_overrun")[max(metrics["LogStartOffset"]) > 0]
            if metrics["rebalance-total"] >= [4]:
                return "rebalance_storm"
            return "hot_key" if 2 * max(metrics["LogEndOffset"]) > sum(metrics["LogEndOffset"]) else "well"
        case (0, 0, 0, _):
            return "leader_pileup"
        case (0, 0, _, _):
            return "idle_consumer"
        case (0, _, _, _):
            return "slow_follower"
    return "min_isr_block"


def changed(metrics, **others):
    return diagnosed({**metrics, **{name.replace("_", "-"): value for name, value in others.items()}})


def only_the_first_broker(metrics):
    return changed(metrics, LeaderCount=metrics["LeaderCount"][:1])


def only_the_first_leader_of_isrs(metrics):
    return changed(metrics, UnderMinIsrPartitionCount=metrics["UnderMinIsrPartitionCount"][:1])


def forgets_the_lag(metrics):
    return changed(metrics, records_lag=[0])


def three_are_a_storm(metrics):
    total = metrics["rebalance-total"][0]
    return changed(metrics, rebalance_total=[total + 1])


def five_are_a_storm(metrics):
    total = metrics["rebalance-total"][0]
    return changed(metrics, rebalance_total=[total - 1])


def a_third_is_hot(metrics):
    ends, found = metrics["LogEndOffset"], diagnosed(metrics)
    return "hot_key" if found == "well" and 3 * max(ends) > sum(ends) else found


def every_partition_must_start_later(metrics):
    return changed(metrics, LogStartOffset=[min(metrics["LogStartOffset"])])


def any_difference_is_a_gap(metrics):
    ends, lags, read = (sum(metrics[name]) for name in ("LogEndOffset", "records-lag", "records-consumed-total"))
    return changed(metrics, records_consumed_total=[ends - lags - abs(ends - lags - read)])


def says_it_in_words(metrics):
    return diagnosed(metrics).replace("_", " ")


def consumers_first(metrics):
    return "idle_consumer" if 0 in metrics["assigned-partitions"] else diagnosed(metrics)


def first_alarm(metrics):
    """Takes whatever retention removed for the reason."""
    return "retention_overrun" if max(metrics["LogStartOffset"]) > 0 else diagnosed(metrics)


def by_lag(metrics):
    """Calls key hot what lags most."""
    lags = metrics["records-lag"]
    found = diagnosed(metrics)
    return ("hot_key" if 2 * max(lags) > sum(lags) else WELL) if found in ("hot_key", WELL) else found


def backwards(metrics):
    fitting = [name for name, _, _, fits in rules(metrics) if fits]
    return fitting[-1] if fitting else WELL


def hot_key_before_the_storm(metrics):
    found = diagnosed(metrics)
    return "hot_key" if found == "rebalance_storm" and 2 * max(ends_of(metrics)) > sum(ends_of(metrics)) else found


def half_is_hot(metrics):
    found = diagnosed(metrics)
    return "hot_key" if found == "well" and 2 * max(ends_of(metrics)) >= sum(ends_of(metrics)) else found


def hot_by_what_is_left(metrics):
    ends = [end - start for end, start in zip(ends_of(metrics), metrics["LogStartOffset"], strict=True)]
    found = diagnosed(metrics)
    return ("hot_key" if 2 * max(ends) > sum(ends) else "well") if found in ("well", "hot_key") else found


def hot_beside_the_coldest(metrics):
    found = diagnosed(metrics)
    hot = max(ends_of(metrics)) > 2 * min(ends_of(metrics))
    return ("hot_key" if hot else "well") if found in ("well", "hot_key") else found


def only_the_first_start(metrics):
    return changed(metrics, LogStartOffset=metrics["LogStartOffset"][:1])


def ends_of(metrics):
    return metrics["LogEndOffset"]


def never_well(metrics):
    found = diagnosed(metrics)
    return "hot_key" if found == WELL else found


RIGHT = {
    "with ifs": with_ifs,
    "as a table": as_a_table,
    "from behind": from_behind,
    "with match": with_match,
    "as it is": partial(lambda f, metrics: f(metrics), diagnosed),
}
WRONG = {
    "only the first broker": (
        only_the_first_broker,
        "The smallest LeaderCount is 0: that is leader_pileup, and not well.",
    ),
    "only the first leader": (
        only_the_first_leader_of_isrs,
        "Both min_isr_block and retention_overrun fit. The largest UnderMinIsrPartitionCount is 1, and in "
        "the list min_isr_block comes first.",
    ),
    "forgets the lag": (
        forgets_the_lag,
        "The rebalance-total is 5: that is rebalance_storm. reset_latest_gap does not fit: there "
        "the number of unread records is 0.",
    ),
    "three are a storm": (
        three_are_a_storm,
        "The rebalance-total is 3: that is no rebalance_storm, and nothing else fits, so it is well.",
    ),
    "five are a storm": (
        five_are_a_storm,
        "Both rebalance_storm and hot_key fit. The rebalance-total is 4, and in the list rebalance_storm comes first.",
    ),
    "a third is hot": (
        a_third_is_hot,
        "The largest LogEndOffset, of 16 in all, is 8: that is no hot_key, and nothing else fits, so it is well.",
    ),
    "every partition must start later": (
        every_partition_must_start_later,
        "7 records are unread, and the largest LogStartOffset is 7: that is retention_overrun.",
    ),
    "any difference is a gap": (
        any_difference_is_a_gap,
        "The rebalance-total is 4: that is rebalance_storm. retention_overrun does not fit: there the number "
        "of unread records is -5.",
    ),
    "says it in words": (
        says_it_in_words,
        "A diagnosis is one of min_isr_block, slow_follower, leader_pileup, idle_consumer, "
        "retention_overrun, reset_latest_gap, rebalance_storm, hot_key, well, and not 'min isr block'.",
    ),
    "consumers first": (
        consumers_first,
        "Both slow_follower and idle_consumer fit. The sum of IsrShrinksPerSec is 4, and in the list "
        "slow_follower comes first.",
    ),
    "first alarm": (
        first_alarm,
        (
            "The smallest LeaderCount is 0: that is leader_pileup. retention_overrun does not fit: there the "
            "number of unread records is -5."
        ),
    ),
    "by lag": (
        by_lag,
        "The largest LogEndOffset, of 16 in all, is 8: that is no hot_key, and nothing else fits, so it is well.",
    ),
    "backwards": (
        backwards,
        (
            "Both leader_pileup and hot_key fit. The smallest LeaderCount is 0, and in the list leader_pileup "
            "comes first."
        ),
    ),
    "hot key before the storm": (
        hot_key_before_the_storm,
        "Both rebalance_storm and hot_key fit. The rebalance-total is 4, and in the list rebalance_storm comes first.",
    ),
    "half is hot": (
        half_is_hot,
        "The largest LogEndOffset, of 16 in all, is 8: that is no hot_key, and nothing else fits, so it is well.",
    ),
    "hot by what is left": (
        hot_by_what_is_left,
        "The largest LogEndOffset, of 49 in all, is 25: that is hot_key, and not well.",
    ),
    "hot beside the coldest": (
        hot_beside_the_coldest,
        "The largest LogEndOffset, of 57 in all, is 29: that is hot_key, and not well.",
    ),
    "only the first start": (
        only_the_first_start,
        "7 records are unread, and the largest LogStartOffset is 61: that is retention_overrun.",
    ),
    "never well": (
        never_well,
        "The largest LogEndOffset, of 168 in all, is 28: that is no hot_key, and nothing else fits, so it is well.",
    ),
}
COMPLAINTS = (
    (lambda metrics: "well", "In incident('min_isr_block', seed=911) you say 'well'."),
    (only_the_first_broker, "In incident('leader_pileup', seed=912) you say 'well'."),
)
TIRED = (diagnosed, lambda metrics: "hot_key", 3, "In incident('idle_consumer', seed=911) you say 'hot_key'.")
