"""What is played for an event, before a lens gives it a place: cues, in the words of the graph."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import (
    ZOOKEEPER_ID,
    broker_id,
    controller_id,
    group_id,
    holder_of,
    member_id,
    partition_id,
    partition_of,
    record_id,
    replica_id,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.replicas import Record
from kafkaviz.scene.canvas import label_of

LETTERS, NAMED, MOST_CARRIED = 10, 3, 6
NEWS = "what is new?"
"""What a broker asks a controller that it reads the metadata log of."""
HIGH_WATERMARK = "high watermark"
"""What alone of a copy turns into what it is now, where a flip says so."""
NOTHING = "nothing new"
"""What an answer says that carries no records."""


class Cue(NamedTuple):
    """One thing to be played in a step, in the words of the graph; a film says it as an `Effect`.

    A message goes from node `start` to node `end`, says `text`, and carries `cells`, nodes that become what they are
    where they land; each comes from the node (or mark) in `sources`. A `load` is carried as well: records, by what they
    hold; those land that have a cell which is drawn. What is no message happens to the `cells`. A `hush` leaves no
    trace, a `patient` one waits until all before it has landed. `about` are nodes that it concerns besides; a wait has
    its `clock`, from when to when in ms of the model. An `empty` one carries no records: where many steps are joined
    only the way of the records is traced.
    """

    kind: str
    start: str = ""
    end: str = ""
    text: str = ""
    cells: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    patient: bool = False
    about: tuple[str, ...] = ()
    clock: tuple[int, int] = (0, 0)
    hush: bool = False
    empty: bool = False
    load: tuple[str, ...] = ()


def why(words: str, *nodes: str) -> Cue:
    """Returns the mark of a cause: a few of Kafka's words at the first of some nodes that a lens draws.

    A caption says it in a sentence; who looks at the picture alone reads the mark, before anything moves.

    >>> why("first in ISR", "replica:t-0@2", "broker:2")[:4]
    ('why', '', 'replica:t-0@2', 'first in ISR')
    """
    return Cue("why", end=nodes[0], text=words, about=nodes[1:])


def copy_of(tp: TopicPartition, broker: int) -> tuple[str, str]:
    """Returns the nodes at which a cause in a copy of a partition can be marked: the copy, or its broker."""
    return replica_id(tp, broker), broker_id(broker)


def copies_on(broker: int, cluster: Cluster) -> tuple[str, ...]:
    """Returns the copies at which a cause in a broker is marked, in a lens that shows no brokers."""
    return tuple(replica_id(tp, broker) for tp, replicas in cluster.replicas.items() if broker in replicas)


def seat_of(cluster: Cluster) -> str:
    """Returns the node that decides, or the one that would know who does."""
    active = cluster.controller.active
    if isinstance(cluster.controller, Quorum):
        return controller_id(next(iter(cluster.controller.voters), -1) if active is None else active)
    return ZOOKEEPER_ID if active is None else broker_id(active)


def partition_name(tp: TopicPartition, cluster: Cluster) -> str:
    """Returns the shortest name that tells a partition from all others."""
    return f"p{tp.partition}" if len(cluster.topics) <= 1 else str(tp)


def values_in(values: Iterable[bytes | None]) -> str:
    """Returns what a message carries, in few letters.

    >>> values_in([b"ABC", b"DEF", b"GHI", b"JKL"])
    'ABC DEF GHI +1'
    """
    every = list(values)
    more = [f"+{len(every) - NAMED}"] if len(every) > NAMED else []
    return " ".join([*(label_of(value, LETTERS) for value in every[:NAMED]), *more])


def carry(cue: Cue, records: Mapping[str, bytes | None]) -> Cue:
    """Returns a message with records as its load, each of which comes from the node that is its copy.

    >>> carry(Cue("answer", "a", "b"), {"record:t-0@1#0e0": b"ABC"})[8:]
    ((0, 0), False, False, ('ABC',))
    """
    return cue._replace(sources=(*records,), load=tuple(label_of(value, LETTERS) for value in records.values()))


def loose(cue: Cue, landing: Sequence[int]) -> Cue:
    """Returns a message whose cells with these numbers land; of the others it says the first few values.

    >>> loose(Cue("answer", cells=("c0", "c1"), sources=("r0", "r1"), load=("ABC", "DEF")), [1])[4:6]
    (('c1',), ('r1', 'r0'))
    """
    others = [n for n in range(len(cue.load)) if n not in landing]
    shown = others[:MOST_CARRIED]
    load = [cue.load[n] for n in shown]
    if len(others) > len(shown):
        load[-1] = f"+{len(others) - len(shown) + 1}"
    cells, sources = (
        tuple(names[n] for n in order) for names, order in ((cue.cells, landing), (cue.sources, [*landing, *shown]))
    )
    return cue._replace(cells=cells, sources=sources, load=tuple(load))


def record_ids(tp: TopicPartition, broker: int, records: Iterable[Record]) -> tuple[str, ...]:
    """Returns the names of the records in a copy of a partition."""
    return tuple(record_id(tp, broker, record) for record in records)


def asking_leaders(cues: Iterable[Cue]) -> list[Cue]:
    """Returns cues in which a request about a partition goes to the copy that answers it, if that is known.

    >>> asking_leaders([Cue("ask", "member:a/C1", "partition:t-0", "from 0?", about=("replica:t-0@1",))])[0].end
    'replica:t-0@1'
    """
    return [cue._replace(start=_leader(cue, cue.start), end=_leader(cue, cue.end)) for cue in cues]


def _leader(cue: Cue, node: str) -> str:
    about = next((each for each in cue.about if each.startswith("replica:")), node)
    return about if node.startswith("partition:") else node


def mark_at_copies(cues: Iterable[Cue]) -> list[Cue]:
    """Returns marks at copies of what the controller answers to brokers, for a lens that has no way to it.

    >>> answer = Cue("answer", "controller:101", "broker:3", "p0 → 2")
    >>> [cue[2:4] for cue in mark_at_copies([answer, Cue("flip", end="broker:3", cells=("c",))])]
    [('c', 'hears: p0 → 2')]
    """
    heard, found, cues = dict[str, str](), list[Cue](), [*cues]
    marked = {cue.end for cue in cues if cue.kind == "why"}
    for cue in cues:
        if cue.kind == "answer" and cue.start.startswith("controller:"):
            heard[cue.end] = cue.text
        elif cue.kind == "flip" and cue.end in heard:
            found += [why(f"hears: {heard[cue.end]}", cell) for cell in cue.cells if cell not in marked]
    return found


def mark_at_clients(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues with marks at clients of what they ask a broker and hear, for a lens that draws no broker.

    >>> ask, answer = Cue("ask", "producer:p", "broker:1"), Cue("answer", "broker:1", "producer:p", "p0 → 2")
    >>> [cue.text for cue in mark_at_clients([ask, answer, why("was refused", "producer:p")]) if cue.kind == "why"]
    ['was refused, asks broker 1: p0 → 2']
    """
    asked = {(cue.end, cue.start) for cue in cues if cue.kind == "ask" and cue.end.startswith("broker:")}
    heard = {
        cue.end: f"asks {cue.start.replace(':', ' ')}: {cue.text}"
        for cue in cues
        if cue.kind == "answer" and (cue.start, cue.end) in asked and not cue.end.startswith("controller:")
    }
    marked = {cue.end for cue in cues if cue.kind == "why"}
    told = [
        cue._replace(text=f"{cue.text}, {heard[cue.end]}") if cue.kind == "why" and cue.end in heard else cue
        for cue in cues
    ]
    return [*told, *(why(words, client) for client, words in heard.items() if client not in marked)]


