"""Answers to E07.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb07.elect_whole import whole_election
from kafkaviz.decisions.elections import elect_leader


def nobody_is_unclean(*arguments):
    leader, clean = whole_election(*arguments)
    return [leader, clean and leader is not None]


def never_unclean(*arguments):
    return whole_election(*arguments[:7], False)


def always_clean(*arguments):
    return whole_election(*arguments)[0]


def never_preferred(*arguments):
    return whole_election(*arguments[:4], False, *arguments[5:])


def rung_by_rung(replicas, isr, eligible, current=None, preferred=False, elr=(), last_known=None, unclean=False):
    counting = set(isr) if isr else set(elr)
    able = counting & set(eligible)
    if able:
        if preferred and replicas[0] in able:
            return replicas[0]
        return current if current in able else next(broker for broker in replicas if broker in able)
    if not counting and last_known is not None and last_known in eligible:
        return last_known, False
    alive = [broker for broker in replicas if broker in eligible]
    return (alive[0], False) if unclean and alive else None


def in_one_list(replicas, isr, eligible, current=None, preferred=False, elr=(), last_known=None, unclean=False):
    counting = list(isr) or list(elr)
    ladder = [(one, True) for one in [*replicas[: int(preferred)], current, *replicas] if one in counting]
    ladder += [(last_known, False)] * (not counting)
    ladder += [(one, False) for one in replicas if unclean]
    return next((rung for rung in ladder if rung[0] in eligible), (None, True))


RIGHT = {
    "nobody, and not clean either": nobody_is_unclean,
    "rung by rung": rung_by_rung,
    "in one list": in_one_list,
    "Kafka's whole election": lambda r, i, e, c, p, elr, last, u: elect_leader(
        tuple(r), tuple(i), set(e), current=c, preferred=p, elr=elr, last_known=last, unclean=u
    ),
}

WRONG = {
    "never unclean": (
        never_unclean,
        "Unclean elections are on: broker 2 is the first of [1, 2, 3] that is eligible. You elect nobody.",
    ),
    "always clean": (always_clean, "Broker 3 leads, and its election is not clean; say so."),
    "never preferred": (
        never_preferred,
        (
            "The preferred leader is asked for: broker 1, the first replica, is in sync and eligible. You "
            "elect broker 2."
        ),
    ),
    "elr forgotten": (
        lambda *a: whole_election(*a[:5], [], *a[6:]),
        (
            "Broker 3 is the first of [1, 2, 3] that is an eligible leader replica, which counts because the "
            "ISR is empty, and eligible. You elect nobody."
        ),
    ),
    "elr beside the ISR": (
        lambda *a: whole_election(a[0], [*a[1], *a[5]], *a[2:5], [], *a[6:]),
        "Nobody who counts is eligible, and unclean elections are off: nobody leads. You elect broker 2.",
    ),
    "elr when the ISR is dead": (
        lambda *a: whole_election(a[0], a[1] if {*a[1]} & {*a[2]} else a[5] or a[1], *a[2:5], [], *a[6:]),
        "Nobody who counts is eligible, and unclean elections are off: nobody leads. You elect broker 2.",
    ),
    "always preferred": (
        lambda *a: whole_election(*a[:4], True, *a[5:]),
        "Broker 2 leads now, is in sync and eligible: it stays. You elect broker 1.",
    ),
    "never preferred too": (
        lambda *a: whole_election(*a[:4], False, *a[5:]),
        (
            "The preferred leader is asked for: broker 1, the first replica, is in sync and eligible. You "
            "elect broker 2."
        ),
    ),
    "the preferred or nobody": (
        lambda *a: (a[0][0], True) if a[4] and a[0][0] in a[2] else whole_election(*a),
        "Nobody who counts is eligible, and unclean elections are off: nobody leads. You elect broker 5.",
    ),
    "moves back": (
        lambda *a: whole_election(*a[:3], None, *a[4:]),
        "Broker 2 leads now, is in sync and eligible: it stays. You elect broker 1.",
    ),
    "stays while alive": (
        lambda *a: (a[3], True) if a[3] in a[2] and not a[4] else whole_election(*a),
        "Broker 3 leads, and its election is not clean; say so.",
    ),
    "the last known forgotten": (
        lambda *a: whole_election(*a[:6], None, a[7]),
        "With ISR and ELR empty, the last known leader, broker 3, may lead again. You elect nobody.",
    ),
    "the last known without asking the ISR": (
        lambda *a: (a[6], False) if not {*(a[1] or a[5])} & {*a[2]} and a[6] in a[2] else whole_election(*a),
        "Nobody who counts is eligible, and unclean elections are off: nobody leads. You elect broker 6.",
    ),
    "the last known without asking the ELR": (
        lambda *a: (a[6], False) if not a[1] and not {*a[5]} & {*a[2]} and a[6] in a[2] else whole_election(*a),
        ("Unclean elections are on: broker 11 is the first of [11, 2, 5, 7, 9] that is eligible. You elect broker 7."),
    ),
    "the last known is clean": (
        lambda *a: (
            whole_election(*a)[0],
            whole_election(*a)[1] or (not a[1] and not a[5] and a[6] == whole_election(*a)[0]),
        ),
        "Broker 3 leads, and its election is not clean; say so.",
    ),
    "the last known from the grave": (
        lambda *a: (a[6], False) if not a[1] and not a[5] and a[6] else whole_election(*a),
        ("Unclean elections are on: broker 2 is the first of [1, 2, 3] that is eligible. You elect broker 1."),
    ),
    "the last known below unclean": (
        lambda *a: whole_election(*a[:6], None if a[7] and {*a[0]} & {*a[2]} else a[6], a[7]),
        "With ISR and ELR empty, the last known leader, broker 1, may lead again. You elect broker 7.",
    ),
    "never unclean too": (
        lambda *a: whole_election(*a[:7], False),
        "Unclean elections are on: broker 2 is the first of [1, 2, 3] that is eligible. You elect nobody.",
    ),
    "always unclean": (
        lambda *a: whole_election(*a[:7], True),
        "Nobody who counts is eligible, and unclean elections are off: nobody leads. You elect broker 2.",
    ),
    "clean, always": (
        lambda *a: (whole_election(*a)[0], True),
        "Broker 3 leads, and its election is not clean; say so.",
    ),
    "turned round": (
        lambda *a: whole_election(*a)[::-1],
        "In a pair the leader comes first, then whether the election was clean: True or False.",
    ),
    "three values": (
        lambda *a: (*whole_election(*a), a[7]),
        "An election has one leader, or None; [2, True, False] is no leader.",
    ),
}

TIRED = (
    whole_election,
    lambda *a: whole_election(*a[:6], None, a[7]),
    0,
    "Broker 2, the last known leader, came back: your election gives no leader, Kafka's broker 2 "
    "(replicas [1, 2, 3], ISR [] before).",
)
