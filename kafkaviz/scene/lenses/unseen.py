"""What a lens makes of cues whose place it does not draw: their mark stands at a node that it does draw."""

from collections.abc import Iterable, Sequence
from typing import Final

from kafkaviz.graph.ids import holder_of, partition_of
from kafkaviz.scene.telling.cue import NEWS, Cue, why
from kafkaviz.scene.values import MESSAGES

COPY: Final = "replica:"
MOST_NAMED: Final = 3


def asking_leaders(cues: Iterable[Cue]) -> list[Cue]:
    """Returns cues in which whoever asks for a partition asks the copy that answers, where it is known which one does.

    >>> asking_leaders([Cue("ask", "member:a/C1", "partition:t-0", "from 0?", about=("replica:t-0@1",))])[0].end
    'replica:t-0@1'
    """
    return [cue._replace(start=_leader(cue, cue.start), end=_leader(cue, cue.end)) for cue in cues]


def _leader(cue: Cue, node: str) -> str:
    about = next((each for each in cue.about if each.startswith(COPY)), node)
    return about if node.startswith("partition:") else node


def mark_at_copies(cues: Iterable[Cue]) -> list[Cue]:
    """Returns marks of what copies hear of the controller that brokers ask, for a lens that has no way to it.

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
    """Returns cues in which is marked at a client what it asks a broker and hears, where a lens draws no broker.

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
    """Returns cues in which is marked at new replicas who placed them, where a lens draws no controller.

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
    """Returns the partitions that a mark tells the creation of, each with the broker that holds its first replica.

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
    """Returns cues in which a cause that lies in a copy is marked at the partition, where no copies are drawn.

    What happens in copies while time passes is no cause of that.

    >>> mark_at_partitions([why("whole ISR has it", "replica:t-0@1")])[0].about
    ('partition:t-0',)
    """
    if any(cue.kind == "wait" for cue in cues):
        return [*cues]
    return [
        cue._replace(about=(partition_of(cue.end), *cue.about))
        if cue.kind == "why" and cue.end.startswith(COPY)
        else cue
        for cue in cues
    ]


def to_partitions(cue: Cue) -> list[Cue]:
    """Returns what a lens without copies shows of a cue: what goes to or from one goes to the partition or comes of it.

    What a batch brings is in the column already, in the producer's hands; there its leader writes it.

    >>> [(cue.kind, cue.end, cue.text) for cue in to_partitions(Cue("send", "producer:p", "replica:t-0@1", "A B"))]
    [('send', 'partition:t-0', 'A B'), ('flip', 'partition:t-0', ''), ('why', 'partition:t-0', 'broker 1 writes')]
    """
    start, end = (partition_of(node) if node.startswith(COPY) else node for node in (cue.start, cue.end))
    if cue.kind == "why":
        return [cue._replace(end=end)]
    if cue.kind not in MESSAGES or (start, end) == (cue.start, cue.end):
        return [cue]
    if cue.kind != "send":
        return [cue._replace(start=start, end=end, cells=(), sources=(), load=())]
    leader = holder_of(cue.end).replace(":", " ")
    return [
        cue._replace(end=end, cells=(), sources=(f"{start}/box",), load=(cue.text,)),
        Cue("flip", end=end, cells=(end,)),
        why(f"{leader} writes", end),
    ]


def mark_unseen_creation(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues in which a controller that is not drawn has created what lies in the tray; no replicas do.

    >>> placed = why("replicas striped", "controller:101", "replica:t-0@1", "partition:t-0")
    >>> [(cue.end, cue.text) for cue in mark_unseen_creation([placed])]
    [('partition:t-0', 'controller created t')]
    """
    found = list[Cue]()
    for cue in cues:
        if created := [*creations_in(cue)]:
            topic, _, first = created[0].partition(":")[2].rpartition("-")
            what = topic if first == "0" else short_names(created, MOST_NAMED)
            found.append(why(f"controller created {what}", *created))
        else:
            found.append(cue)
    return found


def mark_at_brokers(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues with what brokers ask of a quorum as marks: between them there is no way, for they have no vote."""
    asked = (cue for cue in cues if cue.kind == "ask" and cue.start[:7] == "broker:" and cue.end[:11] == "controller:")
    # A topic may be called as anything: its name is quoted.
    said = (
        (cue.start, f"create “{cue.text.removeprefix('create ')}”" if cue.text.startswith("create ") else cue.text)
        for cue in asked
        if cue.text != NEWS
    )
    return [*cues, *(why(text, broker) for broker, text in said)]
