"""A real cluster's metadata log as a history that films like any other.

>>> from kafkaviz.incident import recorded
>>> recorded().types["PartitionChangeRecord"]
150
"""

from kafkaviz.incident.elections import ElectionRow
from kafkaviz.incident.incident import LENSES, DescribedRow, Incident
from kafkaviz.incident.reading import RecordedAct, read, recorded, recorded_acts
from kafkaviz.incident.records import LogRecord
from kafkaviz.incident.timeline import ChangeRow

__all__ = [
    "LENSES",
    "ChangeRow",
    "DescribedRow",
    "ElectionRow",
    "Incident",
    "LogRecord",
    "RecordedAct",
    "read",
    "recorded",
    "recorded_acts",
]
