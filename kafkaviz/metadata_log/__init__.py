"""A real cluster's metadata log as a history that films like any other.

>>> from kafkaviz.metadata_log import recorded
>>> recorded().types["PartitionChangeRecord"]
150

Each name is loaded when it is first used: most notebooks read no log.
"""

from kafkaviz.loading import load_on_use

_NAMES = {
    "deciding": "DecisionRow",
    "describing": "DescribedRow",
    "elections": "ElectionRow",
    "fates": "OutcomeRow",
    "forking": "Fork",
    "reading": "RecordedAct read recorded recorded_acts",
    "records": "LogRecord",
    "filming": "LENSES",
    "replayed_log": "MetadataLog",
    "plain_changes": "Change partition_changes",
    "snapshots": "Snapshot",
    "reporting": "postmortem",
    "groups.assignments": "AssignmentRow",
    "groups.describing": "GroupRow",
    "summary": "LogSummary",
    "summary_rows": "SummaryRow",
    "timeline": "ChangeRow",
}
__all__, __getattr__, __dir__ = load_on_use(__name__, _NAMES)
