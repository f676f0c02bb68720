"""What people do to controllers."""

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, Voter
from kafkaviz.model.core.kinds import NodeId
from kafkaviz.model.core.request import ProcessRequest, request
from kafkaviz.model.quorum.events import ControllerCrashed, ControllerStarted


def _separate_voter(cluster: Cluster, node: int) -> Voter:
    """Returns a controller that is no broker at the same time, or says why that is impossible."""
    quorum = cluster.controller
    if not isinstance(quorum, Quorum):
        raise InvalidArgumentError("With ZooKeeper a broker is the controller; kill or restart that broker.")
    if node not in quorum.voters:
        raise InvalidArgumentError(
            f"There is no controller {node!r}; the controllers are {', '.join(map(str, quorum.voters))}."
        )
    if node in cluster.brokers:
        raise InvalidArgumentError(f"Node {node} is broker and controller in one; kill or restart broker {node}.")
    return quorum.voters[node]


@request
class KillController(ProcessRequest):
    """Crashes a controller of the quorum."""

    node: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> ControllerCrashed:
        if not _separate_voter(cluster, self.node).up:
            raise InvalidArgumentError(f"Controller {self.node} is dead already.")
        return ControllerCrashed(self.node)


@request
class RestartController(ProcessRequest):
    """Starts a dead controller of the quorum again."""

    node: NodeId

    def handle(self, cluster: Cluster, policies: Policies) -> ControllerStarted:
        if _separate_voter(cluster, self.node).up:
            raise InvalidArgumentError(f"Controller {self.node} is running; there is nothing to restart.")
        return ControllerStarted(self.node)
