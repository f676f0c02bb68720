"""What may hold of a case of E09.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb09.in_group import are_unsorted, differ_by_number
from kafkaviz.course.exercises.nb09.range_topics import subscribers


def sizes(counts, subscriptions):
    """Returns for each wanted topic how many partitions it has, and how many members want it."""
    both = [(counts[topic], len(subscribers(topic, subscriptions))) for topic in counts]
    return [(partitions, wanting) for partitions, wanting in both if wanting]


def some_want(counts, subscriptions):
    return any(wanting < len(subscriptions) for _, wanting in sizes(counts, subscriptions))


CONDITIONS = (
    ("the members arrive in no order", lambda counts, members: are_unsorted(members)),
    ("as numbers the members are in another order", lambda counts, members: differ_by_number(members)),
    ("the topics are in no order", lambda counts, members: are_unsorted(counts)),
    (
        "a member names its topics in another order",
        lambda counts, members: any([*s.topics] != [t for t in counts if t in s.topics] for s in members.values()),
    ),
    ("nobody wants a topic", lambda counts, members: any(not subscribers(topic, members) for topic in counts)),
    ("a member wants nothing", lambda counts, members: any(not s.topics for s in members.values())),
    ("some members want a topic, and others do not", some_want),
    (
        "the first member does not want a topic",
        lambda counts, members: any(t not in members[min(members)].topics for t in counts),
    ),
    ("one is left over in two topics", lambda *case: [n % many > 0 for n, many in sizes(*case)].count(True) > 1),
    ("each topic divides evenly", lambda *case: all(n % many == 0 for n, many in sizes(*case))),
    ("a topic has fewer partitions than members who want it", lambda *case: any(n < many for n, many in sizes(*case))),
    ("there is one topic", lambda counts, members: len(counts) == 1),
    ("there is one member", lambda counts, members: len(members) == 1),
    ("a partition has two digits", lambda counts, members: max(counts.values()) > 10),
)
