"""Clusters, requests and whole histories for the model's tests: by hand, or drawn by whatever `choose` is given."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.acting import next_step
from kafkaviz.model.brokers.requests import CutOff, Flush, Freeze, Kill, Pause, Reconnect, Restart, Resume, Stop, Thaw
from kafkaviz.model.clients.consumer_requests import Poll, SeekTo
from kafkaviz.model.clients.producer_requests import CorruptRequest, LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, ZooKeeper
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.common.member_requests import ResumeMember
from kafkaviz.model.partitions.leader_requests import Elect
from kafkaviz.model.partitions.log_requests import DeleteRecords, LoseFetch, ServeFetch
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.protocol import happening, is_quiet
from kafkaviz.model.quorum.requests import RestartController

Choose = Callable[[Sequence[Any]], Any]
P0 = TopicPartition("letters", 0)


def first(events: Iterable[Event]) -> Any:
    """Returns the first event that a rule yields, or None where it is silent."""
    return next(iter(events), None)


def a_cluster(policies: Policies, brokers: int = 3, racks: Sequence[str] = ()) -> Cluster:
    """Returns brokers 1, 2, 3 and their controller, and nothing else."""
    controller = Quorum.of(101, 102, 103) if policies.controller == "quorum" else ZooKeeper(1)
    ids = range(1, brokers + 1)
    return Cluster(0, controller, {b: Broker(b, racks[b - 1] if racks else None) for b in ids})


def run(
    cluster: Cluster, request: Any, policies: Policies, *, settle: bool = True, quiet: bool | None = None
) -> list[Step]:
    """Returns the steps that a request makes; whether all was quiet before is asked where it is not known."""
    if quiet is None:
        quiet = not settle or is_quiet(cluster, policies)
    return list(happening(cluster, request, policies, settle=settle, quiet=quiet))


class HistoryBuilder:
    """A history under construction: `ask` runs requests to their end, `hold` runs the first event alone."""

    def __init__(self, policies: Policies | str = "4.4", brokers: int = 3, **changes: Any) -> None:
        chosen = ERAS[policies] if isinstance(policies, str) else policies
        self.policies = chosen._replace(**changes)
        self.history = History(a_cluster(self.policies, brokers))
        self.quiet: Cluster | None = None

    @property
    def now(self) -> Cluster:
        return self.history.last

    def ask(self, *requests: Any) -> "HistoryBuilder":
        for request in requests:
            quiet = True if self.quiet is self.now else None
            self.history = self.history.then(run(self.now, request, self.policies, quiet=quiet))
            self.quiet = self.now
        return self

    def hold(self, request: Any) -> "HistoryBuilder":
        self.history = self.history.then(run(self.now, request, self.policies, settle=False))
        return self

    def go_on(self, at_most: int = 10_000, until: Callable[[Cluster], bool] = lambda _: False) -> "HistoryBuilder":
        """Lets one rule after the other answer, until all is quiet or something holds."""
        for _ in range(at_most):
            following = None if until(self.now) else next_step(self.now, None, self.policies)
            if following is None:
                break
            self.history = self.history.then([following])
        return self

    def fire(self, rule: Callable[..., Any], subject: Any = P0) -> "HistoryBuilder":
        """Lets this rule and no other answer now; it must have something to say."""
        event = first(rule(self.now, subject, self.policies))
        assert event is not None, f"{rule.name} has nothing to say"
        return self.happen(event, rule)

    def happen(self, event: Any, rule: Any = None) -> "HistoryBuilder":
        self.history = self.history.then([Step(None, rule, event, event.apply(self.now))])
        return self

    def events(self, kind: type) -> list[Any]:
        return [event for event in self.history.events() if isinstance(event, kind)]

    def replica(self, broker: int, tp: TopicPartition = P0) -> Replica:
        return self.now.replicas[tp][broker]

    def values(self, broker: int, tp: TopicPartition = P0) -> list[str]:
        return [(record.value or b"").decode() for record in self.replica(broker, tp).log]


class Action(NamedTuple):
    """A request and how many rules may answer before the next one; None lets them all."""

    request: Any
    rules: int | None = None


def drawn_action(choose: Choose, violent: bool = True) -> Action:
    """Draws one action: mostly records, among them every kind of trouble; `violent` allows power cuts."""
    kind = choose(KINDS)
    return Action(kind(choose, violent), choose((None, None, None, 0, 1, 3, 6)))


def _send(choose: Choose, violent: bool) -> Send:
    producer, acks = choose((("p", "all"), ("p", "all"), ("q", 1), ("s", 0)))
    key, partition, flush = choose((b"a", b"b", b"c", None)), choose((0, 0, 1)), choose((True, False))
    return Send("letters", b"?", key=key, partition=partition, producer=producer, acks=acks, flush=flush)


def _damage(partition: int, producer: str) -> LoseRequest | CorruptRequest:
    return (LoseRequest if producer == "p" else CorruptRequest)("letters", partition, producer)


def _broker(request: type) -> Callable[[Choose, bool], Any]:
    return lambda choose, violent: request(choose((1, 2, 3)))


KINDS: tuple[Callable[[Choose, bool], Any], ...] = (
    _send,
    _send,
    _send,
    _send,
    _send,
    lambda choose, violent: Poll("letters", choose(("c", "d")), choose(("earliest", "latest"))),
    lambda choose, violent: SeekTo("letters", choose((0, 1)), choose((0, 1, 5)), choose(("c", "d"))),
    lambda choose, violent: DeleteRecords("letters", choose((0, 1)), choose((-1, 0, 1))),
    _broker(Flush),
    lambda choose, violent: Kill(choose((1, 2, 3)), power_lost=violent and choose((False, False, True))),
    _broker(Kill),
    _broker(Restart),
    _broker(Restart),
    _broker(Restart),
    _broker(Stop),
    _broker(Pause),
    _broker(Resume),
    _broker(Freeze),
    _broker(Thaw),
    _broker(CutOff),
    _broker(Reconnect),
    lambda choose, violent: Elect("letters", choose((0, 1)), choose(("PREFERRED", "PREFERRED", "UNCLEAN"))),
    lambda choose, violent: ServeFetch("letters", choose((0, 1)), choose((1, 2, 3))),
    lambda choose, violent: LoseFetch("letters", choose((0, 1)), choose((1, 2, 3))),
    lambda choose, violent: LoseAcknowledgement("letters", choose((0, 1)), choose(("p", "q"))),
    lambda choose, violent: _damage(choose((0, 1)), choose(("p", "q"))),
    lambda choose, violent: Tick(choose((1, 100, 6_000, 9_000, 18_000, 45_000))),
    lambda choose, violent: Tick(choose((100, 5_000, 18_000, 130_000, 400_000))),
)


TOPICS: tuple[dict[str, object], ...] = (
    {},
    {"segment_bytes": 40, "retention_bytes": 30},
    {"segment_bytes": 40, "retention_ms": 60_000},
    {"segment_bytes": 40, "cleanup_policy": "compact"},
    {"min_insync_replicas": 2},
)


def played(
    actions: Iterator[Action], policies: Policies, configs: dict[str, object] | None = None
) -> Iterator[History]:
    """Plays actions on a cluster with one topic, giving the history after each; what is refused leaves no step."""
    builder = HistoryBuilder(policies)
    builder.ask(CreateTopic("letters", 2, 3, configs or {}))
    yield builder.history
    for number, (request, rules) in enumerate(actions):
        if isinstance(request, Send):
            request = Send(**{**_fields(request), "value": f"m{number}".encode()})
        known = len(builder.history.steps)
        try:
            if rules is None:
                builder.ask(request)
            else:
                builder.hold(request) if not isinstance(request, Tick) else builder.ask(request)
                builder.go_on(rules)
        except (KafkaError, ValueError):
            assert len(builder.history.steps) == known
        yield builder.history


def _fields(request: Any) -> dict[str, Any]:
    return {name: getattr(request, name) for name in request.__slots__}


def healed(history: History, policies: Policies) -> History:
    """Mends everything and gives it time: controllers, brokers and consumers up, heard and polling."""
    builder = HistoryBuilder(policies)
    builder.history = history
    builder.go_on()
    if isinstance(builder.now.controller, Quorum):
        for node, voter in builder.now.controller.voters.items():
            if not voter.up:
                builder.ask(RestartController(node))
    for b in builder.now.brokers:
        _mend_broker(builder, b)
    for name, group in builder.now.groups.items():
        for member, m in group.members.items():
            if m.up and m.stalled_since_ms is not None:
                builder.ask(ResumeMember(name, member))
    builder.ask(Tick(900_000))
    for b in builder.now.brokers:  # Who was shutting down has stopped now that others are back.
        _mend_broker(builder, b)
    builder.ask(Tick(400_000))
    for tp, partition in builder.now.partitions.items():
        if partition.leader is None and {*partition.elr, *partition.last_known_elr} - {*partition.replicas}:
            # Kafka's own controller is stuck here: who stands in, or led last, holds no replica any more, so a person
            # must decide.
            builder.ask(Elect(tp.topic, tp.partition, "UNCLEAN"))
    return builder.ask(Tick(400_000)).history


def _mend_broker(builder: HistoryBuilder, b: int) -> None:
    """Starts, resume or reconnect a broker, whichever it needs; one that was unregistered may be gone by now."""
    if b not in builder.now.brokers:
        return
    if builder.now.brokers[b].state == "dead":
        builder.ask(Tick(30_000), Restart(b))
        return
    if builder.now.brokers[b].state == "paused":
        builder.ask(Resume(b))
    if builder.now.brokers[b].state == "frozen":
        builder.ask(Thaw(b))
    if builder.now.brokers[b].cut_off:
        builder.ask(Reconnect(b))
    if not builder.now.brokers[b].registered:  # Nothing but a start registers it again.
        builder.ask(Kill(b), Tick(30_000), Restart(b))


def seeded(seed: int, length: int, violent: bool = True) -> Iterator[Action]:
    """Returns the actions of one seed."""
    choose = Random(seed).choice
    return (drawn_action(choose, violent) for _ in range(length))
