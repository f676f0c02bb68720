"""Lab: the verbs a person uses. It keeps the history; everything below it is values."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from kafkaviz.decisions.errors import KafkaError, error_named
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.graph.lenses import Focus, lens_graph
from kafkaviz.model import requests as r
from kafkaviz.model.engine import Step, rejected, run, step
from kafkaviz.model.events import BatchRejected
from kafkaviz.model.history import History
from kafkaviz.model.values import Broker, Cluster, Quorum, ZooKeeper
from kafkaviz.scene.director import film_of
from kafkaviz.scene.values import Film

Text = str | bytes | None
FIRST_CONTROLLER = 101
STOPS_WHILE_WAITING = 3


class Lab:
    """A Kafka cluster to try things on; each verb returns the lab, so verbs chain.

    `brokers` is a count, or a mapping from broker id to rack. `kafka` picks the defaults of a release
    ("4.4", "3.9", "2.4", "2.3", "0.10"); any policy or config can be replaced by name. Without a `seed` chance
    takes its plainest course. With `settle=False` one rule at a time answers, by `step()`.

    Raises ValueError for an unknown release or policy.

    >>> lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    >>> lab.send("letters", "ABC", "DEF", "GHI")
    <Lab: 3 brokers, Kafka 4.4, topic letters, t = 0 s>
    >>> [record.value for record in lab.cluster.log("letters", 0)]
    [b'ABC', b'DEF', b'GHI']

    Kafka: the admin client, a producer, a consumer and the hands on the machines' switches, in one.
    """

    def __init__(
        self,
        brokers: int | Mapping[int, str | None] = 3,
        *,
        kafka: str = "4.4",
        seed: int | None = None,
        settle: bool = True,
        **policies: Any,
    ) -> None:
        self.kafka, self._settle = kafka, settle
        self.policies = _policies(kafka, policies)
        self.history = History(_first_cluster(_racks(brokers), self.policies, seed))

    @property
    def cluster(self) -> Cluster:
        """The cluster now; keep it to film or tell only what comes after."""
        return self.history.last

    # What the controller is asked.

    def create_topic(
        self,
        topic: str,
        partitions: int = -1,
        replication_factor: int = -1,
        *,
        assignment: Sequence[Sequence[int]] | None = None,
        expect: str | None = None,
        **configs: Any,
    ) -> Self:
        """Make a topic; -1 takes the broker's default of 1, `assignment` names the replicas of each partition."""
        given = None if assignment is None else tuple(tuple(replicas) for replicas in assignment)
        return self._ask(r.CreateTopic(topic, partitions, replication_factor, configs, given), expect=expect)

    def delete_topic(self, topic: str, *, expect: str | None = None) -> Self:
        """Delete a topic."""
        return self._ask(r.DeleteTopic(topic), expect=expect)

    def configure(self, topic: str, *, expect: str | None = None, **configs: Any) -> Self:
        """Change a topic's own configs, by Kafka's names in snake_case."""
        return self._ask(r.Configure(topic, configs), expect=expect)

    def elect_preferred(self, topic: str, partition: int = 0, *, expect: str | None = None) -> Self:
        """Move leadership of a partition back to the first replica of its assignment."""
        return self._ask(r.Elect(topic, partition), expect=expect)

    # What clients do.

    def send(
        self,
        topic: str,
        *values: Text | tuple[Text, Text],
        key: Text = None,
        partition: int | None = None,
        producer: str = "producer",
        acks: r.Acks | None = None,
        flush: bool = True,
        expect: str | None = None,
    ) -> Self:
        """Send records: each a value, or a (key, value) pair; text becomes UTF-8.

        Batches leave at once unless `flush` is false. Raises what a broker answers, such as NOT_ENOUGH_REPLICAS;
        where nobody leads the partition, the records wait with the producer.
        """
        pairs = [value if isinstance(value, tuple) else (key, value) for value in values]
        asked = [
            r.Send(topic, _bytes(value), _bytes(own_key), partition, producer, acks, flush and n == len(pairs))
            for n, (own_key, value) in enumerate(pairs, 1)
        ]
        return self._ask(*asked, expect=expect)

    def poll(
        self,
        topic: str,
        *,
        consumer: str = "consumer",
        auto_offset_reset: str = "earliest",
        expect: str | None = None,
    ) -> Self:
        """Let a consumer without a group fetch from every leader of a topic, below the high watermark.

        A consumer that polls for the first time starts at the beginning here; Kafka's own default is `latest`.
        """
        return self._ask(r.Poll(topic, consumer, auto_offset_reset), expect=expect)  # type: ignore[arg-type]

    # What happens to brokers.

    def kill(self, broker: int, *, detect: bool = True, power_lost: bool = False) -> Self:
        """Crash a broker; with `detect`, let the time pass until its session has expired and others take over."""
        crash = r.Kill(broker, power_lost)
        if not detect:
            return self._ask(crash)
        wait_ms = self.policies.session_timeout_ms
        return self._ask(crash, r.Tick(wait_ms, every_ms=wait_ms // STOPS_WHILE_WAITING))

    def restart(self, broker: int) -> Self:
        """Start a dead broker again."""
        return self._ask(r.Restart(broker))

    def stop(self, broker: int) -> Self:
        """Shut a broker down in order: it hands its leaderships over first."""
        return self._ask(r.Stop(broker))

    def pause(self, broker: int) -> Self:
        """Stall a broker's replica fetchers; its heartbeats go on and it still serves."""
        return self._ask(r.Pause(broker))

    def resume(self, broker: int) -> Self:
        """Let a paused broker fetch again."""
        return self._ask(r.Resume(broker))

    def tick(self, ms: int, *, every_ms: int | None = None) -> Self:
        """Let time pass, in ms, from deadline to deadline; `every_ms` adds stops that the film shows."""
        return self._ask(r.Tick(ms, every_ms))

    def step(self) -> Self:
        """Let one rule answer; nothing happens when the cluster is quiet."""
        last = self.history.steps[-1].request if self.history.steps else None
        found = step(self.cluster, last, self.policies)
        if found:
            self.history = self.history.then([found])
        return self

    # What can be seen.

    def film(
        self,
        *,
        since: Cluster | None = None,
        lens: str = "cluster",
        partition: tuple[str, int] | None = None,
        detail: bool = False,
        title: str = "",
    ) -> Any:
        """Give a player with the film of what happened, from a kept cluster on if `since` names one.

        `partition` says where the lens replication looks; with `detail` every event is a frame.
        """
        from kafkaviz.player.widget import Player

        return Player(self._film(since=since, lens=lens, partition=partition, detail=detail, title=title))

    def story(self, *, since: Cluster | None = None) -> "Story":
        """Tell what happened, a line for each frame of the film."""
        captions = self._film(since=since).captions[1:]
        return Story("\n".join(" ".join(filter(None, (c.cap, *(f"[{line}]" for line in c.diff)))) for c in captions))

    def graph(self, lens: str = "cluster", *, partition: tuple[str, int] | None = None) -> Any:
        """Give the networkx graph of now through a lens; its nodes are exactly what the lens shows."""
        return lens_graph(self.cluster, lens, None if partition is None else Focus(*partition))

    def _film(
        self,
        *,
        since: Cluster | None = None,
        lens: str = "cluster",
        partition: tuple[str, int] | None = None,
        detail: bool = False,
        title: str = "",
    ) -> Film:
        history = self.history if since is None else self.history.since(since)
        focus = None if partition is None else Focus(*partition)
        return film_of(history, lens=lens, focus=focus, detail=detail, title=title)

    def _ask(self, *requests: Any, expect: str | None = None) -> Self:
        """Carry requests out, all or none; with `expect`, film the refusal and leave the cluster as it was."""
        cluster, steps = self.cluster, list[Step]()
        try:
            for request in requests:
                steps += run(cluster, request, self.policies, settle=self._settle)
                cluster = steps[-1].cluster if steps else cluster
            _raise_refusal(steps)
        except KafkaError as refusal:
            if expect != refusal.name:
                raise
            self.history = self.history.then([rejected(self.cluster, requests[0], refusal)])
            return self
        if expect is not None:
            raise ValueError(f"{expect} was expected, but nothing refused it; leave expect out to carry it out.")
        self.history = self.history.then(steps)
        return self

    def __repr__(self) -> str:
        cluster = self.cluster
        topics = ", ".join(cluster.topics)
        named = f", topic{'s' * (len(cluster.topics) > 1)} {topics}" if topics else ""
        brokers = f"{len(cluster.brokers)} broker{'s' * (len(cluster.brokers) != 1)}"
        return f"<Lab: {brokers}, Kafka {self.kafka}{named}, t = {cluster.now_ms / 1000:g} s>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.film()._repr_mimebundle_(**kwargs)


class Story(str):
    """A text that a notebook shows line by line."""

    def __repr__(self) -> str:
        return str(self)


def _policies(kafka: str, changes: Mapping[str, Any]) -> Policies:
    if kafka not in ERAS:
        raise ValueError(f"There is no Kafka {kafka!r} here; choose one of {', '.join(ERAS)}.")
    unknown = [name for name in changes if name not in Policies._fields]
    if unknown:
        allowed = ", ".join(Policies._fields)
        raise ValueError(f"Lab does not know {', '.join(unknown)}. What can be set: brokers, kafka, seed, {allowed}.")
    return ERAS[kafka]._replace(**changes)


def _racks(brokers: int | Mapping[int, str | None]) -> Mapping[int, str | None]:
    racks = brokers if isinstance(brokers, Mapping) else dict.fromkeys(range(1, brokers + 1))
    if not 1 <= len(racks) <= 100:
        raise ValueError(f"A lab has 1 to 100 brokers, not {len(racks)}.")
    return racks


def _first_cluster(racks: Mapping[int, str | None], policies: Policies, seed: int | None) -> Cluster:
    brokers = {b: Broker(b, rack) for b, rack in racks.items()}
    if policies.controller == "zookeeper":
        # The broker that starts first makes the node /controller first.
        return Cluster(0, ZooKeeper(next(iter(brokers))), brokers, seed)
    voters = range(FIRST_CONTROLLER, FIRST_CONTROLLER + policies.controllers)
    nodes = list(brokers)[: policies.controllers] if policies.process_roles == "combined" else voters
    return Cluster(0, Quorum.of(*nodes), brokers, seed)


def _bytes(text: Text) -> bytes | None:
    if text is None or isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode()
    raise ValueError(f"A key or a value is text or bytes, not {text!r}; convert it first, as in str({text!r}).")


def _raise_refusal(steps: Sequence[Step]) -> None:
    """Raise what a broker answered to a batch that is still waiting; a moved leader is the producer's own affair."""
    if not steps:
        return
    waiting = {
        (name, batch.tp, batch.error)
        for name, producer in steps[-1].cluster.producers.items()
        for batch in producer.batches
        if batch.sent_to is None
    }
    for one in reversed(steps):
        event = one.event
        if isinstance(event, BatchRejected) and event.error != "NOT_LEADER_OR_FOLLOWER":
            if (event.producer, event.tp, event.error) in waiting:
                raise error_named(event.error)(event.message)
            return
