"""What people let the members of share groups do."""

from collections.abc import Mapping
from typing import Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group
from kafkaviz.model.core.kinds import Name
from kafkaviz.model.core.request import Request, request
from kafkaviz.model.groups.common.member_requests import polling_member
from kafkaviz.model.groups.share.events import RecordsAcknowledged

Outcome = Literal["accept", "release", "reject"]


@request
class Acknowledge(Request):
    """Lets a member of a share group say what became of the records it has. Kafka: ShareConsumer.acknowledge."""

    API = "ShareAcknowledge"

    group: Name
    member: Name
    outcome: Outcome = "accept"

    def handle(self, cluster: Cluster, policies: Policies) -> RecordsAcknowledged:
        polling_member(cluster, self.group, self.member)
        lent = {
            tp: tuple(offset for offset, d in held.items() if d.member == self.member and not d.done)
            for tp, held in cluster.groups[self.group].deliveries.items()
        }
        offsets = {tp: given for tp, given in lent.items() if given}
        if not offsets:
            raise InvalidArgumentError(f"{self.member} has no records to acknowledge; let it poll first.")
        given_up = {} if self.outcome != "release" else _given_up(cluster.groups[self.group], offsets, policies)
        return RecordsAcknowledged(self.group, self.member, offsets, self.outcome, given_up)


def _given_up(
    group: Group, offsets: Mapping[TopicPartition, tuple[int, ...]], policies: Policies
) -> dict[TopicPartition, tuple[int, ...]]:
    """Returns what has been lent so often that releasing it ends it. Kafka: InFlightState.tryUpdateState."""
    limit = policies.group_share_delivery_count_limit
    over = {
        tp: tuple(offset for offset in several if group.deliveries[tp][offset].attempts >= limit)
        for tp, several in offsets.items()
    }
    return {tp: several for tp, several in over.items() if several}
