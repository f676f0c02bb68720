"""Answers to E08.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb08.lag import lag

BOTH_ENDS = "Both offsets are exclusive ends."


def in_a_loop(ends, committed):
    answer = {}
    for partition in ends:
        answer[partition] = None
        if partition in committed:
            answer[partition] = ends[partition] - committed[partition]
    return answer


def counted(ends, committed):
    return {p: len(range(committed[p], end)) if p in committed else None for p, end in ends.items()}


def an_end_is_the_last_offset(ends, committed):
    return {p: end - committed[p] + 1 if p in committed else None for p, end in ends.items()}


def one_more(ends, committed):
    return {p: end - committed[p] - 1 if p in committed else None for p, end in ends.items()}


RIGHT = {
    "in a loop": in_a_loop,
    "counted": counted,
    "sorted": lambda ends, committed: dict(sorted(lag(ends, committed).items())),
    "in numpy's numbers": lambda ends, committed: {
        p: None if n is None else np.int64(n) for p, n in lag(ends, committed).items()
    },
    "with get": lambda ends, committed: {
        p: None if (offset := committed.get(p)) is None else end - offset for p, end in ends.items()
    },
}

WRONG = {
    "from zero": (
        lambda ends, committed: {p: end - committed.get(p, 0) for p, end in ends.items()},
        "Nothing was committed for partition 1, so nobody knows its lag: None, not 4.",
    ),
    "zero where nothing is known": (
        lambda ends, committed: {p: end - committed.get(p, end) for p, end in ends.items()},
        "Nothing was committed for partition 1, so nobody knows its lag: None, not 0.",
    ),
    "zero is nothing": (
        lambda ends, committed: {p: end - committed[p] if committed.get(p) else None for p, end in ends.items()},
        f"Partition 1 ends at 4 and 0 comes next: 4 are left to read, not None. {BOTH_ENDS}",
    ),
    "no lag is nothing": (
        lambda ends, committed: {
            p: (end - committed[p] or None) if p in committed else None for p, end in ends.items()
        },
        f"Partition 0 ends at 6 and 6 comes next: 0 are left to read, not None. {BOTH_ENDS}",
    ),
    "an end is the last offset": (
        an_end_is_the_last_offset,
        f"Partition 0 ends at 6 and 2 comes next: 4 are left to read, not 5. {BOTH_ENDS}",
    ),
    "a commit is the last read": (
        lambda ends, committed: {p: max(0, n - 1) if n is not None else n for p, n in lag(ends, committed).items()},
        f"Partition 0 ends at 6 and 2 comes next: 4 are left to read, not 3. {BOTH_ENDS}",
    ),
    "turned round": (
        lambda ends, committed: {p: committed[p] - end if p in committed else None for p, end in ends.items()},
        f"Partition 0 ends at 6 and 2 comes next: 4 are left to read, not -4. {BOTH_ENDS}",
    ),
    "only what was committed": (
        lambda ends, committed: {p: ends[p] - offset for p, offset in committed.items()},
        "Partition 1 has an end, 4, so it has a place in the answer as well.",
    ),
    "by place": (
        lambda ends, committed: dict(
            zip(ends, (e - c for e, c in zip(ends.values(), committed.values(), strict=False)), strict=False)
        ),
        "Partition 1 has an end, 4, so it has a place in the answer as well.",
    ),
    "the sum": (
        lambda ends, committed: sum(n or 0 for n in lag(ends, committed).values()),
        "The answer is a dict: for each partition its lag, a number or None.",
    ),
    "Kafka's dash": (
        lambda ends, committed: {p: "-" if n is None else n for p, n in lag(ends, committed).items()},
        "Nothing was committed for partition 1, so nobody knows its lag: None, not '-'.",
    ),
    "the keys as texts": (
        lambda ends, committed: {str(p): n for p, n in lag(ends, committed).items()},
        "Partition 0 has an end, 6, so it has a place in the answer as well.",
    ),
    "a list": (
        lambda ends, committed: list(lag(ends, committed).values()),
        "The answer is a dict: for each partition its lag, a number or None.",
    ),
    "one more": (
        one_more,
        "Partition 0 ends at 6 and 2 comes next: 4 are left to read, not 3. Both offsets are exclusive ends.",
    ),
}

TIRED = (
    lag,
    lambda ends, committed: dict.fromkeys(ends, 0),
    1,
    "kafka-consumer-groups.sh shows the lags {0: 0, 1: 4, 2: None}; you say {0: 0, 1: 0, 2: 0}.",
)
