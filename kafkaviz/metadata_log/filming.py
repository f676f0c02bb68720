"""The film of a metadata log: what stands in it, and nothing that does not."""

from collections.abc import Iterable, Sequence
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, short
from kafkaviz.graph.lenses import Focus
from kafkaviz.metadata_log.replay import Replayed
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Said
from kafkaviz.scene.values import Film

LENSES: Final = ("cluster", "controller")
"""The lenses that show what a metadata log tells; the others show records, offsets, clients and groups."""
ASSIGNMENT: Final = "assignment"
"""The lens that shows a group, where somebody tells of one."""
MOST_PARTITIONS: Final = 60
"""How many partitions a film shows where its topics are not named."""
_POLICIES: Final = Policies()._replace(broker_session_timeout_ms=0)
"""What is not in the log, the session timeout above all, is not drawn either."""
_HIDDEN: Final = ("answer", "uncommitted", "committed", "high-watermark", "faded", "heartbeat", "tile-dead", "vote")


def filmed(
    history: History,
    cut: Sequence[Shot],
    beginning: Said | None,
    *,
    lens: str,
    elects: bool,
    partition: TopicPartition | None,
    title: str,
    beside: Sequence[Cluster] = (),
    group: str | None = None,
) -> Film:
    """Returns the film of a history that was cut; `beginning` is said of the cluster with which it begins.

    Where the log `elects` a leader of the quorum, the lens of controllers is there as well. The clusters `beside` are
    those of the film beside which it stands, so that all has the same places in both. With a `group`, which no metadata
    log tells of, the lens assignment is there. Raises InvalidArgumentError for another lens, and for a partition that
    is never there.
    """
    if lens not in (*LENSES, *([ASSIGNMENT] if group is not None else [])):
        raise InvalidArgumentError(
            f"A metadata log has no lens {short(lens)}: it tells of brokers and leaders and holds no records, so "
            f"there are {listing(LENSES, '')}."
        )
    if partition is not None and partition not in {tp for moment in history.clusters for tp in moment.partitions}:
        raise InvalidArgumentError(f"There is no partition {partition} in this film.")
    film = film_of(
        history,
        lens=lens,
        lenses=[*LENSES[: 1 + (elects or lens == "controller")], *([ASSIGNMENT] if group is not None else [])],
        focus=None if partition is None and group is None else _focus(partition, group),
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


def _focus(partition: TopicPartition | None, group: str | None) -> Focus:
    return Focus(group=group) if partition is None else Focus(*partition, group)


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


def title_of(topics: Sequence[str]) -> str:
    """Returns what the film of some topics is called, or that of all where none is named.

    >>> title_of(["orders", "audit"])
    'What a metadata log tells of topics orders and audit'
    """
    return "What a metadata log tells" + (f" of {listing(topics, 'topic')}" if topics else "")


def step_of(offset: int, units: Sequence[Replayed]) -> int:
    """Returns the step, from 1, of the unit that holds an offset."""
    return next((at.first + 1 for at in units if at.end > at.first and at.unit.records[-1].offset >= offset), 0)


def _shown(legend: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Returns the lines of a legend about what can be seen: no answer, no record and no process stands in the log."""
    return (*(line for line in legend if line[0] not in _HIDDEN), ("card-fenced", "a fenced broker"))
