"""What may hold of a case of E05.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.decisions.reading import rack_aware


def nearby(rack, leader, followers):
    """Returns the followers among which the selector must choose."""
    return [] if rack in (None, leader.rack) else [copy for copy in followers if copy.rack == rack]


def ties(*asked):
    """Returns the near followers that are equal to the best one in all but their ids, in the order given."""
    near = nearby(*asked)
    best = max(((copy.end_offset, copy.caught_up_ms) for copy in near), default=None)
    return [copy.id for copy in near if (copy.end_offset, copy.caught_up_ms) == best]


def time_decides(*asked):
    near = nearby(*asked)
    return len({copy.end_offset for copy in near}) == 1 < len({copy.caught_up_ms for copy in near})


def time_misleads(*asked):
    near = nearby(*asked)
    return bool(near) and max(near, key=lambda copy: (copy.caught_up_ms, copy.end_offset)).id not in ties(*asked)


def farther_has_more(*asked):
    ends = [copy.end_offset for copy in nearby(*asked)]
    return bool(ends) and max(copy.end_offset for copy in asked[2]) > max(ends)


CONDITIONS = (
    ("the consumer names no rack", lambda rack, leader, others: rack is None),
    ("neither does a follower", lambda rack, leader, others: rack is None and None in [c.rack for c in others]),
    ("the leader is near", lambda rack, leader, others: rack is not None and leader.rack == rack),
    (
        "the leader is near, and a follower as well",
        lambda rack, leader, others: rack == leader.rack in [c.rack for c in others],
    ),
    ("there is no follower", lambda rack, leader, others: not others),
    ("nobody is near", lambda rack, leader, others: rack not in [None, *(c.rack for c in (leader, *others))]),
    (
        "a rack's name begins with that of another",
        lambda rack, leader, others: rack == "east" and "east-2" in [c.rack for c in others],
    ),
    ("several followers are near", lambda *asked: len(nearby(*asked)) > 1),
    (
        "the best is not the first of them",
        lambda *asked: [c.id for c in nearby(*asked)][:1] != [rack_aware(*asked)] and nearby(*asked),
    ),
    (
        "the best is not the last of them",
        lambda *asked: [c.id for c in nearby(*asked)][-1:] != [rack_aware(*asked)] and nearby(*asked),
    ),
    ("a follower elsewhere has more", farther_has_more),
    ("the time decides", time_decides),
    ("the one that caught up last has less", time_misleads),
    ("two are equal in all", lambda *asked: len(ties(*asked)) > 1),
    (
        "two are equal, and the lower id comes first",
        lambda *asked: ties(*asked)[1:] and ties(*asked)[0] < ties(*asked)[1],
    ),
    (
        "two are equal, and the higher id comes first",
        lambda *asked: ties(*asked)[1:] and ties(*asked)[0] > ties(*asked)[1],
    ),
    (
        "as texts their ids are in another order",
        lambda *asked: ties(*asked)[1:] and max(ties(*asked)) != max(ties(*asked), key=str),
    ),
)
