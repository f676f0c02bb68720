"""Terms of topics, partitions and their logs."""

from typing import Final

from kafkaviz.course.glossary.term import Shown, Term
from kafkaviz.scenarios import nb01, nb04, nb05, nb06

WHERE: Final = "Where do football, basketball and tennis go?"
COPYING: Final = "Who starts the copying?"
SEEING: Final = "What may a consumer see?"
NAME: Final = "A topic is a name; a partition is a log"
FILES: Final = "Files"
FORGETS: Final = "What a log forgets"
COMPACTION: Final = "Compaction keeps the last of each key"
OLD_LOG: Final = "Which records does an old log keep?"

TERMS: Final = (
    Term(
        "topic",
        (),
        "A named stream of records, cut into partitions. It has configs of its own, and no file of its own.",
        "NewTopic; kafka-topics.sh --create",
        Shown("01", NAME, nb01.numbered, {}, "TopicCreated"),
    ),
    Term(
        "partition",
        ("topic partition",),
        "One of the logs that make up a topic. Each has an order and a leader of its own, and one reader in a group.",
        "TopicPartition; num.partitions (1)",
        Shown("04", WHERE, nb04.news, {}, "RecordsAppended", "partitioner"),
    ),
    Term(
        "record",
        ("message", "event"),
        "A key, a value, headers and a timestamp; to a broker key and value are bytes. A record never changes.",
        "ProducerRecord, ConsumerRecord",
        Shown("01", NAME, nb01.numbered, {}, "RecordsAppended"),
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
        "The number of a record in its partition, which the leader gives it. The offset of a committed record is never "
        "reused. Offsets only grow, and some may be missing: compaction and transactions leave gaps.",
        "RecordMetadata.offset, ConsumerRecord.offset",
        Shown("01", NAME, nb01.filled, {}, "RecordsAppended", "replication"),
    ),
    Term(
        "log",
        ("commit log", "partition log"),
        "What a replica keeps of its partition: batches of records in the order of their offsets, in a directory of "
        "segment files. Records come at its end, and retention deletes from its front.",
        "UnifiedLog; log.dirs",
        Shown("05", COPYING, nb05.copies, {}, "RecordsAppended", "replication"),
    ),
    Term(
        "log end offset",
        ("LEO", "end offset"),
        "The offset that the next record of a replica's log will get: an exclusive end. Each replica has its own.",
        "UnifiedLog.logEndOffset",
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
        Shown("01", FORGETS, nb01.aged, {"days": 9}, "SegmentsDeleted", "log"),
    ),
    Term(
        "segment",
        ("log segment", "active segment"),
        "One of the files in which a log is kept, named after its first offset, with its indexes. Only the last, the "
        "active one, is written to.",
        "LogSegment; segment.bytes (1 GiB), segment.ms (7 days)",
        Shown("01", FILES, nb01.filled, {}, "SegmentRolled", "log"),
    ),
    Term(
        "retention",
        ("retention.ms", "retention.bytes", "cleanup.policy delete"),
        "The deletion of whole segments from the front of a log, by the age of their newest record or by the size of "
        "the partition. Nobody asks whether all consumers have read them.",
        "retention.ms (7 days), retention.bytes (no limit), cleanup.policy=delete",
        Shown("01", FORGETS, nb01.aged, {"days": 9}, "SegmentsDeleted", "log"),
    ),
    Term(
        "leader epoch",
        ("epoch",),
        "The number of a partition's leader: one more with each election. It stands in every batch, in fetches, and in "
        "what a leader asks of the controller. By it brokers recognise a leader of the past, and compare logs.",
        "LeaderEpochFileCache; KIP-101, KIP-279",
        Shown("06", OLD_LOG, nb06.fast_elections, {"rule": "fetch"}, "PartitionChanged", "replication"),
    ),
    Term(
        "truncation",
        ("log divergence",),
        "A follower cuts off the end of its log that its leader does not have, from the first difference on; leader "
        "epochs show where that is.",
        "AbstractFetcherThread; OffsetsForLeaderEpoch, diverging epoch in Fetch (KIP-595)",
        Shown("06", OLD_LOG, nb06.leader_change, {}, "LogTruncated", "replication"),
    ),
    Term(
        "order",
        ("ordering", "message order"),
        "Records of one partition are read in the order in which they were appended. Between partitions there is no "
        "order.",
        "KafkaConsumer.poll; max.in.flight.requests.per.connection (5)",
        Shown("01", "Where does order end?", nb01.numbered, {}, "RecordsAppended"),
    ),
    Term(
        "log compaction",
        ("compaction", "cleanup.policy compact", "compacted topic"),
        "Keeps the last record of each key in a log, and removes older ones with the same key. Offsets stay, so there "
        "are gaps; the active segment stays as it is.",
        "LogCleaner; cleanup.policy=compact, min.cleanable.dirty.ratio (0.5)",
        Shown("01", COMPACTION, nb01.prices, {}, "LogCompacted", "log"),
    ),
    Term(
        "tombstone",
        (),
        "A record with a key and no value: it says that the key is deleted. Compaction removes what was there before, "
        "and after a day the tombstone as well.",
        "ProducerRecord with value null; delete.retention.ms (1 day)",
        Shown("01", COMPACTION, nb01.dropped, {}, "LogCompacted", "log"),
    ),
    Term(
        "flush",
        ("page cache", "fsync", "flush.messages"),
        "To flush a log is to write to the disk what is only in memory. By default Kafka leaves that to the operating "
        "system, and trusts the copies on other brokers.",
        "flush.messages, flush.ms (no limit); UnifiedLog.flush",
        Shown("01", FILES, nb01.power_cut, {}, "LogsFlushed", "log"),
    ),
)
