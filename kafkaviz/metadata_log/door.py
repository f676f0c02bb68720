"""read_metadata_log: what a real cluster decided, from the log that every KRaft cluster keeps of it."""

from collections.abc import Sequence
from datetime import datetime
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkaviz.metadata_log.replayed_log import MetadataLog


def read_metadata_log(
    path: "str | PathLike[str]",
    *,
    topics: str | Sequence[str] | None = None,
    since: str | datetime | int | None = None,
    until: str | datetime | int | None = None,
    snapshot: int | None = None,
) -> "MetadataLog":
    """Reads what a real cluster decided, of all topics and all of its time, or of a part of both.

    `path` and `snapshot` are as in `metadata_log.read`; `topics`, `since` and `until` as in `MetadataLog.part`. Of a
    node's whole log directory, or of copies of `__cluster_metadata-0` and `__consumer_offsets-N` in one folder or
    archive, it reads both: then the film tells of groups, too, of their members, assignments and commits.

    >>> read_metadata_log("no-such-file.log", since="2026-11-22T02:13:00Z")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: no-such-file.log cannot be read: No such file or directory.

    Kafka: the topic __cluster_metadata, which every node of a KRaft cluster keeps in its first log directory, and
    __consumer_offsets, in which group coordinators remember groups. Heartbeats, lags and who reads are in neither.
    """
    # Whoever has no log waits for nothing.
    from kafkaviz.metadata_log.reading import read

    log = read(path, snapshot=snapshot)
    return log if topics is since is until is None else log.part(topics=topics, since=since, until=until)
