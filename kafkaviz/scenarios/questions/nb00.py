"""The questions of notebook 00, start here."""

from typing import Final

from kafkaviz.scene.questions import Option, Right, question

WHO_SERVES: Final = question(
    "Q00.1",
    "Broker 1 leads letters-0, and crashes. Who serves ABC next, and when?",
    Option("nobody, until broker 1 is back", "Brokers 2 and 3 have ABC as well, and one of them will lead."),
    Option(
        "broker 2, at once",
        "The controller learns of the crash by missing heartbeats: it waits 9 s after the last one.",
        "MC14",
    ),
    Right(
        "broker 2, after some seconds",
        "After 9 s without a heartbeat the controller fences broker 1 and names the next leader.",
    ),
    Option("brokers 2 and 3 share the work", "A partition has one leader at a time; the others only copy it."),
    before="BrokerCrashed",
    reveal="PartitionChanged",
)

WHO_DELIVERS: Final = question(
    "Q00.2",
    "The controller has made broker 2 the leader of letters-0. From where does a consumer get GHI?",
    Option("from the controller", "The controller says who leads; no record ever passes through it.", "MC15"),
    Right("from broker 2, as the leader", "Broker 2 had copied GHI before it was called committed."),
    Option("from brokers 2 and 3, a part each", "Broker 3 has GHI, too, but a client goes to the leader."),
    Option("from nobody: GHI was on broker 1", "All three brokers held a copy of letters-0.", "MC14"),
    before="RecordsPolled",
)

THREE_KEYS: Final = question(
    "Q00.3",
    "Three different keys, three partitions: how many records will p0, p1 and p2 hold?",
    Option("one each", "Keys are hashed, not dealt out: nothing keeps two of them apart.", "MC09"),
    Option("two on one, one on another", "It could be so with other keys; these three have the same remainder."),
    Right("all three on one", "The hash of each of these keys leaves the remainder 0 when divided by 3."),
    before="RecordQueued",
)

OWN_LINE: Final = question(
    "Q00.4",
    "The function returns sent.records % partitions. What do the three partitions get of ABC, DEF and GHI?",
    Right("1, 1, 1", "sent.records is 0, 1 and 2: the records go round in a circle."),
    Option("3, 0, 0", "Kafka's own partitioner did so in the first film; this function takes its place."),
    Option("it differs from run to run", "The function draws nothing: it only counts."),
    before="RecordQueued",
    reveal="last RecordQueued",
)

STILL_HOSTS: Final = question(
    "Q00.6",
    "Broker 1 is dead, and others lead what it led. Which replicas does it host in the graph?",
    Option("none: it is dead", "It is dead, and its disk is as it was: it will come back with what is on it."),
    Option("letters-0 alone, which it led", "It followed in letters-1 and letters-2, and has their records as well."),
    Right("one of every partition", "Nothing was moved. Only who leads and who is in sync has changed."),
)
