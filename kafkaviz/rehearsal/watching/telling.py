"""What a film of looks says: what each of them found, and that nobody saw more."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.metadata_log.events import Leading, RecordsReplayed
from kafkaviz.metadata_log.filming import holdings
from kafkaviz.metadata_log.moments import Moment, news
from kafkaviz.metadata_log.telling import configs_in_words
from kafkaviz.metadata_log.units import QUIET, Replayed, Unit
from kafkaviz.model.brokers.registration_events import BrokerAdded, BrokerFenced, BrokerRemoved, BrokerUnfenced
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.rehearsal.watching.changes import Span
from kafkaviz.rehearsal.watching.groups import changes_in_groups
from kafkaviz.rehearsal.watching.look import Look
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Said, Tag
from kafkaviz.scene.telling.words import passing

SAID = 2
"""How many findings of a look its caption names; the others stand below it."""


class Finding(NamedTuple):
    """One thing that a look found, its tag, and the type of event that it is."""

    words: str
    tag: Tag
    kind: type[Event]


def beginning_of(history: History) -> Said:
    """Returns what is said of the first look."""
    return f"The first look: {holdings(history.first)}.", "What led to this was not seen."


def shots_of(history: History, spans: Sequence[Span], begun_ms: int) -> list[Shot]:
    """Returns a shot for each span, with what is said of it."""
    cut, before = list[Shot](), history.first
    for span in spans:
        steps = history.steps[span.first : span.end]
        moment = Moment(Replayed(Unit(QUIET, ()), span.first, span.end), before, steps[-1].cluster, steps)
        found = [*_findings(moment, span.look)] if span.look else []
        said = _said(found, span.look, begun_ms) if span.look else _waited(moment, span.unanswered)
        kind = found[0].kind if found else RecordsReplayed
        headline = next(n for n, step in enumerate(steps) if isinstance(step.event, kind))
        shown = tuple(not isinstance(step.event, RecordsReplayed) for step in steps)
        tag = found[0].tag if found else Tag.SILENCE
        numbers = tuple(range(span.first + 1, span.end + 1))
        cut.append(Shot(before, steps, numbers, shown, tag, headline, span.end, said, causes=()))
        before = steps[-1].cluster
    return cut


def _waited(moment: Moment, unanswered: int) -> Said:
    passed = passing(round(moment.after.now_ms - moment.before.now_ms, -2))
    why = f"{quantity(unanswered, 'look')} got no answer, so what happened then was not seen." if unanswered else ""
    return f"{passed}, and nothing that is shown here changes.", why


def _said(found: Sequence[Finding], look: Look, begun_ms: int) -> Said:
    words = [finding.words for finding in found]
    cap = "; ".join(words[:SAID])
    since, at = (f"{(ms - begun_ms) / 1000:.1f} s" for ms in (look.since_ms, look.at_ms))
    also = f"Also: {'; '.join(words[SAID:])}. " if words[SAID:] else ""
    when = f"Found by the look at {at}; the one before was at {since}."
    why = f"{also}{when} In which order it came, and who asked for it, was not seen."
    if any(finding.kind is TopicDeleted for finding in found):
        why += " A broker that is behind may have answered: then the topic is told of again."
    return f"{cap[0].upper()}{cap[1:]}.", why


def _findings(moment: Moment, look: Look) -> Iterator[Finding]:
    """Yields what a look found, what matters most first."""
    is_quorum = isinstance(moment.after.controller, Quorum)
    if fenced := [event.broker for event in moment.of(BrokerFenced)]:
        out, tag = ("fenced", Tag.FENCE) if is_quorum else ("there no more", Tag.SESSION_OVER)
        yield Finding(f"{listing(fenced)} {verb(len(fenced), 'are')} {out}", tag, BrokerFenced)
    led = any(event.leading for event in moment.of(RecordsReplayed))
    if led and is_quorum:
        yield Finding(_leading(look.leading, is_quorum), Tag.ELECT, RecordsReplayed)
    known = {name for name, topic in look.topics.items() if topic.id in look.known}
    if created := [event for event in moment.of(TopicCreated) if event.topic not in known]:
        yield Finding(_created(created), Tag.CREATE, TopicCreated)
    if again := [event.topic for event in moment.of(TopicCreated) if event.topic in known]:
        words = f"{listing(again, 'topic')} {verb(len(again), 'are')} told of again: who was asked before was behind"
        yield Finding(words, Tag.CREATE, TopicCreated)
    if deleted := [event.topic for event in moment.of(TopicDeleted)]:
        words = f"{listing(deleted, 'topic')} {verb(len(deleted), 'are')} deleted"
        yield Finding(words, Tag.for_kind("delete"), TopicDeleted)
    for grown in moment.of(PartitionsAdded):
        words = f"topic {grown.topic} gets {quantity(len(grown.partitions), 'more partition')}"
        yield Finding(words, Tag.CREATE, PartitionsAdded)
    for own in moment.of(TopicConfigured):
        words = f"topic {own.topic} is configured: {configs_in_words(own.configs)}"
        yield Finding(words, Tag.for_kind("configure"), TopicConfigured)
    added = [event.broker for event in moment.of(BrokerAdded)]
    if added:
        yield Finding(f"{listing(added)} {'registers' if len(added) == 1 else 'register'}", Tag.START, BrokerAdded)
    if unfenced := [event.broker for event in moment.of(BrokerUnfenced) if event.broker not in added]:
        words = f"{listing(unfenced)} {verb(len(unfenced), 'are')} {'unfenced' if is_quorum else 'there again'}"
        yield Finding(words, Tag.RETURN, BrokerUnfenced)
    if moment.of(PartitionChanged):
        yield Finding(news(moment), Tag.NEW_LEADER if moment.leaders else Tag.ISR, PartitionChanged)
    if led and not is_quorum:
        yield Finding(_leading(look.leading, is_quorum), Tag.ELECT, RecordsReplayed)
    for words, tag in changes_in_groups(moment.before, moment.after):
        yield Finding(words, tag, RecordsReplayed)
    if removed := [event.broker for event in moment.of(BrokerRemoved)]:
        words = f"{listing(removed)} {verb(len(removed), 'are')} unregistered"
        yield Finding(words, Tag.LEAVE, BrokerRemoved)


def _leading(leading: Leading, is_quorum: bool) -> str:
    if not is_quorum:
        return f"{'nobody' if leading.leader is None else f'broker {leading.leader}'} is the controller"
    who = "nobody" if leading.leader is None else f"controller {leading.leader}"
    return f"{who} leads the quorum, in epoch {leading.epoch}"


def _created(created: Sequence[TopicCreated]) -> str:
    if len(created) > 1:
        return f"topics {listing([event.topic for event in created], '')} are created"
    event = created[0]
    copies = len(event.partitions[0].replicas)
    what = f"{quantity(len(event.partitions), 'partition')}, {copies} {'copies' if copies > 1 else 'copy'} each"
    configs = configs_in_words(event.configs)
    return f"topic {event.topic} is created: {what}{f', {configs}' if configs else ''}"
