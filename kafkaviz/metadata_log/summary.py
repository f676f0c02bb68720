"""What happened when in a metadata log: counted, drawn as a time line, and filmed from any of its moments."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import listing, quantity, short
from kafkaviz.lab.tables import Section, Table
from kafkaviz.metadata_log.counting import Counts, Second
from kafkaviz.metadata_log.filming import MOST_PARTITIONS, with_room
from kafkaviz.metadata_log.groups.choosing import about_groups
from kafkaviz.metadata_log.groups.units import Offsets
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.spans import Moment, moment_ms, utc
from kafkaviz.metadata_log.summary_rows import SummaryRow, row_of
from kafkaviz.metadata_log.units import about
from kafkaviz.model.core.kinds import check_kind

if TYPE_CHECKING:
    from kafkaviz.charts.chart import Chart
    from kafkaviz.player.widget import Player

FILMED_MS: Final = 60_000
_LAST_MS: Final = 253_402_300_000_000
"""The end of the year 9999, behind which no date has a name."""
_MOST_ROWS: Final = 1_500
_SECONDS: Final = (1, 10, 60, 600, 3_600)


class Films(Protocol):
    """What makes a film of some topics, as a log does."""

    def film(self, *, topics: str | Sequence[str] | None, title: str) -> "Player":
        """Returns the film."""


class LogSummary:
    """What happened when in a metadata log, counted in one pass over its records: a time line and a table.

    A row of `rows` stands for `row_seconds` seconds, 60 where the log tells of a day; rows in which nothing changed are
    left out. The log tells nothing of lag and records. Nor does it tell of a min.insync.replicas in a node's own file:
    the partitions for which none is known at the end are `unsaid`, and never count as under it. `beginning_at` gives
    the records between two times, in ms since 1970, with the snapshot before them; `tell` makes of them a log to film.

    >>> from kafkaviz.metadata_log import recorded
    >>> recorded().summary().row_seconds
    1

    Kafka: the metrics of a controller, which nobody may have kept.
    """

    def __init__(
        self,
        counts: Counts,
        beginning_at: "Callable[[int, int], tuple[list[LogRecord], Snapshot | None, *tuple[Offsets, ...]]]",
        *,
        since_ms: int | None = None,
        tell: "Callable[..., Films]",
    ) -> None:
        self._beginning_at, self._tell = beginning_at, tell
        self.first_ms = counts.first_ms if since_ms is None else max(since_ms, counts.first_ms)
        self.last_ms, self.unsaid = max(counts.last_ms, self.first_ms), counts.unsaid
        self.records, self.brokers, self.partitions = counts.records, counts.brokers, counts.partitions
        seconds = [second for second in counts.seconds if second.second >= self.first_ms // 1000]
        span = self.last_ms // 1000 - self.first_ms // 1000 + 1
        self.row_seconds = next((s for s in _SECONDS if span <= s * _MOST_ROWS), -(-span // _MOST_ROWS))
        held = dict[int, list[Second]]()
        for second in seconds:
            held.setdefault(second.second // self.row_seconds, []).append(second)
        #: What each time that has a record ends with: partitions without a leader, under min.insync.replicas, away.
        self._ends = {
            at: (of[-1].offline_at_end, of[-1].under_min_isr_at_end, of[-1].away_at_end) for at, of in held.items()
        }
        self._all = {at: row_of(at * self.row_seconds * 1000, of) for at, of in held.items()}

    @property
    def rows(self) -> Table[SummaryRow]:
        """The times in which anything was counted, in their order."""
        return _table("What happened when", [row for row in self._all.values() if any((*row.changes, *row.levels))])

    def worst(self, count: int = 3) -> Table[SummaryRow]:
        """Returns the worst times, the worst first: unclean elections, then partitions without a leader, then the rest.

        Raises InvalidArgumentError for a count below 1.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().summary().worst(1).rows[0].offline_partitions
        26

        Kafka: what an alert on OfflinePartitionsCount would have told.
        """
        if check_kind("count", int, count) < 1:
            raise InvalidArgumentError(f"count is at least 1, not {short(count)}.")
        return _table("The worst first", sorted(self.rows.rows, key=_badness, reverse=True)[:count])

    def chart(self) -> "Chart":
        """Draws the time line: leaders lost and gained, partitions in trouble, brokers away, and what else matters."""
        from kafkaviz.metadata_log.summary_chart import summary_chart

        return summary_chart(self, self._all, self._ends)

    def film(self, at: Moment | None = None, *, topics: str | Sequence[str] | None = None) -> "Player":
        """Returns the film of a minute from a moment on, or from the worst time; it begins with the cluster as it was.

        `at` is a moment as in `MetadataLog.part`. Without `topics`, where there are more than 60 partitions, it shows
        the topics that changed most in that minute. Raises InvalidArgumentError where no record was written then.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().summary().film("2026-11-22T02:13:00Z")
        Traceback (most recent call last):
        kafkaviz.decisions.errors.InvalidArgumentError: No record was written from 2026-11-22 02:13:00 UTC to \
