"""What may hold of a case of X1.2 and what a wrong answer overlooks; the cases meet each both ways."""

CONDITIONS = (
    ("there is no key", lambda keys, partitions: keys == 0),
    ("there is one partition", lambda keys, partitions: partitions == 1),
    ("there are as many keys as partitions", lambda keys, partitions: keys == partitions),
    ("there are more keys than partitions", lambda keys, partitions: keys > partitions),
    ("there is one key", lambda keys, partitions: keys == 1),
)
