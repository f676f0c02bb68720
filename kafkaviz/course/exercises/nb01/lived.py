"""What the cases of notebook 01 become in a cluster: one log, with the records, files and start that a case says."""

from collections.abc import Iterable, Sequence
from typing import Any

from kafkaviz.course.placed import begin_with, holding, lab_with
from kafkaviz.course.placed_group import GROUP, with_group
from kafkaviz.decisions.replication import assign_epoch
from kafkaviz.lab import Lab
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.core.segments import bytes_of, index_of
from kafkaviz.scenarios.nb01 import TOPIC, TP

MEMBER = "C1"


def stored(
    records: Iterable[Record],
    segments: Sequence[int] = (0,),
    *,
    log_start_offset: int = 0,
    high_watermark: int | None = None,
    now_ms: int = 0,
    **how: Any,
) -> Lab:
    """Returns a lab that begins with these records in the first partition of `news`, in files with these base offsets.

    Everything is committed, or what lies below `high_watermark`; `how` are configs.

    >>> stored([Record(4, None, b"EEE", 0, 0)], [4], log_start_offset=4).cluster.replicas[TP][1].log_end_offset
    5

    A case may be one that no history leads to.
    """
    lab, log = lab_with(TOPIC, {0: [1]}, **how), tuple(records)
    copy = Replica(log=log, log_start_offset=log_start_offset, segments=tuple(segments))
    copy = copy._replace(
        high_watermark=copy.log_end_offset if high_watermark is None else high_watermark,
        active_bytes=bytes_of(log[index_of(log, segments[-1]) :]),
        epochs=tuple(assign_epoch((), 0, log_start_offset)),
    )
    return begin_with(lab, holding(lab.cluster, TP, {1: copy})._replace(now_ms=now_ms))


def reading(lab: Lab, offset: int) -> Lab:
    """Returns a lab in which the member C1 of a group owns the log, has polled before, and reads next at an offset.

    >>> reading(stored([]), 3).cluster.groups["app"].members["C1"].positions[TP]
    3
    """
    lab = with_group(lab, {MEMBER: [TP]})
    group = lab.cluster.groups[GROUP]
    member = group.members[MEMBER]._replace(positions={TP: offset}, polled_ms=lab.cluster.now_ms)
    return begin_with(lab, lab.cluster._replace(groups={GROUP: group._replace(members={MEMBER: member})}))
