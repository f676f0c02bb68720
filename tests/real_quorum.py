"""A real Kafka 4.4.0 of three nodes, each broker and controller, whose processes can be killed and started again.

with quorum() as nodes:
    nodes.kill(nodes.leader())
"""

import json
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.real_kafka import CLUSTER_ID, HERE, SETTINGS, START_SECONDS, Broker, answers, program
from tests.waiting import until

LOG = "__cluster_metadata-0"
NODES = (1, 2, 3)
# The directory ids that the first set of voters names; any will do.
DIRECTORIES = {1: "AAAAAAAAAAAAAAAAAAABAQ", 2: "AAAAAAAAAAAAAAAAAAACAQ", 3: "AAAAAAAAAAAAAAAAAAADAQ"}
REPLICATED = {
    "broker.session.timeout.ms": 3_000,
    "broker.heartbeat.interval.ms": 500,
    "metadata.max.idle.interval.ms": 1_000,
    "auto.leader.rebalance.enable": "false",
}


class Nodes:
    """Three nodes: their configs, and of those that run the processes."""

    def __init__(self, memory: str, home: Path, configs: Mapping[str, object]) -> None:
        self.memory, self.home = memory, home
        self.running = dict[int, Broker]()
        with ExitStack() as held:
            sockets = [held.enter_context(socket.socket()) for _ in range(2 * len(NODES))]
            for one in sockets:
                one.bind((HERE, 0))
            ports = [one.getsockname()[1] for one in sockets]
        self.ports = dict(zip(NODES, zip(ports[::2], ports[1::2], strict=True), strict=True))
        for node in NODES:
            self._format(node, configs)

    def _format(self, node: int, configs: Mapping[str, object]) -> None:
        clients, control = self.ports[node]
        listeners = f"PLAINTEXT://{HERE}:{clients},CONTROLLER://{HERE}:{control}"
        own = {
            "node.id": node,
            "listeners": listeners,
            "advertised.listeners": listeners,
            "controller.quorum.bootstrap.servers": ",".join(f"{HERE}:{port}" for _, port in self.ports.values()),
            "log.dirs": self.log_dir(node),
        }
        file = self.home / f"{node}.properties"
        lines = (SETTINGS | REPLICATED | own | dict(configs)).items()
        file.write_text("".join(f"{name}={value}\n" for name, value in lines), "utf-8")
        voters = ",".join(f"{n}@{HERE}:{port}:{DIRECTORIES[n]}" for n, (_, port) in self.ports.items())
        given = ("format", "-t", CLUSTER_ID, "-c", str(file), "-I", voters)
        format_it = program("kafka.tools.StorageTool", *given, memory=self.memory)
        subprocess.run(format_it, capture_output=True, check=True, timeout=START_SECONDS, cwd=self.home)

    def log_dir(self, node: int) -> Path:
        """Returns where the logs of a node lie."""
        return self.home / f"logs-{node}"

    def start(self, node: int) -> None:
        """Starts a node; it may take a while until it answers."""
        with open(self.home / f"said-{node}", "ab") as said:
            started = program("kafka.Kafka", str(self.home / f"{node}.properties"), memory=self.memory)
            process = subprocess.Popen(started, stdout=said, stderr=said, cwd=self.home)
        self.running[node] = Broker(f"{HERE}:{self.ports[node][0]}", self.log_dir(node), process)

    def wait(self, *nodes: int) -> None:
        """Waits until nodes answer clients."""
        for node in nodes:
            if not answers(self.running[node]):
                said = (self.home / f"said-{node}").read_text("utf-8", "replace")
                raise RuntimeError(f"Node {node} did not start. The end of what it said:\n{said[-2_000:]}")

    def kill(self, node: int) -> None:
        """Ends a node as SIGKILL does."""
        gone = self.running.pop(node)
        gone.process.kill()
        gone.process.wait()

    def leader(self) -> tuple[int, int]:
        """Returns the leader of the quorum and its epoch, as the nodes that run know them; waits for one that runs."""
        found = until(self._leading, seconds=START_SECONDS)
        assert isinstance(found, tuple)
        return found

    def _leading(self) -> tuple[int, int] | None:
        states = [json.loads((node.log_dir / LOG / "quorum-state").read_text()) for node in self.running.values()]
        latest = max(states, key=lambda state: state["leaderEpoch"])
        return (latest["leaderId"], latest["leaderEpoch"]) if latest["leaderId"] in self.running else None


@contextmanager
def quorum(memory: str = "300m", **configs: object) -> Iterator[Nodes]:
    """Runs three nodes with configs such as metadata_max_retention_bytes=100; raises MissingToolError as `broker`."""
    with tempfile.TemporaryDirectory(prefix="kafka-") as folder:
        nodes = Nodes(memory, Path(folder), {name.replace("_", "."): value for name, value in configs.items()})
        try:
            for node in NODES:
                nodes.start(node)
            nodes.wait(*NODES)
            yield nodes
        finally:
            for node in nodes.running.values():
                node.process.terminate()
            for node in nodes.running.values():
                node.stop()
