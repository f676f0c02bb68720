"""The questions of notebook M4, how many partitions?"""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

NINTH: Final = question(
    "QM4.1",
    "48 partitions that all get the same, and consumers that read 1,000 records/s each: eight of them keep up with "
    "8,000/s. What does a ninth bring?",
    Option("1,000 more", "48 by 9 leaves a remainder: somebody still reads six partitions.", "MC03"),
    Right("nothing", "Somebody still reads six partitions, and sets the pace for the topic."),
    Option("less than before", "Nobody reads more than before; three of them have one partition less to read."),
)
SKEWED: Final = question(
    "QM4.2",
    "Now a few users dominate (Zipf, 0.8), and 10,000 records/s arrive. The formula says 12 "
    "consumers. Do they hold it?",
    Option("yes, in total they can read 12,000", "The total is enough, but one consumer has the hot partitions."),
    Right("no, more are needed", "The consumer with the hottest partitions decides; the others wait for nothing."),
    Option("no, and no number of consumers would", "Not here: more consumers leave the busiest fewer partitions."),
)
DRAIN: Final = Estimate(
    "QM4.3",
    "8,000 records/s arrive, 12 consumers read 1,000/s each, and all of them stand still for 60 s. "
    "How long do they take to catch up?",
    120,
    "s",
    "480,000 records wait, and only 12,000 - 8,000 a second are spare.",
    tolerance=0.15,
    wrong=(
        Range(35, 45, "That would be so if no new records came: 480,000 / 12,000."),
        Range(55, 65, "It takes as long as the outage only when half of the capacity is spare."),
    ),
)
GROWTH: Final = Estimate(
    "QM4.4",
    "A topic grows from 12 to 16 partitions. What share of the keys gets another partition?",
    75,
    "%",
    "A key stays if its hash has the same remainder by 12 and by 16: 12 of every 48 do.",
    tolerance=0.05,
    wrong=(
        Range(20, 34, "Only the new partitions would fill if Kafka hashed consistently; it takes a remainder.", "MC06"),
        Range(0, 0, "Old records stay; where a key's next record goes is computed anew.", "MC06"),
    ),
)
BATCHES: Final = question(
    "QM4.5",
    "5,000 records/s with keys, linger.ms 5: with one partition 25 records share a batch. And with 96 partitions?",
    Option("25 as well, linger.ms is the same", "A batch is of one partition; 25 records meet 96 of them.", "MC23"),
    Option("more, the brokers share the work", "Batches are made in the producer, one for each partition.", "MC23"),
    Right("hardly more than one", "In 5 ms 25 records arrive for 96 partitions: most of them are alone."),
)
OLDEST: Final = question(
    "QM4.6",
    "retention.ms is one day, segment.ms seven days, as by default. How old does a record get in a quiet partition?",
    Option("one day", "Only whole segments go, and a segment stays until its newest record is a day old."),
    Option("seven days", "Then its segment is closed; the newest record in it is kept for a day more."),
    Right("eight days", "Its segment is open for seven days, and the newest record in it is kept for one more."),
)
DIRTY: Final = Estimate(
    "QM4.7",
    "A compacted topic, min.cleanable.dirty.ratio 0.5. The last records of all keys take 10 MB. "
    "How large does its log get before it is cleaned again?",
    20,
    "MB",
    "10 MB are clean, and the cleaner comes when more than half of the log is dirty: at 10 MB of new records.",
    tolerance=0.05,
    wrong=(
        Range(10, 10, "That is what is left when the cleaner has run; until it comes again new records pile up."),
        Range(15, 15, "Half of the whole log is dirty then, not half as much as is clean."),
    ),
)
COMPACTED: Final = question(
    "QM4.8",
    "Keys by Zipf's law; one of four partitions gets more than a third of all records. "
    "What share of the log is in it once all is compacted?",
    Option("more than a third as well", "A busy key has many records, and only the last of each stays."),
    Right("about a quarter", "Compaction leaves one record for each key, and the hash spreads keys evenly."),
    Option("hardly anything", "Its busy keys keep one record each, and it has as many quiet keys as the others."),
)
