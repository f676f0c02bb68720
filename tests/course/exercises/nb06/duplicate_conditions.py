"""What may hold of a case of E06.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb06.duplicate import HIGHEST, REMEMBERED, number_after, numbered


def starts_again(kept, first, last):
    """Tells whether the highest number is reached in what is kept."""
    return any(b == HIGHEST or a > b for a, b in kept)


CONDITIONS = (
    ("nothing is known of the producer", lambda kept, first, last: not kept),
    ("nothing is known, and it does not begin with 0", lambda kept, first, last: not kept and first),
    ("it is the newest batch again", lambda kept, first, last: (first, last) in kept[-1:]),
    ("it is an older batch again", lambda kept, first, last: (first, last) in kept[:-1]),
    ("it follows", lambda kept, first, last: kept and numbered(kept, first, last) == "append"),
    ("a number is missing", lambda kept, first, last: kept and first == number_after(kept[-1][1], 2)),
    ("it is older than what is kept", lambda kept, first, last: kept and len(kept) > 4 and last < kept[0][0]),
    (
        "it begins as a kept batch and ends elsewhere",
        lambda kept, first, last: first in [one for one, _ in kept] and (first, last) not in kept,
    ),
    (
        "it ends as a kept batch and begins elsewhere",
        lambda kept, first, last: last in [other for _, other in kept] and (first, last) not in kept,
    ),
    (
        "it begins with the second number of the newest batch, which has several",
        lambda kept, first, last: kept and kept[-1][0] != kept[-1][1] and first == number_after(kept[-1][0]),
    ),
    ("five batches are kept", lambda kept, first, last: len(kept) == REMEMBERED),
    ("it has several records", lambda kept, first, last: first != last),
    ("a kept batch has several records", lambda kept, first, last: any(a != b for a, b in kept)),
    ("the numbers start again at 0", starts_again),
    ("a number has two digits or more", lambda kept, first, last: first > 9),
    ("it is out of order", lambda kept, first, last: numbered(kept, first, last) == "out of order"),
)
