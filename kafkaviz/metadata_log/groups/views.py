"""What can be asked of a log about groups, where `__consumer_offsets` lies beside it."""

from collections import Counter
from functools import cached_property

from kafkaviz.decisions.errors import GroupIdNotFoundError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.tables import Table
from kafkaviz.metadata_log.deciding import DecisionRow, decisions_of
from kafkaviz.metadata_log.filming import shots_of
from kafkaviz.metadata_log.groups.assignments import AssignmentRow, assignments_of
from kafkaviz.metadata_log.groups.describing import GroupRow, described_groups
from kafkaviz.metadata_log.groups.telling import group_shots
from kafkaviz.metadata_log.kept import KeptLog
from kafkaviz.metadata_log.units import SHORT_MS
from kafkaviz.scene.film.moments import Shot
from kafkaviz.scene.telling import Tag


def _lasts(shot: Shot) -> bool:
    return shot.after.now_ms - shot.before.now_ms >= SHORT_MS


class GroupViews(KeptLog):
    """A log with what it tells of groups."""

    def shots(self, group: str | None = None) -> list[Shot]:
        """Returns the frames of the film in the order of time, of all groups or of one."""
        of_groups = [at for at in self._told[0].groups if group in (None, at.unit.group)]
        if group is not None:
            self.groups_told(group)
        cut = shots_of(self.history, self._replayed, self._decided)
        if of_groups:
            # What is quiet for a moment only, between two things about groups, is no wait of its own.
            cut = [shot for shot in cut if shot.tag is not Tag.SILENCE or _lasts(shot)]
        return sorted(
            [*cut, *group_shots(self.history, of_groups, self.assignments().rows)], key=lambda shot: shot.numbers[0]
        )

    @cached_property
    def _decided(self) -> list[list[DecisionRow]]:
        return [*decisions_of(self.history, self._replayed, self.snapshot, self.records)]

    def groups_told(self, group: str | None = None) -> list[str]:
        """Returns the groups of which the log tells, the one that is named or of which it tells most first.

        Raises GroupIdNotFoundError (69) for one that it does not have.
        """
        counts = Counter(at.unit.group for at in self._told[0].groups if not at.unit.is_commit)
        counts.update(dict.fromkeys((*self.history.first.groups, *(at.unit.group for at in self._told[0].groups)), 0))
        if group is not None and group not in counts:
            raise GroupIdNotFoundError(f"The log has no group {short(group)}; {suggestion(group, counts)}")
        return ([group] if group is not None else []) + [name for name, _ in counts.most_common() if name != group]

    def describe_groups(self, group: str | None = None) -> Table[GroupRow]:
        """Describes each group, or one, as `__consumer_offsets` had it at its end; a row for each partition.

        >>> from kafkaviz.metadata_log import recorded
        >>> print(recorded().describe_groups())
        No __consumer_offsets was read beside this log.

        Kafka: kafka-consumer-groups.sh --describe. Where a log ends, and so the lag, is in neither log.
        """
        names = self.groups_told(group)
        there = [name for name in names if name in self.history.last.groups and group in (None, name)]
        return described_groups(self.history.last, sorted(there), was_read=bool(self.offsets))

    def assignments(self) -> Table[AssignmentRow]:
        """Returns every assignment of partitions that the log names, beside the one of our assignor of that name.

        >>> from kafkaviz.metadata_log import recorded
        >>> print(recorded().assignments())
        No assignment stands in this log.

        Kafka: ConsumerPartitionAssignor, which a group's leader runs, and the coordinator's own PartitionAssignor.
        """
        return assignments_of(self._told[0].assigned, self._topic_ids())

    def _topic_ids(self) -> dict[str, str]:
        """Returns the id of each topic, the last one of a name."""
        held = (*(self.snapshot.records if self.snapshot else ()), *self.records)
        return {record.text("name"): record.text("topicId") for record in held if record.type == "TopicRecord"}
