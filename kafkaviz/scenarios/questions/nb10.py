"""The questions of notebook 10, let topics grow and partitions move."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

NEXT_ORDER: Final = question(
    "Q10.1",
    "ada's first order is in partition 2 of three. The topic gets a fourth partition, and she orders again. Where are "
    "her two orders then?",
    Option(
        "both in partition 2",
        "Her key is hashed as before, and then taken mod 4 instead of mod 3: another remainder, another partition.",
        "MC06",
    ),
    Option("both in her new partition", "Kafka moves no old record: its offset is its name, and groups have noted it."),
    Right(
        "the old one in partition 2, the new one elsewhere",
        "murmur2 mod 3 was 2, and mod 4 it is 1. What is written stays; only what comes is taken mod 4.",
    ),
    before="PartitionsAdded",
    reveal="RecordQueued",
)

READ_AGAIN: Final = question(
    "Q10.2",
    "A new reader begins at the front of all four partitions. Which of ada's two orders does it get first?",
    Option(
        "the old one: equal keys are in order",
        "Equal keys are in order within a partition. Her orders are in two of them now.",
        "MC06",
    ),
    Right(
        "either one: no rule says so",
        "Here it gets partition 1, and her new order, first. Kafka promises no order between partitions.",
    ),
    Option("the old one: it has the older timestamp", "A consumer does not sort; it hands over what it fetched."),
)

NINE: Final = Estimate(
    "Q10.3",
    "A topic of eight partitions gets a ninth. What share of all keys goes to another partition from now on?",
    89,
    "%",
    "A key stays only if its hash leaves the same remainder by 8 and by 9: 8 of every 72 hashes do.",
    tolerance=0.04,
    wrong=(
        Range(9, 15, "So many would be enough to fill the ninth. But h mod 8 and h mod 9 are seldom equal.", "MC06"),
        Range(0, 0, "Old records stay. Where a key's next record goes is computed anew.", "MC06"),
        Range(45, 55, "A half would be doubling: with 16 partitions a key stays or goes to its old number + 8."),
    ),
)

FEWER: Final = question(
    "Q10.4",
    "The topic has four partitions, and somebody asks for three. What does Kafka do?",
    Right("it refuses", "INVALID_PARTITIONS (37). For fewer, create a new topic and copy the records."),
    Option(
        "it appends the fourth partition's records to the others",
        "Then they would have new offsets, and what groups have committed would point at other records.",
    ),
    Option("it deletes the fourth partition", "It would lose what is in there, and Kafka does not."),
    Option(
        "it waits until retention has emptied it",
        "A partition would have to be read and no longer written meanwhile: Kafka has no such state.",
    ),
)

MERGED: Final = question(
    "Q10.5",
    "Suppose Kafka did append the records of the fourth partition to the first three, and lost none. What would break?",
    Option(
        "nothing: all records are still there", "Partition and offset identify a record, and these would be others."
    ),
    Right(
        "committed offsets, and order within a key",
        "What groups have committed for partition 3 points at nothing, and old records of a key come behind newer "
        "ones.",
    ),
    Option("the replication factor", "Each partition would have as many replicas as before."),
)

ONE_PARTITION: Final = Estimate(
    "Q10.6",
    "Three brokers can write 100 MB/s each. How much can be written to a topic with one partition, of "
    "which there is one copy?",
    100,
    "MB/s",
    "A partition has one leader, and only the leader writes: two of three brokers do nothing for this topic.",
    tolerance=0.02,
    wrong=(
        Range(250, 350, "All three would need to lead a part of the topic. A partition is on one broker as a whole."),
        Range(30, 40, "Nothing is divided here: one broker leads the partition, and gives it all it can."),
    ),
)

NINTH_PARTITION: Final = question(
    "Q10.7",
    "Eight consumers read 1,000 records/s each, and share eight partitions. The topic gets a ninth. How much may "
    "arrive before somebody lags, if all partitions get the same?",
    Option("9,000 records/s", "Nobody new reads. The ninth partition goes to one of the eight consumers.", "MC23"),
    Option(
        "8,000 records/s, as before",
        "In total they could. But one of them reads two partitions, and each must read what arrives in its own.",
    ),
    Right(
        "4,500 records/s",
        "C1 reads two of nine partitions. At 4,500/s these bring it 1,000/s, and more it cannot read.",
    ),
    Option("nothing, until somebody restarts it", "Within five minutes the group has noticed, and rebalanced."),
)

WHO_READS_IT: Final = question(
    "Q10.8",
    "C1 and C2 read one partition each. The topic gets a third partition. Who reads it, and from when on?",
    Option("nobody, before a third consumer joins", "A group reads every partition: somebody gets two."),
    Right(
        "one of them, after up to five minutes",
        "The group's leader refreshes its metadata every metadata.max.age.ms, sees the change, and they rebalance.",
    ),
    Option("C1, at once", "C1 does not know of it yet: nobody tells a consumer, it has to ask."),
    before="TimeAdvanced",
    reveal="AssignmentReceived",
)

UNNOTICED: Final = question(
    "Q10.17",
    "A group keeps Kafka's default, auto.offset.reset=latest, and has committed all it has read. o1 is sent to the new "
    "partition before the group knows of it, o2 afterwards. What does it read of the two?",
    Option(
        "both: it has been there all the time",
        "It has committed offsets of the old partitions. Of the new one it has none, so the reset is asked.",
        "MC17",
    ),
    Right("o2 alone", "It has no offset for the new partition, and latest begins at the end, behind o1."),
    Option("neither, before it is restarted", "It rebalances by itself, within metadata.max.age.ms, and reads on."),
)

NEW_BROKER: Final = Estimate(
    "Q10.9",
    "Three brokers hold six partitions, two replicas each. A fourth broker joins, and an hour passes. How many "
    "replicas does it host, one edge for each?",
    0,
    "edges",
    "A broker that joins gets new topics and what somebody moves to it. Nothing moves by itself.",
    wrong=(
        Range(3, 3, "That would be its share of the twelve. It gets it only when somebody asks for it.", "MC21"),
        Range(1, 12, "Kafka moves no replica by itself, for whatever reason.", "MC21"),
    ),
)

HELD_BY: Final = question(
    "Q10.10",
    "orders-0 is on brokers 1 and 2, and is to move to 4 and 2. Broker 4 is slow, and o2 arrives meanwhile. What "
    "becomes of o2?",
    Option("it is refused while the partition moves", "Broker 1 leads, as before. Nobody is offline."),
    Right(
        "it is acknowledged as before the move",
        "Brokers 1 and 2 are the ISR until the new one is in sync. Only then does broker 1 go.",
    ),
    Option(
        "it waits until broker 4 has it",
        "acks=all waits for the ISR, and broker 4 is in it only when it has caught up.",
    ),
    before="RecordQueued",
    reveal="ProduceAcknowledged",
)

HOW_LONG: Final = Estimate(
    "Q10.11",
    "A partition of 50 GB moves from brokers 1 and 2 to brokers 4 and 2, throttled to 50 MB/s. For how many minutes "
    "does it copy?",
    17,
    "minutes",
    "One newcomer copies 50 GB, whatever the target says of broker 2: 50,000 MB / 50 MB/s = 1,000 s.",
    tolerance=0.06,
    wrong=(
        Range(33, 35, "Only broker 4 is new. Broker 2 has everything already."),
        Range(1, 1, "It is 50 GB, not 50 MB a second for a minute: 50,000 MB at 50 MB/s."),
    ),
)

PREFERRED: Final = question(
    "Q10.12",
    "Partitions 3 and 4 move to [4, 2] and [4, 3]; brokers 2 and 3 lead them now. How many partitions does broker 4 "
    "lead as soon as the moves are done?",
    Option(
        "two: the first broker of a list leads",
        "The first broker is the preferred leader. A leader that is in sync and stays in the list goes on leading.",
    ),
    Right(
        "none at first, two within five minutes",
        "2 and 3 stay in the lists, and go on. Every 300 s the controller elects the preferred leaders.",
    ),
    Option(
        "none, until somebody asks for an election",
        "One can ask. But auto.leader.rebalance.enable is on, and the controller looks every 300 seconds.",
    ),
    before="PartitionChanged",
    reveal="last PartitionChanged",
)

MORE_COPIES: Final = question(
    "Q10.13",
    "A topic has two replicas of each partition, and needs three. What do you ask Kafka for?",
    Option("replication.factor=3 as a config of the topic", "There is no such config: the factor is a list's length."),
    Right(
        "a reassignment to a longer list, for each partition",
        "A partition has as many replicas as its list has brokers. Kafka never makes the list longer by itself.",
    ),
    Option("more partitions", "They would have two replicas each, as the others do."),
    Option("another broker: Kafka adds the copies", "A broker that joins gets nothing by itself.", "MC21"),
    before="PartitionChanged",
)

CALLED_OFF: Final = question(
    "Q10.14",
    "The move from 1 and 2 to 4 and 2 is called off before broker 4 has caught up. What is left?",
    Option("the new replicas: what has begun is finished", "Called off is called off: broker 4 drops its half copy."),
    Option("the old replicas, and o2 is lost", "o2 was never on broker 4 alone: 1 and 2 were the ISR all the time."),
    Right(
        "the old replicas, with all records",
        "As a set, that is. Their order is 2, 1 now: the merged list was 4, 2, 1, and the 4 is gone.",
    ),
    before="PartitionChanged",
)

KNOBS: Final = Estimate(
    "Q10.15",
    "Eight customers have ordered, and three partitions become nine. About how many go on in another partition?",
    6,
    "customers",
    "Two thirds of eight are 5.3, and here it is six: a key stays, or goes to its old number + 3 or + 6.",
    tolerance=0.17,
    wrong=(
        Range(4, 4, "That many go from three partitions to six; when there are three times as many, more do."),
        Range(8, 8, "If a hash leaves the same remainder by 9 as by 3, its key stays."),
        Range(0, 0, "Two thirds of all keys leave another remainder by 9 than by 3.", "MC06"),
    ),
)

OVERLOADED: Final = question(
    "Q10.16",
    "Three brokers are busy all day, and two new ones have joined. The topic has 12 partitions and keys that need "
    "their order. What do you do?",
    Right(
        "reassign the partitions to all five, then let the preferred ones lead",
        "Keys stay where they are, and so does their order. It costs copying, so throttle it.",
    ),
    Option("nothing: the load spreads by itself", "New brokers hold nothing, and lead nothing.", "MC21"),
    Option(
        "more partitions: the new ones are placed on the new brokers",
        "Old partitions would stay where they are, and keys would go to other partitions than before.",
        "MC06",
    ),
)

BROKER_IN: Final = Estimate(
    "Q10.18",
    "Six brokers, three replicas of each partition; producers send 300 MB/s in all, evenly. How much does each broker "
    "take in?",
    150,
    "MB/s",
    "A broker gets 50 MB/s from producers as a leader, and copies twice as much as a follower of other leaders.",
    tolerance=0.02,
    wrong=(
        Range(50, 50, "That is what producers send to it as a leader. It is a follower, too, twice as often."),
        Range(100, 100, "That is what it copies as a follower. Producers send to it as a leader, too."),
        Range(300, 300, "All three copies of everything are 900 MB/s; six brokers share them."),
        Range(900, 900, "That is what all six take in together."),
    ),
)
