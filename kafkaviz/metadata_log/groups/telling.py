"""What a film says of groups: what their coordinators wrote down, and what of it nobody wrote down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import group_id, member_id
from kafkaviz.metadata_log.events import OFFSETS, GroupReplayed
from kafkaviz.metadata_log.groups.assignments import AssignmentRow
from kafkaviz.metadata_log.groups.replay import ReplayedGroup
from kafkaviz.metadata_log.groups.units import COMMITS, key_of, value_of
from kafkaviz.metadata_log.moments import SHOWN
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.history import History
from kafkaviz.model.groups.classic.events import PartitionsAssigned
from kafkaviz.model.groups.consumer_protocol.events import TargetComputed
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Cue, Said, Tag
from kafkaviz.scene.telling.cue import why as mark
from kafkaviz.scene.telling.words import and_more, first_of, seconds, stretches

JOINED_MS: Final = 10_000
"""Commits that follow each other no later than this, with nothing between them, are one frame."""
UNSAID: Final = "Heartbeats and requests are not in the log"


def group_shots(history: History, units: Sequence[ReplayedGroup], rows: Iterable[AssignmentRow]) -> list[Shot]:
    """Returns a shot for each unit about a group, with what is said of it; commits one after another share one.

    A group that is written down again as it was gets none. `rows` say which assignments ours would have made.
    """
    asked = {(row.group, row.partition, row.offset): row for row in rows}
    runs = list[list[ReplayedGroup]]()
    for at in units:
        if not at.unit.is_commit and _at(history, at.first).get(at.unit.group) == _at(history, at.end).get(
            at.unit.group
        ):
            continue
        if runs and _goes_on(runs[-1][-1], at):
            runs[-1].append(at)
        else:
            runs.append([at])
    return [_shot(history, run, asked.get(_last(run[0]))) for run in runs]


def _last(at: ReplayedGroup) -> tuple[str, int, int]:
    return at.unit.group, at.unit.partition, at.unit.records[-1].offset


def _at(history: History, step: int) -> Mapping[str, Group]:
    return (history.steps[step - 1].cluster if step else history.first).groups


def _goes_on(before: ReplayedGroup, at: ReplayedGroup) -> bool:
    is_next = before.end == at.first and before.unit.is_commit and at.unit.is_commit
    return is_next and at.unit.at_ms - before.unit.at_ms <= JOINED_MS


def _shot(history: History, run: Sequence[ReplayedGroup], row: AssignmentRow | None) -> Shot:
    first, end = run[0].first, run[-1].end
    steps = history.steps[first:end]
    before = history.steps[first - 1].cluster if first else history.first
    shown = tuple(not isinstance(step.event, GroupReplayed) for step in steps)
    is_commit = run[0].unit.is_commit
    said = _commits(run) if is_commit else _by_ours(_said(run[0], before, steps[-1].cluster), row)
    causes = [_marks(step.event, row) for step in steps]
    tag, headline = _tag(run[0], before, steps[-1].cluster), shown.index(True) if any(shown) else 0
    numbers = tuple(range(first + 1, end + 1))
    return Shot(before, steps, numbers, shown, tag, headline, end, said, causes)


def _by_ours(said: Said, row: AssignmentRow | None) -> Said:
    """Adds whether our assignor of that name shares out the same."""
    cap, why = said
    if row is None or row.ours is None:
        return said
    if row.agrees:
        return cap, f"{why} Our {row.assignor} assignor shares out the same{f', {row.why}' if row.why else ''}."
    return cap, f"Our {row.assignor} assignor shares out otherwise: {row.ours}. {why}"


def _marks(event: Event, row: AssignmentRow | None) -> list[Cue]:
    """Returns the mark of who assigned: the leader of a classic group, else the coordinator."""
    if row is None or not row.agrees:
        return []
    match event:
        case PartitionsAssigned(group=group, leader=leader):
            return [mark(f"ran the {row.assignor} assignor", member_id(group, leader))]
        case TargetComputed(group=group):
            return [mark(f"{row.assignor} assignor", group_id(group))]
    return []


def _tag(at: ReplayedGroup, before: Cluster, after: Cluster) -> Tag:
    was, now = before.groups.get(at.unit.group), after.groups.get(at.unit.group)
    if at.unit.is_commit:
        return Tag.OFFSETS
    if now is None or (was and any(name not in now.members for name in was.members)):
        return Tag.LEAVE
    if any(was is None or name not in was.members for name in now.members):
        return Tag.JOIN
    return Tag.GENERATION if was and was.generation != now.generation else Tag.ASSIGN


def _source(at: ReplayedGroup) -> str:
    records = at.unit.records
    first, last = records[0].offset, records[-1].offset
    names = list(dict.fromkeys(record.type for record in records))
    where = f"offset {first}" if first == last else f"offsets {first} to {last}"
    types = ", ".join(names[:SHOWN]) + and_more(names, SHOWN)
    return f"{types}, {where} of {OFFSETS}-{at.unit.partition}"


def _commits(run: Sequence[ReplayedGroup]) -> Said:
    said = {at.unit.group: dict[TopicPartition, int | None]() for at in run}
    for at in run:
        said[at.unit.group] |= committed_offsets(at.unit.records)
    words = [f"{name} {clause}" for name, offsets in said.items() for clause in _committed(offsets)]
    why = f"{_source(run[-1])}. Who of the group committed is not in it."
    if len(run) > 1:
        why = f"{len(run)} commits within {seconds(run[-1].unit.at_ms - run[0].unit.at_ms)}, the last: {why}"
    return f"Group {'; '.join(words[:SHOWN])}{and_more(words, SHOWN)}.", why


def committed_offsets(records: Sequence[LogRecord]) -> dict[TopicPartition, int | None]:
    """Returns the offsets that records commit, by partition; None where nothing is committed any more."""
    found = dict[TopicPartition, int | None]()
    for record in records:
        if record.type in COMMITS:
            key, value = key_of(record), value_of(record)
            found[TopicPartition(key.text("topic"), key.integer("partition"))] = value and value.integer("offset")
    return found


def _committed(offsets: Mapping[TopicPartition, int | None]) -> Iterator[str]:
    now = [f"{tp}: {offset}" for tp, offset in sorted(offsets.items(), key=lambda item: item[0]) if offset is not None]
    if now:
        yield f"commits {', '.join(now[:SHOWN])}{and_more(now, SHOWN)}"
    if gone := [tp for tp, offset in offsets.items() if offset is None]:
        yield f"has nothing committed any more in {stretches(gone)}"


def _said(at: ReplayedGroup, before: Cluster, after: Cluster) -> Said:
    was, now = before.groups.get(at.unit.group), after.groups.get(at.unit.group)
    name = at.unit.group
    if now is None:
        why = "It, or all topics of its offsets, were deleted, or nobody was in it for offsets.retention.minutes"
        return f"Group {name} is gone, with what it had committed.", f"{_source(at)}: tombstones. {why}."
    if was is not None and was.members and not now.members:
        gone = [*was.members]
        return f"Group {name} is empty: {_some(gone)} {_are(gone)} gone.", _why(at, gone=True)
    if not now.members:
        return f"Group {name} is there, and nobody is in it.", _why(at)
    found = [*_modern(name, was, now)] if now.is_server_assigned else [*_classic(name, was, now)]
    found += (f"group {name} {words}" for words in _committed(committed_offsets(at.unit.records)))
    found = found or [f"group {name} is written down with nothing new that is shown here"]
    cap = "; ".join(found[:SHOWN])
    if cap.startswith("group "):
        cap = f"G{cap[1:]}"
    elif f"group {name}" not in cap:
        cap = f"Group {name}: {cap}"
    also = f"Also: {'; '.join(found[SHOWN:])}. " if found[SHOWN:] else ""
    lost = was is not None and any(member not in now.members for member in was.members)
    return f"{cap}.", f"{also}{_by(now)}{_why(at, gone=lost)}"


def _why(at: ReplayedGroup, *, gone: bool = False) -> str:
    unsaid = f" {UNSAID}, so why a member is gone is not told." if gone else ""
    return f"{_source(at)}.{unsaid}"


def _by(now: Group) -> str:
    """Says who assigned, where that can be told."""
    if now.is_server_assigned:
        return ""
    return f"Its leader, {now.leader}, ran the assignor. " if now.leader in now.members else ""


def _classic(name: str, was: Group | None, now: Group) -> Iterator[str]:
    come, gone = _changed(was, now)
    people = [f"{_some(who)} {_are(who)} {what}" for who, what in ((come, "new"), (gone, "gone")) if who]
    is_next = was is None or was.generation != now.generation
    begun = f"group {name} begins generation {now.generation}" if is_next else f"group {name} stays in its generation"
    yield f"{begun}: {', '.join(people)}" if people else begun
    yield _shares(now.target)


def _modern(name: str, was: Group | None, now: Group) -> Iterator[str]:
    come, gone = _changed(was, now)
    epoch = f", and its epoch is {now.generation}" if was is None or was.generation != now.generation else ""
    if come:
        yield f"{_some(come)} {'joins' if len(come) == 1 else 'join'} group {name}{epoch}"
    if gone:
        yield f"{_some(gone)} {_are(gone)} gone from group {name}{epoch}"
    if epoch and not come and not gone:
        yield f"group {name} begins epoch {now.generation}"
    if now.target_epoch != (was.target_epoch if was else 0) and now.target:
        yield f"the target of epoch {now.target_epoch}: {_shares(now.target)}"
    for member, known in now.members.items():
        yield from _moved(member, was.members.get(member) if was else None, known)


def _moved(name: str, was: Member | None, now: Member) -> Iterator[str]:
    if was is not None and was.up and not now.up:
        yield f"{name} closes and says that it will be back"
    elif was is not None and now.up and not was.up:
        yield f"{name} is back"
    if was is not None and was.topics != now.topics:
        yield f"{name} reads {', '.join(now.topics) or 'no topic'}"
    if now.revoking and (was is None or was.revoking != now.revoking):
        yield f"{name} is told to give up {stretches(now.revoking)}"
    if was is not None and was.revoking and not now.revoking:
        yield f"{name} has given up {stretches(was.revoking)}"
    gained = [tp for tp in now.owned if was is None or tp not in was.owned]
    if gained:
        yield f"{name} gets {stretches(gained)}"
    elif was is not None and was.epoch != now.epoch and now.up:
        yield f"{name} reaches epoch {now.epoch}"


def _changed(was: Group | None, now: Group) -> tuple[list[str], list[str]]:
    """Returns who has come, and who is gone."""
    before = was.members if was else {}
    return [m for m in now.members if m not in before], [m for m in before if m not in now.members]


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + and_more(names, SHOWN)


def _shares(target: Mapping[str, tuple[TopicPartition, ...]]) -> str:
    return "; ".join(first_of([f"{name} → {stretches(tps)}" for name, tps in target.items()]))
