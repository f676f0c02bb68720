"""What people let the members of share groups do."""

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import Name
from kafkaviz.model.core.request import Request, request
from kafkaviz.model.groups.common.member_requests import polling_member
from kafkaviz.model.groups.share.events import Outcome, RecordsAcknowledged
from kafkaviz.model.groups.share.lent import archived_by_partition, lent_offsets


@request
class Acknowledge(Request):
    """Lets a member of a share group say what became of the records it has.

    Said after the lock of some was over, it counts for none of their partition.

    Kafka: ShareConsumer.acknowledge and commitSync; SharePartition.acknowledge. Simplified: one outcome for all.
    """

    API = "ShareAcknowledge"

    group: Name
    member: Name
    outcome: Outcome = "accept"

    def handle(self, cluster: Cluster, policies: Policies) -> RecordsAcknowledged:
        member = polling_member(cluster, self.group, self.member)
        group = cluster.groups[self.group]
        lent = lent_offsets(group, self.member)
        in_hand = member.in_hand if policies.share_acknowledgement_mode == "explicit" else {}
        late = tuple(tp for tp, offsets in in_hand.items() if not {*offsets} <= {*lent.get(tp, ())})
        lent = {tp: offsets for tp, offsets in lent.items() if tp not in late}
        if not lent and not late:
            raise InvalidArgumentError(f"{self.member} has no records to acknowledge; let it poll first.")
        archived = archived_by_partition(group, lent, policies) if self.outcome == "release" else {}
        return RecordsAcknowledged(self.group, self.member, lent, self.outcome, archived, late)
