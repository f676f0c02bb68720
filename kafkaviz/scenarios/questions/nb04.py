"""The questions of notebook 04, who decides the partition."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

THREE_SPORTS: Final = question(
    "Q04.1",
    "Six football, three basketball, three tennis, the sport is the key: what do the partitions get?",
    Option("6, 3, 3", "Nobody reserves a partition for a key: different keys may share one.", "MC09"),
    Option("4, 4, 4", "Equal keys go to one partition, so the six about football stay together.", "MC09"),
    Right("9, 0, 3", "Football and tennis leave the remainder 0, basketball leaves 2, and no sport leaves 1."),
    Option("12, 0, 0", "Basketball leaves another remainder than the other two."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

TWELVE_MONTHS: Final = question(
    "Q04.2",
    "Twelve months as keys, one record each, three partitions: what do the partitions get?",
    Option("four each", "A hash does not deal out: each key lands where its remainder says.", "MC09"),
    Right("one has more than half of them", "The hash puts 8 months on one partition, 1 and 3 on the others."),
    Option("all twelve on one partition", "The twelve keys leave more than one remainder."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

TWO_CLIENTS: Final = question(
    "Q04.3",
    "A Java and a Python program (librdkafka) publish football news to one topic. Do their articles meet?",
    Option(
        "yes: equal keys, equal partition",
        "That holds for clients with the same hash; these two have different ones.",
        "MC08",
    ),
    Right("no, or only by luck", "Each client computes the partition with its own hash."),
    Option("yes: the broker sorts it out", "A broker writes to the partition that the producer named."),
)

IN_ORDER: Final = question(
    "Q04.4",
    "Somebody wants all football news in the order in which they were sent. What must one read, by key and dealt out?",
    Right("one partition; three, and the order is lost", "By key one partition has them all, and keeps their order."),
    Option("one partition; three, and the order is kept", "Order holds within a partition, not for a topic.", "MC02"),
    Option("three partitions; three", "By key all football is on one partition: equal keys meet."),
    Option("one partition; one", "Dealt out, football is on all three partitions."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

CUT_OFF: Final = question(
    "Q04.5",
    "Broker 1 leads partition 0 and crashes; there are no other replicas. Which sports can nobody read in full now?",
    Option("by key football alone, dealt out none", "By key tennis shares P0, and dealt out P0 has every sport."),
    Right("by key two of them, dealt out all three", "By key P0 has two whole sports; dealt out a part of each."),
    Option("none: another broker takes over", "With a replication factor of 1 no other broker has P0.", "MC13"),
)

HOT_KEY: Final = question(
    "Q04.6",
    "Ten football, one basketball, one tennis: what do the three partitions get?",
    Option("4, 4, 4", "A key is never split: all ten are on one partition.", "MC09"),
    Option("10, 1, 1", "Tennis leaves the same remainder as football, so it is with football."),
    Right("11, 0, 1", "Football and tennis share a partition."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

FULLEST_OF_TWELVE: Final = Estimate(
    "Q04.7",
    "The same ten, one and one on twelve partitions: how many articles has the fullest partition?",
    10,
    "articles",
    "One key is never split: the ten about football stay together, on however many partitions.",
    tolerance=0,
    wrong=(
        Range(0, 9, "More partitions do not split a key: all ten about football have one home.", "MC23"),
        Range(11, 12, "Among twelve partitions football and tennis no longer share one."),
    ),
)

BATCHES: Final = Estimate(
    "Q04.8",
    "24 records without a key, six partitions, Kafka 4.4: how many batches are written?",
    1,
    "batches",
    "The producer waits 5 ms and sticks to a partition: all 24 go in one batch.",
    tolerance=0,
    wrong=(
        Range(24, 24, "Kafka 2.3 did so: it waited for no second record. Now linger.ms is 5."),
        Range(6, 6, "Records without a key are no longer dealt out: the producer sticks to one partition.", "MC07"),
        Range(4, 4, "A batch is closed by bytes or by time, not when each partition has had one.", "MC07"),
    ),
)

APART: Final = Estimate(
    "Q04.9",
    "Give the topic more partitions, one by one: with how many do the three sports stand apart for the first time? "
    "(Guess, or compute it.)",
    6,
    "partitions",
    "With few keys it is luck: apart with 6, together again with 7, apart with 10 and 12.",
    tolerance=0,
    wrong=(Range(3, 3, "As many partitions as keys do not keep keys apart: with 3 two sports share one.", "MC09"),),
)

KEYS_AWAY: Final = question(
    "Q04.10",
    "Take the keys away: what do three partitions get of the twelve articles, in Kafka 2.3 and in 4.4?",
    Option("4, 4, 4 in both", "Kafka 4.4 does not deal records out: it sticks to a partition.", "MC07"),
    Right("4, 4, 4 in 2.3; all on one partition in 4.4", "2.3 deals them out, 4.4 puts them into one batch."),
    Option("9, 0, 3 in both", "Those are the hashes of the keys, and there are no keys now."),
)

OWN_LINE: Final = question(
    "Q04.11",
    "The function returns len(key) % partitions. What do three partitions get of 6 football, 3 basketball, 3 tennis?",
    Right("3, 3, 6", "Tennis has 6 letters, basketball 10, football 8: the remainders are 0, 1 and 2."),
    Option("9, 0, 3", "That was murmur2; the function takes its place."),
    Option("4, 4, 4", "Equal keys have equal lengths, so each sport stays together.", "MC09"),
    before="RecordQueued",
    reveal="last RecordQueued",
)
