"""What the reason of each event of core names: who chose, the timer, or the condition."""

from tests.scene.patterns import HOLDS, LIMIT

CAUSES = {
    "TimeAdvanced": (
        rf"({LIMIT}|election timeout \(\d|(load of __consumer_offsets|the round trip) \(\d).* runs? out"
        rf"|Nothing is due within the hour\. {HOLDS}"
    ),
    "RequestRejected": r".{20}",
}
