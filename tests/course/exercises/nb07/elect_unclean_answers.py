"""Answers to E07.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb07.elect_unclean import elect_or_wait
from kafkaviz.decisions.elections import elect_leader


def leader_alone_if_clean(replicas, isr, eligible, current=None, unclean=False):
    leader, clean = elect_or_wait(replicas, isr, eligible, current, unclean)
    return leader if clean else (leader, False)


def raises_the_dead(replicas, isr, eligible, current=None, unclean=False):
    return elect_or_wait(replicas, isr, eligible, current, unclean)[0] or current


def last_of_all(replicas, isr, eligible, current=None, unclean=False):
    return elect_or_wait(replicas[::-1], isr, eligible, current, unclean)


def by_the_ladder(replicas, isr, eligible, current=None, unclean=False):
    clean = [broker for broker in (current, *replicas) if broker in set(isr) & set(eligible)]
    last = [broker for broker in replicas if unclean and broker in eligible]
    return [*((broker, True) for broker in clean), *((broker, False) for broker in last), (None, True)][0]


def by_sorting(replicas, isr, eligible, current=None, unclean=False):
    able = sorted(
        {*eligible} & {*replicas},
        key=lambda one: (one not in isr, one != current or one not in isr, replicas.index(one)),
    )
    if not able or (able[0] not in isr and not unclean):
        return None, True
    return np.int64(able[0]), able[0] in isr


RIGHT = {
    "a leader alone where it is clean": leader_alone_if_clean,
    "Kafka's election": lambda r, i, e, c, u: elect_leader(r, i, e, current=c, unclean=u),
    "by the ladder": by_the_ladder,
    "by sorting": by_sorting,
}

WRONG = {
    "raises the dead": (
        raises_the_dead,
        "Broker 1 is to lead, but it is not eligible: it is dead, fenced or shutting down.",
    ),
    "last of all": (
        last_of_all,
        ("Broker 2 is the first of [1, 2, 3] that is eligible, and unclean elections are on; you elect broker 3."),
    ),
    "moves back": (
        lambda r, i, e, c, u: elect_or_wait(r, i, e, None, u),
        "Broker 2 leads now and still can, so it stays; no client has to look for another.",
    ),
    "stays while alive": (
        lambda r, i, e, c, u: (c, True) if c in e else elect_or_wait(r, i, e, c, u),
        "Broker 3 is not in sync, and unclean elections are off: the partition waits for one that is.",
    ),
    "stays while in sync": (
        lambda r, i, e, c, u: (c, True) if c in i else elect_or_wait(r, i, e, c, u),
        "Broker 2 is the first of [1, 2, 3] that is in sync and eligible; you elect broker 1.",
    ),
    "unclean stays as well": (
        lambda r, i, e, c, u: (
            (c, False) if elect_or_wait(r, i, e, c, u)[1] is False and c in e else elect_or_wait(r, i, e, c, u)
        ),
        ("Broker 3 is the first of [3, 9] that is eligible, and unclean elections are on; you elect broker 9."),
    ),
    "never waits": (
        lambda r, i, e, c, u: elect_or_wait(r, i, e, c, True),
        "Broker 2 is not in sync, and unclean elections are off: the partition waits for one that is.",
    ),
    "always waits": (
        lambda r, i, e, c, u: elect_or_wait(r, i, e, c, False),
        ("Broker 2 is the first of [1, 2, 3] that is eligible, and unclean elections are on; you elect nobody."),
    ),
    "says clean": (
        lambda r, i, e, c, u: (elect_or_wait(r, i, e, c, u)[0], True),
        "The election of broker 2 is not clean: it is not in the ISR, and may lack records.",
    ),
    "clean while unclean is off": (
        lambda r, i, e, c, u: (elect_or_wait(r, i, e, c, u)[0], not u),
        "The election of broker 2 is clean: it is in sync.",
    ),
    "the first alive when it may": (
        lambda r, i, e, c, u: (next((b for b in r if b in e), None), False) if u else elect_or_wait(r, i, e, c, u),
        "The election of broker 2 is clean: it is in sync.",
    ),
    "by the ISR's order": (
        lambda r, i, e, c, u: elect_or_wait(i or r, i, e, c, u),
        ("Broker 2 is the first of [1, 2, 3] that is eligible, and unclean elections are on; you elect nobody."),
    ),
    "any broker at last": (
        lambda r, i, e, c, u: (e[0], False) if u and e and not {*i} & {*e} else elect_or_wait(r, i, e, c, u),
        "A leader is one of the replicas 1, or None; 4 is neither.",
    ),
    "turned round": (
        lambda r, i, e, c, u: elect_or_wait(r, i, e, c, u)[::-1],
        "In a pair the leader comes first, then whether the election was clean: True or False.",
    ),
    "a dict": (
        lambda r, i, e, c, u: {"leader": elect_or_wait(r, i, e, c, u)[0]},
        "An election has one leader, or None; {'leader': 2} is no leader.",
    ),
    "a text for the second": (
        lambda r, i, e, c, u: (elect_or_wait(r, i, e, c, u)[0], "clean"),
        "In a pair the leader comes first, then whether the election was clean: True or False.",
    ),
}

TIRED = (
    elect_or_wait,
    lambda r, i, e, c, u: elect_or_wait(r, i, e, None, u),
    0,
    "Broker 1 came back: your election gives broker 1, Kafka's broker 2 (replicas [1, 2, 3], ISR [2, 3] before).",
)
