"""How a controller is found: votes in a quorum now, a race in ZooKeeper then."""

from typing import ClassVar

from kafkaviz.model.events.base import Duty, event


@event
class ControllerCrashed:
    """A controller's process died; the other voters do not know yet."""

    duty: ClassVar[Duty] = "person"
    node: int


@event
class ControllerStarted:
    """A controller's process started with its metadata log, its epoch and its vote. Kafka: the quorum-state file."""

    duty: ClassVar[Duty] = "controller"
    node: int


@event
class ElectionStarted:
    """A voter waited too long and asks for votes; with `pre_vote` it only asks whether it would get them (KIP-996)."""

    duty: ClassVar[Duty] = "controller"
    node: int
    epoch: int
    pre_vote: bool


@event
class VoteAnswered:
    """A voter granted or refused its vote; `reason` says why it refused. Kafka: VoteResponse."""

    duty: ClassVar[Duty] = "controller"
    voter: int
    candidate: int
    epoch: int
    pre_vote: bool
    granted: bool
    reason: str = ""


@event
class LeaderAnnounced:
    """The new leader of the quorum told these voters. Kafka: BeginQuorumEpoch."""

    duty: ClassVar[Duty] = "controller"
    leader: int
    epoch: int
    voters: tuple[int, ...]


@event
class LeaderResigned:
    """A leader that no majority fetched from stepped down. Kafka: LeaderState.timeUntilCheckQuorumExpires."""

    duty: ClassVar[Duty] = "controller"
    node: int
    epoch: int


@event
class MetadataFetched:
    """A voter fetched what its metadata log lacked, and threw away what its leader does not have."""

    duty: ClassVar[Duty] = "controller"
    node: int
    log_end: tuple[int, int]


@event
class ControllerRaceBegan:
    """Live brokers saw that there is no node /controller, and each tries to make it. Kafka: ControllerChangeHandler."""

    duty: ClassVar[Duty] = "broker"
    brokers: tuple[int, ...]


@event
class ControllerRaceLost:
    """Brokers found the node /controller made already, and set a watch on it."""

    duty: ClassVar[Duty] = "broker"
    brokers: tuple[int, ...]
    controller: int


@event
class ControllerLoaded:
    """A new controller has read brokers, topics and partition states from ZooKeeper, and told the live brokers.

    Kafka: KafkaController.onControllerFailover, then UpdateMetadata.
    """

    duty: ClassVar[Duty] = "controller"
    controller: int
    brokers: tuple[int, ...]
    topics: int
    partitions: int
