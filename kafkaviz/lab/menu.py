"""What can be done to what one points at: each thing as the line of Python it is, and the line of Kafka's own tool."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import Named, parse_id
from kafkaviz.lab.base import LabBase
from kafkaviz.lab.commands.command import Command, Era, lines_of
from kafkaviz.lab.releases import TOOLS
from kafkaviz.model.core.brokers import FROZEN, PAUSED
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event, TimeAdvanced
from kafkaviz.model.core.fingerprint import Fingerprints
from kafkaviz.model.core.request import Request, Tick

MOST_TOPICS: Final = 5
VALUES: Final = ("ABC", "DEF", "GHI", "JKL", "MNO", "PQR", "STU", "VWX", "YZA")


class MenuItem(NamedTuple):
    """One thing that can be done: `python` is the verb as one types it, `kafka` the line of Kafka's own tool, if any.

    What is not `enabled` would change nothing or be refused; `why` says so.
    """

    label: str
    python: str
    kafka: str
    enabled: bool = True
    why: str = ""


class Verb(NamedTuple):
    """A verb of a lab with its arguments, not yet done; without a `name` nothing is possible, and `label` says why."""

    label: str
    name: str = ""
    args: tuple[object, ...] = ()
    keywords: Mapping[str, object] = {}
    why: str = ""

    def __str__(self) -> str:
        arguments = [*map(repr, self.args), *(f"{name}={value!r}" for name, value in self.keywords.items())]
        return f"{self.name}({', '.join(arguments)})"

    def on(self, lab: LabBase) -> None:
        """Lets a lab do it."""
        getattr(lab, self.name)(*self.args, **self.keywords)


def verbs_on(cluster: Cluster, node: str) -> list[Verb]:
    """Returns the verbs for a node, in the order of the menu."""
    named = parse_id(node)
    return list(_VERBS[named.kind](cluster, named)) if named.kind in _VERBS else []


Offer = Callable[[Cluster, str], Sequence[Verb]]
"""Returns the verbs that a menu has for a node of a cluster, in its order."""


def menu_of(lab: LabBase, node: str, offer: Offer = verbs_on) -> list[MenuItem]:
    """Returns what can be done to a node of the lab's graph as it is now; empty where nothing is.

    Raises InvalidArgumentError for a text that is no node's name.

    >>> from kafkaviz.lab import Lab
    >>> [(item.label, item.enabled) for item in menu_of(Lab(2).pause(2), "broker:2")][:4]
    [('kill', True), ('restart', False), ('stop', True), ('resume', True)]

    Kafka: the admin client and the command-line tools; `why` is what they would answer.
    """
    known = Fingerprints()
    return [_item(lab, verb, known) for verb in offer(lab.cluster, node)]


def _item(lab: LabBase, verb: Verb, known: Fingerprints) -> MenuItem:
    if not verb.name:
        return MenuItem(verb.label, "", "", False, verb.why)
    python, kafka, why = f"lab.{verb}", "", ""
    try:
        asked = requests_of(lab, verb)
        event = _first_event(asked[0], lab)
        if known.of(event.apply(lab.cluster)) == known.of(lab.cluster):
            why = "Nothing would change."
        command = Command(tuple(asked[:1]), lab.cluster, event)
        lines = lines_of(asked[0], command, Era(TOOLS[lab.kafka], lab.policies))
        # To end a process is no tool of Kafka's, and how to find it is a line as long as the menu.
        kafka = "\n".join(line for line in lines if not line.startswith("kill "))
    except (KafkaError, ValueError) as refusal:
        why = str(refusal)
    return MenuItem(verb.label, python, kafka, not why, why)


def _first_event(request: Request, lab: LabBase) -> Event:
    if isinstance(request, Tick):
        return TimeAdvanced(lab.cluster.now_ms + request.ms)
    return request.handle(lab.cluster, lab.policies)


def requests_of(lab: LabBase, verb: Verb) -> list[Request]:
    """Returns the requests that a verb would make, without making them: a lab of the same kind writes them down."""
    asked = list[Request]()

    def ask(self: LabBase, *requests: Request, **_: object) -> LabBase:
        asked.extend(requests)
        return self

    noting: LabBase = object.__new__(type("Noting", (type(lab),), {"ask": ask}))
    noting.__dict__.update(lab.__dict__)
    verb.on(noting)
    return asked


def _on_broker(cluster: Cluster, named: Named) -> Iterator[Verb]:
    broker = int(named.parts[0])
    if broker not in cluster.brokers:
        return
    known = cluster.brokers[broker]
    yield from (Verb(name, name, (broker,)) for name in ("kill", "restart", "stop"))
    for either, other, is_so in (
        ("pause", "resume", known.state == PAUSED),
        ("freeze", "thaw", known.state == FROZEN),
        ("cut_off", "reconnect", known.cut_off),
    ):
        name = other if is_so else either
        yield Verb(name.replace("_", " "), name, (broker,))


def _on_controller(cluster: Cluster, named: Named) -> Iterator[Verb]:
    if isinstance(cluster.controller, Quorum):
        node = int(named.parts[0])
        yield Verb("kill", "kill_controller", (node,))
        yield Verb("restart", "restart_controller", (node,))


def _on_partition(cluster: Cluster, named: Named) -> Iterator[Verb]:
    topic, number, *_ = named.parts
    tp = TopicPartition(topic, int(number))
    if tp not in cluster.partitions:
        return
    partition = cluster.partitions[tp]
    yield Verb("elect preferred leader", "elect_preferred", tp)
    if partition.leader is None:
        yield Verb("elect unclean leader", "elect_unclean", tp)
    if partition.adding or partition.removing:
        yield Verb("cancel reassignment", "cancel_reassignment", tp)
    spare = next((b for b in cluster.brokers if b not in partition.replicas and cluster.is_up(b)), None)
    holders = partition.replicas
    if spare is None:
        yield Verb("reassign to another broker", why=f"Every broker that is up has a replica of {tp}.")
    else:
        yield Verb(f"add a replica on broker {spare}", "reassign", (*tp, [*holders, spare]))
    if len(named.parts) > 2 and (here := int(named.parts[2])) in holders:
        if spare is not None:
            moved = [spare if b == here else b for b in holders]
            yield Verb(f"move this replica to broker {spare}", "reassign", (*tp, moved))
        if len(holders) > 1:
            yield Verb("remove this replica", "reassign", (*tp, [b for b in holders if b != here]))


def _on_member(cluster: Cluster, named: Named) -> Iterator[Verb]:
    group, member = named.parts
    if group not in cluster.groups or member not in cluster.groups[group].members:
        return
    stalled = cluster.groups[group].members[member].stalled_since_ms is not None
    yield Verb("crash", "crash_member", (group, member))
    yield Verb("leave", "leave", (group, member))
    yield Verb("poll", "poll", (), {"group": group, "member": member})
    yield Verb("commit", "commit", (group, member))
    yield Verb("resume" if stalled else "stall", "resume_member" if stalled else "stall_member", (group, member))


def _on_producer(cluster: Cluster, named: Named) -> Iterator[Verb]:
    by = {} if named.parts[0] == "producer" else {"producer": named.parts[0]}
    count = sum(producer.latest[-1].number + 1 for producer in cluster.producers.values() if producer.latest)
    value = VALUES[count] if count < len(VALUES) else f"v{count}"
    for topic in list(cluster.topics)[:MOST_TOPICS]:
        yield Verb(f"send {value} to {topic}", "send", (topic, value), by)
    if not cluster.topics:
        yield Verb("send", why="There is no topic to send to.")


def _on_consumer(cluster: Cluster, named: Named) -> Iterator[Verb]:
    by = {} if named.parts[0] == "consumer" else {"consumer": named.parts[0]}
    for topic in list(cluster.topics)[:MOST_TOPICS]:
        yield Verb(f"poll {topic}", "poll", (topic,), by)


_VERBS: Final[Mapping[str, Callable[[Cluster, Named], Iterator[Verb]]]] = {
    "broker": _on_broker,
    "controller": _on_controller,
    "partition": _on_partition,
    "replica": _on_partition,
    "record": _on_partition,
    "member": _on_member,
    "producer": _on_producer,
    "consumer": _on_consumer,
}
