"""What may hold of a case of E11.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb11.diagnose import WELL, diagnosed, rules, unread


def last_below(metrics):
    *others, last = metrics["UnderMinIsrPartitionCount"]
    return last > 0 and not any(others)


def much(metrics):
    ends = metrics["LogEndOffset"]
    return 3 * max(ends) > sum(ends) >= 2 * max(ends)


CONDITIONS = (
    ("it is well", lambda metrics: diagnosed(metrics) == WELL),
    ("more than one diagnosis fits", lambda metrics: sum(fits for *_, fits in rules(metrics)) > 1),
    ("a broker leads nothing", lambda metrics: 0 in metrics["LeaderCount"]),
    ("more than one broker leads nothing", lambda metrics: metrics["LeaderCount"].count(0) > 1),
    ("a member owns nothing", lambda metrics: 0 in metrics["assigned-partitions"]),
    ("the last broker alone is below min.insync.replicas", last_below),
    ("an ISR shrank", lambda metrics: any(metrics["IsrShrinksPerSec"])),
    ("retention removed something, and nothing is unread", lambda m: max(m["LogStartOffset"]) and unread(m) <= 0),
    (
        "retention removed something of some partitions",
        lambda m: 0 == min(m["LogStartOffset"]) < max(m["LogStartOffset"]),
    ),
    ("something is unread", lambda metrics: unread(metrics) > 0),
    ("some records were read twice", lambda metrics: unread(metrics) < 0),
    ("there are 3 rebalances", lambda metrics: metrics["rebalance-total"] == [3]),
    ("there are 4 rebalances", lambda metrics: metrics["rebalance-total"] == [4]),
    ("one partition has more than half", lambda m: 2 * max(m["LogEndOffset"]) > sum(m["LogEndOffset"])),
    ("the partition with most has much, and no more than half", much),
    ("one partition has more than half of the lag", lambda m: 2 * max(m["records-lag"]) > sum(m["records-lag"])),
)
