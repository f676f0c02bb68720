"""What is told when a follower cuts its log back, and which rule found where."""

from typing import Final

from kafkaviz.decisions.policies import Truncation
from kafkaviz.decisions.wording import name_of
from kafkaviz.graph.ids import replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.scene.telling.cue import Cue, record_ids, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.words import values_of


def _part_of(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    return Tag.CUT if event.offset < before.replicas[event.tp][event.broker].log_end_offset else Tag.IDLE


def _cut_back_cues(event: LogTruncated, before: Cluster, after: Cluster) -> list[Cue]:
    replica = replica_id(event.tp, event.broker)
    return [
        Cue("drop", cells=record_ids(event.tp, event.broker, _dropped(event, before)), patient=True, about=(replica,))
    ]


def _dropped(event: LogTruncated, before: Cluster) -> list[Record]:
    return [r for r in before.replicas[event.tp][event.broker].log if r.offset >= event.offset]


def _why_cut_back(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    if not _dropped(event, before):
        return []
    return [why(_cut_by(event, cause).words, replica_id(event.tp, event.broker))]


@telling(LogTruncated, _part_of, rank=6, cues=_cut_back_cues, why=_why_cut_back)
def _log_truncated(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    gone = _dropped(event, before)
    if not gone:
        return f"{event.tp}: broker {event.broker} finds nothing to cut off.", (
            f"Its log ends at {before.replicas[event.tp][event.broker].log_end_offset}; the leader's agrees with it."
        )
    return (
        f"{event.tp}: broker {event.broker} cuts its log back to {event.offset} and drops {values_of(gone)}.",
        _cut_by(event, cause).sentence,
    )


def _cut_by(event: LogTruncated, cause: Cause) -> Reason:
    """Names the rule that found where a log is cut, or the function in its place."""
    rule, at = cause.policies.truncation_offset, f"offset {event.offset}"
    if rule is not None:
        return Reason(name_of(rule), f"{name_of(rule)} answered {at}.")
    words, found, so = TRUNCATIONS[cause.policies.truncation]
    return Reason(words, f"{found}, {at}: {so}.")


STAYS: Final = "only what the leader has may stay"
TRUNCATIONS: Final[dict[Truncation, tuple[str, str, str]]] = {
    "high_watermark": (
        "back to its HW",
        "Until 0.10 a follower cuts back to its high watermark",
        "it asks nobody what was committed",
    ),
    "kip_101": ("epoch ended here", "It asked its leader where its latest epoch ends (KIP-101)", STAYS),
    "kip_279": ("epoch ended here", "It asked its leader where its epochs end (KIP-279)", STAYS),
    "fetch": ("logs part here", "The answer to its fetch says where the logs part", STAYS),
}
"""What is said of each way to find where a log is cut: in the picture, who found it, and what that means."""
