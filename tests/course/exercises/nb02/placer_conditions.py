"""What may hold of a case of E02.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb02.placer import unfenced_ids


def fenced_holds(brokers, partitions, factor):
    return factor > len(unfenced_ids(brokers))


def ids(brokers):
    return [broker.id for broker in brokers]


CONDITIONS = (
    ("there is one replica of each", lambda brokers, many, factor: factor == 1),
    ("every broker holds every partition", lambda brokers, many, factor: factor == len(brokers)),
    ("there are fewer partitions than brokers", lambda brokers, many, factor: many < len(brokers)),
    ("there are more partitions than brokers", lambda brokers, many, factor: many > len(brokers)),
    ("a broker is fenced", lambda brokers, many, factor: len(unfenced_ids(brokers)) < len(brokers)),
    ("a fenced broker comes first", lambda brokers, many, factor: brokers[0].fenced),
    ("a fenced broker must hold a replica", fenced_holds),
    (
        "a fenced broker need not",
        lambda *asked: len(unfenced_ids(asked[0])) < len(asked[0]) and not fenced_holds(*asked),
    ),
    ("one broker is unfenced", lambda brokers, many, factor: len(unfenced_ids(brokers)) == 1),
    ("the ids are in no order", lambda brokers, many, factor: [b.id for b in brokers] != sorted(ids(brokers))),
    ("the ids are not 1, 2, 3", lambda brokers, many, factor: max(ids(brokers)) > len(brokers)),
)
