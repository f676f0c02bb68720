"""The twelve questions after the course: the same concepts with other numbers, and what is said of each answer."""

from typing import Final

from kafkaviz.scene.questions import Option, Right, question

AFTER: Final = (
    question(
        "A1",
        "Eight letters, a to h, are sent in this order and spread over four partitions. One consumer reads all four. "
        "In which order does it get them?",
        Option("a to h: a topic keeps its order", "Only a partition does; a topic has no order at all.", "MC02"),
        Option("by offset, over all partitions", "Each partition counts its own offsets from 0 on.", "MC02"),
        Option("a to h, since one consumer alone reads", "It still reads from four logs, in any order.", "MC02"),
        Right("each partition's in order, and no more than that", "Order holds within a partition."),
    ),
    question(
        "A2",
        "Billing has read and committed orders o0 to o5. Search, a new group, begins at the earliest offset. "
        "What does it get?",
        Option("what billing has not committed", "Each group has offsets of its own.", "MC01"),
        Right("o0 to o5", "Reading and committing remove nothing; retention and compaction do."),
        Option("nothing: they were consumed", "A log is no queue; reading leaves it as it was.", "MC01"),
        Option("its share, if groups equal partitions", "Groups share nothing, however many there are.", "MC05"),
    ),
    question(
        "A3",
        "A topic has four partitions, and one group has six consumers. How many of them get records?",
        Option("none: six consumers need six partitions", "Four work; the others stand by.", "MC05"),
        Option("six: two partitions are read by two each", "In a group a partition has one reader.", "MC04"),
        Right("four; two stand by", "One reader for a partition; the others take over when one fails."),
        Option("six, each a sixth of the records", "Four partitions keep four readers busy, no more.", "MC03"),
    ),
    question(
        "A4",
        "A sensor, with all defaults of Kafka 4.4, sends 24 small readings without a key, one right after the other. "
        "The topic has eight partitions. Where do they go?",
        Right("to one partition, until a batch is full", "The partitioner is sticky; so batches are large."),
        Option("three to each partition", "Dealing in turn was the default until 2.3.", "MC07"),
        Option("where the controller sends each", "The producer decides; no record meets a controller.", "MC15"),
        Option("to all eight, by chance", "Chance chooses once for a whole batch, not for each record.", "MC07"),
    ),
    question(
        "A5",
        "All records have one of five keys. The topic has eight partitions, the partitioner is Kafka's. "
        "How many partitions hold records?",
        Option("exactly five, one for each key", "Two hashes may meet, and a key never dodges another.", "MC09"),
        Right("five at most; keys may share one", "A key is hashed: it has one partition, perhaps not alone."),
        Option("all eight, dealt in turn", "A record with a key goes where its hash says.", "MC07"),
        Option("all eight, more or less evenly", "Five keys fill five partitions at the very most.", "MC09"),
    ),
    question(
        "A6",
        "A topic whose records have many different keys grows from four partitions to six. "
        "For how many of the keys do new records go to another partition than the old ones?",
        Option("about a third, those of the new partitions", "The remainder changes for most others too.", "MC06"),
        Option("none: old records follow their keys", "Kafka moves no record that is written.", "MC06"),
        Option("none: each key is remembered", "Nobody remembers keys; the hash modulo 6 decides.", "MC06"),
        Right("about two thirds", "Of twelve remainders only four are the same modulo 4 and modulo 6."),
    ),
    question(
        "A7",
        "A partition has replicas on five brokers, [1, 2, 3, 4, 5]; in sync are {1, 2, 4, 5}. min.insync.replicas is "
        "2. A record is sent with acks=all. How many brokers have it when the producer gets its answer?",
        Right("four at least, all that are in sync", "All means the whole ISR, as it is at that time."),
        Option("two at least: that is the minimum", "The minimum says when to refuse, not how long.", "MC10"),
        Option("one at least; the leader pushes it on", "Followers fetch, and acks=all waits for it.", "MC16"),
        Option("five: all replicas", "Broker 3 is not in sync, and nobody waits for it.", "MC10"),
    ),
    question(
        "A8",
        "The replication factor is 2, min.insync.replicas is 2 as well. The follower's broker is being upgraded "
        "and has left the ISR. What happens to writes with acks=all?",
        Option("they go on; the follower fetches them later", "The leader counts the ISR before it.", "MC12"),
        Option("they go on: a replica is enough to be safe", "One copy is lost with its disk.", "MC13"),
        Right("they are refused", "One replica in sync is fewer than two: NOT_ENOUGH_REPLICAS."),
        Option("they go on: one of two is no less than half", "Nobody counts halves; the ISR counts.", "MC12"),
    ),
    question(
        "A9",
        "A partition has replicas [2, 3, 1]; in sync are {2, 1}. Its leader, broker 2, crashes. "
        "Defaults otherwise. Who leads next, and when?",
        Option("broker 1, without any delay", "The heartbeats must be missing for a session first.", "MC14"),
        Right("broker 1, when the controller has noticed", "The first in the list that is in sync and lives."),
        Option("broker 3: it is next in the list", "It is not in sync; records would be lost.", "MC13"),
        Option("the controller, in the meantime", "It names leaders, and serves no records.", "MC15"),
    ),
    question(
        "A10",
        "A group committed offset 25 and was stopped. The log holds offsets 10 to 79. The consumer starts again with "
        "auto.offset.reset=earliest. Where does it go on?",
        Option("at 10, the earliest", "The reset counts only where no valid offset is committed.", "MC17"),
        Option("where it stopped reading", "Only what was committed is known.", "MC18"),
        Option("at 80, the end", "Neither the reset nor the commit says so.", "MC17"),
        Right("at 25", "A committed offset that is in the log counts."),
    ),
    question(
        "A11",
        "A consumer stores each payment first and commits afterwards. It has committed 20, stores offsets 20 to 25, "
        "and crashes before it commits again. What happens to 20 to 25 after its restart?",
        Right("they are stored a second time", "It goes on at 20: at least once, so make storing idempotent."),
        Option("they are skipped, and never stored", "A commit that came too early would do that.", "MC18"),
        Option("nothing: it goes on at 26", "Nobody but the dead consumer knew of 20 to 25.", "MC18"),
        Option("they are gone from the log", "Reading removes nothing.", "MC01"),
    ),
    question(
        "A12",
        "Five brokers hold thirty partitions. A sixth broker joins, and nobody does anything else. "
        "How many partitions does it hold a day later?",
        Option("five: a sixth moves at once", "Placement is decided when a topic is created.", "MC21"),
        Option("the largest ones", "Kafka does not balance bytes by itself.", "MC21"),
        Right("none", "Somebody has to reassign partitions; only new topics will use it."),
        Option("five: a sixth moves little by little", "Nothing moves without a reassignment.", "MC21"),
    ),
)
