"""The film of a metadata log: what stands in it, and nothing that does not."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, quantity, short
from kafkaviz.graph.lenses import Focus
from kafkaviz.metadata_log.deciding import WHOLE, DecisionRow
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.metadata_log.marking import marks_of
from kafkaviz.metadata_log.moments import SHOWN, Moment
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.spans import moment_of, utc
from kafkaviz.metadata_log.telling import say_moment, voters_in_words
from kafkaviz.metadata_log.units import QUIET, Replayed
from kafkaviz.model.brokers.events import ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.scene.film.director import busiest_focus, film_of
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Said, Tag
from kafkaviz.scene.telling.words import and_more
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
TAGS: Final[dict[str, Tag]] = {
    "lead": Tag.ELECT,
    "feature": Tag.for_kind("features"),
    "unregister": Tag.LEAVE,
    "fence": Tag.FENCE,
    "stop": Tag.MAY_I_STOP,
    "create": Tag.CREATE,
    "place": Tag.CREATE,
    "change": Tag.ISR,
    QUIET: Tag.SILENCE,
}
"""What a frame is tagged with, by the kind of its unit."""
_FIRST: Final = (BrokerFenced, BrokerUnfenced, ShutdownRequested, TopicCreated)
"""What a frame of several steps is about."""


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


def shots_of(history: History, units: Sequence[Replayed], decisions: Iterable[Sequence[DecisionRow]]) -> list[Shot]:
    """Returns a shot for each unit that has steps, with what is said about it; `decisions` are those of each unit."""
    cut = list[Shot]()
    for at, rows in zip(units, decisions, strict=True):
        steps = history.steps[at.first : at.end]
        if not steps:
            continue
        before = history.steps[at.first - 1].cluster if at.first else history.first
        shown = tuple(not isinstance(step.event, RecordsReplayed) for step in steps)
        moment = Moment(at, before, steps[-1].cluster, steps)
        kind, led = at.unit.kind, at.unit.kind == "change" and moment.leaders
        tag = Tag.NEW_LEADER if led else TAGS.get(kind) or Tag.for_kind(kind)
        numbers = tuple(range(at.first + 1, at.end + 1))
        headline, said, causes = (
            _headline(steps, shown),
            _by_rule(say_moment(moment), rows),
            marks_of(before, steps, rows),
        )
        cut.append(Shot(before, steps, numbers, shown, tag, headline, at.end, said, causes))
    return cut


def _by_rule(said: Said, rows: Sequence[DecisionRow]) -> Said:
    """Adds by which rules the model comes to the same, and where it does not."""
    cap, why = said
    rules = Counter(row.rule for row in rows if row.agrees and row.what == WHOLE)
    names = [f"“{rule}”{f' ({count})' if len(rules) > 1 else ''}" for rule, count in rules.most_common()]
    if names:
        why += f" By the {'rules' if names[1:] else 'rule'} {', '.join(names[:SHOWN])}{and_more(names, SHOWN)}."
    if differ := [row for row in rows if not row.agrees]:
        first, others = differ[0], f" ({quantity(len(differ) - 1, 'more difference')})" if differ[1:] else ""
        told = f"{first.subject}, {first.what}: {first.decided} here, {first.ours} there"
        why = f"The model decides otherwise by the rule “{first.rule}”: {told}{others}. {why}"
    return cap, why


def beginning_of(snapshot: Snapshot, history: History) -> Said:
    """Returns what is said of the cluster with which a history begins, as its snapshot describes it."""
    first, alone = history.first, not history.steps
    levels = {r.text("name"): r.integer("featureLevel") for r in snapshot.records if r.type == "FeatureLevelRecord"}
    features = [f"{name} = {level}" for name, level in levels.items()]
    voters = f" {voters_in_words(snapshot.voters)}." if snapshot.voters else ""
    versions = f" Features: {', '.join(features[:SHOWN])}{and_more(features, SHOWN)}." if features else ""
    file = f"{snapshot.name}, in epoch {snapshot.epoch} of the quorum.{voters}{versions}"
    if not snapshot.end_offset:
        return "A cluster's first snapshot: what it begins with, before any record of its log.", file
    start = "A" if alone else "The log begins with a"
    cap = f"{start} snapshot: {holdings(first)}, as of offset {snapshot.end_offset - 1}."
    return cap, f"{file} What led to this is not in it{'; no record follows it here' if alone else ''}."


def later_beginning_of(offset: int, since_ms: int, history: History) -> Said:
    """Returns what is said of the cluster with which a part of a log begins, behind the record at an offset."""
    first = history.first
    cap = f"{utc(since_ms)}: {holdings(first)}, as of offset {offset}."
    return cap, "What led to this stands in the log, before the part that is told."


def holdings(first: Cluster) -> str:
    """Returns how many brokers and topics there are in words, and groups where any are known."""
    there = [quantity(len(first.brokers), "broker"), quantity(len(first.topics), "topic")]
    return listing([*there, *([quantity(len(first.groups), "group")] if first.groups else [])], "")


def _headline(steps: Sequence[Step], shown: Sequence[bool]) -> int:
    ranks = [is_shown * (1 + (type(step.event) in _FIRST)) for step, is_shown in zip(steps, shown, strict=True)]
    return ranks.index(max(ranks))
