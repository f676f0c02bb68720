"""The stage for stories: real Kafka clusters of five eras on this machine, real clients, and a proxy between them.

Everything listens on 127.0.0.1 and is gone when it is closed.
"""

from kafkaviz.loading import load_on_use

_NAMES = {
    "clusters": "RealCluster",
    "driver": "Driver DriverError",
    "eras": "RELEASES Era",
    "jars": "MissingToolError",
    "processes": "StageError",
    "proxy": "Proxy",
}
__all__, __getattr__, __dir__ = load_on_use(__name__, _NAMES)
