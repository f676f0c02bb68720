"""What the members of a lab's groups do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab.base import LabBase
from kafkaviz.lab.words import silence
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import Name, check_kind
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, Seek
from kafkaviz.model.groups.share.events import Outcome
from kafkaviz.model.groups.share.requests import Acknowledge


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
        """Starts consumers of a group; `wait` lets the time pass until everybody has its share."""
        read = check_kind("topics", tuple[str, ...], topics)
        static = check_kind("instance_ids", tuple[Name | None, ...], instance_ids)
        return self.ask(Join(group, members, read, static), until=_at_rest(group, wait))

    def leave(self, group: str, *members: str, wait: bool = True) -> Self:
        """Closes consumers of a group; a static member stays in its group and may come back."""
        if not members:
            raise InvalidArgumentError("Say who leaves, as in leave('app', 'C0').")
        return self.ask(*(Leave(group, member) for member in members), until=_at_rest(group, wait))

    def crash_member(self, group: str, member: str, *, detect: bool = True) -> Self:
        """Crashes a consumer; with `detect`, lets the time pass until its session is over and others have its share."""
        crash = CrashMember(group, member)
        if not check_kind("detect", bool, detect):
            return self.ask(crash)
        return self.ask(crash, silence(self.policies.group_session_timeout_ms), until=_at_rest(group))

    def stall_member(self, group: str, member: str) -> Self:
        """Lets a consumer get stuck in its processing: heartbeats go on, polls do not."""
        return self.ask(StallMember(group, member))

    def resume_member(self, group: str, member: str) -> Self:
        """Lets a stuck consumer poll again."""
        return self.ask(ResumeMember(group, member))

    def commit(
        self,
        group: str,
        member: str,
        offsets: Mapping[tuple[str, int], int] | None = None,
        *,
        expect: str | None = None,
    ) -> Self:
        """Commits what a member has read, or for each partition the next offset to read that `offsets` says."""
        read = check_kind("offsets", Mapping[TopicPartition, int] | None, offsets)
        return self.ask(Commit(group, member, read), expect=expect)

    def seek(self, group: str, member: str, topic: str, partition: int, offset: int) -> Self:
        """Moves a member's position in a partition that it owns."""
        return self.ask(Seek(group, member, topic, partition, offset))

    def acknowledge(self, group: str, member: str, outcome: Outcome = "accept") -> Self:
        """Lets a member of a share group accept, release or reject the records it has.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab(group_protocol="share", share_acknowledgement_mode="explicit").create_topic("letters", 1, 3)
        >>> lab = lab.send("letters", "ABC").join("app", "C0", topics=["letters"]).poll(group="app")
        >>> lab.poll(group="app")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        kafkaviz.decisions.errors.InvalidArgumentError: All records must be acknowledged in explicit ...
        >>> again = lab.acknowledge("app", "C0", "release").poll(group="app").cluster.groups["app"].deliveries
        >>> again["letters", 0][0].delivery_count
        2

        Kafka: KafkaShareConsumer.acknowledge, then commitSync; only with share.acknowledgement.mode=explicit.
        """
        if self.policies.share_acknowledgement_mode == "implicit":
            raise InvalidArgumentError(
                "Implicit acknowledgement of delivery is being used: the next poll accepts what a member has. "
                "Lab(share_acknowledgement_mode='explicit') lets it say so."
            )
        return self.ask(Acknowledge(group, member, outcome))


def _at_rest(group: str, wait: bool = True) -> Callable[[Cluster], bool] | None:
    """Returns what tells whether a group is at rest, but for members that are stuck; None when nobody waits."""
    return (lambda cluster: cluster.groups[group].is_at_rest) if check_kind("wait", bool, wait) else None
