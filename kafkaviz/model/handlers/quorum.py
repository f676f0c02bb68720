"""What people do to controllers."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.values import Cluster, Quorum, Voter


def _voter(cluster: Cluster, node: int) -> Voter:
    """Give a controller that is no broker at the same time, or say why that is impossible."""
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


def _kill_controller(cluster: Cluster, asked_for: r.KillController, policies: Policies) -> e.ControllerCrashed:
    if not _voter(cluster, asked_for.node).up:
        raise InvalidArgumentError(f"Controller {asked_for.node} is dead already.")
    return e.ControllerCrashed(asked_for.node)


def _restart_controller(cluster: Cluster, asked_for: r.RestartController, policies: Policies) -> e.ControllerStarted:
    if _voter(cluster, asked_for.node).up:
        raise InvalidArgumentError(f"Controller {asked_for.node} is running; there is nothing to restart.")
    return e.ControllerStarted(asked_for.node)


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {
    r.KillController: _kill_controller,
    r.RestartController: _restart_controller,
}
