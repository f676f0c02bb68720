"""What every way of starting Spark needs: settings, an environment for the JVM, a look whether somebody answers."""

import atexit
import os
import re
import shutil
import socket
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kafkaviz.caching import cache_dir
from kafkaviz.spark.java import find_java

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway

HERE = "127.0.0.1"
_ANSWER_SECONDS = 5.0
_TAIL_LINES = 15
_SMALL = re.compile(r"\d{1,3}m")


class SparkStartError(RuntimeError):
    """Spark did not start; the message is one plain sentence, then the last lines of its log if there is one."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


def settings(memory: str, cores: int | None, ui: bool, *, here: bool) -> dict[str, str]:
    """Returns Spark's configuration by its own names; `here` when it runs on this machine alone."""
    common = {
        "spark.app.name": "kafkaviz",
        "spark.driver.memory": memory,
        "spark.ui.enabled": str(ui).lower(),
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.ansi.enabled": "true",
        "spark.sql.shuffle.partitions": str(2 * threads(cores)),
        "spark.sql.warehouse.dir": str(cache_dir() / "warehouse"),
    }
    if not here:
        return common
    # In a heap this small the collector for one thread needs a fifth less memory, and no more time.
    collector = {"spark.driver.defaultJavaOptions": "-XX:+UseSerialGC"} if _SMALL.fullmatch(memory) else {}
    return common | {"spark.driver.host": HERE, "spark.driver.bindAddress": HERE} | collector


def threads(cores: int | None) -> int:
    """Returns how many threads Spark gets: as many as asked for, or all there are."""
    return cores or os.cpu_count() or 1


def is_local(master: str) -> bool:
    """Tells whether a master is this process and nobody else."""
    return master == "local" or master.startswith("local[")


def launch(configuration: Mapping[str, str], log: IO[bytes], *, here: bool) -> "JavaGateway":
    """Starts a JVM that writes to a log instead of the screen, and returns the way to it.

    Raises JavaNotFoundError, and what Spark raises.
    """
    from pyspark import SparkConf
    from pyspark.java_gateway import launch_gateway

    conf = SparkConf(loadDefaults=False).setAll(list(configuration.items()))
    home: dict[str, str | None] = {"JAVA_HOME": str(find_java().home), "SPARK_REMOTE": None}
    # On a cluster another machine's Python is at another place, and Spark's own configuration names it.
    with environment(home | surroundings() if here else home):
        return launch_gateway(conf=conf, popen_kwargs={"stdout": log, "stderr": log})


def surroundings() -> dict[str, str]:
    """Returns the variables by which Spark stays on this machine and with this Python."""
    return {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": HERE}


@contextmanager
def environment(changes: Mapping[str, str | None]) -> Iterator[None]:
    """Sets variables of the environment inside the `with`; None takes one away."""
    before = {name: os.environ.get(name) for name in changes}
    _set(changes)
    try:
        yield
    finally:
        _set(before)


def answers(host: str, port: int) -> bool:
    """Tells whether somebody listens at an address; it takes five seconds at most."""
    try:
        socket.create_connection((host, port), timeout=_ANSWER_SECONDS).close()
    except OSError:
        return False
    return True


def tail(log: IO[bytes]) -> str:
    """Returns the last lines of a log without Java's stack traces, under a heading."""
    log.seek(0)
    lines = [line for line in log.read().decode(errors="replace").splitlines() if not line.startswith("\tat ")]
    return "\n".join(["The last lines of its log:", *lines[-_TAIL_LINES:]] if lines else ["Its log is empty."])


def ship_package(spark: Any) -> None:
    """Gives the workers of a cluster or a server this package, which they need not have."""
    spark.addArtifacts(package_zip(), pyfile=True)


@cache
def package_zip() -> str:
    """Returns the path of a zip of this package, which is there until this process ends."""
    root = Path(__file__).resolve().parents[1]
    folder = tempfile.mkdtemp(prefix="kafkaviz-")
    # Spark fetches the file when a worker first needs it.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = Path(folder) / "kafkaviz.zip"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(root.rglob("*.py")):
            archive.write(file, file.relative_to(root.parent))
    return str(package)


def _set(changes: Mapping[str, str | None]) -> None:
    for name, value in changes.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
