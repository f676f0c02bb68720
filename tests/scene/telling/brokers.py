"""What the reason of each event of brokers names: who chose, the timer, or the condition."""

from tests.scene.patterns import BROKER, LIMIT

CAUSES = {
    "BrokerFenced": r"for \d.*: (broker|zookeeper)\.session\.timeout\.ms \(\d",
    "BrokerCrashed": r"(broker|zookeeper)\.session\.timeout\.ms is over|was fenced before|had no session",
    "BrokerFrozen": r"(broker|zookeeper)\.session\.timeout\.ms runs",
    "BrokerThawed": r"silent for \d",
    "BrokerCutOff": r"(broker|zookeeper)\.session\.timeout\.ms runs",
    "BrokerReconnected": rf"{LIMIT}|is fenced until",
    "BrokerStarted": r"(a new broker epoch|/brokers/ids/\d+).* replicas? holds? \d+ records?",
    "BrokerPaused": rf"{BROKER} still sends heartbeats",
    "BrokerResumed": rf"replica fetchers of {BROKER}",
    "ShutdownRequested": r"leads \d+ partitions?",
    "BrokerStopped": r"leads 0 partitions.*\d+ replicas?",
    "BrokerUnfenced": r"holds \d+ replicas?",
    "BrokerAdded": rf"registers as {BROKER}.*holds 0 replicas",
    "BrokerRemoved": r"holds 0 replicas|asks nothing back",
}
