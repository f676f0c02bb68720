"""A real cluster with clients in front of it, on which one story after the other is played."""

import shutil
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.driver import Driver, DriverError
from kafkaviz.rehearsal.homes import Home
from kafkaviz.rehearsal.logs import SEGMENT, whole_batches
from kafkaviz.rehearsal.processes import StageError
from kafkaviz.rehearsal.proxy import Proxy
from kafkaviz.rehearsal.settings import GIVES_UP_MS, Needs

ADMIN, ONLOOKER = "admin", "onlooker"
OFFSETS_TOPIC: Final = "__consumer_offsets"
ELR_FEATURE: Final = "eligible.leader.replicas.version"
HEALED_S: Final = 40.0
REFUSED_S, ASKED_S = 15.0, 1.0
LOOKS_EVERY_S: Final = 0.2
LOOK_MS: Final = 3_000
_REQUEST_MS: Final = {ADMIN: 15_000, ONLOOKER: 1_500}
DUPLICATE: Final = "DUPLICATE_BROKER_REGISTRATION"


class Stage:
    """A cluster that fits what stories need, one driver, and the proxy between all of them; a context manager.

    Kafka: a cluster on one machine. Simplified: all listeners are of 127.0.0.1, without encryption.
    """

    def __init__(self, needs: Needs, folder: Path | None = None, home: Home | None = None) -> None:
        self.needs, self.home = needs, home
        self.folder = Path(tempfile.mkdtemp(prefix="kafkaviz-stage-")) if folder is None else folder
        self._is_ours = folder is None
        self.cluster = RealCluster(
            needs.era,
            self.folder,
            brokers=[broker for broker, _ in needs.racks],
            controllers=needs.controllers,
            configs=dict(needs.configs),
            combined=needs.combined,
            racks={broker: rack for broker, rack in needs.racks if rack is not None},
            session_ms=needs.session_ms,
            features={ELR_FEATURE: int(needs.eligible_leader_replicas)} if needs.era == "4.4" else {},
            zookeeper=not needs.is_quorum,
            home=home,
        )
        self._active: dict[int, int] = {}
        self.drivers: list[Driver] = []
        self._closing = threading.Lock()

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
        driver = Driver(self.needs.era, self.folder, home=self.home)
        self.drivers.append(driver)
        return driver

    def open_admin(self, driver: Driver) -> None:
        """Opens a client that makes requests, and an observer, which gives up early on a broker that is frozen."""
        for client, request_ms in _REQUEST_MS.items():
            times = {"request.timeout.ms": str(request_ms), "default.api.timeout.ms": str(GIVES_UP_MS)}
            driver.do("admin.open", client, props={"bootstrap.servers": self.cluster.direct_bootstrap, **times})

    def know_producers(self) -> None:
        """Lets each broker get ids for producers from the controller, as one that has run for a while has them.

        Kafka: RPCProducerIdManager. Without a controller a broker that has none leaves an idempotent producer waiting.
        """
        for broker in self.cluster.brokers:
            props = {"bootstrap.servers": self.cluster.address(broker), "enable.idempotence": "true", "acks": "all"}
            self.driver.do("producer.open", f"idle.{broker}", props=props)
        time.sleep(ASKED_S)
        for broker in self.cluster.brokers:
            self.driver.do("producer.close", f"idle.{broker}")

    def look(self, operation: str, **fields: Any) -> dict[str, Any]:
        """Asks how things are; an old client that knows dead brokers alone never finds others, and is opened anew."""
        said = self.driver.do(operation, ONLOOKER, wait_ms=LOOK_MS, **fields)
        if said.get("error") in ("TimeoutException", "StillWaiting"):
            self.open_admin(self.driver)
        return said

    def controller_for(self, node: int, voters: Sequence[int], active: int | None) -> int:
        """Returns the controller that stands for one of the model's: the active one for the active one."""
        if node not in self._active:
            leader = self.look("quorum.describe").get("leader", self.cluster.controllers[0])
            others = [real for real in self.cluster.controllers if real != leader]
            pairs = zip([voter for voter in voters if voter != active], others, strict=False)
            self._active = dict(pairs) | ({} if active is None else {active: leader})
        return self._active[node]

    def is_start_refused(self, broker: int) -> bool:
        """Starts a broker and tells whether its registration is refused; then ends it, since it would ask again."""
        self.cluster.start_node(broker, wait=False)
        until = time.monotonic() + REFUSED_S
        while time.monotonic() < until:
            if DUPLICATE in self.cluster.output_of(broker):
                self.cluster.kill(broker)
                return True
            time.sleep(LOOKS_EVERY_S)
        return False

    def heal(self) -> bool:
        """Brings everything up again; tells whether it came to rest in time, so that another story can be played."""
        try:
            return self._healed()
        except (DriverError, StageError):
            return False

    def _healed(self) -> bool:
        for driver in [driver for driver in self.drivers if driver is not self.driver]:
            driver.close()
            self.drivers.remove(driver)
        self._active = {}
        self.proxy.calm()
        nodes = [broker for broker, _ in self.needs.racks]
        if self.cluster.brokers != nodes:
            return False
        until = time.monotonic() + HEALED_S
        for node in {*nodes, *self.cluster.controllers}:
            if self.cluster.is_up(node):
                self.cluster.thaw(node)
            while not self.cluster.is_up(node) and not self.cluster.start_node(node):
                if time.monotonic() > until:
                    return False
                time.sleep(1)
        while time.monotonic() < until:
            known = self.look("cluster.describe").get("nodes", [])
            if sorted(known) == sorted(nodes) and self._is_in_sync():
                return True
            time.sleep(LOOKS_EVERY_S)
        return False

    def _is_in_sync(self) -> bool:
        said = self.look("topic.describe", topic=OFFSETS_TOPIC)
        return all(len(partition["isr"]) == len(partition["replicas"]) for partition in said.get("partitions", []))

    def metadata_log(self) -> bytes:
        """Returns the metadata log as it is now, of the controller that has most; ZooKeeper's eras have none."""
        logs = [self.cluster.metadata_log(controller) / SEGMENT for controller in self.cluster.controllers]
        return max((whole_batches(log.read_bytes()) for log in logs), key=len, default=b"")

    def close(self) -> None:
        """Ends every process, whoever waits for one; nothing is left behind, and a second time does nothing."""
        with self._closing:
            for driver in list(self.drivers):
                driver.close()
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
