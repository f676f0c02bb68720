"""Answers to E05.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.decisions.reading import rack_aware


def the_leader_among_them(rack, leader, followers):
    if rack in (None, leader.rack):
        return leader.id
    near = sorted((f.end_offset, f.caught_up_ms, f.id) for f in followers if f.rack == rack)
    return near[-1][-1] if near else leader.id


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


def by_a_walk(rack, leader, followers):
    best = None
    for follower in followers:
        if rack is None or follower.rack != rack or leader.rack == rack:
            continue
        if best is None or (follower.end_offset, follower.caught_up_ms, follower.id) > (
            best.end_offset,
            best.caught_up_ms,
            best.id,
        ):
            best = follower
    return best.id if best else leader.id


def by_three_sorts(rack, leader, followers):
    near = [follower for follower in followers if rack is not None and follower.rack == rack != leader.rack]
    for field in ("id", "caught_up_ms", "end_offset"):
        near.sort(key=lambda follower: getattr(follower, field))
    return np.int64((near or [leader])[-1].id)


def chosen_by(key):
    """Returns a selector that is right but for how it compares near followers."""

    def selector(rack, leader, followers):
        near = [follower for follower in followers if follower.rack == rack]
        if rack is None or leader.rack == rack or not near:
            return leader.id
        return max(near, key=key).id

    return selector


def the_first_near(rack, leader, followers):
    near = [copy for copy in followers if copy.rack == rack]
    return near[0].id if rack and near and leader.rack != rack else leader.id


RIGHT = {
    "sorted instead of max": the_leader_among_them,
    "by a walk": by_a_walk,
    "by three sorts": by_three_sorts,
    "the last of what is sorted": lambda rack, leader, others: sorted(
        [
            (-1, 0, leader.id),
            *(
                (f.end_offset, f.caught_up_ms, f.id)
                for f in others
                if rack is not None and rack not in (leader.rack,) and f.rack == rack
            ),
        ]
    )[-1][2],
}

WRONG = {
    "farthest": (farthest, "The leader, broker 1, is in west itself; no copy has more than it has."),
    "lowest": (lowest, "Brokers 2 and 3 are equal in all; then the highest id is taken, 3."),
    "by name": (by_name, "The answer is the id of the leader or of a follower, one of [1, 2, 3], not 'broker 1'."),
    "the first near": (
        lambda rack, leader, others: next((f.id for f in others if f.rack == rack), leader.id),
        "Broker 3 in east ends at 9; broker 2 has less, it ends at 7.",
    ),
    "never the leader beside": (
        lambda rack, leader, others: chosen_by(lambda f: (f.end_offset, f.caught_up_ms, f.id))(
            rack, leader._replace(rack=None), others
        ),
        "The leader, broker 1, is in east itself; no copy has more than it has.",
    ),
    "the lowest of equals": (
        chosen_by(lambda f: (f.end_offset, f.caught_up_ms, -f.id)),
        "Brokers 2 and 3 are equal in all; then the highest id is taken, 3.",
    ),
    "the first of equals": (
        chosen_by(lambda f: (f.end_offset, f.caught_up_ms)),
        "Brokers 5 and 10 are equal in all; then the highest id is taken, 10.",
    ),
    "the time first": (
        chosen_by(lambda f: (f.caught_up_ms, f.end_offset, f.id)),
        "Broker 5 in west ends at 10; broker 2 has less, it ends at 9.",
    ),
    "without the time": (
        chosen_by(lambda f: (f.end_offset, f.id)),
        "Brokers 3 and 2 have equally much; 2 had everything more recently.",
    ),
    "the longest ago": (
        chosen_by(lambda f: (f.end_offset, -f.caught_up_ms, f.id)),
        "Brokers 3 and 2 have equally much; 2 had everything more recently.",
    ),
    "ids as texts": (
        chosen_by(lambda f: (f.end_offset, f.caught_up_ms, str(f.id))),
        "Brokers 5 and 10 are equal in all; then the highest id is taken, 10.",
    ),
    "the highest id": (chosen_by(lambda f: f.id), "Brokers 3 and 2 have equally much; 2 had everything more recently."),
    "no rack is a rack": (
        lambda rack, leader, others: (
            max(
                (f for f in others if f.rack == rack and leader.rack != rack),
                key=lambda f: (f.end_offset, f.caught_up_ms, f.id),
                default=leader,
            ).id
        ),
        "A consumer that does not say where it is reads from the leader, broker 1.",
    ),
    "a rack that begins alike": (
        lambda rack, leader, others: (
            max(
                (f for f in others if rack and leader.rack != rack and (f.rack or "").startswith(rack)),
                key=lambda f: (f.end_offset, f.caught_up_ms, f.id),
                default=leader,
            ).id
        ),
        "No follower is in east, so the consumer reads from the leader, broker 11.",
    ),
    "the best anywhere": (
        lambda rack, leader, others: (
            leader.id
            if rack in (None, leader.rack) or not others
            else max(others, key=lambda f: (f.rack == rack, f.end_offset, f.caught_up_ms, f.id)).id
        ),
        "No follower is in north, so the consumer reads from the leader, broker 1.",
    ),
    "the copy itself": (
        lambda rack, leader, others: leader,
        "The answer is the id of the leader or of a follower, one of [1, 2, 3], not [1, 'west', 9, 5000].",
    ),
    "nobody": (
        lambda rack, leader, others: next((f.id for f in others if f.rack == rack), None),
        "It returned nothing: is there a `return`?",
    ),
    "the first near, unless the leader is": (
        the_first_near,
        "Broker 3 in east ends at 9; broker 2 has less, it ends at 7.",
    ),
}

COMPLAINTS = [
    (
        lambda rack, leader, followers: leader.id,
        "In east, west, north, nowhere, and in east again without broker 3 in the ISR, consumers read from "
        "[1, 1, 1, 1, 1]; with the near copies it is [3, 1, 1, 1, 2].",
    )
]
