"""What may hold of a case of E03.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb03.fetch_plan import fetch_plan


def asked(assignment, leaders):
    """Returns the broker of each request."""
    return [broker for asked in fetch_plan(assignment, leaders).values() for broker in asked]


def two_in_one(assignment, leaders):
    return any(len(p) > 1 for asked in fetch_plan(assignment, leaders).values() for p in asked.values())


def unowned(assignment, leaders):
    return len(leaders) > sum(map(len, assignment.values()))


CONDITIONS = (
    ("a partition has no leader", lambda owned, led: None in led.values()),
    ("a consumer owns nothing", lambda owned, led: [] in owned.values()),
    ("a consumer has nobody to ask", lambda owned, led: {} in fetch_plan(owned, led).values()),
    ("a request asks for two partitions", two_in_one),
    ("two consumers ask the same broker", lambda owned, led: len(asked(owned, led)) > len({*asked(owned, led)})),
    ("a consumer asks two brokers", lambda owned, led: any(len(a) > 1 for a in fetch_plan(owned, led).values())),
    ("there is one consumer", lambda owned, led: len(owned) == 1),
    ("the consumers are in no order", lambda owned, led: list(owned) != sorted(owned)),
    ("a consumer's partitions are in no order", lambda owned, led: any(p != sorted(p) for p in owned.values())),
    ("the leaders are told in no order", lambda owned, led: list(led) != sorted(led)),
    ("a partition is assigned to nobody here", unowned),
    ("a partition has two digits", lambda owned, led: max(led) > 9),
    ("a broker has two digits", lambda owned, led: max([0, *asked(owned, led)]) > 9),
)
