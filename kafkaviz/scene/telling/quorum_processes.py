"""What is told of the processes of controllers that vote: one crashes, and starts again with what its disk keeps."""

from kafkaviz.graph.ids import controller_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.quorum.events import ControllerCrashed, ControllerStarted
from kafkaviz.model.quorum.requests import KillController
from kafkaviz.scene.telling.cue import Cue, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, asking, telling

asking(KillController, awaits=True)


def _controller_crashed_cues(event: ControllerCrashed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(controller_id(event.node),))]


def _why_goes_on(event: ControllerCrashed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks how many voters are left at the one who decides on; where a majority is missing, how many it takes."""
    assert isinstance(after.controller, Quorum)
    left, least = _left(after.controller), after.controller.majority
    words = f"{len(left)} of {len(after.controller.voters)} left{'' if len(left) >= least else f', {least} needed'}"
    active = after.controller.active
    return [why(words, *map(controller_id, left if active is None else [active]), controller_id(event.node))]


@telling(ControllerCrashed, Tag.CRASH, cues=_controller_crashed_cues, why=_why_goes_on)
def _controller_crashed(event: ControllerCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.node == before.controller.active:
        return f"Controller {event.node} crashes. It was the active one.", (
            "The other voters notice when controller.quorum.fetch.timeout.ms is over without an answer."
        )
    if after.controller.active is None:
        return (
            f"Controller {event.node} crashes.",
            f"{_alive(after)}: nothing can be decided, so no ISR changes and no partition gets a new leader.",
        )
    return f"Controller {event.node} crashes.", f"{_alive(after)}, so controller {after.controller.active} decides on."


def _alive(cluster: Cluster) -> str:
    assert isinstance(cluster.controller, Quorum)
    up = len(_left(cluster.controller))
    verb = "is" if up == 1 else "are"
    return f"{up} of {len(cluster.controller.voters)} {verb} left, and {cluster.controller.majority} are a majority"


def _left(quorum: Quorum) -> list[int]:
    return [node for node, voter in quorum.voters.items() if voter.up]


def _why_remembers(event: ControllerStarted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    assert isinstance(after.controller, Quorum)
    return [why(f"epoch {after.controller.voters[event.node].epoch} from its disk", controller_id(event.node))]


@telling(ControllerStarted, why=_why_remembers)
def _controller_started(event: ControllerStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Controller {event.node} starts again.", _remembered(event.node, after)


def _remembered(node: int, cluster: Cluster) -> str:
    assert isinstance(cluster.controller, Quorum)
    voter = cluster.controller.voters[node]
    vote = "no vote" if voter.voted_for is None else f"its vote for controller {voter.voted_for}"
    return f"Its disk keeps epoch {voter.epoch}, {vote}, and its metadata log up to offset {voter.log_end[1]}."
