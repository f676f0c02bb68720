"""The questions of notebook M5, what does a topic keep?"""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

OLDEST: Final = question(
    "QM5.1",
    "retention.ms is one day, segment.ms seven days, as by default. How old does a record get in a quiet partition?",
    Option("one day", "Only whole segments go, and a segment stays until its newest record is a day old."),
    Option("seven days", "Then its segment is closed; the newest record in it is kept for a day more."),
    Right("eight days", "Its segment is open for seven days, and the newest record in it stays for one day more."),
)
GONE: Final = Estimate(
    "QM5.5",
    "Three brokers share twelve partitions, two replicas of each. One broker burns. How many replicas have to be "
    "copied?",
    8,
    "replicas",
    "There are 24 replicas, and each broker hosts a third of them.",
    tolerance=0.0,
    wrong=(
        Range(4, 4, "That is how many partitions it leads. It follows as many again."),
        Range(12, 12, "Each partition has two replicas, on two of the three brokers: four partitions had none on it."),
        Range(24, 24, "That is all there are. The two other brokers keep theirs."),
    ),
)
DIRTY: Final = Estimate(
    "QM5.2",
    "A compacted topic, min.cleanable.dirty.ratio 0.5. The last records of all keys take 10 MB. "
    "How large does its log get before it is cleaned again?",
    20,
    "MB",
    "10 MB are clean, and the cleaner comes when more than half of the log is new: after 10 MB of new records.",
    tolerance=0.05,
    wrong=(
        Range(10, 10, "That is what is left when the cleaner has run; until it comes again new records pile up."),
        Range(15, 15, "Half of the whole log is dirty then, not half as much as is clean."),
    ),
)
COMPACTED: Final = question(
    "QM5.3",
    "Keys by Zipf's law; one of four partitions gets more than a third of all records. "
    "What share of the log is in it once all is compacted?",
    Option("more than a third as well", "A busy key has many records, and only the last of each stays."),
    Right("about a quarter", "Compaction leaves one record for each key, and the hash spreads keys evenly."),
    Option("hardly anything", "Its busy keys keep one record each, and it has as many quiet keys as the others."),
)
LATE: Final = question(
    "QM5.4",
    "A stream counts clicks in windows of 30 s, with a watermark 10 s behind the newest click. The newest is of "
    "second 101. Two micro-batches later comes a click of second 55. Where does it count?",
    Option("in the window 30 to 60", "The watermark is at second 91 by then, so that window is final and forgotten."),
    Option("in the window 90 to 120", "A window takes the clicks of its own time, whenever they come."),
    Right("nowhere", "The watermark is at second 91: the window 30 to 60 is final, and its count is no longer kept."),
)
