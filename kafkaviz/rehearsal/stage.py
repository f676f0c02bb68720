"""A real cluster with clients in front of it, on which one story after the other is played."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.driver import Driver
from kafkaviz.rehearsal.eras import RELEASES
from kafkaviz.rehearsal.proxy import Proxy
from kafkaviz.rehearsal.settings import Needs

ADMIN: Final = "admin"
OFFSETS_TOPIC: Final = "__consumer_offsets"
HEALED_S: Final = 40.0


class Stage:
    """A cluster that fits what stories need, one driver, and the proxy between all of them; a context manager.

    Kafka: a cluster on one machine. Simplified: all listeners are of 127.0.0.1, without encryption.
    """

    def __init__(self, needs: Needs, folder: Path | None = None) -> None:
        self.needs = needs
        self.folder = Path(tempfile.mkdtemp(prefix="kafkaviz-stage-")) if folder is None else folder
        self._is_ours = folder is None
        self.cluster = RealCluster(
            RELEASES[needs.era],
            self.folder,
            brokers=dict(needs.racks),
            controllers=needs.controllers,
            combined=needs.combined,
            quorum=needs.is_quorum,
            configs=dict(needs.configs),
        )
        self.drivers: list[Driver] = []

    def __enter__(self) -> Self:
        try:
            self.cluster.start()
            self.driver = self.another_driver()
            self.open_admin(self.driver)
            if self.needs.offsets:
                self._create_offsets_topic()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def proxy(self) -> Proxy:
        """What stands between clients and brokers, and between brokers."""
        return self.cluster.proxy

    def another_driver(self) -> Driver:
        """Starts one more process of clients: a client that crashes needs one of its own."""
        driver = Driver(RELEASES[self.needs.era], self.folder)
        self.drivers.append(driver)
        return driver

    def open_admin(self, driver: Driver) -> None:
        """Opens the client that asks and describes; it gives up early on a broker that is frozen."""
        times = {"request.timeout.ms": "1500", "default.api.timeout.ms": "20000"}
        driver.do("admin.open", ADMIN, props={"bootstrap.servers": self.cluster.direct_bootstrap, **times})

    def heal(self) -> bool:
        """Brings everything up again; tells whether it came to rest in time, so that another story can be played."""
        for driver in [driver for driver in self.drivers if driver is not self.driver]:
            driver.kill()
            self.drivers.remove(driver)
        return self.cluster.heal(HEALED_S)

    def close(self) -> None:
        """Ends every process; nothing is left behind."""
        for driver in self.drivers:
            driver.kill()
        self.cluster.close()
        if self._is_ours:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _create_offsets_topic(self) -> None:
        """Puts the partitions of the offsets where the model has them; those that it does not use go anywhere."""
        count = int(dict(self.needs.configs)["offsets.topic.num.partitions"])
        known = dict(self.needs.offsets)
        usual = next(iter(known.values()))
        assignment = [list(known.get(n, usual)) for n in range(count)]
        configs: dict[str, Any] = {"cleanup.policy": "compact", "segment.bytes": "104857600"}
        self.driver.do("topic.create", ADMIN, topic=OFFSETS_TOPIC, assignment=assignment, configs=configs)
