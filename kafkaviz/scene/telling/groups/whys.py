"""Marks why a group rebalances, why a member is given or loses partitions, and why it asks who coordinates."""

from collections.abc import Iterator

from kafkaviz.decisions.errors import CoordinatorNotAvailableError, NotCoordinatorError
from kafkaviz.graph.ids import broker_id, group_id, member_id
from kafkaviz.model.core.brokers import FROZEN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.common.coordinator_events import (
    CommitBlocked,
    CommitExpired,
    CoordinatorFound,
    CoordinatorMarkedUnknown,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.events import CoordinatorMoved, MemberExpired, MemberLeft, MetadataNoticed
from kafkaviz.model.groups.consumer_protocol.events import (
    MemberAdmitted,
    MemberReconciled,
    PartitionsReleased,
    RevocationAsked,
    TargetComputed,
)
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.telling.groups.classic import is_delay_over
from kafkaviz.scene.telling.telling import Cause
from kafkaviz.scene.telling.whys import why, whys


@whys(JoinRequested)
def _joined(event: JoinRequested, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    is_new = before.groups[event.group].members[event.member].epoch < 0
    yield why("is new" if is_new else "rebalance", member_id(event.group, event.member))


@whys(GenerationBegun)
def _generation(event: GenerationBegun, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    group = before.groups[event.group]
    is_over = is_delay_over(event, group, cause.policies)
    yield why("delay is over" if is_over else "all have joined", group_id(event.group))


@whys(PartitionsAssigned)
def _assigned(event: PartitionsAssigned, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("group leader", member_id(event.group, event.leader))


@whys(AssignmentReceived)
def _received(event: AssignmentReceived, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    group = after.groups[event.group]
    waits = event.member in group.withheld and not (event.gained or event.kept)
    words = "owner is still reading" if waits else f"generation {group.generation}"
    yield why(words, member_id(event.group, event.member))


@whys(MemberExpired)
def _expired(event: MemberExpired, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why(f"{event.member}: no heartbeat", group_id(event.group))


@whys(MemberLeft)
def _left(event: MemberLeft, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    said = "closed" if event.reason == "closed" else "polled too late"
    yield why(f"{event.member} {said}", group_id(event.group))


@whys(MetadataNoticed)
def _noticed(event: MetadataNoticed, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("topics have changed", group_id(event.group))


@whys(TargetComputed, MemberAdmitted)
def _target(event: TargetComputed | MemberAdmitted, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    words = "group has changed" if isinstance(event, TargetComputed) else f"{event.member} is new"
    yield why(words, group_id(event.group))


@whys(RevocationAsked, PartitionsReleased, MemberReconciled)
def _moved(
    event: RevocationAsked | PartitionsReleased | MemberReconciled, before: Cluster, after: Cluster, cause: Cause
) -> Iterator[Cue]:
    yield why("new target", member_id(event.group, event.member))


@whys(CoordinatorMoved)
def _coordinates(event: CoordinatorMoved, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    if event.broker is None:
        yield why("no copy is alive", group_id(event.group))
    else:
        yield why(f"leads __consumer_offsets-{event.partition}", broker_id(event.broker))


@whys(CoordinatorFound)
def _looked_for(event: CoordinatorFound, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    known = before.groups[event.group].members[event.member].coordinator
    yield why("knew none" if known is None else "lost its coordinator", member_id(event.group, event.member))


@whys(CoordinatorMarkedUnknown)
def _unknown(event: CoordinatorMarkedUnknown, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    words = {NotCoordinatorError.name: "coordinates no more", CoordinatorNotAvailableError.name: "is cut off"}
    if event.error in words:
        yield why(words[event.error], broker_id(event.broker))
    else:
        yield why("no answer", member_id(event.group, event.member))


@whys(GroupRequestRejected)
def _put_off(event: GroupRequestRejected, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("is still loading", broker_id(event.broker))


@whys(CommitBlocked)
def _blocked(event: CommitBlocked, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    group = before.groups[event.group]
    asked = group.members[event.member].coordinator or group.coordinator
    if asked is None or before.is_up(asked):
        yield why("knows none", member_id(event.group, event.member))
    else:
        frozen = before.brokers[asked].state == FROZEN
        yield why("frozen: no answer" if frozen else "down: no answer", broker_id(asked))


@whys(CommitExpired)
def _gave_up(event: CommitExpired, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("timed out", member_id(event.group, event.member))
