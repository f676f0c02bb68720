"""What may hold of a case of E05.1 and what a wrong answer overlooks; the cases meet each both ways."""


def majority_end(leader_end, isr_ends):
    return sorted([leader_end, *isr_ends])[(len(isr_ends) + 1) // 2]


CONDITIONS = (
    ("the leader is alone in the ISR", lambda end, isr: not isr),
    ("one follower is in the ISR", lambda end, isr: len(isr) == 1),
    ("the log is empty", lambda end, isr: end == 0),
    ("a follower has nothing yet", lambda end, isr: 0 in isr),
    ("everybody has everything", lambda end, isr: {*isr} == {end}),
    ("a follower lacks one record", lambda end, isr: end - 1 in isr),
    ("the one that has least comes first", lambda end, isr: isr[:1] == [min([end, *isr])] != isr[-1:]),
    ("the one that has least comes last", lambda end, isr: isr[-1:] == [min([end, *isr])] != isr[:1]),
    ("two have least", lambda end, isr: isr.count(min([end, *isr])) > 1),
    ("a majority has more", lambda end, isr: majority_end(end, isr) > min([end, *isr])),
    ("as texts they are in another order", lambda end, isr: min([end, *isr], key=str) > min([end, *isr])),
)
