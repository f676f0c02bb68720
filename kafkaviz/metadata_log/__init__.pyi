"""Where the names of kafkaviz.metadata_log live; made by tools/make_stubs.py of what `__init__.py` says."""

from kafkaviz.metadata_log.deciding import DecisionRow as DecisionRow
from kafkaviz.metadata_log.describing import DescribedRow as DescribedRow
from kafkaviz.metadata_log.elections import ElectionRow as ElectionRow
from kafkaviz.metadata_log.fates import OutcomeRow as OutcomeRow
from kafkaviz.metadata_log.filming import LENSES as LENSES
from kafkaviz.metadata_log.forking import Fork as Fork
from kafkaviz.metadata_log.groups.assignments import AssignmentRow as AssignmentRow
from kafkaviz.metadata_log.groups.describing import GroupRow as GroupRow
from kafkaviz.metadata_log.plain_changes import Change as Change
from kafkaviz.metadata_log.plain_changes import partition_changes as partition_changes
from kafkaviz.metadata_log.reading import RecordedAct as RecordedAct
from kafkaviz.metadata_log.reading import read as read
from kafkaviz.metadata_log.reading import recorded as recorded
from kafkaviz.metadata_log.reading import recorded_acts as recorded_acts
from kafkaviz.metadata_log.records import LogRecord as LogRecord
from kafkaviz.metadata_log.replayed_log import MetadataLog as MetadataLog
from kafkaviz.metadata_log.reporting import postmortem as postmortem
from kafkaviz.metadata_log.snapshots import Snapshot as Snapshot
from kafkaviz.metadata_log.summary import LogSummary as LogSummary
from kafkaviz.metadata_log.summary_rows import SummaryRow as SummaryRow
from kafkaviz.metadata_log.timeline import ChangeRow as ChangeRow

__all__: list[str]
