"""Partition beside replication: what each is for, where its data is, and what more of it changes."""

from typing import Final

from kafkaviz.course.tables.table import ArticleTable, Statement, TableRow
from kafkaviz.scenarios import nb05, nb07, nb08

PARTITIONS, REPLICAS = "partitions", "replicas"

PARTITIONS_AND_REPLICAS: Final = ArticleTable(
    "partitions and replicas",
    "Is it partitions, or is it replicas?",
    (PARTITIONS, REPLICAS),
    (
        TableRow(
            "purpose",
            (
                Statement("share the work among brokers", PARTITIONS, "Each has a leader, and leaders are spread."),
                Statement("survive the death of a broker", REPLICAS, "A follower in sync takes over what it copied."),
            ),
            nb07.failover,
        ),
        TableRow(
            "the question it answers",
            (
                Statement("how do more consumers read at a time?", PARTITIONS, "One reader of a group for each."),
                Statement("how does data survive a lost disk?", REPLICAS, "Others have what that disk had."),
            ),
            lambda: nb08.sharing(consumers=3),
        ),
        TableRow(
            "where the data is",
            (
                Statement("other records on each broker", PARTITIONS, "A record is in one partition of its topic."),
                Statement("the same records on several brokers", REPLICAS, "Followers fetch what the leader has."),
            ),
            lambda: nb05.copies(slow=0),
            "replication",
        ),
        TableRow(
            "more of it",
            (
                Statement("more consumers of a group have work", PARTITIONS, "Until each partition has its reader."),
                Statement("every record is stored once more", REPLICAS, "Disk and network grow with the factor."),
                Statement("keys go elsewhere", PARTITIONS, "The hash is taken modulo another number."),
                Statement("more brokers may die", REPLICAS, "One copy in sync is enough to go on."),
            ),
            lambda: nb08.sharing(consumers=4, partitions=3),
        ),
    ),
)
