"""What may hold of a case of E03.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb03.contradictions import contradictions, leaders_by_partition


def late(named):
    return len({*named[:2]}) == 1 < len({*named})


def returns(named):
    return named[0] == named[-1] and len({*named}) > 1


def by_text(statements):
    return sorted(contradictions(statements), key=str)


def resembles(named):
    return any(one != other and other.startswith(one) for one in named for other in named)


def as_found(statements):
    found = contradictions(statements)
    return [partition for partition in dict.fromkeys(partition for partition, _ in statements) if partition in found]


CONDITIONS = (
    ("nothing is stated", lambda said: not said),
    ("a statement is repeated", lambda said: len(set(said)) < len(said)),
    ("nothing is contradicted", lambda said: not contradictions(said)),
    ("several partitions are contradicted", lambda said: len(contradictions(said)) > 1),
    ("they do not appear in ascending order", lambda said: as_found(said) != contradictions(said)),
    ("as texts they would be in another order", lambda said: by_text(said) != contradictions(said)),
    ("three leaders are named for one", lambda said: any(len({*n}) > 2 for n in leaders_by_partition(said).values())),
    (
        "a partition is repeated first, then contradicted",
        lambda said: any(map(late, leaders_by_partition(said).values())),
    ),
    ("one leader's name begins with another's", lambda said: any(map(resembles, leaders_by_partition(said).values()))),
    ("the last word agrees with the first", lambda said: any(map(returns, leaders_by_partition(said).values()))),
)
