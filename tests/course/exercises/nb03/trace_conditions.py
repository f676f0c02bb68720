"""What may hold of a case of E03.1 and what a wrong answer overlooks; the cases meet each both ways."""


def same_leader(message, partition_of, leader_of):
    return list(leader_of.values()).count(leader_of[partition_of[message]]) > 1


CONDITIONS = (
    ("the leader has the number of the partition", lambda m, at, led: led[at[m]] == at[m]),
    ("the leader has the number after the partition's", lambda m, at, led: led[at[m]] == at[m] + 1),
    ("the partition has two digits", lambda m, at, led: at[m] > 9),
    ("the leader has two digits", lambda m, at, led: led[at[m]] > 9),
    ("the leader leads another partition as well", same_leader),
    ("the partitions are in no order", lambda m, at, led: list(led) != sorted(led)),
    ("the partitions are 0, 1, 2 and so on", lambda m, at, led: sorted(led) == list(range(len(led)))),
    ("the message is the first that is named", lambda m, at, led: m == next(iter(at))),
    ("another message resembles it", lambda m, at, led: any(m in o or o in m for o in {*at} - {m})),
    ("another message goes to the same partition", lambda m, at, led: list(at.values()).count(at[m]) > 1),
)
