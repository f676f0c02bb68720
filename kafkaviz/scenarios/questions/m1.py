"""The questions of notebook M1, where do records land?"""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

FULLEST: Final = question(
    "QM1.1",
    "12 partitions, and the busiest of 10,000 users makes 15 % of all clicks. How much does the fullest partition "
    "carry?",
    Option("about 8 %, an even share", "The hash is even over users, not over clicks: each counts once.", "MC09"),
    Option("about 15 %, the busiest user's share", "The other 9,999 users do not keep away from that partition."),
    Right("clearly more than 15 %", "It carries its hottest key, and its part of everybody else."),
)
BUSIEST: Final = Estimate(
    "QM1.8",
    "Four consumers read three of the twelve partitions each, and the fullest partition has 28.8 % of all records. "
    "About what share of all records does its reader get?",
    43,
    "%",
    "28.8 %, and two more partitions of 6.5 % on average; here these two have 6.1 % and 8.5 %.",
    tolerance=0.12,
    wrong=(
        Range(25, 25, "It has a quarter of the partitions, and one of them is far above the mean.", "MC09"),
        Range(28, 30, "That is one partition, and it reads two more."),
        Range(80, 100, "Three times the fullest would be three such partitions; there is one."),
    ),
)
MORE_PARTITIONS: Final = question(
    "QM1.2",
    "With 12 partitions the fullest carries 3.45 times the mean. How many times is it with 96?",
    Option(
        "fewer: the load is spread over more",
        "Only the other keys are spread over more; the hottest stays whole.",
        "MC23",
    ),
    Option("about as many", "The mean falls to an eighth, and the hottest key's partition hardly falls at all."),
    Right("many more", "The mean falls as 1/P, and no partition can carry less than its hottest key."),
)
BENCHMARK: Final = question(
    "QM1.3",
    "The OpenMessaging Benchmark sends records without a key by default, and can give them 10,000 random ones. What "
    "does it show of a hot key?",
    Option("about what a real topic shows", "Real keys follow laws such as Zipf's; its keys are all equally likely."),
    Option("the worst case", "The worst case is one key with nearly everything."),
    Right("nothing", "All of its key distributors are even, so its partitions are even, too."),
)
SALT: Final = question(
    "QM1.4",
    "Each of the 200 hottest keys gets one of 4 salts in turn. What is the price?",
    Option("none, the key is still the same", "To the partitioner it is 4 keys, in up to 4 partitions.", "MC08"),
    Right("the order of each of these users' clicks", "They lie in up to 4 partitions, and none comes first."),
    Option("more bytes, nothing else", "Two bytes a record, yes; but Kafka keeps order in a partition only.", "MC02"),
)
KEYLESS: Final = question(
    "QM1.5",
    "1,000 records without a key go to 12 partitions. How does a producer of today spread them?",
    Option("one by one in a circle", "That was round robin, until 2.3; each partition got a tiny batch.", "MC07"),
    Right("a batch here, a batch there", "It sticks to a partition for batch.size bytes, then draws another."),
    Option("all to one partition", "It moves on after each 16 KiB; with very few records it does look like that."),
)
CRC32: Final = Estimate(
    "QM1.6",
    "A C client (librdkafka, CRC32) and a Java client (murmur2) send the same 10,000 keys to 12 partitions. "
    "What share of the keys goes to the same partition from both?",
    8.3,
    "%",
    "Two hashes that know nothing of each other agree once in twelve times.",
    tolerance=0.15,
    wrong=(
        Range(50, 100, "Each client has a default partitioner of its own: equal keys, other partitions.", "MC08"),
        Range(0, 0, "By chance alone one key in twelve falls into the same partition."),
    ),
)
HOT_TASK: Final = question(
    "QM1.7",
    "Spark joins these records with a table of the users, in twelve tasks; one task has three times as many records as "
    "the median. What can Spark do about it that Kafka cannot do about a hot partition?",
    Option("give it a thirteenth task", "The hash sends a key to one task, however many tasks there are.", "MC23"),
    Option("hash the keys by another function", "Then another task is the hot one: the busy key stays whole."),
    Right(
        "cut its records into pieces",
        "A join asks for no order, so each piece may meet a copy of the same users. Kafka owes the order of a key.",
    ),
)
