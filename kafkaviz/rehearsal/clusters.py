"""A real Kafka cluster of an era on this machine, whose processes can be killed, frozen and started again.

>>> with RealCluster("4.4", folder) as cluster:  # doctest: +SKIP
...     cluster.kill(1)
"""

import os
import re
import signal
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.rehearsal.eras import release_of
from kafkaviz.rehearsal.formatting import format_log_dir
from kafkaviz.rehearsal.homes import Home
from kafkaviz.rehearsal.jvm import archiving, class_archive, command
from kafkaviz.rehearsal.listeners import Listeners
from kafkaviz.rehearsal.node_configs import (
    node_configs,
    quorum_configs,
    write_properties,
    zookeeper_configs,
    zookeeper_server,
)
from kafkaviz.rehearsal.ports import HERE, is_open
from kafkaviz.rehearsal.processes import Processes, StageError
from kafkaviz.rehearsal.proxy import Proxy

ZOOKEEPER: Final = "zookeeper"
FIRST_CONTROLLER: Final = 101
# What a node of any era says when it serves: KafkaServer's "started", KafkaRaftServer's "Kafka Server started".
_STARTED: Final = re.compile(r"\bstarted \(kafka\.server\.|kafka\.server\.Kafka(Raft)?Server\b.*\bstarted\b")


