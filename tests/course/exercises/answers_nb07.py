"""Answers to notebook 07: other forms of right ones, wrong ones with their sentence, and what fails in the cluster."""

from kafkaviz.course.exercises.nb07.elect_clean import first_in_sync
from kafkaviz.course.exercises.nb07.elect_unclean import elect_or_wait
from kafkaviz.course.exercises.nb07.elect_whole import whole_election
from kafkaviz.course.exercises.nb07.load import leader_load
from kafkaviz.course.exercises.nb07.rejoin import rejoin
from kafkaviz.decisions.elections import elect_leader


def leader_alone_if_clean(replicas, isr, eligible, current=None, unclean=False):
    leader, clean = elect_or_wait(replicas, isr, eligible, current, unclean)
    return leader if clean else (leader, False)


def nobody_is_unclean(*arguments):
    leader, clean = whole_election(*arguments)
    return [leader, clean and leader is not None]


RIGHT = {
    "Kafka's election, asked with three arguments": ("E07.1", lambda r, i, e: elect_leader(r, i, e).leader),
    "Kafka's election as it answers": ("E07.1", lambda r, i, e: elect_leader(r, i, e)),
    "a leader alone where it is clean": ("E07.2", leader_alone_if_clean),
    "Kafka's election": ("E07.2", lambda r, i, e, c, u: elect_leader(r, i, e, current=c, unclean=u)),
    "a load with zeros": ("E07.3", lambda p, alive: dict.fromkeys(alive, 0) | leader_load(p, alive)),
    "the two numbers as a list": ("E07.4", lambda *arguments: list(rejoin(*arguments))),
    "nobody, and not clean either": ("E07.5", nobody_is_unclean),
}


def a_stranger(replicas, isr, eligible):
    return 99


def gives_up(replicas, isr, eligible):
    return None


def anyone_if_nobody(replicas, isr, eligible):
    return first_in_sync(replicas, isr, eligible) or (eligible[0] if not isr and eligible[:1] == replicas[:1] else None)


def unsure(replicas, isr, eligible):
    return first_in_sync(replicas, isr, eligible), False


def raises_the_dead(replicas, isr, eligible, current=None, unclean=False):
    return elect_or_wait(replicas, isr, eligible, current, unclean)[0] or current


def last_of_all(replicas, isr, eligible, current=None, unclean=False):
    return elect_or_wait(replicas[::-1], isr, eligible, current, unclean)


def a_list(placement, alive):
    return list(leader_load(placement, alive).values())


def one_number(old_log, new_log, high_watermark):
    return rejoin(old_log, new_log, high_watermark)[0]


def never_unclean(*arguments):
    return whole_election(*arguments[:7], False)


def always_clean(*arguments):
    return whole_election(*arguments)[0]


def never_preferred(*arguments):
    return whole_election(*arguments[:4], False, *arguments[5:])


SAID = {
    a_stranger: ("E07.1", "A leader is one of the replicas 1, 2, 3, or None; 99 is neither."),
    gives_up: ("E07.1", "Nobody leads, although broker 2 is in sync and eligible."),
    anyone_if_nobody: (
        "E07.1",
        "Nobody is in sync, so nobody can lead without losing records; broker 2 cannot either.",
    ),
    raises_the_dead: ("E07.2", "Broker 1 is to lead, but it is not eligible: it is dead, fenced or shutting down."),
    last_of_all: (
        "E07.2",
        "Broker 2 is the first of [1, 2, 3] that is eligible, and unclean elections are on; you elect 3.",
    ),
    a_list: ("E07.3", "The answer is a dict: broker, then how many partitions it leads."),
    one_number: ("E07.4", "The answer is two numbers: truncated, lost."),
    never_unclean: (
        "E07.5",
        "Unclean elections are on: broker 2 is the first of [1, 2, 3] that is eligible. You elect nobody.",
    ),
    unsure: ("E07.1", "The election of broker 2 is clean: it is in sync."),
    always_clean: ("E07.5", "Broker 3 leads, and its election is not clean; say so."),
    never_preferred: (
        "E07.5",
        "The preferred leader is asked for: broker 1, the first replica, is in sync and eligible. You elect broker 2.",
    ),
}

IN_CLUSTER = {
    "E07.1": (
        first_in_sync,
        lambda replicas, isr, eligible: isr[-1] if isr else None,
        0,
        "Broker 1 died: your election gives broker 3, Kafka's broker 2 (replicas [1, 2, 3], ISR [1, 2, 3] before).",
    ),
    "E07.2": (
        elect_or_wait,
        lambda r, i, e, c, u: elect_or_wait(r, i, e, None, u),
        0,
        "Broker 1 came back: your election gives broker 1, Kafka's broker 2 (replicas [1, 2, 3], ISR [2, 3] before).",
    ),
    "E07.3": (
        leader_load,
        lambda placement, alive: {2: 20},
        0,
        "In the chained cluster the brokers lead {1: 0, 2: 8, 3: 4, 4: 4, 5: 4}; you say {2: 20}.",
    ),
    "E07.4": (
        rejoin,
        lambda old, new, mark: (1, 0),
        1,
        "After the unclean election broker 1 drops ['final@0'], committed were ['final@0']; you say [1, 0].",
    ),
    "E07.5": (
        whole_election,
        lambda *a: whole_election(*a[:6], None, a[7]),
        0,
        "Broker 2, the last known leader, came back: your election gives no leader, Kafka's broker 2 "
        "(replicas [1, 2, 3], ISR [] before).",
    ),
}
