"""The questions of notebook 05, copies and the high watermark."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

WHO_COPIES: Final = question(
    "Q05.1",
    "Broker 1, the leader, has written ABC. What happens next?",
    Option("broker 1 sends it to the followers", "A leader sends nothing unasked: followers fetch.", "MC16"),
    Right("each follower fetches it itself", "Followers fetch from the offset that they need next."),
    Option("the controller copies it to them", "The controller says who leads; no record passes through it.", "MC15"),
    before="FetchServed",
)

GHI_IN_SIGHT: Final = question(
    "Q05.2",
    "GHI is on brokers 1 and 2; broker 3 is slow and in the ISR. A consumer polls. Does it get GHI?",
    Option("yes: the leader has it", "A consumer reads below the high watermark, which is not the leader's end."),
    Option("yes: two of three are a majority", "Controllers count majorities; for a partition the whole ISR counts."),
    Option(
        "yes: min.insync.replicas is 1",
        "That is how small the ISR may be, not how many of it must have a record.",
        "MC10",
    ),
    Right("no: broker 3 does not have it", "The high watermark waits for every replica in the ISR."),
    before="RecordsPolled",
)

ISR_LATER: Final = question(
    "Q05.3",
    "Broker 3 falls behind at 0 s. Who is in the ISR at 20 s, and who at 50 s?",
    Option("{1, 2} and {1, 2}", "A follower may be behind for replica.lag.time.max.ms, which is 30 s."),
    Right("{1, 2, 3} and {1, 2}", "After more than 30 s behind, at the leader's next look, it leaves."),
    Option(
        "{1, 2, 3} at both",
        "The leader observes the ISR: a replica that has not caught up leaves it, whatever the replication factor.",
        "MC11",
    ),
    before="TimeAdvanced",
    reveal="PartitionChanged",
)

MARK_WHEN_ONE_LEAVES: Final = question(
    "Q05.4",
    "Broker 3 leaves the ISR. What does the high watermark do next?",
    Option("it falls: a copy is missing", "A high watermark does not fall: what is committed stays committed."),
    Right("it rises: the leader waits for broker 3 no longer", "Every replica that is left in the ISR has GHI."),
    Option("it stays: all three replicas count", "The high watermark waits for the ISR, not for all replicas.", "MC10"),
    before="last HighWatermarkAdvanced",
)

LOG_LINE: Final = question(
    "Q05.5",
    "A broker's log says: The size of the current ISR Set(2) is insufficient to satisfy the min.isr requirement of 2. "
    "How many replicas are in the ISR?",
    Option("two", "Set(2) is the set with the member 2: the ISR is a set of brokers and not their number.", "MC11"),
    Right("one", "Broker 2 alone, and two are required."),
    Option("none", "The set has one member, broker 2."),
)

ANSWERED_AT_20_S: Final = question(
    "Q05.6",
    "One follower is slow for 20 s. In which Kafka has the producer got its answer for GHI, by default?",
    Right("in the older one alone", "Its default acks=1 asks the leader alone; acks=all still waits for broker 3."),
    Option(
        "in the newer one alone",
        "The default of 4.4, acks=all, waits for the ISR, and broker 3 is in it for 30 s and more.",
    ),
    Option("in both", "With acks=all the leader waits for every member of the ISR, broker 3 as well.", "MC10"),
    Option("in neither", "With acks=1, the default of 2.3, the leader answers when it has written."),
    before="BrokerPaused",
    reveal="last TimeAdvanced",
)

COPIES_SENT: Final = Estimate(
    "Q05.7",
    "Replication factor 3: how many times does each record travel from one broker to another?",
    2,
    "times",
    "Each of the two followers fetches it once.",
    tolerance=0,
    wrong=(
        Range(3, 3, "The leader is one of the three replicas: it gets the record from the producer."),
        Range(1, 1, "Each follower fetches from the leader, and not from the other follower."),
    ),
)

WHO_SERVES: Final = question(
    "Q05.12",
    "Replication factor 3, default configs, three consumers poll one partition. Which replicas feed them?",
    Option("one each", "By default followers serve no consumer; they copy, and are ready to lead."),
    Right("the leader's feeds all three", "More replicas make a partition safer; by default they serve nobody."),
    Option("the followers', to spare the leader", "A follower serves consumers only where somebody configured it."),
)

EAST_IS_DARK: Final = question(
    "Q05.8",
    "Four partitions, two replicas each, two racks. The east loses its power. How many partitions have no leader, "
    "first if the controller knew the racks, then with replicas placed by hand in one rack?",
    Option("0 and 0: each has a second replica", "By hand, two partitions had both replicas in the east.", "MC13"),
    Right("0 and 2", "Known racks put one replica into each rack."),
    Option("2 and 2", "With broker.rack every partition has a replica in the west."),
    Option("0 and 4", "By hand two partitions have both replicas in the west."),
)

GHI_AFTER: Final = Estimate(
    "Q05.10",
    "Replication factor 3, two slow followers, Kafka 4.4: after how many seconds may a consumer read GHI?",
    45,
    "s",
    "More than 30 s behind is late, and the leader checks every 15 s: at 45 s both leave the ISR.",
    tolerance=0,
    wrong=(
        Range(0, 29, "Both stay in the ISR until they are behind for more than 30 s; the leader waits for them."),
        Range(30, 44, "At the check at 30 s they are not yet late by more than 30 s; the next check is at 45 s."),
    ),
)

IMPATIENT: Final = question(
    "Q05.11",
    "Both followers are slow, a consumer has read GHI, and the leader dies. What does the next consumer read?",
    Option("all three: GHI was acknowledged", "An acknowledgement copies nothing: no follower had GHI.", "MC13"),
    Right("the first two: GHI is gone", "Broker 2, which was in the ISR, leads now, and it never had GHI."),
    Option("nothing: nobody may lead", "Brokers 2 and 3 were in the ISR on paper, so one of them leads."),
    before="RecordsPolled",
)
