"""What the reason of each event of partitions names: who chose, the timer, or the condition."""

from tests.scene.patterns import BROKER, LIMIT

CAUSES = {
    "TopicCreated": rf"Controller \d+ places replicas .+ leads: p0 → {BROKER}",
    "PartitionsAdded": r"Controller \d+ places replicas .+ mod \d+, not mod \d+, once a producer",
    "PartitionChanged": (
        rf"(of|replicas|ISR|ELR) [{{\[]\d|{LIMIT}|which (is|are) (fenced|shutting down|without)|{BROKER}|fences"
        r"|ISR and ELR are empty|chose broker \d|answered None|(cancelled|asked for)|leads on|fetches in epoch \d"
        r"|[Ll]eader \d+ proposed|Every \d+ seconds"
    ),
    "ElectionSkipped": rf"{BROKER} is its preferred leader",
    "ReassignmentSkipped": r"on brokers \[\d.*already, in this order",
    "TopicDeleted": r"\d+ partitions? with \d+ replicas",
    "TopicConfigured": r"asked for it; .+ was ",
    "MetadataDelivered": r"leader epochs? -?\d|partition epoch is \d",
    "IsrChangeProposed": rf"{LIMIT}.*controller decides|asked from offset \d.*high watermark is \d|says that {BROKER}",
    "IsrChangeRefused": r"[A-Z_]{8,}: ",
    "FetchServed": r"ends at (offset )?\d|own log ends, here \d",
    "FetchReceived": r"after offset \d|its own log \(\d|moved to \d",
    "FetchLost": r"same offset, \d",
    "HighWatermarkAdvanced": (
        r"(ends at|answered) \d+.*the whole ISR \{\d|“From \d+\?” says: .*ISR \{\d|at once: offset \d+, high waterm"
    ),
    "LogTruncated": r", offset \d|ends at \d",
    "SegmentRolled": rf"(holds \d.*segment\.bytes \(\d.*|older than ){LIMIT}.*\d{{20}}\.log",
    "SegmentsDeleted": rf"{LIMIT}|log start offset, \d|retention\.bytes \(\d",
    "RecordsDeleted": r"leader \d+, whose log start offset is \d",
    "LogCompacted": r"min\.cleanable\.dirty\.ratio \(\d.*below offset \d",
    "LogsFlushed": rf"\d+ replicas? of {BROKER}",
}
