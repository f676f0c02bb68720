"""What can be seen of a lab: its film, its story, its graph."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_items, name_of, short
from kafkaviz.graph.lenses import Focus, lens_graph
from kafkaviz.lab.answers import keep_answer
from kafkaviz.lab.base import footnote_of
from kafkaviz.lab.commands import as_commands
from kafkaviz.lab.describe_groups import OffsetRow, describe_groups
from kafkaviz.lab.describe_topics import PartitionRow, describe_topics
from kafkaviz.lab.futures import Futures
from kafkaviz.lab.reasons import why
from kafkaviz.lab.sessions import Branches
from kafkaviz.lab.tables import Table
from kafkaviz.lab.words import Story, story_of, summary_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import check_kind, check_name
from kafkaviz.model.core.promise import Property
from kafkaviz.model.core.require import require_partition
from kafkaviz.model.properties import first_breach
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.gates import add_gates
from kafkaviz.scene.lamps import lit
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.opening import open_at
from kafkaviz.scene.values import Film

if TYPE_CHECKING:
    import networkx as nx

    from kafkaviz.player.widget import Player


def promises_in(given: object) -> tuple[Property, ...]:
    """Returns the promises that a film shall carry: one, or several in their order, each once.

    Raises InvalidArgumentError for what cannot be asked of a step.
    """
    promises = (given,) if callable(given) else as_items(given)
    if promises is None:
        raise InvalidArgumentError(f"promises= takes promises of kafkaviz.model.properties, not {short(given)}.")
    for promise in promises:
        if not callable(promise):
            raise InvalidArgumentError(f"A promise is a function (before, event, after), not {short(promise)}.")
    # After the check: what is no function may have no hash either.
    return tuple(dict.fromkeys(promises))


class Views(Branches):
    """The verbs that show a lab or tell of it."""

    def film(
        self,
        *,
        since: Cluster | None = None,
        lens: str = "cluster",
        partition: tuple[str, int] | None = None,
        detail: bool = False,
        title: str = "",
        ask: object = (),
        opens_at: int | Property | None = None,
        promises: Property | Sequence[Property] = (),
    ) -> "Player":
        """Returns a player with the film of what happened, from a kept cluster on if `since` names one.

        `partition` says where the lens replication looks; with `detail` every event is a frame. The film stops and
        asks what `ask` holds, one question or a list of them: `(question, options, right one, "PartitionChanged")`.
        Each of `promises`, of `kafkaviz.model.properties` or of your own, has a lamp that is green until it is broken.
        The film opens on the frame that tells of the step `opens_at`, counted as in `at`, or that breaks that promise.

        >>> from kafkaviz.lab import Lab
        >>> Lab().create_topic("letters").pause(2).kill(1).film(opens_at=3).index
        1
        """
        from kafkaviz.player.widget import Player

        check_name("lens", lens, LENSES)
        check_kind("title", str, title)
        check_kind("detail", bool, detail)
        focus = self._focus(partition)
        kept = promises_in(promises)

        def filmed(lab: Views) -> Film:
            history = lab._history_since(since)
            earlier = len(lab.history.steps) - len(history.steps)
            film = film_of(
                history,
                lens=lens,
                focus=focus,
                detail=detail,
                title=title,
                policies=lab.policies,
                past=None if since is None else lab.history.at(earlier),
            )
            film = film._replace(footnote=footnote_of(lab))
            return lit(film, lab.history, kept, earlier) if kept else film

        steps_before = len(self.history.steps) - len(self._history_since(since).steps)
        film = add_gates(filmed(self), ask)
        if opens_at is not None:
            film = open_at(film, self._opening(opens_at) - steps_before)
        futures = Futures(self.fork(), filmed, film, steps_before)
        return Player(film, menu=futures.menu, act=futures.act, walk=futures.walk, answered=keep_answer)

    def story(self, *, since: Cluster | None = None) -> Story:
        """Tells what happened, a line for each frame of the film."""
        return story_of(self._history_since(since))

    def describe(self, topic: str | None = None) -> Table[PartitionRow]:
        """Describes a topic, or every topic, in the layout of `kafka-topics.sh --describe`.

        Behind it stand the high watermark and the log end offset of each replica, in the order of the replicas.
        Raises UnknownTopicOrPartitionError (3).

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(kafka="2.4").create_topic("letters", 1, 3).send("letters", "ABC").tick(500)
        >>> described = lab.describe("letters")
        >>> print(str(described).expandtabs(1))
        Topic: letters PartitionCount: 1 ReplicationFactor: 3 Configs:
         Topic: letters Partition: 0 Leader: 1 Replicas: 1,2,3 Isr: 1,2,3 HighWatermark: 1,1,1 LogEndOffset: 1,1,1
        >>> described.rows[0].isr
        (1, 2, 3)

        Kafka: org.apache.kafka.tools.TopicCommand of the lab's release.
        """
        name: str | None = check_kind("topic", str | None, topic)
        names = sorted(self.cluster.topics) if name is None else [name]
        return describe_topics(self.history, names, self.policies, self.kafka)

    def describe_group(self, group: str | None = None) -> Table[OffsetRow]:
        """Describes a group, or every group, in the layout of `kafka-consumer-groups.sh --describe`.

        Raises GroupIdNotFoundError (69).

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", 2, 3).join("app", "C0", topics=["letters"])
        >>> lab = lab.send("letters", "ABC", "DEF", partition=0).commit("app", "C0", {("letters", 0): 1})
        >>> lab.describe_group("app")
        GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID
        app letters 0 1 2 1 C0 /127.0.0.1 C0
        app letters 1 - 0 - C0 /127.0.0.1 C0
        <BLANKLINE>
        GROUP COORDINATOR (ID) ASSIGNMENT-STRATEGY STATE #MEMBERS
        app broker-2:9092 (2) range Stable 1

        Kafka: org.apache.kafka.tools.consumer.group.ConsumerGroupCommand; below its lines those of `--state`.
        """
        name: str | None = check_kind("group", str | None, group)
        names = sorted(self.cluster.groups) if name is None else [name]
        return describe_groups(self.cluster, names, self.policies)

    def why(self, step: int = -1) -> Story:
        """Says what made a step, counted from 1, and the reason; -1 is the last one.

        Raises ValueError when there is no such step.

        >>> from kafkaviz.lab import Lab
        >>> Lab().pause(2).why()
        Step 1 of 1: BrokerPaused, made by Pause(broker=2).
        Broker 2 stops fetching.
        why: Its replica fetchers stand still; broker 2 still sends heartbeats, so its session goes on.
        """
        return why(self.history, step, self.policies)

    def as_commands(self) -> Story:
        """Returns what was done as a shell script: each act as the line of Kafka's own tool that does it.

        What no tool does is a comment, and so is what Kafka refused.

        >>> from kafkaviz.lab import Lab
        >>> Lab().create_topic("letters", 1, 3).send("letters", "ABC", "it's").kill(1).as_commands()
        # Kafka 4.4: brokers 1, 2, 3 run, each from config/broker-<id>.properties.
        kafka-topics.sh --bootstrap-server localhost:9092 --create --topic letters --partitions 1 --replication-factor 3
        printf '%s\\n' ABC 'it'"'"'s' | kafka-console-producer.sh --bootstrap-server localhost:9092 --topic letters
        kill -9 "$(pgrep -f '[ =/]broker-1\\.properties( |$)')"  # broker 1
        sleep 9

        Kafka: the scripts in bin/ of the lab's release.
        """
        return as_commands(self.history, self.policies, self.kafka)

    def graph(self, lens: str = "cluster", *, partition: tuple[str, int] | None = None) -> "nx.MultiDiGraph":
        """Returns the networkx graph of now through a lens; its nodes are exactly what the lens shows."""
        facts = LENSES[check_name("lens", lens, LENSES)].graph
        return lens_graph(self.cluster, facts, self._focus(partition))

    def _opening(self, opens_at: object) -> int:
        """Returns the step, from 1, that is meant by its number, or by the promise that it breaks."""
        if not callable(opens_at):
            return len(self.history.at(check_kind("opens_at", int, opens_at)).steps)
        breach = first_breach(self.history, [opens_at])
        if breach is None:
            raise InvalidArgumentError(f"No step of this lab breaks {name_of(opens_at)}, so no film opens on one.")
        return breach[0]

    def _history_since(self, cluster: Cluster | None) -> History:
        return self.history if cluster is None else self.history.since(cluster)

    def _focus(self, partition: tuple[str, int] | None) -> Focus | None:
        tp = check_kind("partition", TopicPartition | None, partition)
        if tp is not None:
            require_partition(self.cluster, *tp)
        return None if tp is None else Focus(*tp)

    def __repr__(self) -> str:
        return f"<Lab: {summary_of(self.cluster, self.kafka)}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.film()._repr_mimebundle_(**kwargs)
