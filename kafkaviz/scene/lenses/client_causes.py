"""What clients and brokers say to each other in the lens client, and who decides what happens there unseen."""

from collections.abc import Iterator, Sequence
from typing import Final

from kafkaviz.graph.ids import ZOOKEEPER_ID, holder_of
from kafkaviz.scene.lenses.unseen import asking_leaders, creations_in, short_names
from kafkaviz.scene.telling.cue import Cue, why
from kafkaviz.scene.telling.partitions.hearing import IN_OFFICE
from kafkaviz.scene.telling.partitions.resizing import Left
from kafkaviz.scene.values import MESSAGES

CLIENTS: Final = ("producer:", "consumer:", "member:")
BROKER: Final = "broker:"
OUT: Final = (Left.FENCED.value, Left.NO_SESSION.value)
MOST_NAMED: Final = 2


def between_clients_and_brokers(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues as clients see them: they talk to brokers, and do not hear what brokers say to each other.

    While they talk, what else happens at other brokers is no cause of that.
    """
    heard = [*map(_seen_by_clients, asking_leaders(mark_unseen_decisions(cues)))]
    talk = (cue[1:3] for cue in heard if cue.kind in MESSAGES and any(end.startswith(CLIENTS) for end in cue[1:3]))
    ends = {end for pair in talk for end in pair}
    return [cue for cue in heard if cue.kind != "why" or not ends or not ends.isdisjoint((cue.end, *cue.about))]


def _seen_by_clients(cue: Cue) -> Cue:
    start, end = (_asked(node, cue) for node in cue[1:3])
    if start.startswith("broker:") and end.startswith("broker:"):
        return cue._replace(start="", end="", cells=(), sources=())
    return cue._replace(start=start, end=end)


def _asked(node: str, cue: Cue) -> str:
    """Returns the broker that has a copy, or that coordinates a group."""
    if node.startswith("group:"):
        return next((each for each in cue.about if each.startswith("broker:")), node)
    return holder_of(node) if node.startswith("replica:") else node


def mark_unseen_decisions(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues in which is marked at brokers what a controller or ZooKeeper does, neither of whom is drawn.

    What a group's member commits is marked at the member: to a client that is the next offset to read.

    >>> fenced = [Cue("write", end="controller:101", about=("broker:3",)), why("fenced", "replica:t-0@3", "broker:3")]
    >>> [(cue.end, cue.text) for cue in mark_unseen_decisions(fenced) if cue.kind == "why"]
    [('broker:3', 'controller fences it')]
    """
    ended = {
        cue.about[0]: "controller fences it" if cue.end.startswith("controller:") else "ZooKeeper ends its session"
        for cue in cues
        if cue.kind == "write" and cue.about[:1] and cue.about[0].startswith(BROKER)
    }
    kept = [
        cue for cue in cues if not (cue.kind == "why" and cue.text in OUT and not ended.keys().isdisjoint(cue.about))
    ]
    takes_out = any(cue.kind == "why" and cue.text == Left.NO_SESSION.value for cue in cues)
    done = (mark for cue in cues for mark in _done(cue, takes_out=takes_out))
    return [*map(_as_controller, kept), *(why(words, broker) for broker, words in ended.items()), *done]


def _as_controller(cue: Cue) -> Cue:
    """Returns a mark of who is the controller with how it became that: the race for it is not drawn."""
    return cue._replace(text="made /controller first") if cue.kind == "why" and cue.text == IN_OFFICE else cue


def _done(cue: Cue, *, takes_out: bool) -> Iterator[Cue]:
    """Yields what is marked of one cue: who created a partition, who decided on it, what is committed.

    A leader writes into ZooKeeper as well whom it takes into the ISR or out of it, but never one without a session.
    """
    if cue.kind == "push" and cue.start.startswith(BROKER) and cue.end == ZOOKEEPER_ID:
        if " → " in cue.text or takes_out:
            yield why(f"is controller: {cue.text.rpartition(': ')[2]}", cue.start)
    elif cue.kind == "send" and cue.start.startswith("member:") and cue.text.startswith("commit p"):
        offsets = cue.text.removeprefix("commit ").split()
        yield why(f"next to read: {offsets[1] if len(offsets) == 2 else ' '.join(offsets).replace(':', '')}", cue.start)
    elif created := creations_in(cue):
        led: dict[str, list[str]] = {}
        for tp, first in created.items():
            led.setdefault(cue.end if cue.end.startswith(BROKER) else first, []).append(tp)
        who = "is controller: created" if cue.end.startswith(BROKER) else "controller created"
        for broker, tps in led.items():
            yield why(f"{who} {short_names(tps, MOST_NAMED)}", broker)
