"""The questions of notebook 03, who answers a client."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

AS_PRINTED: Final = question(
    "Q03.1",
    "P0 and P1 are on broker 1, P2 is on broker 2. Who writes DEF, which is sent to P1, and what does broker 3 do?",
    Option(
        "broker 2 writes DEF, broker 3 writes GHI",
        "The number of a partition says nothing about its broker: the assignment does, and it says 1, 1, 2.",
        "MC22",
    ),
    Right("broker 1 writes DEF, broker 3 does nothing", "P1 is led by broker 1, and broker 3 leads nothing."),
    Option(
        "broker 1 writes DEF, broker 3 keeps a copy",
        "Each partition has one replica here, and none of them is on broker 3.",
    ),
    before="RecordQueued",
    reveal="RecordsAppended letters-1",
)

NO_KEY_THEN: Final = question(
    "Q03.2",
    "No record has a key, and none names a partition. In Kafka 2.3, how do the three letters reach three partitions?",
    Right("the producer deals them out in a circle", "Its partitioner takes the next partition for each record."),
    Option(
        "the controller hands them out",
        "The controller chose the leaders when the topic was created; it sees no record.",
        "MC15",
    ),
    Option("each letter is hashed", "A producer hashes keys, never values, and these records have no key."),
    Option("the brokers pass on what is too much", "A broker writes what it is sent; it passes nothing on."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

NO_KEY_NOW: Final = question(
    "Q03.3",
    "The same topic, the same three letters without keys, Kafka 4.4: what do the three partitions get?",
    Option("1, 1, 1", "Kafka 2.3 dealt records out; since 2.4 a producer sticks to a partition.", "MC07"),
    Option("2, 1, 0", "A producer keeps to one partition until about 16 kB went there: three letters are far from it."),
    Right("3 on one of them, nothing on the others", "The producer sticks to one partition, and sends one batch."),
    before="RecordQueued",
)

ANOTHER_SEED: Final = question(
    "Q03.4",
    "Another seed draws chance differently. Some letters have a key, others have none. Which can end on another "
    "partition?",
    Right("those that have none", "The partition that a producer sticks to is drawn."),
    Option("those that have a key", "A key's partition is computed from its bytes; nothing is drawn."),
    Option("both", "Nothing is drawn for a key: its bytes and the number of partitions decide."),
    Option("neither", "Without a key the partition is drawn, and another seed may draw another one."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

BROKERS_ASKED: Final = Estimate(
    "Q03.5",
    "A consumer reads thirty partitions, which three brokers lead. How many brokers does it ask?",
    3,
    "of them",
    "It sends one request to each leader that it needs, and names all partitions that it wants from there.",
    tolerance=0,
    wrong=(
        Range(30, 30, "A request goes to a broker, not to a partition: it names all partitions it wants from there."),
        Range(1, 1, "No broker passes on the records of another: the consumer asks each leader itself.", "MC15"),
    ),
)

BEFORE_THE_ELECTION: Final = question(
    "Q03.6",
    "Broker 2, the leader of P1, dies, and the controller notices after six seconds. What becomes of a record for P1 "
    "until then?",
    Option(
        "broker 3 takes it at once",
        "Broker 3 leads only after the controller has named it; until then it refuses.",
        "MC14",
    ),
    Right("the producer keeps it, and tries again", "It asks again who leads, until delivery.timeout.ms is over."),
    Option("it is lost", "The producer keeps a record until it is acknowledged or its time is over."),
    Option("broker 1 takes it for P0", "The partition of a record is chosen once; a broker does not change it."),
)

WHOM_NOW: Final = question(
    "Q03.7",
    "Broker 2 has died, and broker 3 leads P1 now. Whom does the consumer ask?",
    Option("brokers 1, 2 and 3", "Broker 2 leads nothing any more; the consumer's metadata says so."),
    Right("brokers 1 and 3", "Broker 1 leads P0, broker 3 leads P1 and P2."),
    Option("the controller, which asks for it", "The controller names leaders; records never pass it.", "MC15"),
    Option("broker 1 alone", "The next in [2, 3, 1] is broker 3, which now leads P1."),
    before="RecordsPolled",
)

EDGES: Final = question(
    "Q03.12",
    "Broker 2 is dead. In the graph the producer has an edge to each replica that it writes to. How many, and to how "
    "many brokers?",
    Option("two, to two brokers", "An edge leads to a replica: broker 3 leads P1 and P2, and has one of each."),
    Right("three, to two brokers", "P0 on broker 1, P1 and P2 on broker 3: each partition has a leader again."),
    Option("three, to three brokers", "Broker 2 leads nothing any more, so the producer sends it nothing."),
    Option("nine, to three brokers", "A producer writes to leaders only; followers fetch from them."),
)

WRONG_ADDRESS: Final = question(
    "Q03.13",
    "bootstrap.servers leads to broker 1. Its metadata says: broker 1 is at localhost, and leads letters-0. What "
    "becomes of ABC?",
    Option(
        "broker 1 writes it: a connection is open",
        "The first connection was for asking. The producer opens another one, to the address that it was told.",
    ),
    Option("another broker takes it to broker 1", "No broker hands a record on, and all call themselves localhost."),
    Option("the cluster refuses it", "The cluster hears nothing of it: at localhost nobody is there who could refuse."),
    Right(
        "nothing: the producer gives it up", "It goes to its own machine, where no broker runs, until its time is over."
    ),
    before="TimeAdvanced",
    reveal="BatchExpired",
)

OLD_MAP: Final = question(
    "Q03.8",
    "Broker 2 froze, broker 3 was elected, broker 2 is back. The producer has heard of nothing and sends DEF to broker "
    "2. And then?",
    Option("broker 2 writes DEF", "Only the leader writes, and broker 2 follows now."),
    Option("broker 2 hands it on to broker 3", "A broker hands nothing on: it writes as the leader, or refuses."),
    Right("it is refused, asks who leads, and sends again", "The producer mends its old map by itself."),
    Option(
        "nobody notices anything",
        "Your program does not. The producer is refused, asks, and sends a second time.",
        "MC14",
    ),
    before="BatchRejected",
    reveal="RecordsAppended",
)

LOST_ANSWER: Final = question(
    "Q03.9",
    "The map is right, and ABC is written; only the answer is lost. The producer sends ABC again. How often is it in "
    "the log with Kafka 2.3, and how often with 4.4?",
    Option("once, and once", "In 2.3 the leader cannot tell a retry from a new record: it writes it again."),
    Right("twice, and once", "Since 3.0 producers number their records by default: the leader knows a retry."),
    Option("twice, and twice", "In 4.4 the retry has the number of the first attempt, and the leader has that."),
)

NEARBY: Final = question(
    "Q03.10",
    "Broker 1, in the west, leads; broker 2, in the east, is in sync. All know their racks. From which broker does a "
    "consumer in the east read, with Kafka 2.3 and with 4.4?",
    Option("broker 1, then and now", "Since 2.4 a leader may name a replica in the consumer's rack."),
    Right("broker 1 then, broker 2 now", "The leader names broker 2, which is in sync and in the same rack."),
    Option("broker 2, then and now", "Until 2.3 consumers read from leaders only, however far away."),
    Option("now each of them half", "A partition is read from one replica at a time."),
    before="RecordsPolled",
)

COORDINATOR_LOADS: Final = question(
    "Q03.11",
    "Any broker names broker 2, so the consumer commits there. Broker 2 is still reading. What does the consumer do?",
    Option("it asks again who coordinates", "It would hear: broker 2. The address is right."),
    Right("it waits, and commits to broker 2 once more", "After 100 ms it tries again, then after 200 ms."),
    Option("it commits at once: broker 2 reads later", "Before it has read all, broker 2 does not know the group."),
    Option("it gives up: the commit is lost", "A commitSync tries again, until its time is over."),
    before="GroupRequestRejected",
    reveal="OffsetsCommitted",
)
