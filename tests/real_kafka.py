"""A real Kafka 4.4.0 on this machine: one node, started from the released jars, gone when the block ends.

with broker() as kafka:
    KafkaProducer(bootstrap_servers=kafka.bootstrap)
"""

import base64
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kafkaviz.rehearsal.jvm import command

HERE = "127.0.0.1"
CLUSTER_ID = base64.urlsafe_b64encode(b"kafkaviz's tests").decode().rstrip("=")
START_SECONDS = 120
STOP_SECONDS = 60
ATTEMPTS = 3

SETTINGS = {
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "PLAINTEXT",
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "num.partitions": 1,
    "auto.create.topics.enable": "false",
    "group.initial.rebalance.delay.ms": 0,
    "offsets.topic.num.partitions": 1,
    "offsets.topic.replication.factor": 1,
    "transaction.state.log.num.partitions": 1,
    "transaction.state.log.replication.factor": 1,
    "transaction.state.log.min.isr": 1,
    "share.coordinator.state.topic.replication.factor": 1,
    "share.coordinator.state.topic.min.isr": 1,
    "log.cleaner.dedupe.buffer.size": 2_000_000,
    "log.cleaner.backoff.ms": 200,
    # Records of the tests may be of any time, and would be deleted as old half a minute after the start.
    "log.retention.ms": -1,
}


class Broker(NamedTuple):
    """A node that runs: where clients reach it, where its logs lie, and its process."""

    bootstrap: str
    log_dir: Path
    process: "subprocess.Popen[bytes]"

    def stop(self) -> None:
        """Ends the node as SIGTERM does, so that everything it was given is on disk; a second time does nothing."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def program(main: str, *arguments: str, memory: str) -> list[str]:
    """Returns the command that runs a class of Kafka, from the archive of classes where a play has written one."""
    return command("4.4", main, *arguments, memory=memory, options=("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",))


@contextmanager
def broker(memory: str = "400m") -> Iterator[Broker]:
    """Runs one node that is broker and controller; raises MissingToolError without Java, or without the jars."""
    with tempfile.TemporaryDirectory(prefix="kafka-") as folder:
        running = started(memory, Path(folder))
        try:
            yield running
        finally:
            running.stop()


def started(memory: str, home: Path) -> Broker:
    """Starts the node and waits for it; a port that somebody else took meanwhile is tried again with another."""
    said = ""
    for attempt in range(ATTEMPTS):
        folder = home / str(attempt)
        folder.mkdir()
        port, config = configured(folder)
        format_it = program("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(config), memory=memory)
        subprocess.run(format_it, capture_output=True, check=True, timeout=START_SECONDS, cwd=folder)
        with open(folder / "said", "wb") as log:
            process = subprocess.Popen(
                program("kafka.Kafka", str(config), memory=memory), stdout=log, stderr=log, cwd=folder
            )
        node = Broker(f"{HERE}:{port}", folder / "logs", process)
        try:
            if answers(node):
                return node
        except BaseException:
            node.stop()
            raise
        node.stop()
        said = (folder / "said").read_text("utf-8", "replace")
    raise RuntimeError(f"Kafka did not start. The end of what it said:\n{said[-2_000:]}")


def configured(folder: Path) -> tuple[int, Path]:
    """Writes the node's config into a folder; returns the port of its clients, and the file."""
    with socket.socket() as first, socket.socket() as second:
        first.bind((HERE, 0))
        second.bind((HERE, 0))
        port, control = first.getsockname()[1], second.getsockname()[1]
    listeners = f"PLAINTEXT://{HERE}:{port},CONTROLLER://{HERE}:{control}"
    own = {
        "listeners": listeners,
        "advertised.listeners": listeners,
        "controller.quorum.voters": f"1@{HERE}:{control}",
        "log.dirs": folder / "logs",
    }
    config = folder / "server.properties"
    config.write_text("".join(f"{name}={value}\n" for name, value in (SETTINGS | own).items()), "utf-8")
    return port, config


def answers(node: Broker) -> bool:
    """Waits until the node answers a client; false when it ended instead, or never did."""
    from kafka import KafkaAdminClient
    from kafka.errors import KafkaError

    host, port = node.bootstrap.split(":")
    deadline = time.monotonic() + START_SECONDS
    while node.process.poll() is None and time.monotonic() < deadline:
        try:
            # The client waits longer with each refusal, so it is asked only when somebody listens.
            socket.create_connection((host, int(port)), timeout=5).close()
            KafkaAdminClient(bootstrap_servers=node.bootstrap).close()
        except (KafkaError, OSError):
            time.sleep(0.2)
        else:
            return True
    return False


def create_topic(node: Broker, name: str, partitions: int = 1, **configs: object) -> None:
    """Makes a topic with one replica, and waits until it can be written to; configs as max_message_bytes=100."""
    from kafka import KafkaAdminClient
    from kafka.admin import NewTopic

    admin = KafkaAdminClient(bootstrap_servers=node.bootstrap)
    own = {key.replace("_", "."): str(value) for key, value in configs.items()}
    admin.create_topics([NewTopic(name, num_partitions=partitions, replication_factor=1, topic_configs=own)])
    admin.close()
