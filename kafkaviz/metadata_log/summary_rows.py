"""A row of a summary: what was counted in a time, in numbers and in words."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kafkaviz.decisions.wording import quantity
from kafkaviz.lab.tables import Table
from kafkaviz.metadata_log.counting import Second
from kafkaviz.metadata_log.spans import moment_of


class SummaryRow(NamedTuple):
    """What was counted from a moment on; the last three are how many there were at most.

    Kafka: OfflinePartitionsCount, UnderMinIsrPartitionCount, FencedBrokerCount, UncleanLeaderElectionsPerSec and
    NewActiveControllersCount are the metrics of it.
    """

    since: str
    since_ms: int
    leaders_lost: int
    leaders_gained: int
    leaders_moved: int
    unclean_elections: int
    controller_changes: int
    offline_partitions: int
    under_min_isr: int
    brokers_away: int

    @property
    def changes(self) -> tuple[int, ...]:
        """What changed, counted."""
        return (
            *(self.leaders_lost, self.leaders_gained, self.leaders_moved),
            *(self.unclean_elections, self.controller_changes),
        )

    @property
    def levels(self) -> tuple[int, int, int]:
        """How many were in trouble at most."""
        return self.offline_partitions, self.under_min_isr, self.brokers_away

    @property
    def words(self) -> str:
        """What is in the row, without what is zero."""
        lost, unclean = quantity(self.leaders_lost, "partition"), quantity(self.unclean_elections, "unclean election")
        moved, changes = quantity(self.leaders_moved, "leader"), quantity(self.controller_changes, "controller change")
        said = (
            (self.unclean_elections, unclean),
            (self.leaders_lost, f"{lost} lost the leader"),
            (self.leaders_gained, f"{self.leaders_gained:,} gained one"),
            (self.leaders_moved, f"{moved} replaced by another"),
            (self.offline_partitions, f"at most {self.offline_partitions:,} without a leader"),
            (self.under_min_isr, f"at most {self.under_min_isr:,} under min.insync.replicas"),
            (self.brokers_away, f"{quantity(self.brokers_away, 'broker')} away"),
            (self.controller_changes, changes),
        )
        return ", ".join(words for count, words in said if count) or "nothing that counts"


class Counted(Protocol):
    """What was counted over time, as a chart needs it: from when to when, in rows of how many seconds."""

    first_ms: int
    last_ms: int
    row_seconds: int

    def worst(self, count: int = 3) -> Table[SummaryRow]:
        """Returns the worst times, the worst first."""


def row_of(since_ms: int, seconds: Sequence[Second]) -> SummaryRow:
    """Returns what was counted in some seconds, as the row that begins at `since_ms`."""
    return SummaryRow(
        moment_of(since_ms),
        since_ms,
        *(sum(second[n] for second in seconds) for n in range(2, 7)),
        *(max(second[n] for second in seconds) for n in range(7, 10)),
    )
