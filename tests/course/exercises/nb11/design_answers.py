"""Answers to E11.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from math import ceil

from kafkaviz.course.exercises.nb11.design import designed


def by_hand(needs):
    n = ceil(needs["records_per_second"] / needs["one_consumer_reads"])
    least = 1 + needs["may_crash"]
    return {
        "partitions": n,
        "consumers": n,
        "replication_factor": least + needs["may_be_away"],
        "min_insync_replicas": least,
        "acks": "all",
        "key": needs["in_order"],
    }


def a_key_in_any_case(needs):
    return {**designed(needs), "key": needs["in_order"] or "user"}


def only_as_safe_as_needed(needs):
    return {**designed(needs), "acks": "all" if needs["may_crash"] else 1}


def on_every_broker_it_can_pay(needs):
    design = designed(needs)
    factor = min(needs["brokers"], needs["copies"] // design["partitions"])
    return {**design, "replication_factor": factor}


def as_many_partitions_as_it_can_pay(needs):
    design = designed(needs)
    partitions = needs["copies"] // design["replication_factor"]
    return {**design, "partitions": partitions, "consumers": partitions}


def min_isr_is_who_may_crash(needs):
    least = max(1, needs["may_crash"])
    return {**designed(needs), "min_insync_replicas": least}


def forgets_who_is_away(needs):
    return {**designed(needs), "replication_factor": needs["may_crash"] + 1}


def always_three(needs):
    return {**designed(needs), "replication_factor": 3}


def one_consumer_more(needs):
    return {**designed(needs), "consumers": designed(needs)["consumers"] + 1}


def one_partition_more(needs):
    return {**designed(needs), "partitions": designed(needs)["partitions"] + 1}


def always_the_user(needs):
    return {**designed(needs), "key": "user"}


def acks_as_text(needs):
    return {**designed(needs), "acks": "1"}


def without_consumers(needs):
    return {name: value for name, value in designed(needs).items() if name != "consumers"}


def the_rate_alone(needs):
    rate = needs["records_per_second"] // needs["one_consumer_reads"]
    return {**designed(needs), "partitions": rate, "consumers": rate}


def never_waits(needs):
    return {**designed(needs), "acks": 0}


def everything_high(needs):
    """Takes min.insync.replicas for safety, as high as it goes."""
    design = designed(needs)
    return {**design, "min_insync_replicas": design["replication_factor"]}


def fast(needs):
    return {**designed(needs), "acks": 1}


def plenty(needs):
    """Takes partitions for free."""
    return {**designed(needs), "partitions": designed(needs)["partitions"] + 20}


def one_short(needs):
    design = designed(needs)
    fewer = max(1, needs["records_per_second"] // needs["one_consumer_reads"])
    return {**design, "partitions": fewer, "consumers": fewer}


def without_key(needs):
    return {**designed(needs), "key": None}


RIGHT = {
    "by hand": by_hand,
    "a key in any case": a_key_in_any_case,
    "only as safe as needed": only_as_safe_as_needed,
    "on every broker it can pay": on_every_broker_it_can_pay,
    "as many partitions as it can pay": as_many_partitions_as_it_can_pay,
}
WRONG = {
    "min isr is who may crash": (
        min_isr_is_who_may_crash,
        "Copies of what is acknowledged: 2 or more, and your design has 1.",
    ),
    "forgets who is away": (forgets_who_is_away, "Replicas left with 1 away: 2 or more, and your design has 1."),
    "always three": (always_three, "Replicas in all: 4 or fewer, and your design has 12."),
    "one consumer more": (one_consumer_more, "Consumers: 4 or fewer, and your design has 5."),
    "one partition more": (
        one_partition_more,
        "Records a second for the busiest consumer: 10 or fewer, and your design has 16.",
    ),
    "always the user": (always_the_user, "Key: order, and your design has user."),
    "acks as text": (acks_as_text, "acks is 0, 1 or 'all', and not '1'."),
    "without consumers": (
        without_consumers,
        "A design says partitions, replication_factor, min_insync_replicas, consumers, acks, key; "
        "this one says 'partitions', 'replication_factor', 'min_insync_replicas', 'acks', 'key'.",
    ),
    "the rate alone": (
        the_rate_alone,
        "Records a second for the busiest consumer: 10 or fewer, and your design has 10.2.",
    ),
    "never waits": (never_waits, "Copies of what is acknowledged: 2 or more, and your design has 0."),
    "everything high": (everything_high, "Replicas left with 1 away: 3 or more, and your design has 2."),
    "fast": (fast, "Copies of what is acknowledged: 2 or more, and your design has 1."),
    "plenty": (plenty, "Replicas in all: 30 or fewer, and your design has 72."),
    "one short": (one_short, "Records a second for the busiest consumer: 10 or fewer, and your design has 10.2."),
    "without key": (without_key, "Key: user, and your design has None."),
}
COMPLAINTS = (
    (
        min_isr_is_who_may_crash,
        "In the cluster, no loss when 1 broker dies at the worst moment: an acknowledged record is lost.",
    ),
    (
        forgets_who_is_away,
        "In the cluster, writing while 1 replica of a partition is away: refused: NOT_ENOUGH_REPLICAS.",
    ),
    (the_rate_alone, "In the cluster, 25 records a second: of 125 records 100 were read within 5 s."),
    (
        never_waits,
        "In the cluster, no loss when 1 broker dies at the worst moment: a record that counts as sent is lost.",
    ),
)
TIRED = (
    designed,
    never_waits,
    1,
    "In the cluster, no loss when 2 brokers die at the worst moment: a record that counts as sent is lost.",
)
