"""The questions of notebook 11, the incident desk."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

FIRST_SIGN: Final = question(
    "Q11.1",
    "A broker's disk gets slow: its copies fall behind, its heartbeats go on. Which number moves first?",
    Option(
        "TimedOutBrokerHeartbeatCount", "Heartbeats are sent by another thread; the controller sees a healthy broker."
    ),
    Right(
        "IsrShrinksPerSec",
        "After replica.lag.time.max.ms, 30 s, the leaders ask the controller to take the broker out of each ISR.",
    ),
    Option("LeaderCount", "What it leads it leads on: only a broker that is fenced loses its leaders.", "MC11"),
    Option(
        "records-lag",
        "Consumers get what is below the high watermark; it moves when the ISR has shrunk, and their lag follows.",
    ),
)

IDLE_LEADER: Final = question(
    "Q11.2",
    "A broker was patched and is back in every ISR, but it leads nothing. What does it still do?",
    Option("nothing at all", "It is in every ISR, so it has what the leaders have: it fetches from them."),
    Right("it copies, and no client speaks to it", "Bytes come in by fetching; its share of clients has moved."),
    Option(
        "it answers consumers, not producers",
        "Both speak to the leader, unless replica.selector.class says otherwise.",
        "MC15",
    ),
)

WHAT_HELPS: Final = question(
    "Q11.3",
    "One partition of five gets most records, and its lag grows; two consumers share the five. What brings it down?",
    Option(
        "three more consumers",
        "Then each has one partition, and the one with the hot key still gets more than it can read.",
        "MC03",
    ),
    Option("five more partitions", "All records of one key still go to one partition.", "MC23"),
    Right("a salt for the hot key", "Its records then go to several partitions, and lose their order among them."),
    Option("a longer retention", "Then the records wait longer for their reader, and the lag goes on growing."),
)

THREE_READERS: Final = question(
    "Q11.4",
    "Three consumers join a share group. The topic has one partition with six records. C2 polls for three. What then?",
    Option("nothing: C1 owns the partition", "That is a consumer group. In a share group all three own it."),
    Right(
        "only C2 gets the first three",
        "A record is lent to one member at a time; the members share records, not partitions.",
    ),
    Option(
        "everyone gets the first three",
        "That would be three groups. Within a group each record has one reader.",
        "MC04",
    ),
    before="RecordsAcquired C2",
)

RELEASED: Final = question(
    "Q11.5",
    "C2 gives box0 to box2 back. C3 polls for two. What does it get?",
    Right("the first two again", "What was released is available again, and stands first."),
    Option("the next two", "A share group has no offset that only goes on: it knows the state of each record.", "MC01"),
    Option("nothing", "What was lent is free again as soon as it is released."),
    before="RecordsAcquired C3",
)

STUCK: Final = question(
    "Q11.11",
    "C1 is lent box0 and gets stuck: it neither accepts nor releases it. C2 polls 30 seconds later, for one record. "
    "What does it get?",
    Option("nothing: C1 is still a member", "It stays one, and heartbeats; but it may not keep a record for ever."),
    Option("box1, for box0 is lost", "Nothing is lost: box0 was lent, and is not done. It stands first again."),
    Right(
        "box0, for the second time",
        "After group.share.record.lock.duration.ms, 30 s, its acquisition lock runs out, and the delivery counts.",
    ),
    before="TimeAdvanced",
    reveal="RecordsAcquired C2",
)

HOW_OFTEN: Final = Estimate(
    "Q11.6",
    "A record makes every member hang that gets it. How often is it lent, with Kafka's default configs?",
    5,
    "times",
    "group.share.delivery.count.limit is 5: then it is archived, and the members go on behind it.",
    tolerance=0,
    wrong=(
        Range(1, 1, "Then one pause of a healthy member would lose it. The limit is 5."),
        Range(6, 1_000_000, "So it would be in a consumer group: one bad record stops it for good. The limit is 5."),
    ),
)

FIFTH: Final = question(
    "Q11.12",
    "box0 was delivered four times in vain. C2 gets it, and its lock runs out as well. C3 polls for one record. "
    "What does it get?",
    Right("box1; nobody gets box0 again", "box0 is archived: group.share.delivery.count.limit is reached."),
    Option("box0, for the sixth time", "The fifth delivery was the last one: the limit is 5, also for a lock."),
    Option("nothing, until box0 is processed", "That is a consumer group, whose offset cannot pass a bad record."),
    before="RecordsAcquired C2",
    reveal="RecordsAcquired C3",
)

SAFEST: Final = question(
    "Q11.7",
    "Replication factor 3. Somebody raises min.insync.replicas from 2 to 3, to be safe. Which goal is missed?",
    Option("none: three copies are the safest", "They are, until one broker is away: then nothing is written.", "MC12"),
    Right("patching brokers without a pause", "Two are left in sync and three are asked for: NOT_ENOUGH_REPLICAS."),
    Option("surviving the crash of a leader", "Whatever was acknowledged is on all three. It is writing that stops."),
)

FIFTH_PARTITION: Final = question(
    "Q11.8",
    "Four consumers read 10 records a second each, from four partitions: 40 can arrive. A fifth partition comes. How "
    "many can arrive now, evenly, before anybody lags?",
    Option("50", "Partitions read nothing. There are four consumers as before.", "MC23"),
    Option("40", "If they shared evenly. But five partitions are dealt to four consumers whole."),
    Right("25", "One consumer owns two of the five partitions, so 10 a second are 5 for each of them, and 25 in all."),
)

ALARM: Final = question(
    "Q11.9",
    "UnderReplicatedPartitions is above 0, and IsrShrinksPerSec was 0 all night. What do you look for?",
    Option("a slow disk", "A leader would have noticed it, and shrunk the ISR itself."),
    Right("a broker that went", "The controller itself took it out of each ISR, when it was fenced or shut down."),
    Option("a group that is late", "Readers have no part in replication.", "MC15"),
)

GAP: Final = question(
    "Q11.10",
    "Lag is 0 on every partition, and yesterday's orders are missing in the new service. Where do you look first?",
    Option("at retention", "Retention takes LogStartOffset along, and a group that was overtaken lagged before."),
    Right(
        "at where the group began", "Without a committed offset auto.offset.reset decides, and its default is the end."
    ),
    Option("at the producer", "The records in the log were written; compare LogEndOffset with what was consumed."),
    Option("nowhere: lag 0 means all was read", "It means that all behind the group's position was read.", "MC17"),
)

ONE_OF_THREE_LEFT: Final = question(
    "Q11.13",
    "Two of three brokers crash; a partition with min.insync.replicas=2 has a replica on each. Which counts show it?",
    Option("OfflinePartitionsCount", "It counts partitions without a leader. Here the last one in sync leads."),
    Option("UnderReplicatedPartitions alone", "One replica is in sync: fewer than three, and fewer than two as well."),
    Right(
        "UnderReplicatedPartitions and UnderMinIsrPartitionCount",
        "Fewer in sync than replicas, and fewer than the minimum: it is read, and with acks=all no longer written.",
    ),
)

EDGES: Final = question(
    "Q11.14",
    "In the graph an edge leads from a partition to each member that reads it. How many edges leave the one partition, "
    "in a share group of three and in a consumer group of three?",
    Option("three, and three", "In a consumer group a partition has one reader.", "MC04"),
    Option("one, and one", "In a share group every member reads the partition: its records are lent one by one."),
    Right("three, and one", "Three members of a share group read the partition; two of the consumer group idle."),
)
