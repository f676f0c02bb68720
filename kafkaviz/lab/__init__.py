"""Lab: the verbs a person uses. It keeps the history; everything below it is values."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from kafkaviz.graph.lenses import Focus, lens_graph
from kafkaviz.lab.asking import carried_out
from kafkaviz.lab.start import first_cluster, policies_of, racks_of
from kafkaviz.lab.words import Story, Text, bytes_of, pollers, shown, told
from kafkaviz.model import requests as r
from kafkaviz.model.engine import step
from kafkaviz.model.history import History
from kafkaviz.model.rules.clock import next_deadline
from kafkaviz.model.values import Cluster, TopicPartition
from kafkaviz.scene.director import film_of
from kafkaviz.scene.gates import gated
from kafkaviz.scene.values import Film

STOPS_WHILE_WAITING = 3
WAITS_AT_MOST_MS = 60_000


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
        self.policies = policies_of(kafka, policies)
        self.history = History(first_cluster(racks_of(brokers), self.policies, seed))

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
        return self.ask(r.CreateTopic(topic, partitions, replication_factor, configs, given), expect=expect)

    def delete_topic(self, topic: str, *, expect: str | None = None) -> Self:
        """Delete a topic."""
        return self.ask(r.DeleteTopic(topic), expect=expect)

    def configure(self, topic: str, *, expect: str | None = None, **configs: Any) -> Self:
        """Change a topic's own configs, by Kafka's names in snake_case."""
        return self.ask(r.Configure(topic, configs), expect=expect)

    def elect_preferred(self, topic: str, partition: int = 0, *, expect: str | None = None) -> Self:
        """Move leadership of a partition back to the first replica of its assignment."""
        return self.ask(r.Elect(topic, partition), expect=expect)

    def add_partitions(self, topic: str, partitions: int, *, expect: str | None = None) -> Self:
        """Raise a topic's partition count to `partitions`; it can never be lowered."""
        return self.ask(r.AddPartitions(topic, partitions), expect=expect)

    def reassign(self, topic: str, partition: int, replicas: Sequence[int], *, expect: str | None = None) -> Self:
        """Move a partition to these brokers; more of them raise its replication factor."""
        return self.ask(r.Reassign(topic, partition, tuple(replicas)), expect=expect)

    def cancel_reassignment(self, topic: str, partition: int, *, expect: str | None = None) -> Self:
        """Stop a move that goes on, and keep the replicas from before."""
        return self.ask(r.CancelReassignment(topic, partition), expect=expect)

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
            r.Send(topic, bytes_of(value), bytes_of(own_key), partition, producer, acks, flush and n == len(pairs))
            for n, (own_key, value) in enumerate(pairs, 1)
        ]
        return self.ask(*asked, expect=expect)

    def poll(
        self,
        topic: str = "",
        *,
        group: str | None = None,
        member: str | None = None,
        max_records: int = -1,
        consumer: str = "consumer",
        rack: str | None = None,
        auto_offset_reset: str = "earliest",
        expect: str | None = None,
    ) -> Self:
        """Let a group, or one `member` of it, fetch what it owns; or a consumer without a group from a whole topic.

        A consumer without a group starts at the beginning, and may say its `rack`; groups obey the policy
        `auto_offset_reset`, `latest`.
        """
        if group is not None:
            members = pollers(self.cluster, group) if member is None else [member]
            return self.ask(*(r.GroupPoll(group, name, max_records) for name in members), expect=expect)
        return self.ask(r.Poll(topic, consumer, auto_offset_reset, rack), expect=expect)  # type: ignore[arg-type]

    # What the members of groups do.

    def join(
        self,
        group: str,
        *members: str,
        topics: Sequence[str],
        instance_ids: Sequence[str | None] = (),
        wait: bool = True,
    ) -> Self:
        """Start consumers of a group; `wait` lets the time pass until everybody has its share."""
        return self.ask(r.Join(group, members, tuple(topics), tuple(instance_ids)))._balanced(group, wait)

    def leave(self, group: str, *members: str, wait: bool = True) -> Self:
        """Close consumers of a group; a static member says nothing and may come back."""
        return self.ask(*(r.Leave(group, member) for member in members))._balanced(group, wait)

    def crash_member(self, group: str, member: str, *, detect: bool = True) -> Self:
        """Crash a consumer; with `detect`, let the time pass until its session is over and others have its share."""
        crash = r.CrashMember(group, member)
        if not detect:
            return self.ask(crash)
        wait_ms = self.policies.group_session_timeout_ms
        return self.ask(crash, r.Tick(wait_ms, every_ms=wait_ms // STOPS_WHILE_WAITING))._balanced(group, True)

    def stall_member(self, group: str, member: str) -> Self:
        """Let a consumer get stuck in its processing: heartbeats go on, polls do not."""
        return self.ask(r.StallMember(group, member))

    def resume_member(self, group: str, member: str) -> Self:
        """Let a stuck consumer poll again."""
        return self.ask(r.ResumeMember(group, member))

    def commit(
        self,
        group: str,
        member: str,
        offsets: Mapping[tuple[str, int], int] | None = None,
        *,
        expect: str | None = None,
    ) -> Self:
        """Commit what a member has read, or for each partition the next offset to read that `offsets` says."""
        given = None if offsets is None else {TopicPartition(*tp): offset for tp, offset in offsets.items()}
        return self.ask(r.Commit(group, member, given), expect=expect)

    def seek(self, group: str, member: str, topic: str, partition: int, offset: int) -> Self:
        """Move a member's position in a partition that it owns."""
        return self.ask(r.Seek(group, member, topic, partition, offset))

    def acknowledge(self, group: str, member: str, outcome: str = "accept") -> Self:
        """Let a member of a share group accept, release or reject the records it has."""
        return self.ask(r.Acknowledge(group, member, outcome))  # type: ignore[arg-type]

    # What happens to brokers and controllers.

    def kill(self, broker: int, *, detect: bool = True, power_lost: bool = False) -> Self:
        """Crash a broker; with `detect`, let the time pass until its session has expired and others take over."""
        crash = r.Kill(broker, power_lost)
        if not detect:
            return self.ask(crash)
        wait_ms = self.policies.session_timeout_ms
        self.ask(crash, r.Tick(wait_ms, every_ms=wait_ms // STOPS_WHILE_WAITING))
        return self._wait(lambda cluster: cluster.brokers[broker].fenced or cluster.controller.is_stuck, True)

    def restart(self, broker: int) -> Self:
        """Start a dead broker again."""
        return self.ask(r.Restart(broker))

    def stop(self, broker: int) -> Self:
        """Shut a broker down in order: it hands its leaderships over first."""
        return self.ask(r.Stop(broker))

    def pause(self, broker: int) -> Self:
        """Stall a broker's replica fetchers; its heartbeats go on and it still serves."""
        return self.ask(r.Pause(broker))

    def resume(self, broker: int) -> Self:
        """Let a paused broker fetch again."""
        return self.ask(r.Resume(broker))

    def add_broker(self, broker: int, rack: str | None = None) -> Self:
        """Let a new broker join; it holds nothing until partitions are moved to it."""
        return self.ask(r.AddBroker(broker, rack))

    def remove_broker(self, broker: int) -> Self:
        """Take a broker that holds nothing out of the cluster, stopping it first if it runs."""
        runs = broker in self.cluster.brokers and self.cluster.brokers[broker].is_up
        return self.ask(*([r.Stop(broker)] if runs else []), r.RemoveBroker(broker))

    def kill_controller(self, node: int, *, detect: bool = True) -> Self:
        """Crash a controller of the quorum; with `detect`, wait until another is active, if there can be one."""
        return self.ask(r.KillController(node))._governed(detect)

    def restart_controller(self, node: int) -> Self:
        """Start a dead controller of the quorum again, and wait until one is active, if there can be one."""
        return self.ask(r.RestartController(node))._governed(True)

    def tick(self, ms: int, *, every_ms: int | None = None) -> Self:
        """Let time pass, in ms, from deadline to deadline; `every_ms` adds stops that the film shows."""
        return self.ask(r.Tick(ms, every_ms))

    def step(self) -> Self:
        """Let one rule answer; nothing happens when the cluster is quiet."""
        last = self.history.steps[-1].request if self.history.steps else None
        found = step(self.cluster, last, self.policies)
        if found:
            self.history = self.history.then([found])
        return self

    def ask(self, *requests: Any, expect: str | None = None) -> Self:
        """Carry out requests of `kafkaviz.model.requests`, also those without a verb, all or none of them."""
        self.history = carried_out(self.history, requests, self.policies, settle=self._settle, expect=expect)
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
        ask: Any = (),
    ) -> Any:
        """Give a player with the film of what happened, from a kept cluster on if `since` names one.

        `partition` says where the lens replication looks; with `detail` every event is a frame. The film stops and
        asks what `ask` holds, one question or a list of them: `(question, options, right one, "PartitionChanged")`.
        """
        from kafkaviz.player.widget import Player

        film = self._film(since, lens=lens, partition=partition, detail=detail, title=title)
        return Player(gated(film, ask))

    def story(self, *, since: Cluster | None = None) -> Story:
        """Tell what happened, a line for each frame of the film."""
        return told(self._film(since))

    def graph(self, lens: str = "cluster", *, partition: tuple[str, int] | None = None) -> Any:
        """Give the networkx graph of now through a lens; its nodes are exactly what the lens shows."""
        return lens_graph(self.cluster, lens, None if partition is None else Focus(*partition))

    def _balanced(self, group: str, wait: bool) -> Self:
        """Wait until a group is at rest, but not for members that are stuck."""
        return self._wait(lambda cluster: cluster.groups[group].is_at_rest, wait)

    def _governed(self, wait: bool) -> Self:
        """Wait until a controller is active, unless too few are up."""
        return self._wait(lambda cluster: cluster.controller.active is not None or cluster.controller.is_stuck, wait)

    def _wait(self, done: Callable[[Cluster], bool], wait: bool) -> Self:
        """Let time pass from deadline to deadline until something holds, or long enough."""
        end = self.cluster.now_ms + WAITS_AT_MOST_MS
        while wait and self._settle and not done(self.cluster) and self.cluster.now_ms < end:
            due = next_deadline(self.cluster, self.policies)
            self.ask(r.Tick(min(due or end, end) - self.cluster.now_ms))
        return self

    def _film(self, since: Cluster | None, *, partition: tuple[str, int] | None = None, **how: Any) -> Film:
        history = self.history if since is None else self.history.since(since)
        focus = None if partition is None else Focus(*partition)
        return film_of(history, focus=focus, **how)

    def __repr__(self) -> str:
        return f"<Lab: {shown(self.cluster, self.kafka)}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.film()._repr_mimebundle_(**kwargs)
