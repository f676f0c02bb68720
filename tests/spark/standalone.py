"""A real Spark cluster on this machine: a master and workers, each a process of its own from pyspark's distribution."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pyspark

from kafkaviz.spark import find_java
from tests.jvm import QUICK

HERE = "127.0.0.1"
SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
EXECUTOR_MEMORY, WORKER_MEMORY = "512m", "600m"
LIGHT = f"-XX:+UseSerialGC {QUICK}"
ON_WORKERS = (
    f"--conf spark.executor.memory={EXECUTOR_MEMORY} --conf 'spark.executor.extraJavaOptions={LIGHT}' "
    f"--conf spark.driver.host={HERE} --conf spark.driver.bindAddress={HERE}"
)
INTERPRETED = "--conf spark.sql.codegen.wholeStage=false --conf spark.sql.codegen.factoryMode=NO_CODEGEN"
_READY_SECONDS = 300


def driven(*arguments: str) -> str:
    """Returns what makes the driver of a test start as all do, and compile no queries, with more arguments."""
    return " ".join([*arguments, INTERPRETED, os.environ["PYSPARK_SUBMIT_ARGS"]])


@contextmanager
def standalone(workers: int = 2) -> Iterator[str]:
    """Runs a master and workers with one core each, and yields the master's address; stops them whatever happens."""
    port, pages = free_ports(2)
    address = f"spark://{HERE}:{port}"
    with tempfile.TemporaryDirectory(prefix="kafkaviz-standalone-") as folder, ExitStack() as running:
        home = Path(folder)
        master = ("master.Master", "--host", HERE, "--port", str(port), "--webui-port", str(pages))
        running.enter_context(process(home / "master.log", *master))
        for number in range(workers):
            work, own = home / f"worker-{number}", free_ports(1)[0]
            given = ("--host", HERE, "--webui-port", str(own), "--cores", "1", "--memory", WORKER_MEMORY)
            running.enter_context(process(home / f"worker-{number}.log", "worker.Worker", *given, "-d", work, address))
        wait_for(workers, f"http://{HERE}:{pages}/json", home)
        yield address


@contextmanager
def process(log: Path, name: str, *arguments: object) -> Iterator[None]:
    """Runs one class of `org.apache.spark.deploy`, and ends it by its own id."""
    variables = os.environ | {
        "JAVA_HOME": str(find_java().home),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_DAEMON_JAVA_OPTS": LIGHT,
        "SPARK_LOCAL_IP": HERE,
    }
    # A worker is to find this package in what the session ships, and nowhere else.
    variables.pop("PYTHONPATH", None)
    command = [SPARK_CLASS, f"org.apache.spark.deploy.{name}", *map(str, arguments)]
    with log.open("wb") as lines, subprocess.Popen(command, stdout=lines, stderr=lines, env=variables) as started:
        try:
            yield
        finally:
            started.terminate()
            try:
                started.wait(30)
            except subprocess.TimeoutExpired:
                started.kill()


def wait_for(workers: int, page: str, home: Path) -> None:
    """Returns once so many workers are with the master; raises TimeoutError with what they wrote."""
    until = time.monotonic() + _READY_SECONDS
    while time.monotonic() < until:
        try:
            if asked(page)["aliveworkers"] == workers:
                return
        except OSError:
            pass
        time.sleep(0.3)
    logs = "\n".join(log.read_text(errors="replace")[-1500:] for log in sorted(home.glob("*.log")))
    raise TimeoutError(f"There are not {workers} workers after {_READY_SECONDS} s:\n{logs}")


def asked(address: str) -> Any:
    """Returns the JSON that one of Spark's pages answers with."""
    with urlopen(address, timeout=10) as answer:
        return json.load(answer)


def free_ports(count: int) -> list[int]:
    """Returns ports that nobody listens on now."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.create_server((HERE, 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in sockets]
