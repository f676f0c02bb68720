"""Challenges for those who run a cluster: availability, and who decides."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.course.challenges.challenge import Challenge, each, move
from kafkaviz.course.challenges.losing import THREE_BROKERS
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import ProduceAcknowledged
from kafkaviz.model.core.history import Step

CONTROLLERS: Final = (101, 102, 103, 104, 105)


def _acknowledged_alone(steps: Sequence[Step]) -> bool:
    cluster = steps[-1].cluster
    alone = sum(map(cluster.is_up, cluster.brokers)) == 1
    return alone and any(isinstance(step.event, ProduceAcknowledged) for step in steps)


def _nobody_decides(steps: Sequence[Step]) -> bool:
    return steps[-1].cluster.controller.is_stuck


LAST_BROKER = Challenge(
    name="last_broker",
    title="One broker of three, and acks=all",
    text="The topic has three replicas and min.insync.replicas=2. Let a record be acknowledged with acks=all while one "
    "broker is up.",
    start=lambda: Lab(brokers=3, min_insync_replicas=2).create_topic("letters", 1, 3),
    moves=(
        *THREE_BROKERS,
        move("send", "letters", "ABC"),
        move("configure", "letters", min_insync_replicas=1),
        move("configure", "letters", min_insync_replicas=3),
        move("elect_unclean", "letters", 0),
    ),
    reached=_acknowledged_alone,
    par=4,
    insight="min.insync.replicas is a choice between two promises: at 2 the last broker refuses, at 1 it acknowledges "
    "what it alone has.",
)
NO_CONTROLLER = Challenge(
    name="no_controller",
    title="Make a controller election fail",
    text="A quorum of five controllers decides for three brokers. Leave the cluster without an active controller, and "
    "without a way to elect one.",
    start=lambda: Lab(brokers=3, controllers=5).create_topic("letters", 1, 3),
    moves=(*each("kill", 1, 2, 3), *each("kill_controller", *CONTROLLERS), *each("restart_controller", *CONTROLLERS)),
    reached=_nobody_decides,
    par=3,
    insight="An election needs a majority of the voters, the dead ones counted too: of five, two may die. Brokers have "
    "no vote.",
)
CHALLENGES: Final = (LAST_BROKER, NO_CONTROLLER)
