"""Clusters, requests and whole histories for the model's tests: by hand, or drawn by whatever `choose` is given."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import requests as r
from kafkaviz.model.apply import apply
from kafkaviz.model.engine import Step, run, step
from kafkaviz.model.history import History
from kafkaviz.model.values import Broker, Cluster, Quorum, Replica, ZooKeeper

Choose = Callable[[Sequence[Any]], Any]
P0 = TopicPartition("letters", 0)


def a_cluster(policies: Policies, brokers: int = 3, racks: Sequence[str] = ()) -> Cluster:
    """Give brokers 1, 2, 3 and their controller, and nothing else."""
    controller = Quorum.of(101, 102, 103) if policies.controller == "quorum" else ZooKeeper(1)
    ids = range(1, brokers + 1)
    return Cluster(0, controller, {b: Broker(b, racks[b - 1] if racks else None) for b in ids})


class Tale:
    """A history under construction: `ask` runs requests to their end, `hold` runs the first event alone."""

    def __init__(self, policies: Policies | str = "4.4", brokers: int = 3, **changes: Any) -> None:
        chosen = ERAS[policies] if isinstance(policies, str) else policies
        self.policies = chosen._replace(**changes)
        self.history = History(a_cluster(self.policies, brokers))

    @property
    def now(self) -> Cluster:
        return self.history.last

    def ask(self, *requests: Any) -> "Tale":
        for request in requests:
            self.history = self.history.then(run(self.now, request, self.policies))
        return self

    def hold(self, request: Any) -> "Tale":
        self.history = self.history.then(run(self.now, request, self.policies, settle=False))
        return self

    def go_on(self, at_most: int = 10_000, until: Callable[[Cluster], bool] = lambda _: False) -> "Tale":
        """Let one rule after the other answer, until all is quiet or something holds."""
        for _ in range(at_most):
            following = None if until(self.now) else step(self.now, None, self.policies)
            if following is None:
                break
            self.history = self.history.then([following])
        return self

    def fire(self, rule: Callable[..., Any], subject: Any = P0) -> "Tale":
        """Let this rule and no other answer now; it must have something to say."""
        event = rule(self.now, subject, self.policies)
        assert event is not None, f"{rule.__name__} has nothing to say"
        return self.happen(event, rule.__name__)

    def happen(self, event: Any, rule: str = "") -> "Tale":
        self.history = self.history.then([Step(None, rule, event, apply(self.now, event))])
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
    """Draw one action: mostly records, among them every kind of trouble; `violent` allows power cuts."""
    kind = choose(KINDS)
    return Action(kind(choose, violent), choose((None, None, None, 0, 1, 3, 6)))


def _send(choose: Choose, violent: bool) -> r.Send:
    producer, acks = choose((("p", "all"), ("p", "all"), ("q", 1), ("s", 0)))
    key, partition, flush = choose((b"a", b"b", b"c", None)), choose((0, 0, 1)), choose((True, False))
    return r.Send("letters", b"?", key=key, partition=partition, producer=producer, acks=acks, flush=flush)


def _broker(request: type) -> Callable[[Choose, bool], Any]:
    return lambda choose, violent: request(choose((1, 2, 3)))


KINDS: tuple[Callable[[Choose, bool], Any], ...] = (
    _send,
    _send,
    _send,
    _send,
    _send,
    lambda choose, violent: r.Poll("letters", choose(("c", "d")), choose(("earliest", "latest"))),
    lambda choose, violent: r.SeekTo("letters", choose((0, 1)), choose((0, 1, 5)), choose(("c", "d"))),
    lambda choose, violent: r.DeleteRecords("letters", choose((0, 1)), choose((-1, 0, 1))),
    _broker(r.Flush),
    lambda choose, violent: r.Kill(choose((1, 2, 3)), power_lost=violent and choose((False, False, True))),
    _broker(r.Kill),
    _broker(r.Restart),
    _broker(r.Restart),
    _broker(r.Restart),
    _broker(r.Stop),
    _broker(r.Pause),
    _broker(r.Resume),
    _broker(r.Freeze),
    _broker(r.Thaw),
    _broker(r.CutOff),
    _broker(r.Reconnect),
    lambda choose, violent: r.Elect("letters", choose((0, 1)), choose(("PREFERRED", "PREFERRED", "UNCLEAN"))),
    lambda choose, violent: r.ServeFetch("letters", choose((0, 1)), choose((1, 2, 3))),
    lambda choose, violent: r.LoseFetch("letters", choose((0, 1)), choose((1, 2, 3))),
    lambda choose, violent: r.LoseAcknowledgement("letters", choose((0, 1)), choose(("p", "q"))),
    lambda choose, violent: r.LoseRequest("letters", choose((0, 1)), choose(("p", "q"))),
    lambda choose, violent: r.Tick(choose((1, 100, 6_000, 9_000, 18_000, 45_000))),
    lambda choose, violent: r.Tick(choose((100, 5_000, 18_000, 130_000, 400_000))),
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
    """Play actions on a cluster with one topic, giving the history after each; what is refused leaves no step."""
    tale = Tale(policies)
    tale.ask(r.CreateTopic("letters", 2, 3, configs or {}))
    yield tale.history
    for number, (request, rules) in enumerate(actions):
        if isinstance(request, r.Send):
            request = r.Send(**{**_fields(request), "value": f"m{number}".encode()})
        known = len(tale.history.steps)
        try:
            if rules is None:
                tale.ask(request)
            else:
                tale.hold(request) if not isinstance(request, r.Tick) else tale.ask(request)
                tale.go_on(rules)
        except (KafkaError, ValueError):
            assert len(tale.history.steps) == known
        yield tale.history


def _fields(request: Any) -> dict[str, Any]:
    return {name: getattr(request, name) for name in request.__slots__}


def healed(history: History, policies: Policies) -> History:
    """Mend everything and give it time: controllers, brokers and consumers up, heard and polling."""
    tale = Tale(policies)
    tale.history = history
    tale.go_on()
    if isinstance(tale.now.controller, Quorum):
        for node, voter in tale.now.controller.voters.items():
            if not voter.up:
                tale.ask(r.RestartController(node))
    for b in tale.now.brokers:
        _mend_broker(tale, b)
    for name, group in tale.now.groups.items():
        for member, m in group.members.items():
            if m.up and m.stalled_since_ms is not None:
                tale.ask(r.ResumeMember(name, member))
    tale.ask(r.Tick(900_000))
    for b in tale.now.brokers:  # Who was shutting down has stopped now that others are back.
        _mend_broker(tale, b)
    tale.ask(r.Tick(400_000))
    for tp, partition in tale.now.partitions.items():
        if partition.leader is None and set(partition.elr) - set(partition.replicas):
            # Kafka's own controller is stuck here: who stands in holds no replica any more, so a person must decide.
            tale.ask(r.Elect(tp.topic, tp.partition, "UNCLEAN"))
    return tale.ask(r.Tick(400_000)).history


def _mend_broker(tale: Tale, b: int) -> None:
    """Start, resume or reconnect a broker, whichever it needs."""
    if tale.now.brokers[b].state == "dead":
        tale.ask(r.Tick(30_000), r.Restart(b))
        return
    if tale.now.brokers[b].state == "paused":
        tale.ask(r.Resume(b))
    if tale.now.brokers[b].state == "frozen":
        tale.ask(r.Thaw(b))
    if tale.now.brokers[b].cut_off:
        tale.ask(r.Reconnect(b))


def seeded(seed: int, length: int, violent: bool = True) -> Iterator[Action]:
    """Give the actions of one seed."""
    choose = Random(seed).choice
    return (drawn_action(choose, violent) for _ in range(length))
