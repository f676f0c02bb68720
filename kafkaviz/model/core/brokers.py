"""One broker: what its process does, and whether the controller has fenced it."""

from typing import Final, Literal, NamedTuple

from kafkaviz.model.core.copying import fast_replace

BrokerState = Literal["running", "paused", "frozen", "shutting down", "dead"]
RUNNING: Final = "running"
PAUSED: Final = "paused"
FROZEN: Final = "frozen"
SHUTTING_DOWN: Final = "shutting down"
DEAD: Final = "dead"
SILENT: Final = frozenset((DEAD, FROZEN))
"""States in which a process serves nobody; what is asked for every replica asks it so, in a third of the time."""


@fast_replace
class Broker(NamedTuple):
    """One broker: what its process does, and whether the controller has fenced it.

    `quiet_since_ms` is when its heartbeats stopped, `stalled_since_ms` when its fetches did, and `epoch` counts its
    registrations. One that was unregistered stays fenced until it is started again.

    Kafka: BrokerRegistration and BrokerHeartbeatState; before KRaft `fenced` means its session has ended. Simplified:
    Kafka's broker epoch is the offset of the registration record, with ZooKeeper its transaction's id, since 2.2.
    """

    id: int
    rack: str | None = None
    state: BrokerState = "running"
    fenced: bool = False
    epoch: int = 0
    started_ms: int = 0
    quiet_since_ms: int | None = None
    stalled_since_ms: int | None = None
    cut_off: bool = False
    unclean_shutdown: bool = False
    registered: bool = True

    @property
    def is_up(self) -> bool:
        """Whether the process serves requests."""
        return self.state not in SILENT

    @property
    def is_fetching(self) -> bool:
        """Whether its replica fetchers run."""
        return self.stalled_since_ms is None

    @property
    def is_active(self) -> bool:
        """Whether the controller lets it lead and join an ISR."""
        return not self.fenced and self.state != SHUTTING_DOWN
