"""What people let the members of share groups do."""

from typing import Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import Name
from kafkaviz.model.core.request import Request, request
from kafkaviz.model.groups.common.member_requests import polling_member
from kafkaviz.model.groups.share.events import RecordsAcknowledged

Outcome = Literal["accept", "release", "reject"]


@request
class Acknowledge(Request):
    """Lets a member of a share group say what became of the records it has. Kafka: ShareConsumer.acknowledge."""

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
        return RecordsAcknowledged(self.group, self.member, offsets, self.outcome)
