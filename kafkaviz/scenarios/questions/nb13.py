"""The questions of notebook 13, last night."""

from typing import Final

from kafkaviz.scene.questions import Option, Right, question

NOT_IN_IT: Final = question(
    "Q13.1",
    "A controller writes down what it decides. What does not stand in its log?",
    Option("which broker led a partition, and when", "Each new leader is a PartitionChangeRecord, with its time."),
    Option("which replicas were in sync", "The ISR is the controller's to write down; leaders only propose it."),
    Right("how far a follower had copied", "Records and offsets of topics stay between leader and followers."),
)

WORST: Final = question(
    "Q13.2",
    "Three nodes, 26 partitions, 82 seconds. At the worst moment, how many partitions have no leader?",
    Option(
        "none: somebody always takes over", "Somebody takes over while a replica in sync is alive. Then nobody does."
    ),
    Option("9: those of one broker that died", "Those get another leader in the moment in which they lose theirs."),
    Right("all 26", "In the last second all three nodes are asked to stop, one right after the other."),
)

NEXT_LEADER: Final = question(
    "Q13.3",
    "Broker 2 leads orders-0: replicas [2, 3, 1], all in sync. It is about to be fenced. Who leads next?",
    Option("broker 1", "It has the lowest id, which nobody asks about. Broker 3 stands before it in the list."),
    Right("broker 3", "The first of the replicas that is in sync and alive."),
    Option("nobody, until broker 2 is back", "Two replicas in sync are alive, and one of them is elected at once."),
    before="BrokerFenced",
)

WHEN_DIED: Final = question(
    "Q13.4",
    "The controller fenced broker 2 at 11:07:37. When did broker 2 die?",
    Option("at 11:07:37", "That is when the controller gave it up. It had been waiting for a whole session."),
    Right("some seconds before; the log does not say", "It waits for broker.session.timeout.ms, and writes nothing."),
    Option("at 11:07:45, when it registered again", "That is when it came back: a new process, in a new broker epoch."),
)

REFUSED: Final = question(
    "Q13.5",
    "orders has three copies and min.insync.replicas=2; clicks has two copies and the default, 1. Broker 2 is fenced. "
    "Whose writes with acks=all are refused?",
    Option("those of orders", "Two of its three replicas are in sync, and two is what it asks for."),
    Option(
        "those of clicks, where one replica is left", "One is enough for it. So each of these has a single copy now."
    ),
    Right("nobody's", "orders has two in sync and needs two; clicks has one left, here and there, and needs one."),
)

HOW_MANY_DIFFER: Final = question(
    "Q13.6",
    "Elections, ISRs, epochs, fencing, new partitions: this controller took 192 decisions. The rules of this course "
    "are asked for each of them again. How many answers differ?",
    Right("none", "They are the controller's own rules, and what they look at stands in the log."),
    Option("a few: some elections are close", "No election is close: the order of the replicas decides each of them."),
    Option("most: it has to guess what is not there", "Where a log does not say who asked, each request is tried."),
)

WHAT_IF: Final = question(
    "Q13.7",
    "The same night with min.insync.replicas=3. Broker 2 was away for nine seconds, broker 3 for twelve. For how long "
    "are writes to orders with acks=all refused?",
    Option("not at all", "Three in sync are needed now, and there are three replicas: each that is away stops writes."),
    Option("9 seconds", "Broker 3 was away as well, later in that minute."),
    Right("about 20 seconds", "Whenever one of the three is out of the ISR: safer, and nobody can write."),
)

IS_LOST: Final = question(
    "Q13.8",
    "At the end nobody leads anything. What was acknowledged with acks=all: is it lost?",
    Option("yes: no partition has a leader", "It lies on disks. A partition without a leader is silent, not empty."),
    Option("what audit held: it has one copy", "Its one broker was stopped in order, and has everything on its disk."),
    Right("no: whoever is named in ISR or ELR has it", "As long as one of these leads next, nothing is lost."),
)

ONE_SENTENCE: Final = question(
    "Q13.9",
    "Which sentence opens the post-mortem?",
    Option(
        "Broker 2 crashed at 11:07:37, and orders lost its leaders.", "The log tells no crash; leaders were replaced."
    ),
    Option(
        "min.insync.replicas was too low, so records were lost.",
        "Nobody led who was not in sync: nothing shows a loss.",
    ),
    Right(
        "At 11:08:34 all nodes were stopped at once: 26 of 26 partitions without a leader, no unclean election.",
        "When, what, how much, and what did not happen: each of it stands in the log.",
    ),
    Option("Kafka was unstable for a minute.", "That names no moment and no number, so nobody can check it."),
)

HIDDEN: Final = question(
    "Q13.10",
    "You send the log to somebody else, and anonymise it first. What stays as it is?",
    Option("names of topics", "A name such as customers-de says more than its owner wants to say."),
    Right("ids of brokers, offsets and times", "They are numbers, and without them nobody could follow the story."),
    Option("names of machines", "Hosts and listeners are named anew, each always by the same name."),
)

STILL_OPEN: Final = question(
    "Q13.11",
    "A log shows: leader 1, ISR {1}; then no leader, ISR {1}; then leader 2, ISR {2}. What do you write?",
    Option("a clean failover", "Broker 2 was not in sync when it was elected."),
    Right("an unclean election: records may be lost", "What broker 1 alone had acknowledged, broker 2 may not have."),
    Option("records are lost", "They may be. How far broker 2 had copied is not in the log."),
)

WHY_MOVED: Final = question(
    "Q13.12",
    "At 11:08:01 six partitions get another leader, and nobody was fenced. Why?",
    Option("their leaders were too slow", "A leader that is alive keeps its partitions, however slow it is."),
    Right("an election of the preferred leaders", "Broker 2 is back in sync, and is the first replica of all six."),
    Option("broker 2 had more records", "Who leads is a matter of the list of replicas; nobody compares logs."),
    before="PartitionChanged",
)

ASKED_TO_STOP: Final = question(
    "Q13.13",
    "At 11:08:07 broker 3 asks to stop. What is different from the end of broker 2?",
    Option(
        "nothing: its leaders are replaced in both", "They are, but here before it is gone, and there after it was."
    ),
    Right("its leaders are handed over before it is gone", "A controlled shutdown: nobody waits for a session to end."),
    Option("its partitions lose their leader", "Each has another replica in sync, which leads at once."),
    before="ShutdownRequested",
)

LAST_SECOND: Final = question(
    "Q13.14",
    "11:08:34: the three brokers ask to stop within a tenth of a second, 2, then 3, then 1. Broker 2 leads orders-0, "
    "replicas [2, 3, 1]. Who is the last to lead it?",
    Option("broker 2", "It hands over when it asks: two others are in sync."),
    Option("broker 3", "It takes over from broker 2, and asks to stop right then."),
    Right("broker 1", "The last one in sync. When it asks to stop nobody is left, and the partition has no leader."),
    before="ShutdownRequested",
)
