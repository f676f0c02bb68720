"""The questions of notebook 12, break it."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

HOW_MANY_STATES: Final = Estimate(
    "Q12.1",
    "Three brokers; at most two kills, one restart, two records and two waits of nine seconds, in every order. How "
    "many different clusters can come of it?",
    right=3291.0,
    unit="clusters",
    because="Every order of up to seven requests, the brokers they can hit, and what the cluster makes of each; equal "
    "clusters are counted once.",
    tolerance=0.5,
    wrong=(
        Range(0, 200, "There are that many orders of the requests alone, before a broker is chosen for any of them."),
        Range(20_000, 1e12, "Most orders meet again in a cluster that was there before, and are not gone on from."),
    ),
)

OLD_KAFKA: Final = question(
    "Q12.2",
    "The same search on Kafka 0.10, with its defaults. What does it come to?",
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
    "Broker 3 has followed one leader after the other, and never crashed. Which promise is broken?",
    Option("Only a member of the ISR leads", "Brokers 2 and 1 were both in the ISR when they were elected."),
    Option("Epochs rise with every change", "No epoch fell: the fault is in a log, not in the metadata."),
    Right(
        "Replicas agree below the high watermark",
        "Broker 3 cut its log back to its own high watermark, which had not heard of the record yet.",
    ),
)

UNCLEAN_SEARCHED: Final = question(
    "Q12.4",
    "Two brokers of Kafka 4.4, and unclean elections are allowed. Does any history break a promise?",
    Option("yes, a record can be lost", "It can be lost, but who allows unclean elections was promised no less."),
    Right("no", "No promise says that a record survives an unclean election; what may be lost was never promised."),
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
    Right("none", "Who does nothing breaks nothing. That is why there are goals beside the promises."),
)

UNLUCKY_ORDER: Final = question(
    "Q12.7",
    "One record with acks=1, and one kill. In the model's usual order of events followers fetch before anything else "
    "happens. Can the acknowledged record be lost in some order?",
    Option("no, the followers have it", "In the usual order they have; but broker 1 may crash before they fetch."),
    Right("yes, if broker 1 crashes first", "acks=1 waits for no fetch, so the crash may come before it."),
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
