"""What the members of a lab's groups do."""

from collections.abc import Mapping, Sequence
from typing import Self

from kafkaviz.lab.base import LabBase
from kafkaviz.model import requests as r
from kafkaviz.model.values import TopicPartition

STOPS_WHILE_WAITING = 3


class GroupVerbs(LabBase):
    """The verbs of consumers that share a group's partitions. Kafka: KafkaConsumer and KafkaShareConsumer."""

    def join(
        self,
        group: str,
        *members: str,
        topics: Sequence[str],
        instance_ids: Sequence[str | None] = (),
        wait: bool = True,
    ) -> Self:
        """Start consumers of a group; `wait` lets the time pass until everybody has its share."""
        return self.ask(r.Join(group, members, tuple(topics), tuple(instance_ids)))._balanced(group, wait)

    def leave(self, group: str, *members: str, wait: bool = True) -> Self:
        """Close consumers of a group; a static member says nothing and may come back."""
        return self.ask(*(r.Leave(group, member) for member in members))._balanced(group, wait)

    def crash_member(self, group: str, member: str, *, detect: bool = True) -> Self:
        """Crash a consumer; with `detect`, let the time pass until its session is over and others have its share."""
        crash = r.CrashMember(group, member)
        if not detect:
            return self.ask(crash)
        wait_ms = self.policies.group_session_timeout_ms
        return self.ask(crash, r.Tick(wait_ms, every_ms=wait_ms // STOPS_WHILE_WAITING))._balanced(group, True)

    def stall_member(self, group: str, member: str) -> Self:
        """Let a consumer get stuck in its processing: heartbeats go on, polls do not."""
        return self.ask(r.StallMember(group, member))

    def resume_member(self, group: str, member: str) -> Self:
        """Let a stuck consumer poll again."""
        return self.ask(r.ResumeMember(group, member))

    def commit(
        self,
        group: str,
        member: str,
        offsets: Mapping[tuple[str, int], int] | None = None,
        *,
        expect: str | None = None,
    ) -> Self:
        """Commit what a member has read, or for each partition the next offset to read that `offsets` says."""
        given = None if offsets is None else {TopicPartition(*tp): offset for tp, offset in offsets.items()}
        return self.ask(r.Commit(group, member, given), expect=expect)

    def seek(self, group: str, member: str, topic: str, partition: int, offset: int) -> Self:
        """Move a member's position in a partition that it owns."""
        return self.ask(r.Seek(group, member, topic, partition, offset))

    def acknowledge(self, group: str, member: str, outcome: str = "accept") -> Self:
        """Let a member of a share group accept, release or reject the records it has."""
        return self.ask(r.Acknowledge(group, member, outcome))  # type: ignore[arg-type]

    def _balanced(self, group: str, wait: bool) -> Self:
        """Wait until a group is at rest, but not for members that are stuck."""
        return self._wait(lambda cluster: cluster.groups[group].is_at_rest, wait)
