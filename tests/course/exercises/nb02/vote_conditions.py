"""What may hold of a case of E02.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb02.vote import can_grant_vote


def newer(*asked):
    return asked[5] > asked[0]


def behind(*asked):
    return asked[6] < asked[3]


CONDITIONS = (
    ("it gets the vote", can_grant_vote),
    ("the candidate's epoch is later", newer),
    ("the candidate's epoch is earlier", lambda *asked: asked[5] < asked[0]),
    ("the epoch is the same, and nobody is known", lambda *a: a[5] == a[0] and a[1] is a[2] is None),
    ("it has voted for this candidate already", lambda *a: a[5] == a[0] and a[1] == a[4] and can_grant_vote(*a)),
    ("it has voted for another in this epoch", lambda *a: a[5] == a[0] and a[1] not in (None, a[4]) and a[2] is None),
    (
        "it voted for another in an earlier epoch",
        lambda *a: newer(*a) and a[1] not in (None, a[4]) and can_grant_vote(*a),
    ),
    ("it follows a leader of this epoch", lambda *a: a[5] == a[0] and a[2] is not None),
    ("it followed a leader of an earlier epoch", lambda *a: a[2] is not None and can_grant_vote(*a)),
    ("the epoch is later, but the log behind", lambda *a: newer(*a) and behind(*a)),
    ("the logs end alike", lambda *a: a[6] == a[3]),
    ("the candidate's log is shorter, and of a later epoch", lambda *a: a[6][1] < a[3][1] and a[6] > a[3]),
    ("the candidate's log is longer, and of an earlier epoch", lambda *a: a[6][1] > a[3][1] and a[6] < a[3]),
    ("an offset has two digits or more", lambda *a: a[3][1] > 9),
    ("an epoch has two digits", lambda *a: a[5] > 9),
)
