"""The questions of notebook 12, break it."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

HOW_MANY_STATES: Final = Estimate(
    "Q12.1",
    "Guess: three brokers; at most two kills, one restart, two records and two waits of nine seconds, in every order. "
    "How many different clusters can that lead to?",
    right=3291.0,
    unit="clusters",
    because="Every order of up to seven requests, the brokers they can hit, and what the cluster makes of each; equal "
    "clusters are counted once.",
    tolerance=0.5,
    wrong=(
        Range(0, 200, "There are that many orders of the requests alone, before a broker is chosen for any of them."),
        Range(
            20_000,
            1e12,
            "Most histories lead to a cluster that was there before, and the search goes on from each cluster once.",
        ),
    ),
)

OLD_KAFKA: Final = question(
    "Q12.2",
    "Guess: the same search on Kafka 0.10, with its defaults. How does it end?",
    Option("closed as well", "Kafka 0.10 was in use for years, and still six requests are enough."),
    Option(
        "broken after three requests", "One crash moves the leader; it takes a second one to come back to an old log."
    ),
    Right(
        "broken after six requests", "A record, two leaders that crash, a restart: the shortest history of a real bug."
    ),
)

WHICH_PROMISE: Final = question(
    "Q12.3",
    "Broker 3 has followed one leader after the other, and never crashed. Which promise does the next step break?",
    Option("Only a member of the ISR leads", "Broker 1 was in the ISR when it was elected."),
    Option("Epochs rise with every change", "No epoch fell: the fault is in a log, not in the metadata."),
    Right(
        "Replicas agree below the high watermark", "Broker 3 cuts its log back to the high watermark that it knows, 0."
    ),
    before="LogTruncated",
)

UNCLEAN_SEARCHED: Final = question(
    "Q12.4",
    "Two brokers of Kafka 4.4, and unclean elections are allowed. Does any history break a promise?",
    Option("yes, a record can be lost", "It can be lost. But nobody promised it to those who allow unclean elections."),
    Right("no, none is broken", "A record can be lost, but no promise says that it survives an unclean election."),
)

LOWEST_ALIVE: Final = question(
    "Q12.5",
    "my_lowest_alive is the election. What is the least number of crashes and restarts after which a replica leads "
    "that is not in sync?",
    Option("one", "After one crash all brokers that are alive are in sync, so the lowest of them is."),
    Right("three", "Two kills, and a restart of the broker that had left the ISR first."),
    Option("it never happens", "It takes a broker that is alive and not in sync, and a restart makes one."),
)

NEVER_ELECT: Final = question(
    "Q12.6",
    "my_nobody elects nobody, ever. Which promise does it break?",
    Option("An acknowledged record survives", "Nobody leads, so nobody can lose a record or refuse it."),
    Option("Only a member of the ISR leads", "Nobody leads, so nobody leads wrongly."),
    Right("no promise at all", "A rule that does nothing breaks nothing. That is why there are goals, too."),
)

UNLUCKY_ORDER: Final = question(
    "Q12.7",
    "One record with acks=1, and one kill. In the model's usual order of events followers fetch before anything else "
    "happens. Can the acknowledged record be lost in some order?",
    Option("no", "In the usual order the followers have it; but broker 1 may crash before they fetch."),
    Right("yes", "acks=1 waits for no fetch, so the crash of broker 1 may come before it."),
)

ABSOLUTE: Final = question(
    "Q12.8",
    "A partitioner takes abs(murmur2(key)) where Kafka takes murmur2(key) & 0x7fff_ffff. What finds the fault?",
    Option("the search", "Equal keys still meet on one partition, so no promise of the cluster is broken."),
    Right(
        "an answer recorded from Kafka", "Nothing is wrong with it but that every other client puts the key elsewhere."
    ),
    Option("nothing: they are the same", "They differ for every negative hash, which is every second key."),
)

CLOSED_MEANS: Final = question(
    "Q12.9",
    "A search of your election comes back closed, with no promise broken. What do you know?",
    Option("it is right", "It is right in these histories: with three kills or two partitions it was not asked."),
    Right(
        "no history within this budget breaks a promise",
        "Every one of them was looked at. What lies beyond the budget was not.",
    ),
    Option("nothing, it is only a test", "It is more than a test: it is every case up to a size, not a sample."),
)

LAST_ABLE: Final = question(
    "Q12.10",
    "my_elect_leader takes the last of the replicas that are in sync and eligible. What does the search say?",
    Option("broken: it elects another than Kafka", "It does. But no promise says which of several able brokers leads."),
    Right("closed: it holds", "Each leader is in sync and alive, and somebody leads again as soon as one is able."),
    Option("never reached: sooner or later nobody leads", "Nobody leads only while nobody is able, as with Kafka's."),
)

COPY_LEFT: Final = question(
    "Q12.11",
    "m1 was sent to broker 2 alone, acknowledged, and is lost; broker 1 leads. Is there a copy of m1 in the cluster?",
    Option("no: what is lost is on no disk", "Lost means that no reader can get it. A crash leaves a disk as it was."),
    Right(
        "yes, on broker 2, which is down", "The crash left its disk as it was. When it comes back, it will cut m1 off."
    ),
    Option("yes, on broker 1, which leads", "Broker 1 was down when m1 came, and nobody could give it m1 afterwards."),
)

ALL_COPIES: Final = question(
    "Q12.12",
    "One record with acks=all, and one kill, in any order of all events. Can the acknowledged record be lost?",
    Option("yes, the unlucky order exists here, too", "acks=all waits for every fetch that acks=1 does not wait for."),
    Right("no", "It is acknowledged when every replica in sync has it, and one kill leaves two of the three."),
)
