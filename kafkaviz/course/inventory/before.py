"""The twelve questions before the course; nothing is said of their answers, so that they teach nothing."""

from typing import Final

from kafkaviz.scene.questions import Option, Right, question

BEFORE: Final = (
    question(
        "B1",
        "Nine records, 1 to 9, are sent in this order and spread over three partitions. One consumer reads all three. "
        "In which order does it get them?",
        Option("1 to 9, because only one consumer reads", "", "MC02"),
        Right("in order within each partition; between partitions nothing is sure", ""),
        Option("1 to 9, because a topic keeps its order", "", "MC02"),
        Option("by offset: the first of each partition, then the second of each", "", "MC02"),
    ),
    question(
        "B2",
        "Group A has read a record and committed. Group B has never read it. Can B still read it?",
        Option("no: it went when A committed", "", "MC01"),
        Option("only if there are as many groups as partitions", "", "MC05"),
        Option("only if A did not commit", "", "MC01"),
        Right("yes, as if A had never read it", ""),
    ),
    question(
        "B3",
        "A topic has three partitions, and one group has five consumers. How many of them get records?",
        Right("three; two have nothing to do", ""),
        Option("five, each a fifth of the records", "", "MC03"),
        Option("five: two of the partitions have two readers", "", "MC04"),
        Option("none, until there are as many partitions as consumers", "", "MC05"),
    ),
    question(
        "B4",
        "A producer of Kafka 4.4, with all defaults, sends ten small records without a key, one right after the other. "
        "The topic has six partitions. Where do they go?",
        Option("to each partition in turn", "", "MC07"),
        Option("each to a partition at random", "", "MC07"),
        Right("to one partition; another one when its batch is full", ""),
        Option("where the controller puts each of them", "", "MC15"),
    ),
    question(
        "B5",
        "All records have one of three keys. The topic has twelve partitions, the partitioner is Kafka's. "
        "How many partitions hold records?",
        Option("all twelve, more or less evenly", "", "MC09"),
        Option("exactly three, one for each key", "", "MC09"),
        Option("all twelve, dealt in turn", "", "MC07"),
        Right("three at most; keys may share one", ""),
    ),
    question(
        "B6",
        "A topic whose records have many different keys grows from three partitions to four. "
        "For how many of the keys do new records go to another partition than the old ones?",
        Option("none: a key keeps its partition", "", "MC06"),
        Right("about three quarters", ""),
        Option("about a quarter, those that the new partition takes", "", "MC06"),
        Option("none: the old records move along with their keys", "", "MC06"),
    ),
    question(
        "B7",
        "A partition has replicas on four brokers, [1, 2, 3, 4]; in sync are {1, 2, 3}. min.insync.replicas is 2. "
        "A record is sent with acks=all. How many brokers have it when the producer gets its answer?",
        Option("one at least: the leader pushes it on later", "", "MC16"),
        Option("two at least, as min.insync.replicas says", "", "MC10"),
        Right("three at least, all that are in sync", ""),
        Option("four: all means all replicas", "", "MC10"),
    ),
    question(
        "B8",
        "The replication factor is 3, min.insync.replicas is 3 as well. One of the three brokers is down for a "
        "while and has left the ISR. What happens to writes with acks=all?",
        Right("they are refused", ""),
        Option("they go on: two of three is a majority", "", "MC12"),
        Option("they go on; the third broker catches up later", "", "MC12"),
        Option("they go on: two replicas cannot lose anything", "", "MC13"),
    ),
    question(
        "B9",
        "A partition has replicas [1, 2, 3]; in sync are {1, 3}. Its leader, broker 1, crashes. "
        "Defaults otherwise. Who leads next, and when?",
        Option("broker 2, which is next in the list", "", "MC13"),
        Option("broker 3, at that very moment", "", "MC14"),
        Option("the controller, until broker 1 is back", "", "MC15"),
        Right("broker 3, when the controller has noticed", ""),
    ),
    question(
        "B10",
        "A group committed offset 40 and was stopped. The log holds offsets 0 to 99. The consumer starts again with "
        "auto.offset.reset=latest. Where does it go on?",
        Option("at 100, the end", "", "MC17"),
        Right("at 40", ""),
        Option("at 0, the beginning", "", "MC17"),
        Option("where it was when it stopped, committed or not", "", "MC18"),
    ),
    question(
        "B11",
        "A consumer processes records first and commits afterwards. It has committed 10, processes offsets 10 to 14, "
        "and crashes before it commits again. What happens to 10 to 14 after its restart?",
        Option("nothing: it goes on at 15", "", "MC18"),
        Option("they are gone: reading removed them", "", "MC01"),
        Right("they are processed a second time", ""),
        Option("nobody ever finishes them: they are skipped", "", "MC18"),
    ),
    question(
        "B12",
        "Three brokers hold twelve partitions. A fourth broker joins, and nobody does anything else. "
        "How many partitions does it hold an hour later?",
        Right("none", ""),
        Option("three: a quarter moves at once", "", "MC21"),
        Option("three: a quarter moves in the background", "", "MC21"),
        Option("those whose brokers are fullest", "", "MC21"),
    ),
)
