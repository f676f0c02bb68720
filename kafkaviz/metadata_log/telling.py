"""What a film of a real cluster says: what stands in its metadata log, and no more than stands there."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kafkaviz.decisions.wording import listing, quantity, short, verb
from kafkaviz.lab.tables import cell
from kafkaviz.metadata_log.events import RecordsReplayed
from kafkaviz.metadata_log.moments import SHOWN, Moment, news
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.model.brokers.events import ShutdownRequested
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerUnfenced
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.event import Event
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.scene.telling import Said
from kafkaviz.scene.telling.words import and_more, passing


def say_moment(moment: Moment) -> Said:
    """Returns what happened as far as the log tells it, and on what record that stands."""
    if not any(not isinstance(step.event, RecordsReplayed) for step in moment.steps):
        telling = {"lead": _lead, "feature": _features}.get(moment.replayed.unit.kind, _silence)
        return telling(moment)
    by_event = (telling for kind, telling in _BY_EVENT if moment.of(kind))
    return (_TELLING.get(moment.replayed.unit.kind) or next(by_event, _silence))(moment)


def source(records: Sequence[LogRecord]) -> str:
    """Names records by their types and offsets.

    >>> source([LogRecord(7, 0, "TopicRecord", {}, ""), LogRecord(8, 0, "PartitionRecord", {}, "")])
    'TopicRecord and PartitionRecord, offsets 7 to 8'
    """
    counts = Counter(record.type for record in records)
    names = [f"{n} {short(kind)[1:-1]}s" if n > 1 else short(kind)[1:-1] for kind, n in counts.most_common()]
    first, last = records[0].offset, records[-1].offset
    where = f"offset {first}" if first == last else f"offsets {first} to {last}"
    types = listing(names, "") if len(names) <= SHOWN else f"{', '.join(names[:SHOWN])}{and_more(names, SHOWN)}"
    return f"{types}, {where}"


def _from(moment: Moment) -> str:
    text = source(moment.records)
    return f"{text[0].upper()}{text[1:]}."


def _lead(moment: Moment) -> Said:
    leading = next(event.leading for event in moment.of(RecordsReplayed) if event.leading)
    if leading.leader is None:
        return f"Leader epoch {leading.epoch} of the quorum begins.", "Who leads does not stand in these lines."
    before = getattr(moment.before.controller, "epoch", 0) or leading.epoch
    votes = f"; {listing(leading.granted, 'voter')} granted their votes" if leading.granted else ""
    lost = ""
    if leading.epoch > before + 1:
        first, last = before + 1, leading.epoch - 1
        lost = f" Epoch{f's {first} to' if first < last else ''} {last} left no record."
    why = f"{_from(moment)[:-1]}: a control record of the new leader. {voters_in_words(leading.voters)}{votes}.{lost}"
    return f"Controller {leading.leader} leads the quorum, in epoch {leading.epoch}.", why


def voters_in_words(voters: Sequence[int]) -> str:
    """Says who has a vote in a quorum."""
    return f"{listing(voters, 'Voter')} {'votes' if len(voters) == 1 else 'vote'}"


def _features(moment: Moment) -> Said:
    levels = {r.text("name"): r.integer("featureLevel") for r in moment.records if r.type == "FeatureLevelRecord"}
    settings = [f"{name} = {level}" for name, level in levels.items()]
    return f"The cluster's features are set: {', '.join(settings[:1])}{and_more(settings, 1)}.", _from(moment)


def _silence(moment: Moment) -> Said:
    passed = moment.after.now_ms - moment.before.now_ms
    types = Counter(record.type for record in moment.replayed.unit.records)
    beats = types.pop("NoOpRecord", 0)
    cap = f"{passing(round(passed, -2))}, and nothing that is shown here changes."
    if round(passed, -2) == 0:
        cap = "Nothing that is shown here changes."
    if started := _controllers(moment.replayed.unit.records):
        registers = f"{listing(started, 'controller')} {verb(len(started), 'register')}"
        cap = f"{cap.removesuffix('.')}; {registers}, as its process starts."
    noop = f"{quantity(beats, 'NoOpRecord')}: an active controller writes them when it has nothing else to write."
    others = [f"{short(kind)[1:-1]}{f' × {n}' if n > 1 else ''}" for kind, n in types.items()]
    also = f"Also written: {', '.join(others[:SHOWN])}{and_more(others, SHOWN)}." if others else ""
    return cap, " ".join(filter(None, (noop if beats else "", also)))


def _controllers(records: Sequence[LogRecord]) -> list[object]:
    """Returns which controllers register; nothing follows from it, so a damaged record just says less."""
    told = [r.fields.get("controllerId") for r in records if r.type == "RegisterControllerRecord" and r.fields]
    return [*dict.fromkeys(id for id in told if isinstance(id, int))]


def _created(moment: Moment) -> Said:
    made: list[TopicCreated | PartitionsAdded] = [*moment.of(TopicCreated), *moment.of(PartitionsAdded)]
    event, others = made[0], made[1:]
    if others:
        return f"Topics {listing([event.topic, *(other.topic for other in others)], '')} are created.", _from(moment)
    first = event.first if isinstance(event, PartitionsAdded) else 0
    led = [f"p{first + n} → {cell(p.leader, 'nobody')}" for n, p in enumerate(event.partitions[:SHOWN])]
    rule = "the first replica leads" if all(p.leader == p.replicas[0] for p in event.partitions) else "leaders"
    why = f"{_from(moment)} Of each partition {rule}: {', '.join(led)}{and_more(event.partitions, SHOWN)}."
    if isinstance(event, PartitionsAdded):
        return f"Topic {event.topic} gets {quantity(len(event.partitions), 'more partition')}.", why
    copies = len(event.partitions[0].replicas)
    what = f"{quantity(len(event.partitions), 'partition')}, {copies} {'copies' if copies > 1 else 'copy'} each"
    configs = configs_in_words(event.configs)
    return f"Topic {event.topic} is created: {what}{f', {configs}' if configs else ''}.", why


def configs_in_words(configs: Mapping[str, object]) -> str:
    """Returns what a topic has of its own in words, the first ones of many."""
    shown = {name: short(value)[1:-1] if isinstance(value, str) else value for name, value in configs.items()}
    said = {name: "back to the default" if value is None else f"= {value}" for name, value in shown.items()}
    texts = [f"{name.replace('_', '.')} {value}" for name, value in said.items()]
    return ", ".join(texts[:SHOWN]) + and_more(texts, SHOWN)


def _configured(moment: Moment) -> Said:
    found = moment.of(TopicConfigured)
    if not found:
        return _changed(moment)
    merged: dict[str, object] = {}
    for event in found:
        merged |= event.configs
    return f"Topic {found[0].topic} is configured: {configs_in_words(merged)}.", _from(moment)


def _deleted(moment: Moment) -> Said:
    gone = [event.topic for event in moment.of(TopicDeleted)]
    return f"Topic {listing(gone, '')} is deleted.", _from(moment)


def _registered(moment: Moment) -> Said:
    record = next(r for r in moment.records if r.type == "RegisterBrokerRecord")
    broker = record.integer("brokerId")
    now, was = moment.after.brokers[broker], moment.before.brokers.get(broker)
    again = f" again; its epoch was {was.epoch}" if was is not None else ""
    if was is not None and was.epoch == now.epoch:
        again = " once more, as the same process"
    fenced = "It is fenced until it has caught up with the metadata log." if now.fenced else ""
    where = f"{record.type} at offset {record.offset}"
    return f"Broker {broker} registers{again}.", f"{where}: its broker epoch is {now.epoch}. {fenced}".strip()


def _unregistered(moment: Moment) -> Said:
    broker = next(r for r in moment.records if r.type == "UnregisterBrokerRecord").integer("brokerId")
    held = sum(broker in p.replicas for p in moment.after.partitions.values())
    still = f" {quantity(held, 'partition')} still name it as a replica." if held else ""
    return f"Broker {broker} is unregistered.", f"{_from(moment)}{still}"


def _unfenced(moment: Moment) -> Said:
    brokers = [event.broker for event in moment.of(BrokerUnfenced)]
    more = f"; {news(moment)}" if moment.changed_partitions else ""
    why = "The controller unfences a broker whose heartbeat says that it has caught up with the metadata log."
    held = any(b in p.replicas for p in moment.before.partitions.values() for b in brokers)
    return f"{_are(brokers, 'unfenced')}: it may lead{' again' if held else ''}{more}.", f"{_from(moment)} {why}"


def _fenced(moment: Moment) -> Said:
    brokers = [event.broker for event in moment.of(BrokerFenced)]
    more = f"; {news(moment)}" if moment.of(PartitionChanged) else ""
    were = [moment.before.brokers[b] for b in brokers if b in moment.before.brokers]
    if were and all(b.fenced for b in were):
        return (
            f"{_are(brokers, 'fenced')} once more{more}.",
            f"{_from(moment)} It was fenced before; why that is written again is not in the log.",
        )
    if were and all(b.state == SHUTTING_DOWN for b in were):
        why = "It had asked to stop, and leads nothing any more." if len(were) == 1 else "They had asked to stop."
    else:
        why = "Its session ran out; whether it died, hung or was cut off is not in the log."
    return f"{_are(brokers, 'fenced')}{more}.", f"{_from(moment)} {why}"


def _stopping(moment: Moment) -> Said:
    brokers = [event.broker for event in moment.of(ShutdownRequested)]
    more = f"; {news(moment)}" if moment.of(PartitionChanged) else ""
    led = any(leader is not None for leader in moment.leaders.values())
    why = f"A controlled shutdown{': where it led, one of those left in sync leads' if led else ''}."
    return f"{listing(brokers).capitalize()} asks to stop{more}.", f"{_from(moment)} {why}"


def _changed(moment: Moment) -> Said:
    said = news(moment)
    cap = f"{said[0].upper()}{said[1:]}."
    if any(was.replicas != now.replicas for was, now in moment.changed_partitions.values()):
        return cap, _from(moment)
    if moment.leaders:
        return cap, f"{_from(moment)} Who asked for it is not in the log."
    if any(set(now.isr) - set(was.isr) for was, now in moment.changed_partitions.values()):
        return cap, f"{_from(moment)} Whoever joins has fetched all that is committed."
    if any(set(was.isr) - set(now.isr) for was, now in moment.changed_partitions.values()):
        return cap, f"{_from(moment)} How far behind its leader a follower was is not in the log."
    return cap, _from(moment)


def _are(brokers: Sequence[int], what: str) -> str:
    return f"{listing(brokers).capitalize()} {verb(len(brokers), 'are')} {what}"


_TELLING: Final[dict[str, Callable[[Moment], Said]]] = {
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
_BY_EVENT: Final[tuple[tuple[type[Event], Callable[[Moment], Said]], ...]] = (
    (TopicCreated, _created),
    (TopicDeleted, _deleted),
    (TopicConfigured, _configured),
    (BrokerAdded, _registered),
    (BrokerFenced, _fenced),
    (BrokerUnfenced, _unfenced),
    (ShutdownRequested, _stopping),
    (PartitionChanged, _changed),
)
"""Who tells of a transaction that is about several things."""
