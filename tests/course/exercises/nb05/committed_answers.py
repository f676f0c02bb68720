"""Answers to E05.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np


def by_sorting(leader_end, isr_ends):
    return sorted((leader_end, *isr_ends))[0]


def by_asking_everybody(leader_end, isr_ends):
    return next(end for end in range(leader_end + 1) if end == leader_end or any(end == other for other in isr_ends))


def holds_back(leader_end, isr_ends):
    return max(0, min([leader_end, *isr_ends]) - 2)


def in_words(leader_end, isr_ends):
    return str(leader_end)


def by_comparing_in_turn(leader_end, isr_ends):
    least = leader_end
    for end in isr_ends:
        if end < least:
            least = end
    return least


def by_recursion(leader_end, isr_ends):
    if not isr_ends:
        return leader_end
    first, *others = isr_ends
    return by_recursion(first if first < leader_end else leader_end, others)


RIGHT = {
    "the first of all ends in order": by_sorting,
    "the first offset that somebody ends at": by_asking_everybody,
    "by comparing in turn": by_comparing_in_turn,
    "by recursion": by_recursion,
    "numpy's minimum": lambda end, isr: np.min([end, *isr]),
    "the smallest of a set": lambda end, isr: min({end} | set(isr)),
}

WRONG = {
    "holds back": (holds_back, "Everybody in the ISR has what lies below 4; 2 holds records back."),
    "in words": (in_words, "A high watermark is an offset, a whole number, not '9'."),
    "the leader's end": (
        lambda end, isr: end,
        "A follower in the ISR ends at 4: it does not have the record at offset 4 yet.",
    ),
    "the followers' least": (
        lambda end, isr: min(isr),
        "my_function(end=5, isr=[]) raised ValueError: min() arg is an empty sequence.",
    ),
    "the followers' least, or zero": (
        lambda end, isr: min(isr, default=0),
        "Nobody but the leader is in the ISR, so its own end counts: 5.",
    ),
    "the median": (
        lambda end, isr: sorted([end, *isr])[(len(isr) + 1) // 2],
        (
            "At least half of them reach 7, but Kafka counts no majority: one in the ISR ends at 4, and "
            "everybody in it must have a record."
        ),
    ),
    "the last record's offset": (
        lambda end, isr: min([end, *isr]) - 1,
        "An end is the offset after the last record: everything below 4 is everywhere, 3 included.",
    ),
    "one too far": (
        lambda end, isr: min([end, *isr]) + 1,
        "A follower in the ISR ends at 4: it does not have the record at offset 4 yet.",
    ),
    "the first follower": (
        lambda end, isr: isr[0] if isr else end,
        (
            "At least half of them reach 7, but Kafka counts no majority: one in the ISR ends at 4, and "
            "everybody in it must have a record."
        ),
    ),
    "the last follower": (
        lambda end, isr: isr[-1] if isr else end,
        "A follower in the ISR ends at 4: it does not have the record at offset 4 yet.",
    ),
    "the most": (
        lambda end, isr: max([0, *isr]) if isr else end,
        (
            "At least half of them reach 7, but Kafka counts no majority: one in the ISR ends at 4, and "
            "everybody in it must have a record."
        ),
    ),
    "the mean": (
        lambda end, isr: (end + sum(isr)) / (1 + len(isr)),
        (
            "6.666666666666667 is a float, and this exercise asks for none: "
            "`//` divides whole numbers, and `int` cuts to one."
        ),
    ),
    "compared as texts": (
        lambda end, isr: int(min(map(str, [end, *isr]))),
        "A follower in the ISR ends at 5: it does not have the record at offset 5 yet.",
    ),
    "nothing is not zero": (
        lambda end, isr: min([one for one in [end, *isr] if one], default=0),
        "A follower in the ISR ends at 0: it does not have the record at offset 0 yet.",
    ),
    "all the ends": (
        lambda end, isr: sorted([end, *isr]),
        "A high watermark is an offset, a whole number, not [4, 7, 9].",
    ),
}

COMPLAINTS = [
    (
        lambda leader_end, isr_ends: leader_end,
        "letters-0: b'DEF' was acknowledged at offset 1, and broker 3, which leads now, does not have it.",
    )
]
