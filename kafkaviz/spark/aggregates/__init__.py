"""What is counted of records by the million: DataFrame to DataFrame, and nothing runs until the result is asked for.

The records may be a workload, a dump of a topic or `spark.read.format("kafka")`: they have the columns of Spark's
Kafka source. What follows from a law without counting is in `laws`, to stand beside what was measured.
"""
