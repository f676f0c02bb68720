"""What is told when a follower cuts its log back, and which rule found where."""

from typing import Final

from kafkaviz.decisions.policies import Truncation
from kafkaviz.decisions.wording import name_of
from kafkaviz.graph.ids import replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.events import LogTruncated
from kafkaviz.scene.telling.cue import Cue, record_ids
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.words import values_of


def _part_of(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> Tag:
    return Tag.CUT if event.offset < before.replicas[event.tp][event.broker].log_end_offset else Tag.IDLE


def _cut_back_cues(event: LogTruncated, before: Cluster, after: Cluster) -> list[Cue]:
    gone = [r for r in before.replicas[event.tp][event.broker].log if r.offset >= event.offset]
    replica = replica_id(event.tp, event.broker)
    return [Cue("drop", cells=record_ids(event.tp, event.broker, gone), patient=True, about=(replica,))]


@telling(LogTruncated, _part_of, rank=6, cues=_cut_back_cues)
def _log_truncated(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    gone = [r for r in before.replicas[event.tp][event.broker].log if r.offset >= event.offset]
    if not gone:
        return f"{event.tp}: broker {event.broker} finds nothing to cut off.", (
            f"Its log ends at {before.replicas[event.tp][event.broker].log_end_offset}; the leader's agrees with it."
        )
    return (
        f"{event.tp}: broker {event.broker} cuts its log back to {event.offset} and drops {values_of(gone)}.",
        _cut_by(event, cause),
    )


def _cut_by(event: LogTruncated, cause: Cause) -> str:
    """Names the rule that found where a log is cut, or the function in its place."""
    rule, at = cause.policies.truncation_offset, f"offset {event.offset}"
    if rule is not None:
        return f"{name_of(rule)} answered {at}."
    if cause.policies.truncation == "high_watermark":
        return f"{TRUNCATIONS['high_watermark']}, {at}: it asks nobody what was committed."
    return f"{TRUNCATIONS[cause.policies.truncation]}, {at}: only what the leader has may stay."


TRUNCATIONS: Final[dict[Truncation, str]] = {
    "high_watermark": "Until 0.10 a follower cuts back to its high watermark",
    "kip_101": "It asked its leader where its latest epoch ends (KIP-101)",
    "kip_279": "It asked its leader where its epochs end (KIP-279)",
    "fetch": "The answer to its fetch says where the logs part",
}
