"""A real cluster's metadata log as a history that films like any other.

>>> from kafkaviz.metadata_log import recorded
>>> recorded().types["PartitionChangeRecord"]
150
"""

from kafkaviz.metadata_log.describing import DescribedRow
from kafkaviz.metadata_log.elections import ElectionRow
from kafkaviz.metadata_log.reading import RecordedAct, read, recorded, recorded_acts
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.replayed_log import LENSES, MetadataLog
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.timeline import ChangeRow

__all__ = [
    "LENSES",
    "ChangeRow",
    "DescribedRow",
    "ElectionRow",
    "LogRecord",
    "MetadataLog",
    "RecordedAct",
    "Snapshot",
    "read",
    "recorded",
    "recorded_acts",
]
