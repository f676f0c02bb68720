"""The questions of notebook 07, a leader dies."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

LEADER_ASSIGNMENT: Final = question(
    "Q07.20",
    "A new topic of three partitions, three replicas each, on three brokers. Who leads what?",
    Option("broker 1 all three: it comes first", "The list of replicas begins with another broker for each partition."),
    Right("each broker one", "The controller begins each list of replicas with another broker; the first leads."),
    Option("nobody, before a record arrives", "Creating a topic assigns leaders; a record needs one to go to."),
)

FAILOVER_SECONDS: Final = Estimate(
    "Q07.8",
    "Kafka 4.4, default configs. Broker 1 crashes. After how many seconds does sports_news-0 have a leader again?",
    9.0,
    "s",
    "The controller fences a broker after broker.session.timeout.ms without a heartbeat; then it elects at once.",
    tolerance=0.12,
    wrong=(
        Range(0, 2, "The election takes milliseconds; the detection takes the session timeout.", "MC14"),
        Range(15, 25, "18 s was ZooKeeper's session timeout from 2.5 to 3.9."),
        Range(25, 35, "30 s is replica.lag.time.max.ms, which is about slow followers."),
    ),
)

WHO_IS_NEXT: Final = question(
    "Q07.9",
    "The replicas are [1, 2, 3], all in sync. Broker 1 is dead. Who leads sports_news-0 next?",
    Right("broker 2, after it in the list", "It is the first in the list of replicas that is in sync and alive."),
    Option("broker 3, last in the list", "It is in sync, too. But broker 2 stands before it in the list."),
    Option("the fastest to answer", "Nobody races: the controller decides by the order of the replicas."),
    Option("nobody, until broker 1 is back", "Two replicas in sync are alive, so the controller elects one."),
    before="PartitionChanged",
)

CONTROLLED_SHUTDOWN: Final = question(
    "Q07.10",
    "Broker 1 does a controlled shutdown. How long does sports_news-0 have no leader?",
    Option("9 seconds", "That is how long a crash stays undetected. Here the broker announces that it stops."),
    Right("no time at all", "Broker 1 asks the controller first, which moves its leaderships; then it stops."),
    Option("until broker 1 is back", "Leaderships move to other replicas in sync before the broker stops."),
    before="PartitionChanged",
    reveal="BrokerStopped",
)

BUSIEST: Final = question(
    "Q07.11",
    "Five brokers lead four partitions each, with two replicas. Broker 1 dies. How many does the busiest broker lead "
    "if the second replicas are chained, and if they are spread?",
    Option("5 and 5", "Chained, all four second replicas are on broker 2, so it leads 4 + 4."),
    Right("8 and 5", "Chained, broker 2 gets all four; spread, each of the other four brokers gets one."),
    Option("8 and 8", "Spread, the four second replicas are on four brokers: each gets one, and leads 5."),
    Option("4 and 4", "Four partitions have lost their leader, and somebody leads them next."),
)

SECOND_DEATH: Final = question(
    "Q07.12",
    "Broker 1 is dead, and a second broker dies. Which placement loses partitions, whichever broker that is?",
    Option("chained", "Chained, only the neighbours 2 and 5 share partitions with broker 1, four each."),
    Right("spread", "Broker 1 shares two partitions with each other broker, so each second death takes two."),
    Option(
        "neither: there are replicas",
        "Two replicas survive one death. Where both brokers are dead, no replica is left.",
        "MC13",
    ),
)

LEADS_AGAIN: Final = question(
    "Q07.13",
    "Broker 1 is back and in sync. When does it lead its four partitions again?",
    Option("at once", "The present leaders are alive and in sync; nothing forces a change."),
    Right(
        "within five minutes",
        "Every leader.imbalance.check.interval.seconds (300) the controller elects preferred leaders.",
    ),
    Option("never", "Broker 1 is their preferred leader, and auto.leader.rebalance.enable is true by default."),
)

NOBODY_IN_SYNC: Final = question(
    "Q07.14",
    "The ISR was {1}. Broker 1 is dead, and broker 2 lacks the record final. What does Kafka 4.4 do by default?",
    Option(
        "it elects broker 2 at once",
        "Broker 2 would lead at once with unclean.leader.election.enable=true; the default is false.",
    ),
    Right("it waits for broker 1, with no leader", "No replica with all committed records is alive, so nobody leads."),
    Option(
        "it elects broker 2, and gets the record from the producer again",
        "The producer has its acknowledgement; it does not send it again.",
    ),
)

CAN_BE_LOST: Final = question(
    "Q07.15",
    "The record final was acknowledged with acks=all, and the topic has two replicas. Can it still be lost?",
    Option(
        "impossible: a replicated topic loses nothing",
        "Two replicas were planned, but only broker 1 had it; an unclean election gives it up.",
        "MC13",
    ),
    Option(
        "impossible: acks=all waited for both replicas",
        "acks=all waits for the ISR, which was {1}. min.insync.replicas=2 would have refused it.",
        "MC10",
    ),
    Right("possible: by an unclean election, or with broker 1's disk", "The ISR was {1}: no other replica had it."),
)

OLD_DEFAULTS: Final = question(
    "Q07.16",
    "The same accident in Kafka 0.10, 2.3 and 4.4, with the defaults of each. Where is the record final lost?",
    Right("in 0.10", "unclean.leader.election.enable was true by default until 0.10."),
    Option("in 0.10 and 2.3", "Since 0.11 (KIP-106) the default is false; 2.3 waits."),
    Option("in all three", "Since 0.11 (KIP-106) the default is false; 2.3 and 4.4 wait."),
    Option("in none", "In 0.10 unclean elections were on by default: broker 2 leads, without the record."),
)

MY_ELECTION: Final = question(
    "Q07.17",
    "Broker 1 led sports_news-0 and crashes. How many of the three partitions get another leader by this rule?",
    Option(
        "one",
        "The controller asks the rule for every partition whose ISR held broker 1, and it never keeps the leader.",
    ),
    Option("two", "The rule names the last of the list in each of the three, and none of these leads now."),
    Right("three", "It ignores who leads now, so healthy leaders are replaced as well."),
)

FACTOR_ONE: Final = question(
    "Q07.18",
    "With a replication factor of 1, who leads sports_news-0 after the death of broker 1?",
    Option("broker 2", "Broker 2 has no replica of it, hence no records to serve."),
    Right("nobody, until its machine is up", "Broker 1 had the only replica."),
    Option("any broker, without the old records", "Only replicas may lead; not even an unclean election takes others."),
)

TOO_FEW_BROKERS: Final = question(
    "Q07.19",
    "Two brokers; somebody creates a topic with a replication factor of 3. What is the result?",
    Right("a refusal", "INVALID_REPLICATION_FACTOR: replicas of a partition are on different brokers."),
    Option("two replicas on one broker", "Two replicas on one broker would die together; Kafka never does it."),
    Option("a third replica once there is a third broker", "Kafka creates no replica later by itself: it refuses."),
)

WHO_ELECTS: Final = question(
    "Q07.1",
    "All controllers are down, and brokers 1, 2 and 3 work on. Now broker 1 crashes. Who serves sports_news-0 a minute "
    "later?",
    Option("broker 2: it is in sync", "A controller would elect it; a broker elects nobody, and waits to hear."),
    Option("broker 2 or 3: they vote", "Brokers never vote on leaders. Only controllers vote, on who is active."),
    Right("nobody: only a controller elects", "Without one nobody notices the crash, and nobody elects."),
    Option("the one that a producer asks", "A producer asks who leads; it decides nothing about leaders."),
)
