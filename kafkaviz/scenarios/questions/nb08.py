"""The questions of notebook 08, where does a reader go on."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

AFTER_READING: Final = question(
    "Q08.2",
    "Group billing has read and committed all six orders. What does S1, of another group, get first?",
    Option("nothing, for the orders are gone", "Reading removes nothing; only retention and compaction do.", "MC01"),
    Right("o0, the first one", "The log is as it was, and search does not care where billing stands."),
    Option("the next new order", "That is where billing goes on. Search has an offset of its own."),
    before="AssignmentReceived S1",
    reveal="GroupPolled S1",
)

COMMITS: Final = question(
    "Q08.3",
    "S1 has got o0, at offset 0, and commits. Which offset?",
    Option(
        "0, the one it got", "A commit says where to go on: 0 would bring o0 once more. It is no list of what was read."
    ),
    Right(
        "1, the one behind", "The next offset to read. Like every end in Kafka it is exclusive: all below it is done."
    ),
    Option("6, the end", "Six is where billing goes on. Each group commits for itself."),
    before="OffsetsCommitted S1",
)

SLOW_READER: Final = question(
    "Q08.4",
    "Two orders arrive in each round; billing reads two, search one. Where does each stand after ten rounds?",
    Option("billing waits for search", "Neither knows of the other: each has its own offset, and no more."),
    Option("the producer waits for search", "A broker answers a producer, wherever the readers are."),
    Right("search lags, and nobody waits", "Ten orders behind, one more in each round. It can catch up."),
    Option("search has lost ten orders", "They lie in the log until retention removes them; search is late.", "MC01"),
)

FOURTH_CONSUMER: Final = question(
    "Q08.5",
    "Three partitions, four consumers in one group. What does the fourth get?",
    Option("a partition together with another one", "Within a group a partition has one reader.", "MC04"),
    Option("its share: the group reads faster", "Three partitions keep three readers busy, and no more.", "MC03"),
    Right("nothing", "Every partition has its reader. C4 idles, and takes over when one of them fails."),
    before="PartitionsAssigned",
)

TWO_APPLICATIONS: Final = question(
    "Q08.6",
    "Two applications need every order: billing and search. The topic has three partitions. Which groups are right?",
    Option(
        "one group with two consumers",
        "Its members share the orders out: each application would see only some of them.",
        "MC04",
    ),
    Right("two groups", "Each group reads everything; its size is a question of its own."),
    Option(
        "three groups, one for each partition",
        "“Number of CG = number of partitions” means consumers within a group, and is a maximum.",
        "MC05",
    ),
)

AFTER_CRASH: Final = question(
    "Q08.7",
    "C1 processed o0 to o5 and committed 3. C2 takes over. Which order does it get first?",
    Right("o3", "It goes on at the committed offset. Orders o3, o4 and o5 are processed twice."),
    Option(
        "o6, the next one",
        "Nobody but C1 knew that o3 to o5 were done. What is not committed has not happened.",
        "MC18",
    ),
    Option("o0", "The group has committed 3, and what it committed outlives its members."),
    before="AssignmentReceived C2",
    reveal="GroupPolled C2",
)

TOO_EARLY: Final = question(
    "Q08.8",
    "C1 commits first and then processes. It commits 6 and crashes before it processes o3 to o5. What becomes of them?",
    Option("C2 processes them", "C2 goes on at 6: the group says that all below it is done.", "MC18"),
    Option("they are processed twice", "That is what a late commit does. This one was early."),
    Right("nobody ever processes them", "They lie in the log, and the group has passed them by."),
    Option("the broker deletes them", "No commit ever deletes a record. The group has just passed them by."),
)

AUTO_COMMIT: Final = question(
    "Q08.9",
    "A poll has returned o0 to o2. With enable.auto.commit, the default, when are they committed?",
    Option("as soon as poll returns them", "A crash right after it would lose them: nobody has processed them yet."),
    Right("in a later poll, when a timer of five seconds is over", "That poll says: what I gave you before is done."),
    Option(
        "by the broker, when it has sent them", "A broker does not know what a consumer has done. Consumers commit."
    ),
)

NEW_GROUP: Final = Estimate(
    "Q08.10",
    "Six orders lie in the log. A new group begins, with Kafka's default configs. How many of the six does it read?",
    0,
    "orders",
    "auto.offset.reset is latest by default: a group without offsets begins at the end.",
    wrong=(Range(6, 6, "That would be auto.offset.reset=earliest; the default is latest."),),
)

EVERY_START: Final = question(
    "Q08.11",
    "Billing committed 2 and was away. All six orders are still there. Where does it go on with "
    "auto.offset.reset=earliest, and where with latest?",
    Option(
        "o0, and the end",
        "The reset is a fallback: it is asked only where there is no committed offset, or none that is in the log.",
        "MC17",
    ),
    Right("o2, both times", "A committed offset that is in the log counts, whatever the reset says."),
    Option("o2, and the end", "latest, too, is asked only where there is no valid offset.", "MC17"),
)

FELL_OFF: Final = question(
    "Q08.12",
    "Billing committed 2; meanwhile retention removed o0 to o3. auto.offset.reset=earliest. What does C2 get first?",
    Option("o2", "Retention has removed o2, and asks nobody whether all have read.", "MC18"),
    Right("o4", "Offset 2 is out of range, so the reset is asked: the earliest that there is. Two were missed."),
    Option("an error", "That would be auto.offset.reset=none. With earliest the consumer goes on, and says nothing."),
    before="GroupPolled C2",
)

WHO_COORDINATES: Final = question(
    "Q08.13",
    "Consumer C1 starts in group billing. Which broker will keep the offsets of this group?",
    Option("the one that leads orders-0", "A group can read many partitions, and commits them in one place."),
    Option("the controller", "The controller looks after brokers and leaders, not after groups.", "MC15"),
    Right(
        "the one that the group's id points at",
        "The hash of the id, modulo 50, is a partition of __consumer_offsets; its leader keeps the offsets.",
    ),
    Option("the one that C1 asks first", "Any broker can say who it is; it is the same for all members."),
    before="MembersStarted",
    reveal="CoordinatorFound",
)

COORDINATOR_DEAD: Final = question(
    "Q08.14",
    "The coordinator crashed, unnoticed; the leader of orders-0 lives. C1 polls, then calls commitSync. What works?",
    Option("both, at once", "A commit goes to the coordinator, and nobody is there yet to write it down."),
    Right("the poll; the commit waits", "Records come from the leader, offsets go to the coordinator: two brokers."),
    Option(
        "the poll; the commit fails", "commitSync tries again for 60 seconds, and another coordinator comes sooner."
    ),
    Option("neither", "A member reads without its coordinator, as long as nobody takes its partitions away."),
    before="GroupPolled C1",
    reveal="CommitBlocked",
)

OFFSETS_KEPT: Final = Estimate(
    "Q08.15",
    "Guess: a group is shut down over the holidays. After how many days has Kafka 4.4 forgotten its offsets?",
    7,
    "days",
    "offsets.retention.minutes is 10080, counted from when the group is empty. Then auto.offset.reset is asked again.",
    wrong=(
        Range(1, 1, "One day was the default before 2.0."),
        Range(8, 100_000, "Offsets are kept for a week after the last member has left, and no longer."),
    ),
)

WHERE_NOW: Final = question(
    "Q08.16",
    "“They can record their offset in Kafka or ZooKeeper.” Which consumers of Kafka 4.4 use ZooKeeper?",
    Option("those that say so in offsets.storage", "That config went with the old consumer, in 2.0.", "MC24"),
    Option("all, by default", "That was the old consumer up to 0.10; there is no ZooKeeper in Kafka 4.", "MC24"),
    Right("none", "They commit to the topic __consumer_offsets, as the consumer of 0.9 did."),
)

KEPT_TWO: Final = question(
    "Q08.17",
    "A log ends at 6, and retention has left o4 and o5. The reset is none. Which committed offsets end in an error?",
    Right("0 to 3", "An offset before the log's start is out of range. 6 is not: the next order will be there."),
    Option("0 to 4", "4 is the log's start, and o4 is there."),
    Option("0 to 3, and 6", "An offset at the end is valid: a group that has read everything has committed it."),
    Option("all, with none", "None is asked like the other two: only where there is no valid offset.", "MC17"),
)

ONE_OFFSET: Final = question(
    "Q08.1",
    "A consumer hands its records to three threads. o0, o1 and o3 are done, o2 is not. Which offset may it commit?",
    Right("2, the gap", "All below it is done. After a crash o3 comes twice, and nothing is missing."),
    Option("3, the count", "Three are done, but an offset is no count: o2 lies below 3, and would be lost in a crash."),
    Option("4, behind the last", "That says that all below 4 is done, and o2 is not.", "MC18"),
)

COORDINATOR_AWAKE: Final = question(
    "Q08.18",
    "Broker 1 froze, broker 2 took over, broker 1 is awake. C1 has heard of nothing and commits to broker 1. And then?",
    Option("broker 1 writes it down", "Partition 9 has another leader now."),
    Right("a refusal; C1 asks any broker, and commits anew", "The consumer does all that by itself."),
    Option("a refusal; the commit is lost", "A commitSync tries again, until its time is over."),
    Option("a refusal; C1 asks the controller", "Any broker knows; clients do not ask the controller.", "MC15"),
    before="CoordinatorMarkedUnknown",
    reveal="OffsetsCommitted",
)

ISOLATION: Final = question(
    "Q08.19",
    "A producer writes o6 and o7 in one transaction, and has not committed the transaction yet. Which of the two does "
    "a consumer with default configs get?",
    Option("neither", "That would be isolation.level=read_committed, which reads up to the first open transaction."),
    Right("both", "isolation.level is read_uncommitted by default: it gets them, even if the transaction is aborted."),
    Option("o6 alone", "A transaction is either hidden as a whole, or not at all."),
)

TRY_AGAIN: Final = question(
    "Q08.20",
    "commitAsync() has committed 3 and then 6. The commit of 6 is done, that of 3 failed on its way. What should the "
    "consumer do about 3?",
    Option("try again until it is done", "Then 3 would stand where 6 stood, and a crash would repeat o3 to o5."),
    Right("nothing", "6 says more than 3 did, and a late 3 would overwrite it. So commitAsync never tries again."),
    Option("stop: o0 to o2 are lost", "A commit says where to go on, and 6 says that all below it is done.", "MC18"),
)

SLOW_LOOP: Final = question(
    "Q08.21",
    "C1 polls o0 to o2 and gets stuck with o0; its heartbeats go on. What has become of orders-0 six minutes later?",
    Option("C1 still owns it: its heartbeats go on", "They say that the process lives. Its loop has a clock, too."),
    Right("C2 owns it, and gets o0", "After max.poll.interval.ms without a poll C1 leaves; it had committed nothing."),
    Option("C2 owns it, and gets o3", "C1 had committed nothing. What is not committed has not happened.", "MC18"),
    before="MemberStalled",
    reveal="last GroupPolled",
)

ON_REVOKE: Final = question(
    "Q08.22",
    "C1 has processed o0 to o2 since its last commit, and a rebalance takes orders-0 away. When can it still commit 3 "
    "so that nobody processes them again?",
    Right(
        "before it gives orders-0 up", "onPartitionsRevoked is called for that; enable.auto.commit does it by itself."
    ),
    Option("after the rebalance", "By then C2 has begun at the old committed offset, and has o0 to o2."),
    Option("whenever it likes: the offset is its own", "It belongs to the group, and the next owner begins there."),
)

EDGES_TO_C1: Final = question(
    "Q08.23",
    "C1 reads orders-0 in group billing. Which nodes of the graph have an edge to C1?",
    Option("the leader's replica alone", "It feeds C1. But C1 is a member of something, too."),
    Right("the leader's replica and the group", "One feeds it, the other has it. Broker 1 coordinates that group."),
    Option("all three replicas and the group", "Followers feed their own logs; a consumer reads from the leader."),
)
