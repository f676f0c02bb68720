"""The questions of notebook 06, what is promised."""

from typing import Final

from kafkaviz.scene.questions import Estimate, Option, Range, Right, question

BEFORE_A_COPY: Final = question(
    "Q06.1",
    "Broker 1 crashes now. Where is DEF when somebody leads again?",
    Option(
        "on the next leader",
        "Three replicas were planned; only broker 1 had DEF. Broker 2 leads next, without it.",
        "MC13",
    ),
    Option(
        "on its way again",
        "The producer has its acknowledgement and has forgotten DEF: it has no reason to send it again.",
    ),
    Right(
        "nowhere", "acks=1 says that the leader has it. Broker 2 leads next, by a clean election, and never had DEF."
    ),
    before="BrokerCrashed",
    reveal="PartitionChanged",
)

LOSING_CELLS: Final = Estimate(
    "Q06.2",
    "Three settings of acks, three moments of the crash. In how many of the nine cells is DEF lost for good?",
    3.0,
    "cells",
    "With acks=0 on its way or written, with acks=1 written. Where it waits for an answer, the producer sends again.",
    tolerance=0.0,
    wrong=(
        Range(0, 0, "An acknowledgement of acks=1 promises the leader's log alone, and acks=0 promises nothing."),
        Range(1, 1, "acks=1 loses what only the leader has, and acks=0 loses that and what never arrived."),
        Range(2, 2, "acks=0 loses DEF on its way as well as when it is written, and acks=1 loses it when written."),
        Range(4, 5, "With acks=1 what never arrived is not acknowledged: the producer sends it to the next leader."),
        Range(6, 9, "Where the followers have DEF, the next leader has it, whatever acks says."),
    ),
)

COPIES_AT_THE_ANSWER: Final = question(
    "Q06.3",
    "acks=all, min.insync.replicas=2, and the ISR is {1, 2, 3}. How many replicas have a record when it is "
    "acknowledged?",
    Option("one", "That is acks=1. With acks=all the leader answers when the whole ISR has the record."),
    Option(
        "two, the minimum",
        "min.insync.replicas says how small the ISR may be; the leader waits for all who are in it now.",
        "MC10",
    ),
    Right("three, the whole ISR", "acks=all is all who are in sync now: every one of them may lead next."),
)

BELOW_THE_MINIMUM: Final = question(
    "Q06.4",
    "DEF is sent with acks=all. What does the producer hear?",
    Right("NOT_ENOUGH_REPLICAS", "The ISR is {1}, and the minimum is two; the producer keeps DEF and tries again."),
    Option(
        "an acknowledgement: all in sync have it",
        "The ISR is {1}, fewer than min.insync.replicas=2, so the leader does not even write DEF.",
        "MC10",
    ),
    Option(
        "nothing: the leader waits",
        "The leader looks at the ISR before it writes. It refuses DEF, and its log stays as it is.",
    ),
    before="BatchRejected",
)

AROUND_THE_MINIMUM: Final = question(
    "Q06.5",
    "The same two deaths, and DEF is sent with acks=1 instead. What do the producer and a consumer get in Kafka 4.4?",
    Option("a refusal, and nothing to read", "min.insync.replicas counts for acks=all only."),
    Option(
        "an acknowledgement, and DEF",
        "The acknowledgement comes. But since 3.7 the high watermark stands still below the minimum.",
    ),
    Right(
        "an acknowledgement, and no DEF for now",
        "acks=1 is about the leader alone; below the minimum the high watermark waits, and a consumer with it.",
    ),
)

ALL_OF_THREE: Final = question(
    "Q06.6",
    "Replication factor 3 and min.insync.replicas=3, to be quite safe. One broker is restarted. "
    "What do producers with acks=all see meanwhile?",
    Right("a refusal of every write", "The ISR has two members, and the minimum is three."),
    Option(
        "nothing unusual: two replicas in sync are left",
        "The ISR is {1, 2}, and the minimum is three: the leader refuses every write until the third is back.",
        "MC12",
    ),
    Option(
        "writes without a guarantee",
        "Below the minimum a leader refuses every write with acks=all: NOT_ENOUGH_REPLICAS.",
    ),
)

DISKS_THAT_MAY_BURN: Final = Estimate(
    "Q06.7",
    "Replication factor 5, min.insync.replicas=1, acks=all. How many disks may burn, whichever they are, so that no "
    "acknowledged record is lost in any case?",
    0.0,
    "disks",
    "The ISR may have shrunk to the leader alone, and acks=all then promises one copy. "
    "As many disks may burn as min.insync.replicas - 1.",
    wrong=(
        Range(
            4,
            5,
            "Five replicas are planned, but the ISR may be the leader alone: then one disk has the newest records.",
            "MC13",
        ),
        Range(1, 3, "The minimum is 1, so the leader may be alone in sync. Its disk then has what nobody else has."),
    ),
)

