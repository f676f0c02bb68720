"""The film of a metadata log: what stands in it, and nothing that does not."""

from collections.abc import Iterable, Sequence
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, short
from kafkaviz.graph.lenses import Focus
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.replay import Replayed
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.spans import moment_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.scene.film.director import busiest_focus, film_of
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Said
from kafkaviz.scene.values import Film, Footnote

LENSES: Final = ("cluster", "controller")
"""The lenses that show what a metadata log tells; the others show records, offsets, clients and groups."""
OF_GROUPS: Final = ("assignment", "graph")
"""Those that show what `__consumer_offsets` tells, where its logs lie beside; what clients believe it does not tell."""
MOST_PARTITIONS: Final = 60
"""How many partitions a film shows where its topics are not named."""
_POLICIES: Final = Policies()._replace(broker_session_timeout_ms=0, group_session_timeout_ms=0)
"""What is not in the log, session timeouts above all, is not drawn either."""
_WORDS: Final = {"read": "assigned", "read by nobody": "nobody's, or to be given up"}
"""What a legend says instead: who was assigned a partition stands in a log, who reads it does not."""
_HIDDEN: Final = ("answer", "uncommitted", "committed", "high-watermark", "faded", "heartbeat", "tile-dead", "vote")


def film_of_cut(
    history: History,
    cut: Sequence[Shot],
    beginning: Said | None,
    *,
    lens: str,
    elects: bool,
    groups: Sequence[str] = (),
    partition: TopicPartition | None,
    title: str,
    beside: Sequence[Cluster] = (),
) -> Film:
    """Returns the film of a history that was cut; `beginning` is said of the cluster with which it begins.

    The lens controller is there where the log `elects` a leader of the quorum, the lenses of groups where there are
    `groups`, the first of which the lens assignment shows. `beside` are the clusters of another film that is shown
    beside this one: everything has the same place in both. Raises InvalidArgumentError for another lens, and for a
    partition that is never there.
    """
    there = (*LENSES, *(OF_GROUPS if groups else ()))
    if lens not in there:
        holds = "no records" if groups else "no records, and no __consumer_offsets lies beside it"
        raise InvalidArgumentError(
            f"A metadata log has no lens {short(lens)}: it tells of brokers and leaders and holds {holds}, so "
            f"there are {listing(there, '')}."
        )
    if partition is not None and partition not in {tp for moment in history.clusters for tp in moment.partitions}:
        raise InvalidArgumentError(f"There is no partition {partition} in this film.")
    film = film_of(
        history,
        lens=lens,
        lenses=[name for name in there if name != "controller" or elects or lens == name],
        focus=_focus(partition, groups, history),
        title=title,
        policies=_POLICIES,
        past=History(history.first) if beginning else None,
        cut=list(cut),
        beside=beside,
    )
    if beginning and len(film.captions) > len(cut):
        cap, why = beginning
        film = film._replace(captions=(film.captions[0]._replace(cap=cap, why=why), *film.captions[1:]))
    return film._replace(legend={name: _shown(lines) for name, lines in film.legend.items()})


def _focus(partition: TopicPartition | None, groups: Sequence[str], history: History) -> Focus | None:
    if not groups:
        return None if partition is None else Focus(*partition)
    seen = busiest_focus(history, history.clusters) if partition is None else Focus(*partition)
    return seen._replace(group=groups[0])


def with_room(topics: Iterable[tuple[str, int]]) -> list[str]:
    """Returns the topics, of those in their order with their partitions, for which a film has room: one at least.

    >>> with_room([("orders", 50), ("clicks", 20), ("audit", 1)])
    ['orders', 'audit']
    """
    shown, left = list[str](), MOST_PARTITIONS
    for topic, partitions in topics:
        if not shown or partitions <= left:
            shown.append(topic)
            left -= partitions
    return shown


def title_of(topics: Sequence[str], group: str | None = None) -> str:
    """Returns the title of the film of some topics, of a group, or of the whole log where none is named.

    >>> title_of(["orders", "audit"])
    'What a metadata log tells of topics orders and audit'
    """
    about = [*([listing(topics, "topic")] if topics else []), *([f"group {group}"] if group is not None else [])]
    return "What a metadata log tells" + (f" of {' and '.join(about)}" if about else "")


def foot_of(records: Sequence[LogRecord], snapshot: Snapshot | None, since_ms: int | None) -> Footnote:
    """Returns what the foot of a film says: with which moment of the log its clock begins."""
    begun_ms = records[0].timestamp_ms if snapshot is None else snapshot.timestamp_ms
    began = moment_of(begun_ms if since_ms is None else max(since_ms, begun_ms))
    return Footnote(f"0 s is {began}", "The film counts from then, by the clocks of the controllers that wrote.")


def step_of(offset: int, units: Sequence[Replayed]) -> int:
    """Returns the step, from 1, of the unit that holds an offset."""
    return next((at.first + 1 for at in units if at.end > at.first and at.unit.records[-1].offset >= offset), 0)


def _shown(legend: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Returns the lines of a legend about what can be seen: no answer, no record and no process stands in the log."""
    shown = ((look, _WORDS.get(words, words)) for look, words in legend if look not in _HIDDEN)
    return (*shown, ("card-fenced", "a fenced broker"))