def mark_creation(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues with marks at new replicas of who placed them, for a lens that draws no controller.

    >>> placed = why("replicas striped", "controller:101", "replica:t-0@1", "partition:t-0")
    >>> [(cue.end, cue.text) for cue in mark_creation([placed])]
    [('replica:t-0@1', 'created by controller 101'), ('replica:t-0@1', 'replicas striped')]
    """
    found = list[Cue]()
    for cue in cues:
        if creations_in(cue):
            found += [why(f"created by controller {cue.end.partition(':')[2]}", *cue.about), why(cue.text, *cue.about)]
        else:
            found.append(cue)
    return found


def creations_in(cue: Cue) -> dict[str, str]:
    """Returns the partitions whose creation a mark tells, each with the broker that holds its first replica.

    >>> creations_in(why("as assigned", "controller:101", "replica:t-0@2", "replica:t-0@1", "partition:t-0"))
    {'partition:t-0': 'broker:2'}
    """
    ends = [node.partition(":")[0] for node in cue.about]
    if cue.kind != "why" or cue.end.partition(":")[0] not in ("controller", "broker"):
        return {}
    if ends[:1] != ["replica"] or "partition" not in ends:
        return {}
    first = dict[str, str]()
    for replica in cue.about[: ends.index("partition")]:
        first.setdefault(partition_of(replica), holder_of(replica))
    return first


def short_names(partitions: Sequence[str], most: int) -> str:
    """Returns what partitions are called in few letters, by their ids; of many the first ones.

    >>> short_names(["partition:t-0", "partition:t-1", "partition:t-2"], 2)
    'p0 p1 …'
    """
    names = [f"p{node.rpartition('-')[2]}" for node in partitions[:most]]
    return " ".join(names) + " …" * (len(partitions) > most)


def mark_at_partitions(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues in which a cause in a copy is marked at the partition, for a lens that draws no copies.

    What happens in copies while time passes is no cause of that.

    >>> mark_at_partitions([why("whole ISR has it", "replica:t-0@1")])[0].about
    ('partition:t-0',)
    """
    if any(cue.kind == "wait" for cue in cues):
        return [*cues]
    return [
        cue._replace(about=(partition_of(cue.end), *cue.about))
        if cue.kind == "why" and cue.end.startswith("replica:")
        else cue
        for cue in cues
    ]


def log_entry(after: Cluster, about: tuple[str, ...] = ()) -> list[Cue]:
    """Returns the cue of the controller that writes into the metadata log, or changes a node of ZooKeeper."""
    return [Cue("write", end=seat_of(after), patient=True, about=about)]


def by_coordinator(cue: Cue, cluster: Cluster, group: str) -> Cue:
    """Returns a message to or from a group with the broker that takes or sends it, where there is one."""
    coordinator = cluster.groups[group].coordinator
    return cue if coordinator is None else cue._replace(about=(*cue.about, broker_id(coordinator)))


def gain_partitions(cluster: Cluster, group: str, member: str, tps: Sequence[TopicPartition]) -> list[Cue]:
    """Returns cues for a member of a group that is given partitions: the coordinator's answer, and the move."""
    text = " ".join(f"p{tp.partition}" for tp in tps[:4]) or "nothing new"
    answer = by_coordinator(Cue("answer", group_id(group), member_id(group, member), text), cluster, group)
    cells = tuple(map(partition_id, tps))
    return [answer, *([Cue("move", answer.start, answer.end, cells=cells, patient=True)] if cells else [])]
