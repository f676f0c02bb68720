"""What if: a lab that goes on from a moment of a metadata log, beside what really happened from then on."""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from kafkaviz.decisions.errors import InvalidArgumentError, KafkaError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import listing, name_of, quantity, short
from kafkaviz.lab import Lab
from kafkaviz.lab.base import with_footnote
from kafkaviz.lab.comparing import compare
from kafkaviz.lab.exploring import line_of
from kafkaviz.lab.tables import Table
from kafkaviz.metadata_log.causes import CauseOf, causes_of, session_within, without_configs
from kafkaviz.metadata_log.elections import ElectionRow
from kafkaviz.metadata_log.era import era_behind
from kafkaviz.metadata_log.fates import OutcomeRow, fates, outcomes_of
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerUnfenced
from kafkaviz.model.brokers.requests import Freeze, Kill
from kafkaviz.model.core.brokers import DEAD, FROZEN, Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import History
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.subjects import everything
from kafkaviz.model.partitions.events import MetadataDelivered
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed
from kafkaviz.model.partitions.topic_requests import MOST_PARTITIONS, MOST_REPLICAS
from kafkaviz.model.protocol import schedule_of
from kafkaviz.model.sessions.session import MOST_BROKERS
from kafkaviz.model.sessions.start import FIRST_CONTROLLER
from kafkaviz.scene.values import Footnote

if TYPE_CHECKING:
    from kafkaviz.player.pair import PairPlayer
    from kafkaviz.player.widget import Player

ASSUMED: Final = (
    "The log does not say what was written to the topics, so every copy begins empty, and one whose broker lives has "
    "all there is. A broker that is fenced is dead until it is started again."
)
NOBODY_LEADS: Final = "Who led the quorum then is in no snapshot: here the first of the voters leads."
NO_VOTER: Final = "Neither the voters of the quorum nor who led them is in the snapshot: here one controller decides."


class Real(Protocol):
    """What a metadata log tells of what happened."""

    @property
    def history(self) -> History:
        """What happened."""
        ...

    def film(self) -> "Player":
        """Returns a player with its film."""

    def elections(self) -> Table[ElectionRow]:
        """Returns the elections that it records."""


class Fork:
    """Two futures of one moment: `real` is what the log tells from then on, `lab` what the model made of it.

    In `lab` the same was done to machines and topics, at the same times, under the configs that were given; it goes on
    like any lab. `refused` are the things that were impossible there, each with the reason. What the log leaves open is
    filled in, and the foot of the film says how: copies begin empty, and a broker that is fenced is dead.

    >>> from kafkaviz.metadata_log import recorded
    >>> recorded().fork(at=150, eligible_leader_replicas_enable=False)
    <Fork: what if eligible_leader_replicas_enable=False: 26 of 26 partitions fared otherwise.>

    Kafka: ReplicationControlManager decides; simplified: ISR changes come at once, where real followers take a while.
    """

    def __init__(self, real: Real, lab: Lab, refused: tuple[str, ...], titles: tuple[str, str], era: Policies) -> None:
        self.real, self.lab, self.refused, self._titles, self._era = real, lab, refused, titles, era

    def film(self) -> "PairPlayer":
        """Returns both futures beside each other, in step where the same happens."""
        return compare(self.real.film(), self.lab, titles=self._titles)

    def outcomes(self) -> Table[OutcomeRow]:
        """Returns what became of each partition, really and in the fork; those that fared otherwise come first.

        >>> from kafkaviz.metadata_log import recorded
        >>> print(recorded().fork(at=150).outcomes())
        0 of 26 partitions fared otherwise.
        """
        there, here = fates(self.real.history, self._era), fates(self.lab.history, self.lab.policies)
        return outcomes_of(there, here, self.refused)

    def __repr__(self) -> str:
        return f"<Fork: {self._titles[1]}: {self.outcomes().text.splitlines()[0]}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.film()._repr_mimebundle_(**kwargs)


def fork_log(real: Real, before: Iterable[LogRecord], repeats: bool, configs: Mapping[str, object]) -> Fork:
    """Returns two futures of the moment at which `real` begins; `before` are the records from before it.

    Raises InvalidArgumentError where no broker is there yet, where the model has no room, and for a wrong config.
    """
    _require_room(real.history.first)
    era, configs = era_behind(before).policies, {name.replace(".", "_"): value for name, value in configs.items()}
    lab = Lab(1, configs={**_known(era), **configs})
    if "broker_session_timeout_ms" not in configs:
        fits_ms = session_within(real.history, lab.policies.broker_session_timeout_ms)
        lab.policies = lab.policies._replace(broker_session_timeout_ms=fits_ms)
    session_ms = lab.policies.broker_session_timeout_ms
    causes = causes_of(real.history, real.elections().rows, session_ms) if repeats else []
    first = without_configs(_beginning(real.history, causes, session_ms), configs)
    lab.history = History(_after_delivery(first, lab.policies))
    refused = _repeat(
        lab, [cause.without_configs(configs) for cause in causes], real.history.last.now_ms if repeats else 0
    )
    given = [f"{name}={name_of(value) if callable(value) else short(value)}" for name, value in configs.items()]
    titles = "what happened", f"what if {listing(given, '')}" if given else "the same once more"
    return Fork(
        real,
        with_footnote(lab, Footnote("From a real log on", _assumed(real.history.first))),
        tuple(refused),
        titles,
        era,
    )


