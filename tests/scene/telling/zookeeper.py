"""What the reason of each event of zookeeper names: who chose, the timer, or the condition."""

from tests.scene.patterns import BROKER

CAUSES = {
    "ControllerRaceBegan": r"controller epoch \d",
    "ControllerRaceLost": rf"{BROKER} was first in controller epoch \d",
    "ControllerLoaded": rf"/brokers/ids names ({BROKER}|no broker)",
    "ControllerLost": rf"session of {BROKER.lower()[4:]}|session of broker \d",
}
