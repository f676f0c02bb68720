"""What is played for an event, before a lens gives it a place: cues, in the words of the graph."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import (
    ZOOKEEPER_ID,
    broker_id,
    controller_id,
    group_id,
    member_id,
    partition_id,
    record_id,
    replica_id,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.replicas import Record
from kafkaviz.scene.canvas import DECORATION, label_of

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
    """Returns where a cause is marked that lies in a copy of a partition: there, or at its broker."""
    return replica_id(tp, broker), broker_id(broker)


def copies_on(broker: int, cluster: Cluster) -> tuple[str, ...]:
    """Returns where a cause is marked that lies in a broker, in a lens that shows its copies alone."""
    return tuple(replica_id(tp, broker) for tp, held in cluster.replicas.items() if broker in held)


def seat_of(cluster: Cluster) -> str:
    """Returns the node that decides, or the one that would know who does."""
    active = cluster.controller.active
    if isinstance(cluster.controller, Quorum):
        return controller_id(next(iter(cluster.controller.voters), -1) if active is None else active)
    return ZOOKEEPER_ID if active is None else broker_id(active)


def partition_name(tp: TopicPartition, cluster: Cluster) -> str:
    """Names a partition as shortly as it can be told apart."""
    return f"p{tp.partition}" if len(cluster.topics) <= 1 else str(tp)


def values_in(values: Iterable[bytes | None]) -> str:
    """Returns what a message carries, in few letters.

    >>> values_in([b"ABC", b"DEF", b"GHI", b"JKL"])
    'ABC DEF GHI +1'
    """
    held = list(values)
    more = [f"+{len(held) - NAMED}"] if len(held) > NAMED else []
    return " ".join([*(label_of(value, LETTERS) for value in held[:NAMED]), *more])


def carry(cue: Cue, records: Mapping[str, bytes | None]) -> Cue:
    """Returns a message that carries records, each from the node that is its copy.

    >>> carry(Cue("answer", "a", "b"), {"record:t-0@1#0e0": b"ABC"})[8:]
    ((0, 0), False, False, ('ABC',))
    """
    return cue._replace(sources=(*records,), load=tuple(label_of(value, LETTERS) for value in records.values()))


def loose(cue: Cue, landing: Sequence[int]) -> Cue:
    """Returns a message of whose load only the cells with these numbers land; of many that do not the first are told.

    >>> loose(Cue("answer", cells=("c0", "c1"), sources=("r0", "r1"), load=("ABC", "DEF")), [1])[4:6]
    (('c1',), ('r1', 'r0'))
    """
    others = [n for n in range(len(cue.load)) if n not in landing]
    shown = others[:MOST_CARRIED]
    load = [cue.load[n] for n in shown]
    if len(others) > len(shown):
        load[-1] = f"+{len(others) - len(shown) + 1}"
    cells, sources = (
        tuple(held[n] for n in order) for held, order in ((cue.cells, landing), (cue.sources, [*landing, *shown]))
    )
    return cue._replace(cells=cells, sources=sources, load=tuple(load))


def record_ids(tp: TopicPartition, broker: int, records: Iterable[Record]) -> tuple[str, ...]:
    """Returns the names of the records in a copy of a partition."""
    return tuple(record_id(tp, broker, record) for record in records)


def log_entry(after: Cluster, about: tuple[str, ...] = ()) -> list[Cue]:
    """Returns that the controller writes an entry into the metadata log; ZooKeeper's are changes of a node."""
    return [Cue("write", end=seat_of(after), patient=True, about=about)]


def by_coordinator(cue: Cue, cluster: Cluster, group: str) -> Cue:
    """Returns a message to or from a group with the broker that takes or sends it, where there is one."""
    coordinator = cluster.groups[group].coordinator
    return cue if coordinator is None else cue._replace(about=(*cue.about, broker_id(coordinator)))


def gain_partitions(cluster: Cluster, group: str, member: str, tps: Sequence[TopicPartition]) -> list[Cue]:
    """Returns that a member of a group is given partitions, which move to it."""
    text = " ".join(f"p{tp.partition}" for tp in tps[:4]) or "nothing new"
    answer = by_coordinator(Cue("answer", group_id(group), member_id(group, member), text), cluster, group)
    cells = tuple(map(partition_id, tps))
    return [answer, *([Cue("move", answer.start, answer.end, cells=cells, patient=True)] if cells else [])]


def entry_id(number: int) -> str:
    """Names an entry of the metadata log, which is the same whoever decides."""
    return f"{DECORATION}entry{number}"


def tie_id(start: str, key: str, end: str) -> str:
    """Names what is drawn of an edge between two nodes, by its key."""
    return f"{DECORATION}tie {start} {key} {end}"


def slot_id(delivery: str) -> str:
    """Names the place of a record in the log, where it is missed while a share group has lent it."""
    return f"{DECORATION}slot {delivery}"


def lock_id(member: str, until_ms: int) -> str:
    """Names an acquisition lock, by the member of a share group that has it and the time at which it ends."""
    return f"{DECORATION}lock {member} {until_ms}"