def _assumed(first: Cluster) -> str:
    """Returns what is filled in of what the log does not say, in sentences."""
    quorum = first.controller
    if not isinstance(quorum, Quorum) or quorum.leader is not None:
        return ASSUMED
    return f"{ASSUMED} {NOBODY_LEADS if quorum.voters else NO_VOTER}"


def _known(policies: Policies) -> dict[str, object]:
    """Returns the configs that the log says for the whole cluster, where they are not what a lab has anyway."""
    usual = Policies()._asdict()
    return {name: value for name, value in policies._asdict().items() if value != usual[name]}


def _require_room(cluster: Cluster) -> None:
    if not cluster.brokers:
        raise InvalidArgumentError("No broker is there yet at this moment, so nothing can go on; name a later one.")
    replicas = sum(len(partition.replicas) for partition in cluster.partitions.values())
    for count, most, what in (
        (len(cluster.brokers), MOST_BROKERS, "broker"),
        (len(cluster.partitions), MOST_PARTITIONS, "partition"),
        (replicas, MOST_REPLICAS, "replica"),
    ):
        if count > most:
            raise InvalidArgumentError(
                f"A fork has room for {quantity(most, what)}, and {count:,} are there; take part(topics=…) of the log."
            )


def _beginning(history: History, causes: list[CauseOf], session_ms: int) -> Cluster:
    """Returns the first cluster with what the log leaves open filled in: processes, empty logs, a quorum that lives."""
    cluster = history.first
    silent = {c.request.broker: c for c in causes if isinstance(c.request, Kill | Freeze) and c.at_ms <= cluster.now_ms}

    def process(broker: Broker) -> Broker:
        if broker.id in silent:
            cause = silent[broker.id]
            return broker._replace(
                state=DEAD if isinstance(cause.request, Kill) else FROZEN, quiet_since_ms=cause.at_ms
            )
        if broker.fenced and not _registers(broker.id, history):
            return broker._replace(state=DEAD, quiet_since_ms=cluster.now_ms - session_ms)
        return broker

    brokers = {id: process(broker) for id, broker in cluster.brokers.items()}
    later = {step.event.broker for step in history.steps if isinstance(step.event, BrokerAdded)}
    copies = {tp: {b: Replica() for b in partition.replicas} for tp, partition in cluster.partitions.items()}
    return cluster._replace(
        brokers=brokers, controller=_quorum(cluster.controller, {*brokers, *later}), replicas=copies
    )


def _registers(broker: int, history: History) -> bool:
    """Tells whether a fenced broker was about to be unfenced: it had registered already."""
    events = (step.event for step in history.steps)
    later = (e for e in events if isinstance(e, BrokerAdded | BrokerUnfenced) and e.broker == broker)
    return isinstance(next(later, None), BrokerUnfenced)


def _quorum(quorum: object, brokers: Collection[int]) -> Quorum:
    """Returns the quorum as it decided, each voter alive and with the whole metadata log.

    A node that is a broker as well gets an id of its own as a controller: here it does not end with the broker.
    """
    assert isinstance(quorum, Quorum), "a metadata log has no ZooKeeper"
    beyond = max(FIRST_CONTROLLER - 1, 10 ** len(str(max({*brokers, *quorum.voters}))))
    ids = {node: node + beyond if node in brokers else node for node in quorum.voters} or {1: 1 + beyond}
    leader = ids.get(quorum.leader or 0, next(iter(ids.values())))
    made = Quorum.of(leader, *(node for node in ids.values() if node != leader)).voters
    epoch, end = max(quorum.epoch, 1), quorum.committed
    return Quorum({n: made[n]._replace(epoch=epoch, log_end=(epoch, end)) for n in ids.values()}, end)


def _after_delivery(cluster: Cluster, policies: Policies) -> Cluster:
    """Returns the cluster when every broker that lives has heard what was decided, and nothing else has happened."""
    quiet = MetadataDelivered | FetchServed | FetchReceived
    # None of these lets another partition hear or fetch, so each is asked until it is silent.
    for subject in everything(cluster):
        rules = schedule_of(cluster, subject).rules
        while event := next(
            (event for rule in rules for event in rule(cluster, subject, policies) if isinstance(event, quiet)), None
        ):
            cluster = event.apply(cluster)
    return cluster


def _repeat(lab: Lab, causes: list[CauseOf], end_ms: int) -> list[str]:
    """Does in a lab what was done to the real cluster, and returns what is impossible there."""
    refused, began_ms = list[str](), lab.cluster.now_ms
    if causes:
        # What is due at this very moment is not waited for: a session that ends now.
        while len(lab.history.steps) < len(lab.step().history.steps):
            pass
    for at_ms, request, placement in causes:
        if isinstance(request, Kill | Freeze) and at_ms <= began_ms:
            continue
        if at_ms > lab.cluster.now_ms:
            lab.tick(at_ms - lab.cluster.now_ms)
        usual = lab.policies
        if placement:
            # Where the controller places replicas is chance.
            lab.policies = usual._replace(
                placer=lambda *_, placement=placement, **__: [list(each) for each in placement]
            )
        try:
            lab.ask(request)
        except (KafkaError, InvalidArgumentError) as refusal:
            refused.append(f"{line_of(request)}: {refusal}")
        finally:
            lab.policies = usual
    if end_ms > lab.cluster.now_ms:
        lab.tick(end_ms - lab.cluster.now_ms)
    return refused
