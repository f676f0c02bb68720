"""What each node of a cluster is told: its server.properties, for brokers, controllers and ZooKeeper."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from kafkaviz.rehearsal.ports import HERE, Ports

# Small and calm, so that a story shows what was asked and nothing besides; an older release ignores what it lacks.
_EVERYWHERE: Final[Mapping[str, object]] = {
    "auto.create.topics.enable": "false",
    "auto.leader.rebalance.enable": "false",
    "group.initial.rebalance.delay.ms": 0,
    "num.network.threads": 2,
    "num.io.threads": 4,
    "num.recovery.threads.per.data.dir": 1,
    "log.cleaner.dedupe.buffer.size": 4_000_000,
    "share.coordinator.state.topic.num.partitions": 3,
    "transaction.state.log.num.partitions": 3,
}
_PROTOCOLS: Final = ("WATCHERS", "CLIENTS", "BROKERS", "CONTROLLER")


def node_configs(
    listeners: Mapping[str, Ports], log_dir: Path, replicas: int, rack: str | None = None
) -> dict[str, object]:
    """Returns a node's configs of every era; internal topics have so many `replicas`, and rack None means no rack."""
    configs = {
        **_EVERYWHERE,
        "log.dirs": log_dir,
        "listeners": _addresses((name, ports.own) for name, ports in listeners.items()),
        "advertised.listeners": _addresses((name, ports.front) for name, ports in listeners.items()),
        "listener.security.protocol.map": ",".join(f"{name}:PLAINTEXT" for name in _PROTOCOLS),
        "default.replication.factor": replicas,
        "offsets.topic.replication.factor": replicas,
        "transaction.state.log.replication.factor": replicas,
        "transaction.state.log.min.isr": min(2, replicas),
        "share.coordinator.state.topic.replication.factor": replicas,
        "share.coordinator.state.topic.min.isr": min(2, replicas),
    }
    if "BROKERS" in listeners:
        configs["inter.broker.listener.name"] = "BROKERS"
    return configs | ({"broker.rack": rack} if rack else {})


def quorum_configs(
    node: int, listeners: Mapping[str, Ports], voters: Mapping[int, int], session_ms: int | None
) -> dict[str, object]:
    """Returns the further configs of a node of a KRaft cluster: its roles, and the ports of the voters."""
    roles = [role for role, name in (("broker", "BROKERS"), ("controller", "CONTROLLER")) if name in listeners]
    configs: dict[str, object] = {
        "node.id": node,
        "process.roles": ",".join(roles),
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.voters": ",".join(f"{voter}@{HERE}:{port}" for voter, port in voters.items()),
    }
    if session_ms:
        interval_ms = min(2_000, session_ms // 6)
        configs |= {"broker.session.timeout.ms": session_ms, "broker.heartbeat.interval.ms": interval_ms}
    return configs


def zookeeper_configs(broker: int, port: int, session_ms: int | None) -> dict[str, object]:
    """Returns the further configs of a broker that keeps its metadata in ZooKeeper."""
    configs: dict[str, object] = {"broker.id": broker, "zookeeper.connect": f"{HERE}:{port}"}
    return configs | ({"zookeeper.session.timeout.ms": session_ms} if session_ms else {})


def zookeeper_server(data: Path, port: int) -> dict[str, object]:
    """Returns the configs of ZooKeeper itself; its ticks are short, so that a session ends when it is due."""
    return {
        "dataDir": data,
        "clientPort": port,
        "clientPortAddress": HERE,
        "tickTime": 500,
        "minSessionTimeout": 1_000,
        "maxSessionTimeout": 60_000,
        "maxClientCnxns": 0,
        "admin.enableServer": "false",
    }


def write_properties(file: Path, configs: Mapping[str, object]) -> Path:
    """Writes a file of properties, and returns it."""
    file.write_text("".join(f"{name}={value}\n" for name, value in configs.items()), "utf-8")
    return file


def _addresses(ports: Iterable[tuple[str, int]]) -> str:
    return ",".join(f"{name}://{HERE}:{port}" for name, port in ports)
