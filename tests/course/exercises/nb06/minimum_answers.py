"""Answers to E06.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb06.minimum import committed_up_to


def follower_by_follower(current, leader_end, isr_ends, min_insync_replicas, replicas):
    everybody = leader_end
    in_sync = 1
    for end in isr_ends:
        in_sync += 1
        everybody = min(everybody, end)
    if in_sync < min_insync_replicas and in_sync < replicas:
        return current
    return everybody if everybody > current else current


def without_minimum(current, leader_end, isr_ends, min_insync_replicas, replicas):
    return max(current, min([leader_end, *isr_ends]))


STAYS = "In sync is 1, and 2 are asked for: the high watermark stays where it is, at 3."
BEHIND = "One in the ISR ends at 4, and the high watermark is 3: it goes to 4, not to 5."

RIGHT = {
    "follower by follower": follower_by_follower,
    "sorted": lambda now, end, ends, least, all: (
        max(now, sorted([end, *ends])[0]) if len(ends) + 1 >= min(least, all) else now
    ),
    "the minimum capped first": lambda now, end, ends, least, all: (
        now if len([end, *ends]) < (least if least < all else all) else max([now, min(min(ends, default=end), end)])
    ),
    "the reference, asked again": lambda *asked: committed_up_to(*asked),
}

WRONG = {
    "no minimum": (without_minimum, STAYS),
    "the minimum as it is": (
        lambda now, end, ends, least, all: now if 1 + len(ends) < least else max(now, min([end, *ends])),
        "With a replication factor of 1 no more than 1 can be asked for, and in sync are 1.",
    ),
    "it moves back": (
        lambda now, end, ends, least, all: now if 1 + len(ends) < min(least, all) else min([end, *ends]),
        "A high watermark never moves back: it is 3 already.",
    ),
    "without the leader": (
        lambda now, end, ends, least, all: now if len(ends) < min(least, all) else max(now, min([end, *ends])),
        "In sync are 2, enough, and all of them have what is below 4.",
    ),
    "the leader's end": (lambda now, end, ends, least, all: end, BEHIND),
    "the best follower": (
        lambda now, end, ends, least, all: now if 1 + len(ends) < min(least, all) else max([now, *ends]),
        BEHIND,
    ),
    "more than the minimum": (
        lambda now, end, ends, least, all: now if 1 + len(ends) <= min(least, all) else max(now, min([end, *ends])),
        "In sync are 2, enough, and all of them have what is below 4.",
    ),
    "back to nought": (
        lambda now, end, ends, least, all: 0 if 1 + len(ends) < min(least, all) else max(now, min([end, *ends])),
        STAYS,
    ),
    "who has not fetched does not count": (
        lambda now, end, ends, least, all: (
            now if 1 + len(ends) < min(least, all) else max(now, min([end, *(e for e in ends if e >= 0)]))
        ),
        "One in the ISR has not fetched yet, and the high watermark is 3: it goes to 3, not to 5.",
    ),
    "never": (lambda now, end, ends, least, all: now, "In sync are 3, enough, and all of them have what is below 5."),
    "a word": (
        lambda now, end, ends, least, all: "stays",
        "A high watermark is an offset, a whole number, not 'stays'.",
    ),
}

COMPLAINTS = (
    (without_minimum, "Broker 2 died as well, and GHI was sent: from 2 the high watermark goes to 2; you say 3."),
    (lambda now, *rest: now, "ABC was sent: from 0 the high watermark goes to 1; you say 0."),
)
