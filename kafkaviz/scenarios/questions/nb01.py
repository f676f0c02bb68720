"""The questions of notebook 01, a topic is a log."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

WHICH_TOPIC: Final = question(
    "Q01.19",
    "Articles about football and tennis share the topic news, prices are in another topic. Who decided that?",
    Option("the broker, by what they say", "A broker stores bytes; it does not read what they say."),
    Option("their keys: equal keys, one topic", "A key decides about the partition, inside one topic."),
    Right("their sender, who names a topic with each", "A topic is a name that people give to what belongs together."),
)

OWN_COUNTER: Final = question(
    "Q01.1",
    "AAA and CCC went to news-0, BBB to news-1. Now DDD goes to news-0 and EEE to news-1. Which offset does EEE get?",
    Option("4, the fifth number of the topic", "No one counts for the topic. Each partition counts its own."),
    Right("1, the second number of its partition", "BBB has 0 there; 0 and 1 exist in news-0 as well."),
    Option(
        "2, the same as DDD", "That is what DDD gets in news-0: offsets begin at 0, and EEE is the second in news-1."
    ),
    before="RecordQueued",
    reveal="RecordsAppended news-1",
)

CORRECTION: Final = question(
    "Q01.2",
    "CCC in news-0 had a mistake; CCX would have been right. What can the producer do?",
    Option("write CCX at offset 1", "No request names an offset to write at. A log is written at its end only."),
    Option("delete offset 1 and send CCX there", "Records go from the front of a log, never from its middle."),
    Right("send CCX, which gets the next offset", "CCC stays where it is; a reader gets both, in this order."),
    Option(
        "send CCX with the same key, which replaces CCC",
        "Another record with the same key is another record. What compaction does about it comes in section 5.",
    ),
)

ON_DISK: Final = question(
    "Q01.3",
    "The topic news has two partitions and replication factor 2. What of it lies on the disks of the brokers?",
    Option("one directory, news, on one broker", "A topic is a name in the metadata. No broker owns it."),
    Option("two directories, one for each partition", "One for each copy of each partition: two copies of two."),
    Right("four directories, one for each copy of a partition", "news-0 on two brokers, news-1 on two."),
    Option("a directory news on each broker", "Here broker 3 holds news-1 only; a topic itself has no directory."),
)

READ_IN_ORDER: Final = question(
    "Q01.4",
    "1 to 9 were dealt in turn to three partitions. One consumer reads all three. In which order does it get them?",
    Option("1, 2, 3 and so on, in the order of sending", "Nobody wrote down an order of the topic.", "MC02"),
    Option("1, 2, 3 and so on: it sorts them by time", "A consumer sorts nothing: it hands on what comes.", "MC02"),
    Option("any order at all", "Within a partition the order is sure: 4 never comes before 1."),
    Right("1 before 4 before 7, and so on; nothing else is sure", "In each partition the order of its offsets."),
    before="RecordsPolled",
)

ONE_CUSTOMER: Final = question(
    "Q01.5",
    "All events of one customer must be read in order, and several consumers are to share the customers. What is "
    "enough?",
    Right("the customer's id as the key", "Equal keys go to one partition, and there the order holds."),
    Option("a consumer that reads the topic alone", "It gets each partition's order, whoever else reads.", "MC02"),
    Option(
        "a topic with a single partition",
        "The order would hold, but only one consumer could read: nobody shares a partition.",
    ),
    Option("a timestamp in each record", "It says when, but the records still come mixed.", "MC02"),
)

FILE_NAME: Final = question(
    "Q01.6",
    "A file of news-0 holds four records and is full. The fifth, EEE, opens a new file. How is it named?",
    Option("00000000000000000001.log", "Files are not counted. The name is the offset of the first record."),
    Right("00000000000000000004.log", "After the first offset in it: so the file of any offset is found by name."),
    Option("00000000000000000005.log", "The fifth record has offset 4, for offsets begin at 0."),
    Option("news-0.log", "All files of a partition lie in its directory news-0, so each needs a name of its own."),
    before="SegmentRolled",
)

POWER: Final = question(
    "Q01.7",
    "One broker, one copy. AAA has reached the disk; BBB and CCC were acknowledged since, with acks=all. Then the "
    "power fails. What does the log hold when the broker is back?",
    Right("AAA", "The others were in the memory of the machine, which writes when it likes. Replicas protect them."),
    Option(
        "AAA, BBB, CCC: they were acknowledged",
        "acks=all waits for replicas, not for a disk, and there is one replica.",
        "MC13",
    ),
    Option("nothing", "What has reached the disk is there again."),
)

BY_SIZE: Final = question(
    "Q01.8",
    "Seven records of 10 bytes lie in files of two; retention.bytes is 40. Where does the log start after the check?",
    Right("at 2: 50 bytes stay", "Without the first file 50 bytes are left, without the second only 30: too few."),
    Option("at 3: 40 bytes stay", "Offset 3 is in the middle of a file, and only whole files go."),
    Option("at 4: 30 bytes stay", "That is less than the topic is to keep: a file stays while it is needed for 40."),
    before="SegmentsDeleted",
)

IDLE: Final = question(
    "Q01.9",
    "Nobody has sent anything for eight days; retention.ms is seven. All six records are gone, also those of the "
    "active file. Which offset does the next record get?",
    Option("0: the log begins anew", "Then a committed offset could mean two records. Numbers never come back."),
    Right("6", "The new file is named after it. An empty log has a start and an end, both are 6."),
    Option("none: the topic is gone", "A topic goes when somebody deletes it. It may well be empty."),
)

CLOCK_BEHIND: Final = question(
    "Q01.20",
    "A sensor's clock is a year behind. message.timestamp.type is CreateTime, retention.ms a week. A broker of Kafka "
    "4.4 gets its record. What happens?",
    Right("stored as a year old: it may go at the next check", "Unless newer records lie in its file and keep that."),
    Option("stored as new: it stays a week", "It would be so with LogAppendTime, by the broker's own clock."),
    Option("refused: it is too old", "By default any age is taken: message.timestamp.before.max.ms has no limit."),
)

SLOW_READER: Final = question(
    "Q01.10",
    "A reader has got AAA and wants offset 1 next; auto.offset.reset is earliest. Meanwhile retention deletes the "
    "files with offsets 0 to 3. What does it get?",
    Option("BBB: what was not read is kept", "Retention asks nobody what has been read.", "MC01"),
    Option("EEE, which has offset 1 now", "An offset stays with its record. The log starts at 4, not at 0."),
    Option("nothing, until 1 is there again", "It never will be. The reset says what comes instead."),
    Right("EEE, whose offset nobody changed", "Offset 1 is out of range, 4 is the earliest. Three were missed."),
    before="RecordsPolled",
)

AFTER_READING: Final = question(
    "Q01.11",
    "Two groups, billing and search, have both read all six records. For how long are these kept?",
    Option("they are gone: everybody has read them", "No one counts readers. A third group may come.", "MC01"),
    Option("as long as a group is there", "Groups have offsets, and no say in what is kept.", "MC01"),
    Right("until retention removes them", "By age or size, read or not. A log is no queue."),
)

DELETED_TO_3: Final = question(
    "Q01.12",
    "Six records lie in files of two. Somebody deletes the records before offset 3. Which files are left?",
    Option("4.log", "Offset 3 can be read, and it is in 2.log."),
    Option("3.log and 4.log", "No file is rewritten or renamed: only the log start moves."),
    Right("2.log and 4.log", "Offset 2 cannot be read any more; its file stays, for offset 3 is in it."),
    Option("0.log, 2.log and 4.log", "0.log lies below the new start as a whole, so the next check deletes it."),
)

COMPACTED: Final = question(
    "Q01.13",
    "A 10, B 20 and A 11 lie in a file that is closed now; C 30 opens the next. Which offsets of the first file are "
    "left after compaction?",
    Right("1 and 2", "A 10 has a later record of its key. The others keep their offsets, and 0 is a gap."),
    Option("0 and 1: what is left is numbered anew", "An offset never changes: readers have committed it."),
    Option("2: the last record", "The last of each key, not of the log. B has no later record than 1."),
    Option("0, 1 and 2", "A 10 is superseded by A 11, and the file is closed."),
    before="LogCompacted",
)

FROM_ZERO: Final = question(
    "Q01.14",
    "Another topic has been compacted, and the offsets 3, 4, 5 and 6 are left. A consumer asks for offset 0. What does "
    "it get?",
    Option(
        "an error: out of range", "0 is not below the log's start: compaction leaves that where it was. It is a gap."
    ),
    Option("three empty records first", "What is gone is gone; a reader sees the offsets jump."),
    Right("the record at 3, and those after it", "A read begins at the first record at or after its offset."),
)

TOMBSTONE: Final = question(
    "Q01.15",
    "A record with key C and no value is sent, a tombstone. What is left of C after the next compaction?",
    Option("nothing", "Then a reader that was away for an hour would never learn that C is deleted."),
    Option("the last value: nothing cannot replace it", "A record without a value is the last record of its key."),
    Right(
        "the tombstone, for a day at least",
        "It stays for delete.retention.ms; then a later compaction takes it out, too.",
    ),
)

EDGES_OF_FILES: Final = question(
    "Q01.21",
    "The log has the files 0.log, 3.log and 6.log, and the offsets 3 to 6. How many edges has each file, in this "
    "order?",
    Option("3, 3 and 1", "What was below offset 3 was compacted away; a name is the first offset that a file had."),
    Right("0, 3 and 1", "3.log has the offsets 3, 4 and 5, the active file has 6, and 0.log is empty."),
    Option("1, 3 and 6", "A name is an offset, no count."),
)

NO_KEY: Final = question(
    "Q01.16",
    "Somebody sends a price without a key to a compacted topic. What happens?",
    Option("all records without a key count as one key", "They would replace one another, whatever they say."),
    Right("the broker refuses it", "INVALID_RECORD. A topic with cleanup.policy=compact takes records with keys only."),
    Option("it is stored and never compacted", "So a topic without keys would grow for ever. Kafka does not let it."),
)

ACTIVE_STAYS: Final = Estimate(
    "Q01.17",
    "Six records, files of six, and a limit of one record's bytes. How many records does the check leave?",
    6,
    "records",
    "They are all in the active file, which no limit above 0 bytes deletes. It is no limit that holds to the byte.",
    tolerance=0,
    wrong=(
        Range(1, 1, "One is the limit, but only whole files go, and this log has one, the active one."),
        Range(0, 0, "A log emptied by size would lose what was written a moment ago. The active file stays."),
    ),
)

IMMUTABLE: Final = question(
    "Q01.18",
    "“Messages are immutable.” Which of these changes a record that is in a log?",
    Option("retention", "It removes whole files of them, from the front."),
    Option("compaction", "It removes records that have a later one of their key; those that stay are as they were."),
    Option("a new record with the same key", "It gets an offset of its own, and the old one does not notice."),
    Right("none of these", "Records go; while they are there, offset, key and value are what they were."),
)
