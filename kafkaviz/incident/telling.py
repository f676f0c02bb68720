"""What a film of a real cluster says: what stands in its metadata log, and no more than stands there."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.decisions.wording import listed, short
from kafkaviz.incident.events import RecordsReplayed
from kafkaviz.incident.records import LogRecord
from kafkaviz.incident.replay import Replayed
from kafkaviz.incident.units import QUIET, kind_of
from kafkaviz.model.brokers.events import BrokerFenced, BrokerUnfenced, ShutdownRequested
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.scene.frames import Shot
from kafkaviz.scene.narrate.sentence import Said
from kafkaviz.scene.narrate.words import and_more, braces, counted, seconds

TAGS: Final = {
    "lead": "elect",
    "feature": "features",
    "register": "register",
    "unregister": "leave",
    "unfence": "unfence",
    "fence": "fence",
    "stop": "may I stop",
    "create": "create",
    "place": "create",
    "delete": "delete",
    "configure": "configure",
    "change": "isr",
    QUIET: "silence",
}
SHOWN: Final = 3


class Scene(NamedTuple):
    """One unit with the clusters before and after it, and its events of the model, each with the cluster behind it."""

    replayed: Replayed
    before: Cluster
    after: Cluster
    steps: Sequence[Step]

    @property
    def records(self) -> tuple[LogRecord, ...]:
        """The records of the unit that are about something, or all of them where none is."""
        told = tuple(record for record in self.replayed.unit.records if kind_of(record) != QUIET)
        return told or self.replayed.unit.records

    def of(self, *kinds: type[Event]) -> list[Event]:
        """Returns the events of some kinds."""
        return [step.event for step in self.steps if isinstance(step.event, kinds)]


def shots_of(history: History, units: Sequence[Replayed]) -> list[Shot]:
    """Returns a shot for each unit that has steps, with what is said about it.

    Kafka: nothing of its own.
    """
    cut, before = list[Shot](), history.first
    for at in units:
        steps = history.steps[at.first : at.end]
        if not steps:
            continue
        told = tuple(not isinstance(step.event, RecordsReplayed) for step in steps)
        scene = Scene(at, before, steps[-1].cluster, steps)
        tag = "new leader" if at.unit.kind == "change" and _leaders(scene) else TAGS[at.unit.kind]
        numbers = tuple(range(at.first + 1, at.end + 1))
        cut.append(Shot(before, steps, numbers, told, tag, _headline(steps, told), at.end, said_of(scene)))
        before = steps[-1].cluster
    return cut


def _headline(steps: Sequence[Step], told: Sequence[bool]) -> int:
    ranks = [is_told * (1 + (type(step.event) in _FIRST)) for step, is_told in zip(steps, told, strict=True)]
    return ranks.index(max(ranks))


_FIRST: Final = (BrokerFenced, BrokerUnfenced, ShutdownRequested, TopicCreated)


def said_of(scene: Scene) -> Said:
    """Returns what happened as far as the log tells it, and on what record that stands."""
    if not any(not isinstance(step.event, RecordsReplayed) for step in scene.steps):
        telling = {"lead": _lead, "feature": _features}.get(scene.replayed.unit.kind, _silence)
        return telling(scene)
    by_event = (telling for kind, telling in _BY_EVENT if scene.of(kind))
    return (_TELLING.get(scene.replayed.unit.kind) or next(by_event))(scene)


def source(records: Sequence[LogRecord]) -> str:
    """Names records by their types and offsets.

    >>> source([LogRecord(7, 0, "TopicRecord", {}, ""), LogRecord(8, 0, "PartitionRecord", {}, "")])
    'TopicRecord and PartitionRecord, offsets 7 to 8'

    Kafka: nothing of its own.
    """
    counts = Counter(record.type for record in records)
    names = [f"{n} {short(kind)[1:-1]}s" if n > 1 else short(kind)[1:-1] for kind, n in counts.items()]
    first, last = records[0].offset, records[-1].offset
    where = f"offset {first}" if first == last else f"offsets {first} to {last}"
    named = listed(names, "") if len(names) <= SHOWN else f"{', '.join(names[:SHOWN])}{and_more(names, SHOWN)}"
    return f"{named}, {where}"


def _from(scene: Scene) -> str:
    text = source(scene.records)
    return f"{text[0].upper()}{text[1:]}."


def _lead(scene: Scene) -> Said:
    leading = next(e.leading for e in scene.of(RecordsReplayed) if isinstance(e, RecordsReplayed) and e.leading)
    if leading.leader is None:
        return f"Leader epoch {leading.epoch} of the quorum begins.", "Who leads does not stand in these lines."
    votes = f"; {listed(leading.granted, 'voter')} granted their votes" if leading.granted else ""
    why = f"{_from(scene)[:-1]}: a control record of the new leader. {listed(leading.voters, 'Voter')} vote{votes}."
    return f"Controller {leading.leader} leads the quorum, in epoch {leading.epoch}.", why


def _features(scene: Scene) -> Said:
    levels = {r.text("name"): r.whole("featureLevel") for r in scene.records if r.type == "FeatureLevelRecord"}
    named = [f"{name} = {level}" for name, level in levels.items()]
    return f"The cluster's features are set: {', '.join(named[:1])}{and_more(named, 1)}.", _from(scene)


def _silence(scene: Scene) -> Said:
    passed = scene.after.now_ms - scene.before.now_ms
    types = Counter(record.type for record in scene.replayed.unit.records)
    beats = types.pop("NoOpRecord", 0)
    cap = f"{seconds(round(passed, -2))} pass, and nothing that is shown here changes."
    noop = f"{counted(beats, 'NoOpRecord')}: an active controller writes them when it has nothing else to write."
    others = [f"{short(kind)[1:-1]}{f' × {n}' if n > 1 else ''}" for kind, n in types.items()]
    also = f"Also written: {', '.join(others[:SHOWN])}{and_more(others, SHOWN)}." if others else ""
    return cap, " ".join(filter(None, (noop if beats else "", also)))


def _created(scene: Scene) -> Said:
    event, *others = (e for e in scene.of(Event) if isinstance(e, TopicCreated | PartitionsAdded))
    if others:
        return f"Topics {listed([event.topic, *(other.topic for other in others)], '')} are created.", _from(scene)
    first = event.first if isinstance(event, PartitionsAdded) else 0
    led = [f"p{first + n} → {_somebody(p.leader)}" for n, p in enumerate(event.partitions[:SHOWN])]
    rule = "the first replica leads" if all(p.leader == p.replicas[0] for p in event.partitions) else "leaders"
    why = f"{_from(scene)} Of each partition {rule}: {', '.join(led)}{and_more(event.partitions, SHOWN)}."
    if isinstance(event, PartitionsAdded):
        return f"Topic {event.topic} gets {counted(len(event.partitions), 'more partition')}.", why
    copies = len(event.partitions[0].replicas)
    what = f"{counted(len(event.partitions), 'partition')}, {copies} {'copies' if copies > 1 else 'copy'} each"
    configs = _configs(event.configs)
    return f"Topic {event.topic} is created: {what}{f', {configs}' if configs else ''}.", why


def _configs(configs: object) -> str:
    assert isinstance(configs, dict)
    texts = [f"{name.replace('_', '.')} = {short(value) if isinstance(value, str) else value}" for name, value in
             configs.items()]  # fmt: skip
    return ", ".join(texts[:SHOWN]) + and_more(texts, SHOWN)


def _configured(scene: Scene) -> Said:
    found = [event for event in scene.of(TopicConfigured) if isinstance(event, TopicConfigured)]
    if not found:
        return _changed(scene)
    merged: dict[str, object] = {}
    for event in found:
        merged |= event.configs
    return f"Topic {found[0].topic} is configured: {_configs(merged)}.", _from(scene)


def _deleted(scene: Scene) -> Said:
    gone = [event.topic for event in scene.of(TopicDeleted) if isinstance(event, TopicDeleted)]
    return f"Topic {listed(gone, '')} is deleted.", _from(scene)


def _registered(scene: Scene) -> Said:
    record = next(r for r in scene.records if r.type == "RegisterBrokerRecord")
    broker = record.whole("brokerId")
    now, was = scene.after.brokers[broker], scene.before.brokers.get(broker)
    again = f" again; its epoch was {was.epoch}" if was is not None else ""
    fenced = "It is fenced until it has caught up with the metadata log." if now.fenced else ""
    where = f"{record.type} at offset {record.offset}"
    return f"Broker {broker} registers{again}.", f"{where}: its broker epoch is {now.epoch}. {fenced}".strip()


def _unregistered(scene: Scene) -> Said:
    broker = scene.records[0].whole("brokerId")
    held = sum(broker in p.replicas for p in scene.after.partitions.values())
    still = f" {counted(held, 'partition')} still name it as a replica." if held else ""
    return f"Broker {broker} is unregistered.", f"{_from(scene)}{still}"


def _unfenced(scene: Scene) -> Said:
    brokers = [event.broker for event in scene.of(BrokerUnfenced) if isinstance(event, BrokerUnfenced)]
    more = f"; {_news(scene)}" if _leaders(scene) else ""
    why = "The controller unfences a broker whose heartbeat says that it has caught up with the metadata log."
    return f"{_are(brokers, 'unfenced')}: it may lead again{more}.", f"{_from(scene)} {why}"


def _fenced(scene: Scene) -> Said:
    brokers = [event.broker for event in scene.of(BrokerFenced) if isinstance(event, BrokerFenced)]
    news = f"; {_news(scene)}" if scene.of(PartitionChanged) else ""
    were = [scene.before.brokers[b] for b in brokers]
    if all(b.fenced for b in were):
        return (
            f"{_are(brokers, 'fenced')} once more{news}.",
            f"{_from(scene)} It was fenced before; why that is written again is not in the log.",
        )
    if all(b.state == SHUTTING_DOWN for b in were):
        why = "It had asked to stop, and leads nothing any more." if len(were) == 1 else "They had asked to stop."
    else:
        why = "No heartbeat came for a whole session. Whether it died, hung or was cut off is not in the log."
    return f"{_are(brokers, 'fenced')}{news}.", f"{_from(scene)} {why}"


def _stopping(scene: Scene) -> Said:
    brokers = [event.broker for event in scene.of(ShutdownRequested) if isinstance(event, ShutdownRequested)]
    news = f"; {_news(scene)}" if scene.of(PartitionChanged) else ""
    why = "A controlled shutdown: the controller first takes it out of every ISR and lets others lead."
    return f"{listed(brokers).capitalize()} asks to stop{news}.", f"{_from(scene)} {why}"


def _changed(scene: Scene) -> Said:
    news = _news(scene)
    cap = f"{news[0].upper()}{news[1:]}."
    if any(_pair(scene, tp)[0].replicas != _pair(scene, tp)[1].replicas for tp in _changed_tps(scene)):
        return cap, f"{_from(scene)} A reassignment: replicas are added first and taken away at its end."
    leaders = _leaders(scene)
    if leaders:
        first = all(_pair(scene, tp)[1].leader == _pair(scene, tp)[1].replicas[0] for tp in leaders)
        preferred = "Each is the first of its replicas, the preferred leader. " if first else ""
        return cap, f"{_from(scene)} {preferred}Who asked for it is not in the log."
    if any(set(now.isr) - set(was.isr) for was, now in (_pair(scene, tp) for tp in _changed_tps(scene))):
        return cap, f"{_from(scene)} The leaders proposed it: whoever joins has fetched all that is committed."
    return cap, _from(scene)


def _news(scene: Scene) -> str:
    """Says what changed in partitions: leaders first, then who left or joined an ISR."""
    leaders, tps = _leaders(scene), _changed_tps(scene)
    if leaders:
        told = [f"{tp} → {_somebody(_pair(scene, tp)[1].leader)}" for tp in leaders[:SHOWN]]
        start = "a new leader" if len(leaders) == 1 else "new leaders"
        none = all(_pair(scene, tp)[1].leader is None for tp in leaders)
        if none:
            names = ", ".join(map(str, leaders[:SHOWN])) + and_more(leaders, SHOWN)
            return f"nobody leads {names} any more"
        return f"{start}: {', '.join(told)}{and_more(leaders, SHOWN)}"
    for verb, gone in (("joined", False), ("left", True)):
        moved: dict[tuple[int, ...], list[TopicPartition]] = {}
        for tp in tps:
            was, now = _pair(scene, tp)
            more, less = (was.isr, now.isr) if gone else (now.isr, was.isr)
            moved.setdefault(tuple(b for b in more if b not in less), []).append(tp)
        moved.pop((), None)
        if len(moved) == 1:
            ((who, where),) = moved.items()
            names = ", ".join(map(str, where[:SHOWN])) + and_more(where, SHOWN)
            isr = f", now {braces(_pair(scene, where[0])[1].isr)}" if len(where) == 1 else ""
            return f"{listed(who)} {verb} the ISR of {names}{isr}"
        if moved:
            who = tuple(sorted({b for several in moved for b in several}))
            return f"{listed(who)} {verb} the ISR of {counted(len(tps), 'partition')}"
    return f"{counted(len(tps), 'partition')} changed" if tps else "nothing else changed"


def _changed_tps(scene: Scene) -> list[TopicPartition]:
    return list(dict.fromkeys(e.tp for e in scene.of(PartitionChanged) if isinstance(e, PartitionChanged)))


def _leaders(scene: Scene) -> list[TopicPartition]:
    return [tp for tp in _changed_tps(scene) if _pair(scene, tp)[0].leader != _pair(scene, tp)[1].leader]


def _pair(scene: Scene, tp: TopicPartition) -> tuple[Partition, Partition]:
    return scene.before.partitions[tp], scene.after.partitions[tp]


def _somebody(leader: int | None) -> str:
    return "nobody" if leader is None else f"broker {leader}"


def _are(brokers: Sequence[int], what: str) -> str:
    return f"{listed(brokers).capitalize()} {'is' if len(brokers) == 1 else 'are'} {what}"


_TELLING: Final[dict[str, Callable[[Scene], Said]]] = {
    "create": _created,
    "place": _created,
    "delete": _deleted,
    "configure": _configured,
    "register": _registered,
    "unregister": _unregistered,
    "unfence": _unfenced,
    "fence": _fenced,
    "stop": _stopping,
    "change": _changed,
}
_BY_EVENT: Final[tuple[tuple[type[Event], Callable[[Scene], Said]], ...]] = (
    (TopicCreated, _created),
    (TopicDeleted, _deleted),
    (TopicConfigured, _configured),
    (PartitionChanged, _changed),
)
"""Who tells of a transaction that is about several things."""
