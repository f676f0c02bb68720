"""What may hold of a case of E06.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.decisions.replication import may_acknowledge

CONDITIONS = (
    ("acks is 1", lambda acks, end, mark, many, least: acks == 1),
    ("acks is 1, and not everybody has it", lambda acks, end, mark, many, least: acks == 1 and mark < end),
    ("acks is 1, below the minimum", lambda acks, end, mark, many, least: acks == 1 and many < least),
    ("the high watermark is at the end of the batch", lambda acks, end, mark, many, least: acks < 0 and mark == end),
    ("it is one below", lambda acks, end, mark, many, least: acks < 0 and mark == end - 1),
    ("it is above", lambda acks, end, mark, many, least: acks < 0 and mark > end),
    ("exactly the minimum is in sync", lambda acks, end, mark, many, least: acks < 0 and many == least),
    (
        "everybody has it, below the minimum",
        lambda acks, end, mark, many, least: acks < 0 and mark >= end and many < least,
    ),
    (
        "enough are in sync, and not everybody has it",
        lambda acks, end, mark, many, least: acks < 0 and mark < end and many >= least,
    ),
    ("the leader is alone in sync", lambda acks, end, mark, many, least: many == 1),
    ("an offset has two digits or more", lambda acks, end, mark, many, least: end > 9),
    ("it is acknowledged", may_acknowledge),
)