SENT_AGAIN: Final = question(
    "Q06.8",
    "The producer sends ABC again. How many times is it in the log of Kafka 2.3?",
    Option(
        "once: it is the same",
        "A second record may have the same value and mean something new: without a number nothing tells them apart.",
    ),
    Right("twice", "To the leader it is one more record. Each copy gets an offset of its own."),
    Option("once: the second replaces it", "A leader only appends to its log; it replaces nothing in it."),
    before="TimeAdvanced",
    reveal="RecordsAppended",
)

ORDER_OF_THREE: Final = question(
    "Q06.9",
    "ABC, DEF and GHI are sent to one partition. The request with DEF is damaged, and GHI leaves before "
    "it is refused. In which order are they in the log, first in Kafka 2.3, then in 4.4?",
    Right("ABC GHI DEF, then ABC DEF GHI", "In 4.4 the leader misses a number, and refuses GHI until DEF is in."),
    Option(
        "ABC DEF GHI in both",
        "In 2.3 GHI does not wait: five requests may be under way, and DEF comes when it is sent again.",
    ),
    Option(
        "ABC GHI DEF in both",
        "In 4.4 GHI has a number that does not follow on ABC's; the leader refuses it until DEF is in.",
    ),
)

LEFT_OF_ITS_LOG: Final = question(
    "Q06.10",
    "Broker 3 hears that broker 2 leads; it knows a high watermark of 1. What is left of its log?",
    Option("both, until it can ask the leader", "So it has been since 0.11. By the rule of 0.10 it asked nobody."),
    Right("ABC alone", "DEF is above the high watermark that it knows, and the rule took that for: not committed."),
    Option(
        "both: DEF is acknowledged",
        "Nobody has told broker 3 that DEF was acknowledged: its next fetch was waiting at broker 1, and died with it.",
        "MC13",
    ),
    before="LogTruncated",
)

AT_OFFSET_ONE: Final = question(
    "Q06.11",
    "Broker 2 leads and has written GHI; now broker 1 comes back. Which record is at offset 1 in the end?",
    Right(
        "DEF on broker 1, GHI on broker 2",
        "Broker 1 knows a high watermark of 2, cuts nothing, and fetches from offset 2 on: nobody ever compares.",
    ),
    Option("DEF on both: it is older", "Broker 2 leads and has no DEF; a leader never copies from a follower."),
    Option("GHI on both: it is the leader's", "Broker 1 has two records and a high watermark of 2: it keeps both."),
    before="BrokerStarted",
    reveal="PartitionChanged",
)

ONE_QUESTION: Final = question(
    "Q06.12",
    "Broker 1 leads in epoch 2. It has ABC, DEF, GHI of epoch 0, then PQR of epoch 2. Broker 2 has ABC, DEF of epoch "
    "0, then JKL, MNO of epoch 1, and asks: where did epoch 1 end with you? Broker 1 knows no epoch 1, and answers "
    "where the epoch before its own ended. What is at offset 2 of broker 2 in the end?",
    Option("GHI", "The answer is 3: broker 2 cuts MNO off, and never looks at offset 2 again."),
    Right("JKL", "The answer is 3, one too high: broker 2 keeps JKL, where its leader has GHI."),
    Option("nothing: it cuts both", "The answer is 3, and what is below 3 stays."),
)

WHO_MAY_LEAD: Final = question(
    "Q06.13",
    "Broker 3 loses its power, and DEF with it; then all three brokers come back. Who should lead?",
    Option(
        "broker 3: it was the last in sync",
        "It was in sync until it lost what was not on its disk; if it leads, all three lose DEF.",
    ),
    Right(
        "broker 2: it has all that was committed",
        "Below the minimum the high watermark stands still, so whoever was in the ISR then has all there is.",
    ),
    Option(
        "nobody: it is unknown who has all",
        "The controller knows: nothing was committed since the ISR became too small, so whoever was in it has all.",
    ),
    before="BrokerCrashed",
    reveal="FetchServed",
)

GATE_KNOBS: Final = Estimate(
    "Q06.14",
    "Replication factor 5, min.insync.replicas=2. How many followers may die and DEF is still accepted with acks=all?",
    3.0,
    "followers",
    "The ISR needs two members: the leader and one follower. So 5 - 2 followers may die.",
    tolerance=0.0,
    wrong=(
        Range(4, 4, "Then the leader is alone in the ISR, and the minimum is two."),
        Range(0, 2, "With two dead there are three in sync, one more than the minimum."),
    ),
)

EVERYDAY: Final = question(
    "Q06.15",
    "Replication factor 3. Which settings keep every acknowledged record when any one broker dies, and still accept "
    "writes?",
    Option(
        "acks=all and min.insync.replicas=1",
        "It accepts writes. But the ISR may be the leader alone, and its death loses what it acknowledged.",
        "MC13",
    ),
    Option(
        "acks=all and min.insync.replicas=3",
        "It loses nothing. But one death, or one restart, stops every write.",
        "MC12",
    ),
    Right(
        "acks=all and min.insync.replicas=2",
        "Two have every record when it is acknowledged; one may die, and two are still in sync.",
    ),
    Option(
        "acks=1 and min.insync.replicas=2",
        "With acks=1 the minimum does not count, and the leader's death loses what only it had.",
    ),
)
