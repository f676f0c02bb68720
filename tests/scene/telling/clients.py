"""What the reason of each event of clients names: who chose, the timer, or the condition."""

from tests.scene.patterns import BROKER, LIMIT

CAUSES = {
    "RecordQueued": (
        r"murmur2 -?\d+ & 0x7fffffff = \d+, mod \d+ = \d|murmur2\(key\) & 0x7fffffff mod \d+: .+ → \d|CRC32 \d+ mod"
        r"|named partition \d|Round robin: \d+ records? before it, mod \d|Sticky: .*partition|is drawn, \d"
        r"|\w+, asked with (no key|key .+) and \d+ partitions, answered \d"
    ),
    "BatchExpired": rf"{LIMIT} is over|acks=0|no retry can mend",
    "BatchReturned": r"[A-Z_]{8,}: .*waits \d",
    "RequestLost": rf"{LIMIT}",
    "RequestCorrupted": r"checksum does not fit",
    "LeadersLearned": rf"(named no leader|knows nothing of \S+ yet|[A-Z_]{{8,}} for \S+-\d+|{LIMIT} is over)",
    "RecordsAppended": (
        rf"the program has no more|batch is full: \d|waited {LIMIT}|Attempt \d|Sequence \d+ of producer id \d"
        r"|at once: offset \d"
    ),
    "BatchRejected": r"\d",
    "ProduceAcknowledged": rf"acks=all: the high watermark has reached \d|acks=1: {BROKER}",
    "AcknowledgementLost": r"NETWORK_EXCEPTION",
    "PositionMoved": r"called seek; its position was (\d|not known)",
    "RecordsPolled": rf"{BROKER}|No partition has a leader",
}
