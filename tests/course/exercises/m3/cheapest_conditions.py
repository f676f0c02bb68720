"""What may hold of a case of X3.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m3.cheapest import cheapest, price


def as_few_copies(options, most_refused, most_lost):
    """Returns the options that keep both promises with as few copies as the cheapest."""
    right = cheapest(options, most_refused, most_lost)
    return [one for one in options if right and one[0] == right[0] and one[3] <= most_refused and one[4] <= most_lost]


def as_few_racks(options, most_refused, most_lost):
    good = as_few_copies(options, most_refused, most_lost)
    return [one for one in good if one[2] == min(other[2] for other in good)]


def strictly(options, most_refused, most_lost):
    good = [one for one in options if one[3] < most_refused and one[4] < most_lost]
    return min(good, key=price)[:3] if good else None


def first_that_does(options, most_refused, most_lost):
    return next((one[:3] for one in options if one[3] <= most_refused and one[4] <= most_lost), None)


def only_loss(options, most_refused, most_lost):
    return cheapest(options, 1.0, most_lost)


CONDITIONS = (
    ("no option does", lambda *case: cheapest(*case) is None),
    ("the first that does is not the cheapest", lambda *case: first_that_does(*case) != cheapest(*case)),
    (
        "one refuses just as much as it may",
        lambda options, refused, lost: strictly(options, refused, 1) != cheapest(options, refused, 1),
    ),
    (
        "one loses just as much as it may",
        lambda options, refused, lost: strictly(options, 1, lost) != cheapest(options, 1, lost),
    ),
    ("cheaper ones refuse too much", lambda *case: only_loss(*case) != cheapest(*case)),
    (
        "cheaper ones lose too much",
        lambda options, refused, lost: cheapest(options, refused, 1.0) != cheapest(options, refused, lost),
    ),
    ("the racks decide", lambda *case: len({one[2] for one in as_few_copies(*case)}) > 1),
    ("what is lost decides", lambda *case: len({one[4] for one in as_few_racks(*case)}) > 1),
    ("there are ten copies", lambda options, refused, lost: any(one[0] > 9 for one in options)),
)
