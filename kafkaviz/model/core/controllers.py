"""Who may decide about the cluster: the voters of a Raft quorum now, the node in ZooKeeper then."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Final, Literal, NamedTuple, TypeVar

from kafkaviz.model.core.copying import fast_replace

VoterState = Literal["unattached", "follower", "prospective", "candidate", "leader", "resigned", "voter"]
UNATTACHED: Final = "unattached"
FOLLOWER: Final = "follower"
PROSPECTIVE: Final = "prospective"
CANDIDATE: Final = "candidate"
LEADER: Final = "leader"
RESIGNED: Final = "resigned"
VOTER: Final = "voter"
"""Has a vote, and no more is known of it: a history that was read from a log does not tell what it did."""
FIRST_TIMEOUT_MS, NEXT_TIMEOUT_MS, AFTER_LOST_ELECTION_MS = 1_100, 300, 1_000
_MOST_KEPT: Final = 1_000
Of = TypeVar("Of")
Found = TypeVar("Found")


@fast_replace
class Voter(NamedTuple):
    """One controller: its part in the quorum, and what its disk keeps (epoch, vote, end of its metadata log).

    `leader` is whom it follows; `granted` and `refused` are the answers to the round it has under way;
    `waiting_since_ms` is when a leader last heard a majority, a follower its leader, anybody else when its state
    began; None while nothing is missed. `log_end` is (epoch of the last record, next offset). `lost_elections` counts
    those since it last had a leader.

    Kafka: org.apache.kafka.raft.EpochState with the quorum-state file. Simplified: QuorumState.randomElectionTimeoutMs
    draws each timeout anew, here who has lost an election waits longer, so that another comes first some time.
    """

    state: VoterState = "follower"
    epoch: int = 1
    voted_for: int | None = None
    leader: int | None = None
    log_end: tuple[int, int] = (0, 0)
    up: bool = True
    election_timeout_ms: int = FIRST_TIMEOUT_MS
    waiting_since_ms: int | None = None
    granted: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    lost_elections: int = 0

    @property
    def current_election_timeout_ms(self) -> int:
        """How long it waits for votes, or for a leader it does not know yet."""
        return self.election_timeout_ms + self.lost_elections * AFTER_LOST_ELECTION_MS


def _kept(find: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """Caches an answer about a quorum by the quorum's identity: many rules ask, and a search has few quorums."""
    known: dict[int, tuple[Of, Found]] = {}

    @wraps(find)
    def kept(quorum: Of) -> Found:
        pair = known.get(id(quorum))
        if pair is None or pair[0] is not quorum:
            if len(known) >= _MOST_KEPT:
                known.clear()
            pair = known[id(quorum)] = quorum, find(quorum)
        return pair[1]

    return kept


class Quorum(NamedTuple):
    """Controllers that form a Raft group over the metadata log; `committed` is the end of what a majority has.

    Brokers observe it: they read the log and have no vote. In combined mode a voter's id is also a broker's.

    >>> quorum = Quorum.of(101, 102, 103)
    >>> quorum.leader, quorum.epoch, quorum.majority
    (101, 1, 2)

    Kafka: KRaft, org.apache.kafka.raft.QuorumState of every voter side by side.
    """

    voters: Mapping[int, Voter]
    committed: int = 0

    @classmethod
    def of(cls, *nodes: int) -> "Quorum":
        """Returns a quorum in its first epoch, which the first node leads."""
        first = nodes[0]
        started = cls.without_leader(nodes).voters
        voters = {
            node: voter._replace(
                state=LEADER if node == first else FOLLOWER,
                epoch=1,
                voted_for=first,
                leader=first,
                log_end=(1, 1),
                waiting_since_ms=None,
            )
            for node, voter in started.items()
        }
        return cls(voters, 1)

    @classmethod
    def without_leader(cls, nodes: Iterable[int]) -> "Quorum":
        """Returns a quorum that has just started: no node leads, and the one with the shortest timeout asks first."""
        timeouts = ((node, FIRST_TIMEOUT_MS + index * NEXT_TIMEOUT_MS) for index, node in enumerate(nodes))
        return cls({n: Voter(UNATTACHED, 0, election_timeout_ms=ms, waiting_since_ms=0) for n, ms in timeouts})

    @property
    def session_config(self) -> str:
        """The config by which a silent broker's session ends."""
        return "broker.session.timeout.ms"

    @property
    def majority(self) -> int:
        """How many voters must agree, the one that asks included."""
        return len(self.voters) // 2 + 1

    @property
    def is_stuck(self) -> bool:
        """Whether too few voters are up for anything to be decided."""
        return sum([voter.up for voter in self.voters.values()]) < self.majority

    @property
    def epoch(self) -> int:
        """The latest epoch that any voter knows."""
        return max([voter.epoch for voter in self.voters.values()], default=0)

    @property
    @_kept
    def leader(self) -> int | None:
        """The voter that leads, even if it has lost its majority and nobody has noticed yet."""
        leading = [(voter.epoch, node) for node, voter in self.voters.items() if voter.up and voter.state == LEADER]
        return max(leading)[1] if leading else None

    @property
    @_kept
    def active(self) -> int | None:
        """The node that decides now, if any: it leads, and enough voters are up to commit what it decides."""
        return None if self.is_stuck else self.leader

    @_kept
    def append_record(self) -> "Quorum":
        """Returns the quorum with one record more; followers that hear the leader fetch it at once.

        Its leader is up. Kafka: KafkaRaftClient.scheduleAppend.
        """
        leader = self.leader
        assert leader is not None
        end = self.voters[leader].log_end[1]
        longer, after, having = (self.epoch, end + 1), {**self.voters}, 0
        for node, voter in self.voters.items():
            if voter.up and voter.leader == leader and voter.log_end[1] == end:
                after[node] = voter._replace(log_end=longer)
            having += after[node].log_end == longer
        return Quorum(after, end + 1 if having >= self.majority else self.committed)


class Forwarded(NamedTuple):
    """A request that `broker` passes on to the controller, by its name and fields; nobody has carried it out yet.

    Until `until_ms` the broker asks whoever is active by then. Controller `node` has it as well: it led when it was
    asked, frozen, or without a majority; then it carries it out when it goes on, or leads again.

    Kafka: NodeToControllerRequestThread's queue, in which a broker keeps a request for 60 s (ForwardingManager).
    """

    request: str
    asked: Mapping[str, object]
    broker: int
    until_ms: int
    node: int | None = None


class ZooKeeper(NamedTuple):
    """One broker is controller because it made the /controller node.

    `racing` are the brokers that saw the node gone and try to make it; `loaded` says whether the winner has read
    the state of the cluster, without which it decides nothing.

    Kafka: up to 3.9; /controller, /controller_epoch and their watchers.
    """

    controller: int | None
    epoch: int = 1
    racing: tuple[int, ...] = ()
    loaded: bool = True

    @property
    def session_config(self) -> str:
        """The config by which a silent broker's session ends."""
        return "zookeeper.session.timeout.ms"

    @property
    def is_stuck(self) -> bool:
        """Whether nothing can ever be decided: never, for any broker may be the next controller."""
        return False

    @property
    def active(self) -> int | None:
        """The broker that decides now, if any."""
        return self.controller if self.loaded else None
