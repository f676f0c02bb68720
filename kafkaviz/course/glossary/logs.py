"""Terms of topics, partitions and their logs."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.scenarios import nb04, nb05, nb06, nb08

WHERE: Final = "1. Where do football, basketball and tennis go?"
COPYING: Final = "1. Who starts the copying?"
SEEING: Final = "2. What may a consumer see?"
NUMBER: Final = "1. A number for each group"
NO_OFFSET: Final = "4. Where does one begin who has no offset?"
OLD_LOG: Final = "4. Which records does an old log keep?"

TERMS: Final = (
    Term(
        "topic",
        (),
        "A named stream of records, cut into partitions. It has configs of its own, and no file of its own.",
        "NewTopic; kafka-topics.sh --create",
        Shown("04", WHERE, nb04.news, {}, "TopicCreated"),
    ),
    Term(
        "partition",
        ("topic partition",),
        "One of the logs that make up a topic. Order, leadership and the sharing out in a group all go by partition.",
        "TopicPartition; num.partitions (1)",
        Shown("04", WHERE, nb04.news, {}, "RecordsAppended", "partitioner"),
    ),
    Term(
        "record",
        ("message", "event"),
        "A key, a value, headers and a timestamp; to a broker key and value are bytes. Once appended it never changes.",
        "ProducerRecord, ConsumerRecord",
        Shown("08", NUMBER, nb08.two_groups, {}, "RecordsAppended"),
    ),
    Term(
        "record key",
        ("key", "partition key"),
        "What a record is about, if its sender says so. Equal keys go to one partition as long as neither the "
        "partitioner nor the number of partitions changes.",
        "ProducerRecord.key",
        Shown("04", WHERE, nb04.news, {}, "RecordQueued", "partitioner"),
    ),
    Term(
        "offset",
        (),
        "The number of a record in its partition, given by the leader and never given twice. Numbers only grow, and "
        "some may be missing: compaction and transactions leave gaps.",
        "RecordMetadata.offset, ConsumerRecord.offset",
        Shown("08", NUMBER, nb08.two_groups, {}, "RecordsAppended", "replication"),
    ),
    Term(
        "log",
        ("commit log", "partition log"),
        "What a replica keeps of its partition: batches of records in the order of their offsets, in a directory of "
        "segment files. It is appended to at its end, and deleted from at its front.",
        "UnifiedLog; log.dirs",
        Shown("05", COPYING, nb05.copies, {}, "RecordsAppended", "replication"),
    ),
    Term(
        "log end offset",
        ("LEO", "end offset"),
        "The offset that the next record of a replica's log will get: an exclusive end. Each replica has its own.",
        "UnifiedLog.logEndOffset; kafka-replica-verification, kafka-get-offsets.sh",
        Shown("05", SEEING, nb05.copies, {"slow": 1}, "FetchReceived", "replication"),
    ),
    Term(
        "high watermark",
        ("HW", "committed offset of a log"),
        "The offset below which every replica in the ISR has every record. Consumers read below it, and acks=all waits "
        "for it; followers learn of it with their next fetch.",
        "UnifiedLog.highWatermark; Partition.maybeIncrementLeaderHW",
        Shown("05", SEEING, nb05.copies, {"slow": 1}, "HighWatermarkAdvanced", "replication"),
    ),
    Term(
        "log start offset",
        ("start offset", "earliest offset"),
        "The first offset that a log still serves. Retention and DeleteRecords move it forward, nothing moves it back.",
        "UnifiedLog.logStartOffset; ListOffsets with earliest",
        Shown("08", NO_OFFSET, nb08.comes_back, {"kept": 2}, "SegmentsDeleted"),
    ),
    Term(
        "segment",
        ("log segment", "active segment"),
        "One of the files in which a log is kept, named after its first offset, with its indexes. Only the last, the "
        "active one, is written to.",
        "LogSegment; segment.bytes (1 GiB), segment.ms (7 days)",
        Shown("08", NO_OFFSET, nb08.comes_back, {"kept": 2}, "SegmentRolled"),
    ),
    Term(
        "retention",
        ("retention.ms", "retention.bytes", "cleanup.policy delete"),
        "The deletion of whole segments from the front of a log, by the age of their newest record or by the size of "
        "the partition. It asks nobody whether all have read.",
        "retention.ms (7 days), retention.bytes (no limit), cleanup.policy=delete",
        Shown("08", NO_OFFSET, nb08.comes_back, {"kept": 2}, "SegmentsDeleted"),
    ),
    Term(
        "leader epoch",
        ("epoch",),
        "The number of a partition's leader: one more with each election. It stands in every batch and in requests, so "
        "that a leader of the past is recognised and two logs can be compared.",
        "LeaderEpochFileCache; KIP-101, KIP-279",
        Shown("06", OLD_LOG, nb06.fast_elections, {"rule": "fetch"}, "PartitionChanged", "replication"),
    ),
    Term(
        "truncation",
        ("log divergence",),
        "What a follower does with the end of its log that its leader does not have: it cuts it off, at the first "
        "difference, which leader epochs tell.",
        "AbstractFetcherThread; OffsetsForLeaderEpoch, diverging epoch in Fetch (KIP-595)",
        Shown("06", OLD_LOG, nb06.quick_restart, {}, "LogTruncated", "replication"),
    ),
)
