"""What is played around brokers, time, and whoever decides."""

from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, controller_id
from kafkaviz.model.brokers.events import (
    BrokerAdded,
    BrokerCrashed,
    BrokerFenced,
    BrokerFrozen,
    BrokerPaused,
    BrokerResumed,
    BrokerStarted,
    BrokerStopped,
    BrokerThawed,
    BrokerUnfenced,
    ShutdownRequested,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import TimeAdvanced
from kafkaviz.model.quorum.events import (
    ControllerCrashed,
    ControllerElected,
    ElectionStarted,
    LeaderAnnounced,
    MetadataFetched,
    VoteAnswered,
)
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerRaceBegan, ControllerRaceLost
from kafkaviz.scene.effects.cue import Cue, cues_of, entered, seat_of


@cues_of.register
def _stopped(event: BrokerCrashed | BrokerFrozen | BrokerStopped, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(broker_id(event.broker),))]


@cues_of.register
def _changed(event: BrokerPaused | BrokerResumed | BrokerThawed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(broker_id(event.broker),))]


@cues_of.register
def _fenced(event: BrokerFenced, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    return [Cue("flip", cells=(broker,)), *entered(after, (broker,))]


@cues_of.register
def _came(event: BrokerStarted | BrokerAdded, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    return [Cue("flip", cells=(broker,)), Cue("ask", broker, seat_of(after), "here I am"), *entered(after)]


@cues_of.register
def _counted_on(event: BrokerUnfenced, before: Cluster, after: Cluster) -> list[Cue]:
    broker = broker_id(event.broker)
    return [Cue("ask", broker, seat_of(after), "caught up ♥"), *entered(after), Cue("flip", cells=(broker,))]


@cues_of.register
def _leaving(event: ShutdownRequested, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("ask", broker_id(event.broker), seat_of(after), "may I stop?")]


@cues_of.register
def _time(event: TimeAdvanced, before: Cluster, after: Cluster) -> list[Cue]:
    quiet = tuple(broker_id(b.id) for b in after.brokers.values() if b.quiet_since_ms is not None and not b.fenced)
    about = (seat_of(after),) if quiet else ()
    return [Cue("wait", cells=quiet, about=about, clock=(before.now_ms, after.now_ms))]


@cues_of.register
def _controller_crashed(event: ControllerCrashed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(controller_id(event.node),))]


@cues_of.register
def _asked_for_votes(event: ElectionStarted, before: Cluster, after: Cluster) -> list[Cue]:
    voters = after.controller.voters if isinstance(after.controller, Quorum) else {}
    text = "would you?" if event.pre_vote else "vote?"
    node = controller_id(event.node)
    asked = ((controller_id(v), "ask" if voter.up else "refuse") for v, voter in voters.items() if v != event.node)
    return [Cue(kind, node, voter, text) for voter, kind in asked]


@cues_of.register
def _voted(event: VoteAnswered, before: Cluster, after: Cluster) -> list[Cue]:
    voter, candidate = controller_id(event.voter), controller_id(event.candidate)
    return [Cue("vote" if event.granted else "refuse", voter, candidate, "yes" if event.granted else "no")]


@cues_of.register
def _announced(event: LeaderAnnounced, before: Cluster, after: Cluster) -> list[Cue]:
    text = f"epoch {event.epoch}"
    return [Cue("push", controller_id(event.leader), controller_id(v), text) for v in event.voters]


@cues_of.register
def _metadata_fetched(event: MetadataFetched, before: Cluster, after: Cluster) -> list[Cue]:
    seat, node = seat_of(after), controller_id(event.node)
    return [Cue("ask", node, seat, "what is new?"), Cue("answer", seat, node, f"up to {event.log_end[1]}")]


@cues_of.register
def _raced(event: ControllerRaceBegan, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("ask", broker_id(b), ZOOKEEPER_ID, "me!") for b in event.brokers]


@cues_of.register
def _lost_the_race(event: ControllerRaceLost, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", ZOOKEEPER_ID, broker_id(b), "taken") for b in event.brokers]


@cues_of.register
def _in_office(event: ControllerElected, before: Cluster, after: Cluster) -> list[Cue]:
    quorum = isinstance(after.controller, Quorum)
    node = controller_id(event.controller) if quorum else broker_id(event.controller)
    won = [] if quorum else [Cue("answer", ZOOKEEPER_ID, node, f"epoch {event.epoch}")]
    return [*won, Cue("flip", cells=(node,), patient=True)]


@cues_of.register
def _loaded(event: ControllerLoaded, before: Cluster, after: Cluster) -> list[Cue]:
    node = broker_id(event.controller)
    read = [Cue("ask", node, ZOOKEEPER_ID, "all there is?"), Cue("answer", ZOOKEEPER_ID, node, "topics, leaders")]
    told = [broker_id(b) for b in event.brokers if b != event.controller]
    return [*read, *(Cue("push", node, b, "the leaders", patient=n == 0) for n, b in enumerate(told))]
