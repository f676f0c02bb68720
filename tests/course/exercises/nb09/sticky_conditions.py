"""What may hold of a case of E09.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb09.in_group import are_unsorted, owner_of
from kafkaviz.course.exercises.nb09.sticky import keep_and_fill, partitions_taken


def sizes(subscriptions):
    """Returns how many partitions each member has had so far."""
    return [len(subscription.owned) for subscription in subscriptions.values()]


def must_take(counts, subscriptions):
    held = owner_of({member: subscription.owned for member, subscription in subscriptions.items()})
    return len(partitions_taken(held, keep_and_fill(counts, subscriptions)))


CONDITIONS = (
    ("the members arrive in no order", lambda counts, members: are_unsorted(members)),
    ("the topics are in no order", lambda counts, members: are_unsorted(counts)),
    (
        "what a member had is in no order",
        lambda counts, members: any([*s.owned] != sorted(s.owned) for s in members.values()),
    ),
    ("nobody had anything", lambda counts, members: not any(sizes(members))),
    (
        "a member has had nothing, another something",
        lambda counts, members: 0 in sizes(members) and any(sizes(members)),
    ),
    ("a member has left", lambda counts, members: 0 < sum(sizes(members)) < sum(counts.values())),
    ("nothing has to be taken", lambda *case: must_take(*case) == 0),
    (
        "everything is even already",
        lambda counts, members: (
            max(sizes(members)) - min(sizes(members)) < 2 and sum(sizes(members)) == sum(counts.values())
        ),
    ),
    ("it divides evenly", lambda counts, members: sum(counts.values()) % len(members) == 0),
    ("the one who had most does not come first", lambda counts, members: sizes(members)[0] < max(sizes(members))),
    (
        "the one who had most does not come first by name",
        lambda counts, members: len(members[min(members)].owned) < max(sizes(members)),
    ),
    ("two had equally many", lambda counts, members: len({*sizes(members)}) < len(members)),
    ("there are fewer partitions than members", lambda counts, members: sum(counts.values()) < len(members)),
    ("there is one member", lambda counts, members: len(members) == 1),
    ("there are two topics", lambda counts, members: len(counts) > 1),
    ("a partition has two digits", lambda counts, members: max(counts.values()) > 10),
)
