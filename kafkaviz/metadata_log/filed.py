"""A large log in its files: it opens with what was counted of it, and its records are read when they are asked for."""

from collections.abc import Callable
from functools import cached_property

from kafkaviz.metadata_log.counting import Counts
from kafkaviz.metadata_log.index import Index
from kafkaviz.metadata_log.kept import Held
from kafkaviz.metadata_log.replayed_log import MetadataLog


class FiledLog(MetadataLog):
    """A log of which `index` may know what was counted, so `read` reads its records when somebody asks for them."""

    def __init__(self, read: Callable[[], MetadataLog], index: Index) -> None:
        self._read, self._index, self._since_ms = read, index, None

    @cached_property
    def _held(self) -> Held:
        return self._read()._held

    @cached_property
    def counts(self) -> Counts:
        """What one pass over the records counts, this time or an earlier one."""
        if self._index.counts is not None:
            return self._index.counts
        found = super().counts
        self._index.keep(found)
        return found

    @property
    def _record_count(self) -> int:
        return super()._record_count if self._index.counts is None else self._index.counts.records

    @property
    def is_large(self) -> bool:
        """Whether the log is replayed only when its history is asked for; nothing is counted of another."""
        return self._index.counts is not None or super().is_large
