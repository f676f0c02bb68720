"""Where the names of kafkaviz.rehearsal live; made by tools/make_stubs.py of what `__init__.py` says."""

from kafkaviz.rehearsal.clusters import RealCluster as RealCluster
from kafkaviz.rehearsal.driver import Driver as Driver
from kafkaviz.rehearsal.driver import DriverError as DriverError
from kafkaviz.rehearsal.eras import RELEASES as RELEASES
from kafkaviz.rehearsal.eras import Era as Era
from kafkaviz.rehearsal.jars import MissingToolError as MissingToolError
from kafkaviz.rehearsal.processes import StageError as StageError
from kafkaviz.rehearsal.proxy import Proxy as Proxy

__all__: list[str]
