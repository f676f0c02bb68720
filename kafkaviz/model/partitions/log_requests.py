"""What people ask of one partition's log, and of the fetches that copy it."""

from kafkaviz.decisions.errors import (
    InvalidArgumentError,
    OffsetOutOfRangeError,
    PolicyViolationError,
    RequestTimedOutError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.kinds import NodeId
from kafkaviz.model.core.request import Request, request
from kafkaviz.model.core.require import require_partition
from kafkaviz.model.partitions.fetch_events import FetchLost, FetchServed
from kafkaviz.model.partitions.log_events import RecordsDeleted
from kafkaviz.model.partitions.rules import served_fetch


@request
class DeleteRecords(Request):
    """Deletes what lies below an offset; -1 stands for the high watermark.

    Kafka: DeleteRecordsRequest, DeleteRecordsHandler. Simplified: an old client gives up at once where the
    metadata name no leader, with LEADER_NOT_AVAILABLE.
    """

    API = "DeleteRecords"

    topic: str
    partition: int
    before_offset: int = -1

    def handle(self, cluster: Cluster, policies: Policies) -> RecordsDeleted:
        tp = require_partition(cluster, self.topic, self.partition)
        leader = cluster.partitions[tp].leader
        if leader is None or not cluster.leads(tp, leader):
            raise RequestTimedOutError(
                f"Nobody leads {tp} now: a client asks again for default.api.timeout.ms, and gives up."
            )
        if cluster.config(self.topic, "cleanup_policy", policies) == "compact":
            raise PolicyViolationError(f"Records of partition {tp} can not be deleted due to the configured policy")
        replica = cluster.replicas[tp][leader]
        before = replica.high_watermark if self.before_offset == -1 else self.before_offset
        if not 0 <= before <= replica.high_watermark:
            raise OffsetOutOfRangeError(
                f"Records of {tp} can be deleted up to its high watermark {replica.high_watermark}, not to {before}."
            )
        return RecordsDeleted(tp, leader, max(before, replica.log_start_offset))


@request
class ServeFetch(Request):
    """Lets a follower's fetch be answered now, whatever else is waiting; the answer stays on its way."""

    API = "Fetch"

    topic: str
    partition: int
    follower: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> FetchServed:
        tp = require_partition(cluster, self.topic, self.partition)
        served = served_fetch(cluster, tp, self.follower, policies, idle=True)
        if served is None:
            raise InvalidArgumentError(f"Broker {self.follower} has nobody to fetch {tp} from, or waits for an answer.")
        return served


@request
class LoseFetch(Request):
    """Loses the answer to a follower's fetch on its way."""

    API = "Fetch"

    topic: str
    partition: int
    follower: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> FetchLost:
        tp = require_partition(cluster, self.topic, self.partition)
        replica = cluster.replicas[tp].get(self.follower)
        if replica is None or replica.incoming is None:
            raise InvalidArgumentError(f"No answer for {tp} is on its way to broker {self.follower}.")
        return FetchLost(tp, self.follower)
