"""The notebooks of the course: an entry for each, from which pages and tests take what they say of all of them."""

from typing import NamedTuple


class Lesson(NamedTuple):
    """One notebook, as it is announced: `title` and what comes after it in the README, `asks` and `do` in the map.

    `minutes` are those without its exercises, which say their own, as `tools/minutes.py` counts them, to the next five
    or as they are.
    """

    stem: str
    minutes: int
    title: str
    able: str
    before: str
    asks: str
    do: str
    java: bool = False

    @property
    def number(self) -> str:
        """What its file names begin with."""
        return self.stem[:2]


LESSONS = (
    Lesson(
        "00_start_here",
        20,
        "Watch a message cross Kafka",
        "name the parts, say who answers after a crash and when, decide where a message goes",
        "a little Python",
        "this one",
        "watch, break, decide",
    ),
    Lesson(
        "01_a_topic_is_a_log",
        25,
        "Open a topic, and find logs",
        "say where order ends and what a record's offset is, compute what retention and compaction leave",
        "00",
        "What is a topic?",
        "append, read, let files roll, and see what retention and compaction leave",
    ),
    Lesson(
        "02_who_runs_the_cluster",
        28,
        "Find out who runs the cluster",
        (
            "carry out ZooKeeper's race and a quorum's vote, place replicas on brokers and racks, say what a "
            "broker holds when it comes"
        ),
        "00",
        "Who runs the cluster?",
        "elect controllers then and now, place replicas, let brokers come and go",
    ),
    Lesson(
        "03_who_answers",
        27,
        "Find out who answers",
        ("trace a record to its disk, find a contradiction in a story about Kafka, list whom a consumer asks"),
        "00",
        "Who answers?",
        "follow a client's request to the right broker, then and now",
    ),
    Lesson(
        "04_who_decides_the_partition",
        26,
        "Decide where a record goes",
        "predict a key's partition, choose between together and even, say what helps against a hot key",
        "00",
        "Where does a record go?",
        "write partitioners, and cool a hot key",
    ),
    Lesson(
        "05_copies_and_the_high_watermark",
        23,
        "Keep copies",
        "explain who copies and when, compute the high watermark, say who is in the ISR and why",
        "00",
        "Which records are safe?",
        "slow a copy down, and see what a consumer may see",
    ),
    Lesson(
        "06_what_did_you_promise",
        28,
        "Promise a record",
        "say what acks and min.insync.replicas promise, which crash breaks it, how a retry stays harmless",
        "05",
        "What did you promise?",
        "crash a leader in the worst moment, and see what is lost",
    ),
    Lesson(
        "07_failover",
        24,
        "Watch leaders fall",
        "elect a leader, say how long each step takes, choose between silence and loss",
        "05",
        "Who comes next?",
        "take controllers and leaders away, and elect others",
    ),
    Lesson(
        "08_where_does_a_reader_go_on",
        26,
        "Find out where a reader goes on",
        "compute a lag, say what a crash repeats or skips and where a group begins, find its coordinator",
        "03",
        "Where does a reader go on?",
        "commit too late and too early, crash, stay away too long, lose the coordinator",
    ),
    Lesson(
        "09_who_gets_which_partition",
        19,
        "Decide who reads which partition",
        "carry out range and round robin, predict what moves and what stops when a consumer comes or goes",
        "03",
        "Who reads what?",
        "share partitions out in a group, and see what a change costs",
    ),
    Lesson(
        "10_grow_and_move",
        22,
        "Let topics grow and partitions move",
        ("say whose order breaks when a topic grows, size topics and brokers, plan a move step by step"),
        "04, 05",
        "How does a topic grow?",
        "add partitions and see whose order breaks, move partitions to a new broker",
    ),
    Lesson(
        "11_the_incident_desk",
        23,
        "Sit at the incident desk",
        ("tell nine kinds of trouble apart by their numbers, one of them a real cluster's, and defend a design"),
        "05 to 09",
        "What went wrong?",
        "diagnose incidents from metrics and log lines, one of them a real cluster's",
    ),
    Lesson(
        "12_break_it",
        23,
        "Break it",
        (
            "search every history of a few crashes for the shortest that breaks a promise, hand the search "
            "your own rule, break the cluster in the fewest moves"
        ),
        "05, 07",
        "What breaks it?",
        "search every history for the shortest that breaks a promise, and break the cluster yourself",
    ),
    Lesson(
        "13_last_night",
        18,
        "Tell last night",
        (
            "read a real cluster's metadata log, find its worst minute, say whether anything may be lost, and ask "
            "what another setting would have changed"
        ),
        "07, 11",
        "What happened last night?",
        "step through a real cluster's metadata log, and write the sentence for the post-mortem",
    ),
    Lesson(
        "m1_hot_keys_and_skew",
        26,
        "Where do records land?",
        ("measure how unevenly five million records fall, tell keys from chance, say what salting buys and costs"),
        "04",
        "Where do records land?",
        "route five million records with the same rule, on Spark",
        java=True,
    ),
    Lesson(
        "m2_cost_of_a_rebalance",
        20,
        "What does a change of the group cost?",
        ("say what moves and what stops under each assignor, choose static members, watch one odd case of hundreds"),
        "09",
        "What does a change cost?",
        "let hundreds of groups change, and see what moves and what stops",
        java=True,
    ),
    Lesson(
        "m3_what_can_be_lost",
        18,
        "What can be lost?",
        "say what copies buy and min.insync.replicas trades, tell how sure a number from trials is",
        "05, 07",
        "What can be lost?",
        "let machines fail by the million, and watch one loss happen",
        java=True,
    ),
    Lesson(
        "m4_how_many_partitions",
        24,
        "How many partitions?",
        (
            "say which load a group keeps up with and how long it takes to catch up, which keys move when a topic "
            "grows, what partitions cost the producer"
        ),
        "04, 09",
        "How many partitions?",
        "measure which load a group keeps up with, let it catch up, let a topic grow",
        java=True,
    ),
    Lesson(
        "m5_what_a_topic_keeps",
        19,
        "What does a topic keep?",
        "say how old the oldest record gets, what compaction leaves, and what a stream keeps and forgets",
        "01, 04",
        "What does a topic keep?",
        "let segments close, clean a log, and count a stream whose records come late",
        java=True,
    ),
)
"""In the order of the course."""
