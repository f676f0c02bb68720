"""What may hold of a case of X1.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m1.skewed import max_over_mean

CONDITIONS = (
    ("a partition is empty", lambda records: 0 in records),
    ("there is one partition alone", lambda records: len(records) == 1),
    ("all have the same", lambda records: len(set(records)) == 1 < len(records)),
    ("the first is the fullest", lambda records: records[0] == max(records)),
    ("two are the fullest", lambda records: records.count(max(records)) > 1),
    ("the answer is a whole number", lambda records: max_over_mean(records).is_integer()),
    ("there are ten partitions or more", lambda records: len(records) > 9),
)
