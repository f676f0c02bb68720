"""What may hold of a case of E05.2 and what a wrong answer overlooks; the cases meet each both ways."""

CONDITIONS = (
    ("a follower asks", lambda log, mark, at, follower: follower),
    ("the log is empty", lambda log, mark, at, follower: not log),
    ("a record stands twice in the log", lambda log, mark, at, follower: len({*log}) < len(log)),
    (
        "the first record asked for stood before it already",
        lambda log, mark, at, follower: log[at : at + 1] != [] and log[at] in log[:at],
    ),
    ("all is committed", lambda log, mark, at, follower: mark == len(log)),
    ("nothing is committed", lambda log, mark, at, follower: mark == 0 < len(log)),
    ("a follower asks for what is not committed", lambda log, mark, at, follower: follower and at >= mark < len(log)),
    (
        "a consumer has read all that is committed",
        lambda log, mark, at, follower: not follower and at == mark < len(log),
    ),
    ("a consumer may not see all", lambda log, mark, at, follower: not follower and at < mark < len(log)),
    (
        "what a consumer may not see equals what it may",
        lambda log, mark, at, follower: not follower and any(record in log[at:mark] for record in log[mark:]),
    ),
    ("it begins at the start", lambda log, mark, at, follower: at == 0),
    ("it asks for the end", lambda log, mark, at, follower: at == len(log) > 0),
    ("more than ten records are there", lambda log, mark, at, follower: len(log) > 10),
)
