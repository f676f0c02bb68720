"""A metadata log and what is kept of groups beside it, replayed as one history in the order of time."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kafkaviz.metadata_log.groups.replay import Assigned, GroupsReplay, ReplayedGroup
from kafkaviz.metadata_log.groups.units import GroupUnit
from kafkaviz.metadata_log.replay import ReplayedImage
from kafkaviz.metadata_log.snapshots import Snapshot
from kafkaviz.metadata_log.units import Replayed, Unit
from kafkaviz.model.core.history import History


class Told(NamedTuple):
    """A history, and which steps of it are whose: of the units of the metadata log, and of those about groups."""

    history: History
    units: list[Replayed]
    groups: list[ReplayedGroup]
    assigned: list[Assigned]


def replay_units(
    units: Sequence[Unit],
    snapshot: Snapshot | None = None,
    since_ms: int | None = None,
    group_units: Sequence[GroupUnit] = (),
) -> Told:
    """Returns the history of the units, which goes on from a snapshot if there is one, and which steps are whose.

    The history begins with the cluster that earlier units made, which are none of its steps: those that were over
    before `since_ms`, and those about groups that were over before the snapshot ended. Time is in ms since the first
    record, since the last one that the snapshot contains, or since `since_ms`. It never runs backwards, although the
    clocks of two controllers may differ. Raises InvalidArgumentError, with the place, for a record that cannot follow
    those before.

    Kafka: MetadataDelta.replay.
    """
    image = ReplayedImage(units[0].records[0].timestamp_ms if units else 0)
    if snapshot is not None:
        image.begin(snapshot)
    if since_ms is not None:
        image.start_ms = max(since_ms, image.start_ms)
    held = (*(snapshot.records if snapshot else ()), *(record for unit in units for record in unit.records))
    topics = {record.text("topicId"): record.text("name") for record in held if record.type == "TopicRecord"}
    groups = GroupsReplay(group_units, topics.get)
    told = Told(History(image.first), [], [], groups.assigned)
    for unit in _in_time(units, group_units):
        first = len(image.steps)
        is_over = since_ms is not None and unit.at_ms < since_ms
        if isinstance(unit, GroupUnit):
            now_ms = max(image.cluster.now_ms, unit.at_ms - image.start_ms)
            for event in groups.events(unit, image.cluster, now_ms):
                image.step(event)
            is_over |= snapshot is not None and unit.at_ms < image.start_ms
        else:
            for done in image.read(unit):
                image.add(done)
        if is_over:
            image.first, image.steps = image.cluster, []
            groups.assigned.clear()
        elif isinstance(unit, GroupUnit):
            told.groups.append(ReplayedGroup(unit, first, len(image.steps)))
        else:
            told.units.append(Replayed(unit, first, len(image.steps)))
    return told._replace(history=History(image.first, tuple(image.steps)))


def _in_time(units: Sequence[Unit], group_units: Sequence[GroupUnit]) -> Iterator[Unit | GroupUnit]:
    """Yields units in the order of their times; those of one log keep the order in which they stand there."""
    latest_ms, left = 0, deque(group_units)
    for unit in units:
        latest_ms = max(latest_ms, unit.at_ms)
        while left and left[0].at_ms < latest_ms:
            yield left.popleft()
        yield unit
    yield from left
