"""The stage for stories: real Kafka clusters of five eras on this machine, real clients, and a proxy between them.

Everything listens on 127.0.0.1 and is gone when it is closed.
"""

from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.driver import Driver, DriverError
from kafkaviz.rehearsal.eras import RELEASES, Era
from kafkaviz.rehearsal.jars import MissingToolError
from kafkaviz.rehearsal.processes import StageError
from kafkaviz.rehearsal.proxy import Proxy

__all__ = ["RELEASES", "Driver", "DriverError", "Era", "MissingToolError", "Proxy", "RealCluster", "StageError"]
