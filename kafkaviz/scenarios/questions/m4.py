"""The questions of notebook M4, how many partitions?"""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

NINTH: Final = question(
    "QM4.1",
    "48 partitions that all get the same, and consumers that read 1,000 records/s each: eight of them keep up with "
    "8,000/s. What does a ninth bring?",
    Option("1,000 more", "48 by 9 leaves a remainder: three of them still read six partitions.", "MC03"),
    Right("nothing", "Three members still read six partitions each, and the slowest sets the pace."),
    Option(
        "less than before", "No member reads more than before: three read six partitions, as before, and six read five."
    ),
)
SKEWED: Final = question(
    "QM4.2",
    "Now a few users dominate (Zipf, 0.8: the busiest makes 3.7 % of all clicks), and 10,000 records/s arrive. The "
    "formula says 12 consumers. Do they keep up?",
    Option("yes, in total they can read 12,000", "The total is enough, but one consumer has the hot partitions."),
    Right("no, it takes more of them", "The consumer with the hottest partitions decides, and it gets too much."),
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
    "A key stays if its hash has the same remainder by 12 and by 16: 12 of every 48 hashes do.",
    tolerance=0.05,
    wrong=(
        Range(20, 34, "That would be so with a consistent hash; Kafka takes the remainder.", "MC06"),
        Range(0, 0, "Old records stay; the partition of a key's next record is computed anew.", "MC06"),
    ),
)
BATCHES: Final = question(
    "QM4.5",
    "5,000 records/s with keys, linger.ms 5: with one partition 25 records share a batch. And with 96 partitions?",
    Option("25 as well, linger.ms is the same", "A batch is of one partition; 25 records meet 96 of them.", "MC23"),
    Option("more, the brokers share the work", "Batches are made in the producer, one for each partition.", "MC23"),
    Right("hardly more than one", "In 5 ms 25 records arrive for 96 partitions: most of them travel alone."),
)
FIVE: Final = Estimate(
    "QM4.9",
    "Ten consumers share 48 partitions, as evenly as can be. How many of them read five?",
    8,
    "consumers",
    "Ten times four is 40; the eight partitions that are left go to eight of them.",
    tolerance=0.0,
    wrong=(
        Range(10, 10, "Ten times five are 50 partitions, and there are 48."),
        Range(9, 9, "Nine of them would have 45, and the tenth would have three: four and four can be had."),
        Range(2, 2, "That is how many read four."),
        Range(0, 0, "Ten times four are 40 partitions, and there are 48."),
    ),
)
