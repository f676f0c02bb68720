"""Answers to notebook 05: other forms of right ones, wrong ones with their sentence."""

from kafkaviz.course.exercises.nb05.answered import fetched
from kafkaviz.decisions.reading import rack_aware


def by_sorting(leader_end, isr_ends):
    return sorted((leader_end, *isr_ends))[0]


def by_asking_everybody(leader_end, isr_ends):
    return next(end for end in range(leader_end + 1) if end == leader_end or any(end == other for other in isr_ends))


def one_by_one(log, high_watermark, offset, is_follower):
    return tuple(
        record for place, record in enumerate(log) if place >= offset and (is_follower or place < high_watermark)
    )


def in_numbers(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    return int(end < leader_end and caught_up_ms + replica_lag_time_max_ms < now_ms)


def the_leader_among_them(rack, leader, followers):
    if rack in (None, leader.rack):
        return leader.id
    near = sorted((f.end_offset, f.caught_up_ms, f.id) for f in followers if f.rack == rack)
    return near[-1][-1] if near else leader.id


RIGHT = {
    "the first of all ends in order": ("E05.1", by_sorting),
    "the first offset that somebody ends at": ("E05.1", by_asking_everybody),
    "a tuple of records": ("E05.2", one_by_one),
    "1 and 0 for True and False": ("E05.3", in_numbers),
    "sorted instead of max": ("E05.4", the_leader_among_them),
}


def holds_back(leader_end, isr_ends):
    return max(0, min([leader_end, *isr_ends]) - 2)


def in_words(leader_end, isr_ends):
    return str(leader_end)


def one_record_at_most(log, high_watermark, offset, is_follower):
    return fetched(log, high_watermark, offset, is_follower)[:1]


def how_late(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    return max(0, now_ms - caught_up_ms)


def never(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    return False


def farthest(rack, leader, followers):
    return next((f.id for f in followers if f.rack != rack), leader.id) if rack else leader.id


def lowest(rack, leader, followers):
    best = rack_aware(rack, leader, followers)
    if best == leader.id:
        return best
    chosen = next(f for f in followers if f.id == best)
    return min(f.id for f in followers if f[1:] == chosen[1:])


def by_name(rack, leader, followers):
    return "broker 1"


SAID = {
    holds_back: ("E05.1", "Everybody in the ISR has what lies below 4; 2 holds records back."),
    in_words: ("E05.1", "A high watermark is an offset, a whole number, not '9'."),
    one_record_at_most: ("E05.2", "There is more: DEF, GHI."),
    how_late: ("E05.3", "The answer is True or False, not 1000."),
    never: ("E05.3", "It lacks something, and had everything 45000 ms ago, which is more than the 30000 ms allowed."),
    farthest: ("E05.4", "The leader, broker 1, is in west itself; no copy has more than it has."),
    lowest: ("E05.4", "Brokers 2 and 3 are equal in all; then the highest id is taken, 3."),
    by_name: ("E05.4", "The answer is the id of the leader or of a follower, one of [1, 2, 3], not 'broker 1'."),
}

COMPLAINTS = [
    (
        "E05.1",
        lambda leader_end, isr_ends: leader_end,
        "letters-0: b'DEF' was acknowledged at offset 1, and broker 3, which leads now, does not have it.",
    ),
    (
        "E05.2",
        lambda log, *rest: log,
        "Broker 2 asked for offset 2 and got []; your answer is ['ABC', 'DEF'].",
    ),
    ("E05.3", never, "Broker 3 lacked a record for 50 seconds, and the ISR was still {1, 2, 3}."),
    (
        "E05.3",
        lambda end, leader_end, *times: end < leader_end,
        "Broker 3 left the ISR within 20 seconds, though 30 are allowed; it was {1, 2}.",
    ),
    (
        "E05.4",
        lambda rack, leader, followers: leader.id,
        "Consumers in east, west, north and nowhere read from [1, 1, 1, 1, 1]; "
        "with the near copies it is [3, 1, 1, 1, 2].",
    ),
]
