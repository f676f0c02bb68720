"""The questions of notebook 09, who gets which partition."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

WHO_ASSIGNS: Final = question(
    "Q09.2",
    "Who computes which consumer reads which partition?",
    Option(
        "the coordinator, a broker",
        "The coordinator collects the members and passes the result on; in this protocol it computes nothing.",
    ),
    Option("the controller", "The controller elects leaders of partitions; consumers never deal with it.", "MC15"),
    Right("one of the consumers", "C1 joined first and leads the group: it runs the assignor for all."),
    before="PartitionsAssigned",
)

TEN_TOPICS: Final = question(
    "Q09.3",
    "Ten topics of three partitions, two consumers. What do C1 and C2 get by range, and by round robin?",
    Option("15 and 15 by both", "Range cuts every topic for itself: of three partitions C1 gets two, ten times."),
    Right("20 and 10, then 15 and 15", "Range gives C1 the odd partition of each topic; round robin goes on dealing."),
    Option("16 and 14, then 15 and 15", "The odd partition goes to C1 in each of the ten topics, not in one."),
    Option("20 and 10 by both", "Round robin deals all thirty partitions in one circle, so it stays even."),
)

TWENTY_TOPICS: Final = Estimate(
    "Q09.4",
    "Twenty topics of one partition each, four consumers, range. How many consumers get nothing?",
    3,
    "consumers",
    "Every topic's only partition goes to the first member, twenty times. By round robin each gets five.",
    wrong=(Range(0, 0, "Range treats each topic alone, and each has one partition: for the first member."),),
)

JOIN_STOPS: Final = question(
    "Q09.5",
    "C3 asks to join. How many of the six partitions are read just before the group assigns anew?",
    Right(
        "none", "This rebalance is eager: every member gives up all it reads before it joins again, C1 first, then C2."
    ),
    Option(
        "three",
        "C1 has given up its three; one step on, C2 does too. An eager member gives up all, not only what moves.",
    ),
    Option("four", "C3 will get two, but an eager member gives up all, not only what moves: one step on, C2 does too."),
    Option(
        "all six",
        "An eager rebalance touches all members: C1 has given up its three; one step on, C2 does too.",
        "MC19",
    ),
    before="JoinRequested",
    reveal="JoinRequested C2",
)

JOIN_MOVES: Final = question(
    "Q09.6",
    "How many of the six partitions change their reader, by range?",
    Option("two", "Two is the least that is possible; range recomputes all stretches and moves one more."),
    Right("three", "The stretches become 0-1, 2-3, 4-5: partitions 2, 4 and 5 have another reader."),
    Option("four", "C1 keeps 0 and 1, C2 keeps 3: three stay, three move."),
    Option("six", "All six stop, but C1 gets 0 and 1 back, and C2 gets 3 back."),
)

FEWEST_MOVES: Final = question(
    "Q09.7",
    "C3 joins C1 and C2, which share six partitions by round robin. How many does round robin move, and how many at "
    "least have to move for even shares?",
    Option("two, and two", "It deals anew and forgets who had what: only 0 and 1 stay where they were.", "MC20"),
    Option("three, and three", "C3 needs two of the six, and nobody else need give up or get anything."),
    Right("four, and two", "It forgets who had what. C3 needs two; the sticky assignor moves just these."),
    Option("six, and six", "All stop in an eager rebalance. But 0 and 1 come back to who had them."),
)

FIVE_TO_SIX: Final = question(
    "Q09.13",
    "Six partitions; a sixth consumer joins five. Which rule moves more than one partition?",
    Right("the one that cuts stretches", "C1 had 0 and 1; now each stretch is one long: partitions 1 to 5 all move."),
    Option(
        "the one that deals in a circle",
        "Partition 5 goes from C1 to C6, and all others fall on the same members as before.",
    ),
    Option("the one that keeps what it can", "C6 needs one partition, so one moves."),
    Option("none of them", "Range moves five: when C1's stretch shrinks, all later stretches shift."),
)

TWO_READERS: Final = question(
    "Q09.8",
    "This assignor gives all six partitions to both members. What comes of it?",
    Option(
        "the coordinator refuses the answer", "The coordinator passes the result on as bytes and does not check it."
    ),
    Option("the member that asks first reads a partition", "Nobody asks: each member reads what it was given."),
    Right("each record is read twice", "Both members read all six partitions: nobody checks what an assignor returns."),
)

DEAD_CONSUMER: Final = Estimate(
    "Q09.9",
    "Kafka 4.4, default configs. C1 crashes. How many seconds pass before the coordinator notices?",
    45,
    "s",
    "The coordinator waits for session.timeout.ms without a heartbeat: 45 s since 3.0, 10 s before (KIP-735).",
    wrong=(
        Range(0, 5, "Nothing tells the coordinator; it counts missing heartbeats until the session timeout."),
        Range(8, 12, "10 s was the default until 2.8."),
        Range(280, 320, "300 s is max.poll.interval.ms, for a member that lives and does not poll."),
    ),
)

COOPERATIVE: Final = question(
    "Q09.10",
    "The same C3 joins a cooperative group. How many partitions stop, and in how many rounds?",
    Option("six partitions, one round", "That is the eager rebalance. Here members keep what does not move."),
    Option("two partitions, one round", "C3 may only get what C1 and C2 have given up, so there is a second round."),
    Right("two partitions, two rounds", "In the first C1 and C2 give up one each; in the second C3 gets both."),
    Option("no partition, two rounds", "Somebody must give up what C3 gets, and until then nobody reads it."),
)

SERVER_SIDE: Final = question(
    "Q09.11",
    "The coordinator wants C3 to have two partitions, which C1 and C2 still own. What does C3 get first?",
    Option("both, as soon as both are free", "There is no barrier: C3 need not wait for the slower of the two."),
    Right("the one that is free first", "Each partition moves as soon as its owner has released it."),
    Option("both at once", "C1 and C2 still read them; a partition has one owner in a group."),
    before="RevocationAsked",
    reveal="MemberReconciled C3",
)

SEVENTH_CONSUMER: Final = question(
    "Q09.12",
    "Six partitions, six consumers in a group. What is left for a seventh?",
    Option("to share a partition with another member", "Within a group a partition has one reader.", "MC04"),
    Option("to make the group faster", "There is no partition left for it: six is the most that read.", "MC03"),
    Right("to idle, and stand by", "It gets nothing, and takes over when another one leaves."),
    Option(
        "to be refused: the numbers must be equal",
        "Any number of consumers may join; more than partitions idle, fewer read several each.",
        "MC05",
    ),
)

SAME_PARTITION: Final = question(
    "Q09.1",
    "Which assignor brings partition 3 of two equally large topics to the same consumer?",
    Right("range, the default", "It cuts every topic in the same way."),
    Option(
        "round robin, the evener one",
        "Round robin deals the partitions of all topics in one row, so where a topic begins shifts with it.",
    ),
    Option("neither of the two", "One of them treats each topic alone, and therefore all equally large topics alike."),
)

UNEVEN_LOAD: Final = question(
    "Q09.14",
    "Round robin deals four partitions to C1 and C2. 90 records a second arrive in partition 0, and 10 in each of the "
    "others. How many does each consumer read?",
    Option("60 and 60", "An assignor counts partitions. It does not know what arrives in them."),
    Right("100 and 20", "C1 has 0 and 2, C2 has 1 and 3: even in number. It is even in load if partitions are alike."),
    Option("90 and 30", "That would be partition 0 for C1 and all others for C2: one and three."),
)