class RealCluster:
    """Brokers and controllers of an era, each a process of its own, behind a proxy.

    Controllers are 101, 102 … or, combined, in the processes of the first brokers. With ZooKeeper the first broker
    starts first, and so becomes the controller; `zookeeper` None is what the era has, and 3.9 can do both. `features`
    are those of KRaft, as `eligible.leader.replicas.version`; `session_ms` None is Kafka's default. The cluster lives
    in a new folder inside the given one, which `close` removes unless `keep`; a `home` is the Kafka that is run.
    """

    def __init__(
        self,
        era: str,
        folder: Path | str | None = None,
        brokers: Sequence[int] = (1, 2, 3),
        controllers: int = 1,
        configs: Mapping[str, object] | None = None,
        combined: bool = False,
        racks: Mapping[int, str] | None = None,
        session_ms: int | None = None,
        features: Mapping[str, int] | None = None,
        keep: bool = False,
        zookeeper: bool | None = None,
        home: Home | None = None,
    ) -> None:
        self.era, self.release, self._home = era, release_of(era), home
        self.brokers, self.combined, self.session_ms = list(brokers), combined, session_ms
        self.configs = {name.replace("_", "."): value for name, value in (configs or {}).items()}
        self.features, self.racks = dict(features or {}), dict(racks or {})
        first = self.brokers if combined else range(FIRST_CONTROLLER, FIRST_CONTROLLER + controllers)
        self.zookeeper = self.release.zookeeper if zookeeper is None else zookeeper
        self.controllers = [] if self.zookeeper else list(first)[:controllers]
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=f"kafka-{era}-", dir=folder))
        self._processes = Processes(self.folder, keep)
        self.proxy = Proxy()
        self._listeners = Listeners(self.proxy)
        self._archive: Path | None = None
        self._archives = self.brokers[-1]
        self._zookeeper_port = self._listeners.port() if self.zookeeper else 0

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self) -> Self:
        """Starts every node and waits until all serve; raises StageError, or MissingToolError without what it takes."""
        nodes = [*self.controllers, *(broker for broker in self.brokers if broker not in self.controllers)]
        for node in nodes:
            self._listeners.open(node, node in self.brokers, node in self.controllers)
        for node in nodes:
            self._prepare(node)
        if self.zookeeper:
            self._start_zookeeper()
            # The first to come is the controller, which a story has to know.
            self._expect(self.start_node(self.brokers[0]), self.brokers[0])
        for node in nodes:
            if not self.is_up(node):
                self.start_node(node, wait=False)
        for node in nodes:
            self._expect(self._serves(node), node)
        return self

    def close(self) -> None:
        """Ends every process and removes the folder; a second time does nothing."""
        if self._archive:
            # Java writes the archive of its classes when it is asked to end; what was never asked has none.
            served = self.is_up(self._archives)
            self.thaw(self._archives)
            self._processes.end(str(self._archives), signal.SIGTERM, seconds=30)
            if self._archive.exists() and served:
                os.replace(self._archive, class_archive(self.era))
            self._archive.unlink(missing_ok=True)
            self._archive = None
        self._processes.close()
        self.proxy.close()
        self._listeners.close()

    def kill(self, node: int) -> None:
        """Ends a node as SIGKILL does, frozen or not."""
        self._processes.end(str(node))
        self.proxy.show(node)

    def stop(self, node: int) -> None:
        """Ends a node as SIGTERM does: a broker hands over what it leads first."""
        self._processes.end(str(node), signal.SIGTERM)

    def start_node(self, node: int, wait: bool = True) -> bool:
        """Starts a node, and tells whether it serves: no if it ended by itself; `exit_reason` says why.

        With `wait` False nothing is waited for. Raises StageError for one that neither serves nor ends.
        """
        if self.is_up(node):
            raise InvalidArgumentError(f"Node {node} is running; there is nothing to start.")
        options = self._archiving() if node == self._archives and not self._processes.output_of(str(node)) else ()
        memory = "350m" if "BROKERS" in self._listeners[node] else "200m"
        properties = str(self.folder / f"{node}.properties")
        run = command(self.era, "kafka.Kafka", properties, memory=memory, options=options, home=self._home)
        self._processes.start(str(node), run)
        return not wait or self._serves(node)

    def exit_reason(self, node: int) -> str:
        """Returns the line of a node's log that says why it ended, or the last one."""
        return self._processes.exit_reason(str(node))

    def freeze(self, node: int) -> None:
        """Stops a process where it is, as SIGSTOP does."""
        self._processes.send(str(node), signal.SIGSTOP)
        self.proxy.hide(node)

    def thaw(self, node: int) -> None:
        """Lets a frozen process go on, as SIGCONT does."""
        self._processes.send(str(node), signal.SIGCONT)
        self.proxy.show(node)

    def is_up(self, node: int) -> bool:
        """Tells whether a node's process runs, frozen or not."""
        return self._processes.is_running(str(node))

    def add_broker(self, broker: int, rack: str | None = None) -> bool:
        """Starts a broker that nobody knew, and tells whether it serves."""
        if broker in self._listeners:
            raise InvalidArgumentError(f"There is a node {broker} already; choose another id.")
        self.brokers.append(broker)
        if rack:
            self.racks[broker] = rack
        self._listeners.open(broker, is_broker=True, is_controller=False)
        self._prepare(broker)
        return self.start_node(broker)

    @property
    def bootstrap(self) -> str:
        """The brokers that clients ask first, through the proxy: those that answer; all of them where none does."""
        return self._listeners.servers([*filter(self.answers, self.brokers)] or self.brokers, "CLIENTS")

    @property
    def direct_bootstrap(self) -> str:
        """The brokers as observers reach them: no message is lost, and a frozen or cut off broker is hidden."""
        return self._listeners.servers(self.brokers, "WATCHERS")

    def address(self, broker: int) -> str:
        """Returns the address at which observers reach one broker."""
        return self._listeners.servers([broker], "WATCHERS")

    @property
    def controller_bootstrap(self) -> str:
        """The controllers as an administrator reaches them where no broker answers. Kafka: bootstrap.controllers."""
        return self._listeners.servers(self.controllers, "CONTROLLER")

    def answers(self, broker: int) -> bool:
        """Tells whether a broker can be asked: it runs, and is neither frozen nor cut off."""
        return self.is_up(broker) and not self.proxy.is_hidden(broker)

    def run_tool(self, main: str, *arguments: str) -> str:
        """Runs a tool of an era that asks ZooKeeper, waits for its end, and returns what it said."""
        command_line = (main, "--zookeeper", f"{HERE}:{self._zookeeper_port}", *arguments)
        self._processes.start("tool", command(self.era, *command_line, memory="128m", home=self._home))
        self._processes.wait("tool", lambda: False)
        return self._processes.output_of("tool")

    def log_dir(self, node: int) -> Path:
        """Returns where the logs of a node lie."""
        return self.folder / f"logs-{node}"

    def metadata_log(self, controller: int | None = None) -> Path:
        """Returns the folder of a controller's metadata log, the first's by default; ZooKeeper's eras have none."""
        if not self.controllers:
            raise InvalidArgumentError(f"Kafka {self.release.release} keeps its metadata in ZooKeeper, not in a log.")
        return self.log_dir(controller or self.controllers[0]) / "__cluster_metadata-0"

    def output_of(self, node: int) -> str:
        """Returns what a node has said since its last start."""
        return self._processes.output_of(str(node))

    def _prepare(self, node: int) -> None:
        listeners, log_dir = self._listeners[node], self.log_dir(node)
        configs = node_configs(listeners, log_dir, min(3, len(self.brokers)), self.racks.get(node))
        if self.zookeeper:
            front = self.proxy.front("zookeeper", node, self._zookeeper_port)
            configs |= zookeeper_configs(node, front, self.session_ms)
        else:
            voters = {voter: self._listeners[voter]["CONTROLLER"].front for voter in self.controllers}
            configs |= quorum_configs(node, listeners, voters, self.session_ms)
            format_log_dir(self.era, node, log_dir, self.features, self._home)
        write_properties(self.folder / f"{node}.properties", configs | self.configs)

    def _start_zookeeper(self) -> None:
        configs = zookeeper_server(self.folder / ZOOKEEPER, self._zookeeper_port)
        file = write_properties(self.folder / f"{ZOOKEEPER}.properties", configs)
        main = "org.apache.zookeeper.server.ZooKeeperServerMain"
        self._processes.start(ZOOKEEPER, command(self.era, main, str(file), memory="128m", home=self._home))
        if not self._processes.wait(ZOOKEEPER, lambda: is_open(self._zookeeper_port)):
            raise StageError(f"ZooKeeper did not start: {self._processes.output_of(ZOOKEEPER)[-600:]}")

    def _serves(self, node: int) -> bool:
        return self._processes.wait(str(node), lambda: bool(_STARTED.search(self.output_of(node))))

    def _expect(self, serves: bool, node: int) -> None:
        if not serves:
            raise StageError(f"Node {node} of Kafka {self.release.release} did not start: {self.exit_reason(node)}")

    def _archiving(self) -> tuple[str, ...]:
        archive = class_archive(self.era)
        if self._home or archive.exists():
            return ()
        # Several clusters of an era may be writing theirs; the last to close is the one that stays.
        self._archive = archive.with_name(f"{archive.stem}.{self.folder.name}")
        return archiving(self._archive)
