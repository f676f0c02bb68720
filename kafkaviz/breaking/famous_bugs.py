"""The famous bugs: each lab as it was before and after a KIP, with requests whose histories show the difference.

The consumer's side of KIP-320 is not among them: a position in the model has no leader epoch, so a consumer cannot ask
where that ended.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Freeze, Kill, Reconnect, Restart
from kafkaviz.model.clients.events import ProduceAcknowledged
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.clients.properties import acknowledged_records_survive
from kafkaviz.model.core.clients import Acknowledged
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.request import Request, Tick
from kafkaviz.model.properties import PROPERTIES
from kafkaviz.model.search.explore import explore
from kafkaviz.model.search.goals import Goal
from kafkaviz.model.search.mending import unreachable
from kafkaviz.model.search.moves import Schedules
from kafkaviz.model.search.outcomes import Bounds, Outcome

BOUNDS: Final = Bounds(states=20_000)
_SESSION_MS: Final = 6_000
_ZOOKEEPER: Final[dict[str, Any]] = {"kafka": "2.3", "enable_idempotence": False}


class Bug(NamedTuple):
    """One of Kafka's own bugs: `begin(is_mended)` makes the lab, `lost` names what is broken before the KIP."""

    name: str
    what: str
    begin: Callable[[bool], Lab]
    requests: Sequence[Request]
    lost: str
    promises: Sequence[Property] = PROPERTIES
    goals: tuple[Goal, ...] = ()
    schedules: Schedules = "first"

    def search(self, *, is_mended: bool) -> Outcome:
        """Returns what the search comes to under the old rule or under the new one."""
        lab = self.begin(is_mended)
        asked: dict[str, Any] = {"requests": self.requests, "promises": self.promises, "bounds": BOUNDS}
        if self.goals:
            return unreachable(lab.history, lab.policies, self.goals, **asked)
        return explore(lab.history, lab.policies, schedules=self.schedules, **asked)


def _differing(cluster: Cluster) -> Iterator[TopicPartition]:
    """Yields the partitions of which two replicas hold different records."""
    return (tp for tp in cluster.replicas if not _is_one_log(cluster, tp))


def _is_one_log(cluster: Cluster, tp: TopicPartition) -> bool:
    return len({replica.log for replica in cluster.replicas[tp].values()}) == 1


LOGS_BECOME_EQUAL: Final = Goal(
    "logs_become_equal",
    "Replicas that differ become equal again",
    _differing,
    _is_one_log,
    lambda tp: f"the logs of {tp} differ",
)


def _missing(cluster: Cluster) -> Iterator[Acknowledged]:
    """Yields the records acknowledged with acks=all that no leader has now."""
    return (record for record in cluster.acknowledged if record.acks == -1 and not _is_kept(cluster, record))


def _is_kept(cluster: Cluster, record: Acknowledged) -> bool:
    log = cluster.log(*record.tp)
    return any((kept.offset, kept.value) == (record.offset, record.value) for kept in log)


ACKNOWLEDGED_ARE_KEPT: Final = Goal(
    "acknowledged_are_kept",
    "An acknowledged record is in the log of a leader again",
    _missing,
    _is_kept,
    lambda record: f"{record.value!r}, acknowledged at offset {record.offset}, is in no leader's log",
)


def _kip_101(is_mended: bool, replicas: Sequence[int] = (1, 2, 3)) -> Lab:
    """The last broker is the controller, so that no leader that dies takes it along."""
    truncation = "kip_101" if is_mended else "high_watermark"
    lab = Lab(dict.fromkeys(reversed(replicas)), truncation=truncation, acks="all", **_ZOOKEEPER)
    return lab.create_topic("letters", assignment=[replicas])


def _kip_101_power(is_mended: bool) -> Lab:
    """Only broker 1 has m2 on its disk, and on both disks it is noted what was committed 5 s ago."""
    lab = _kip_101(is_mended, (1, 2)).send("letters", "m1").flush(1).flush(2)
    return lab.send("letters", "m2").flush(1).tick(5_000)


def _kip_279(is_mended: bool) -> Lab:
    lab = Lab(
        2, truncation="kip_279" if is_mended else "kip_101", acks=1, unclean_leader_election_enable=True, **_ZOOKEEPER
    )
    return lab.create_topic("letters", assignment=[[1, 2]]).send("letters", "a0").kill(2).send("letters", "a1")


def _kip_966(is_mended: bool) -> Lab:
    """Two of three brokers are cut off, and the last member of the ISR has not flushed what was acknowledged."""
    lab = Lab(3, eligible_leader_replicas_enable=is_mended, min_insync_replicas=2, acks="all", controllers=1)
    lab.create_topic("letters", assignment=[[1, 2, 3]]).send("letters", "p").flush(3).send("letters", "q")
    return lab.cut_off(1).cut_off(2)


def _kafka_7128(is_mended: bool) -> Lab:
    """Two of the ISR die before anybody heard what the leader has committed; a fourth replica is not in the ISR."""
    lab = Lab(4, isr_join_needs_epoch_start=is_mended, acks="all", **_ZOOKEEPER)
    lab.create_topic("letters", assignment=[[1, 2, 3, 4]]).send("letters", "m1").kill(4)
    before = len(lab.history.steps)
    lab.send("letters", "m2")
    later = enumerate(lab.history.steps[before:], before + 1)
    acknowledged = next(at for at, step in later if isinstance(step.event, ProduceAcknowledged))
    return lab.at(acknowledged).kill(1, detect=False).kill(3, detect=False)


BUGS: Final = (
    Bug(
        "KIP-101, a change of leader",
        "a follower cuts at its high watermark what the next leader has, and leads when that one freezes",
        _kip_101,
        (Send("letters", b"m1"), Kill(1), Tick(_SESSION_MS // 2), Freeze(2), Tick(_SESSION_MS)),
        acknowledged_records_survive.__name__,
        schedules="all",
    ),
    Bug(
        "KIP-101, two that lost power",
        "what one of them lost, the other keeps below its high watermark, so their logs differ for ever",
        _kip_101_power,
        (
            Kill(2, power_lost=True),
            Kill(1, power_lost=True),
            Tick(_SESSION_MS),
            Restart(2),
            Send("letters", b"m3"),
            Restart(1),
        ),
        LOGS_BECOME_EQUAL.name,
        promises=(),
        goals=(LOGS_BECOME_EQUAL,),
    ),
    Bug(
        "KIP-279, two quick elections",
        "one question about the latest epoch does not find where two logs part",
        _kip_279,
        (Kill(1), Restart(2), Tick(_SESSION_MS), Send("letters", b"b1"), Kill(2), Restart(1)),
        LOGS_BECOME_EQUAL.name,
        promises=(),
        goals=(LOGS_BECOME_EQUAL,),
    ),
    Bug(
        "KIP-966, the last replica standing",
        "the last member of the ISR loses power and what it had not flushed, and leads again",
        _kip_966,
        (Kill(3, power_lost=True), Tick(9_000), Restart(3), Reconnect(2), Reconnect(1), Tick(9_000)),
        ACKNOWLEDGED_ARE_KEPT.name,
        promises=(),
        goals=(ACKNOWLEDGED_ARE_KEPT,),
    ),
    Bug(
        "KAFKA-7128, an ISR that grows at a lagging high watermark",
        "a follower joins the ISR with less than the new leader's epoch began with, and leads next",
        _kafka_7128,
        (Tick(_SESSION_MS), Restart(4), Kill(2), Tick(_SESSION_MS)),
        acknowledged_records_survive.__name__,
        promises=(acknowledged_records_survive,),
        schedules="all",
    ),
)
