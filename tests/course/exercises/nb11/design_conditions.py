"""What may hold of a case of E11.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb11.design import designed

CONDITIONS = (
    ("nobody may crash", lambda needs: needs["may_crash"] == 0),
    ("two may crash", lambda needs: needs["may_crash"] == 2),
    ("nobody is ever away", lambda needs: needs["may_be_away"] == 0),
    ("two may be away", lambda needs: needs["may_be_away"] == 2),
    ("no order is needed", lambda needs: needs["in_order"] is None),
    ("it is not the user who needs an order", lambda needs: needs["in_order"] not in (None, "user")),
    ("one consumer is enough", lambda n: n["records_per_second"] <= n["one_consumer_reads"]),
    ("the rate is no multiple", lambda n: n["records_per_second"] % n["one_consumer_reads"] > 0),
    ("one record a second makes another consumer", lambda n: n["records_per_second"] % n["one_consumer_reads"] == 1),
    ("every broker must have a copy", lambda n: designed(n)["replication_factor"] == n["brokers"]),
    ("no replica is to spare", lambda n: designed(n)["partitions"] * designed(n)["replication_factor"] == n["copies"]),
)