2026-11-22 02:14:00 UTC.

        Kafka: MetadataImage, as it was at a moment, and MetadataDelta from there on.
        """
        since_ms = moment_ms("at", at)
        if since_ms is None:
            worst = self.worst(1).rows
            since_ms = worst[0].since_ms if worst else self.first_ms
        if not 0 <= since_ms <= _LAST_MS:
            raise InvalidArgumentError(f"{since_ms} ms since 1970 is in no calendar, so no film begins there.")
        records, snapshot, *offsets = self._beginning_at(since_ms, since_ms + FILMED_MS)
        snapshot_records = snapshot.records if snapshot else ()
        names = _changed_most(records, snapshot_records) if topics is None else None
        if names is not None:
            offsets = [about_groups(several, names, (*snapshot_records, *records)) for several in offsets]
            records = [*about(records, names, snapshot_records)]
            snapshot = snapshot._replace(records=tuple(about(snapshot_records, names))) if snapshot else None
        told = self._tell(records, snapshot, *offsets, since_ms=since_ms)
        shown = f" of {listing(names, 'topic')}" if names else ""
        return told.film(topics=topics, title=f"The minute from {utc(since_ms)}{shown}")

    def __str__(self) -> str:
        lines = [repr(self)[1:-1], *(f"{row.since}: {row.words}" for row in self.worst().rows)]
        if self.unsaid:
            lines.append(f"The log does not say min.insync.replicas of {quantity(self.unsaid, 'partition')}.")
        return "\n".join(lines)

    def __repr__(self) -> str:
        read = f"{quantity(self.records, 'record')} of {(self.last_ms - self.first_ms) // 1000:,} s"
        there = f"{quantity(self.brokers, 'broker')}, {quantity(self.partitions, 'partition')} at the end"
        return f"<LogSummary: {read}, {there}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        from kafkaviz.metadata_log.summary_view import summary_view

        worst = sorted(self.rows.rows, key=_badness, reverse=True)
        chart = self.chart_if_any()
        bundle, about_it = ({}, {}) if chart is None else chart._repr_mimebundle_(**kwargs)
        view = summary_view(worst, self.row_seconds, chart, self.film, str(self), drawn=bundle.get("image/png"))
        return {**view._repr_mimebundle_(**kwargs), **bundle, "text/plain": str(self)}, about_it

    def chart_if_any(self) -> "Chart | None":
        """Returns the time line, or None where nothing can be drawn, as in a browser's own Python.

        >>> from kafkaviz.metadata_log import recorded
        >>> recorded().summary().chart_if_any() is None
        False

        Kafka: as for `chart`.
        """
        try:
            return self.chart()
        except ImportError:
            return None


def _table(caption: str, rows: Sequence[SummaryRow]) -> Table[SummaryRow]:
    text = "\n".join(f"{row.since}: {row.words}" for row in rows) or "Nothing was lost, and nobody went away."
    return Table(text, SummaryRow, [Section(caption, rows)])


def _badness(row: SummaryRow) -> tuple[int, ...]:
    return (
        row.unclean_elections,
        row.offline_partitions,
        row.under_min_isr,
        row.leaders_lost,
        row.brokers_away,
        row.leaders_moved,
    )


def _changed_most(records: Sequence[LogRecord], snapshot_records: Sequence[LogRecord]) -> list[str] | None:
    """Returns the topics of which a film shows as many partitions as it may, or None where it may show all."""
    both = [*snapshot_records, *records]
    sizes = Counter(record.text("topicId") for record in both if record.type == "PartitionRecord")
    if sum(sizes.values()) <= MOST_PARTITIONS:
        return None
    names = {record.text("topicId"): record.text("name") for record in both if record.type == "TopicRecord"}
    changes = Counter(record.text("topicId") for record in records if record.type == "PartitionChangeRecord")
    return [names[id] for id in with_room((id, sizes[id]) for id, _ in changes.most_common())]
