"""A quiet Spark session: on this machine alone unless the environment names a cluster."""

import atexit
import logging
import os
import shutil
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kafkaviz.spark.java import cache_dir, find_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_HERE = "127.0.0.1"
_TAIL_LINES = 15


class SparkStartError(RuntimeError):
    """Spark did not start; the message is one plain sentence, then the last lines of its log."""


def session(*, memory: str = "1g", cores: int | None = None, ui: bool = False) -> "SparkSession":
    """Starts Spark without a word on the screen, or returns the session that runs already.

    `memory` is the heap of the driver as Spark writes it ("512m", "1g"), `cores` the number of threads (all of
    them by default), and `ui` opens Spark's own pages. `with session() as spark:` stops it at the end.
    SPARK_REMOTE (a Spark Connect server) or KAFKAVIZ_SPARK_MASTER (a cluster) in the environment decide
    where it runs; a cluster gets this package as a zip. Otherwise it listens on 127.0.0.1 only.
    Raises JavaNotFoundError, or SparkStartError with the end of Spark's log.

    >>> with session(memory="512m", cores=2) as spark:  # doctest: +SKIP
    ...     spark.range(5).count()
    5

    Kafka: nothing is mirrored here; a real topic would be read with `spark.read.format("kafka")`.
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError as missing:
        raise SparkStartError(f"Spark is not installed here ({missing}): pip install pyspark.") from None

    running = SparkSession.getActiveSession()
    if running is not None:
        return running
    # Spark writes every failed query to one of these Python loggers, beside raising it.
    for name in ("DataFrameQueryContextLogger", "SQLQueryContextLogger"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if "SPARK_REMOTE" in os.environ:
        return _join_server(memory, cores, ui)
    return _start(memory, cores, ui)


def _join_server(memory: str, cores: int | None, ui: bool) -> "SparkSession":
    from pyspark.sql import SparkSession

    remote = os.environ["SPARK_REMOTE"]
    settings: dict[str, bool | float | int | str | None] = {"spark.sql.session.timeZone": "UTC"}
    surroundings: dict[str, str] = {}
    if remote.startswith("local"):
        # This starts a server on this machine, which needs what a session here needs.
        settings = {**_settings(remote, memory, cores, ui)}
        del settings["spark.master"]
        surroundings = _surroundings(str(find_java().home))
    try:
        with _environment(surroundings), warnings.catch_warnings():
            # What the server was started with is then set once more, and refused with a warning each.
            warnings.simplefilter("ignore", UserWarning)
            spark = SparkSession.builder.config(map=settings).getOrCreate()
            spark.addArtifacts(_package_zip(), pyfile=True)
    except Exception as problem:
        raise SparkStartError(f"No session with the Spark server of SPARK_REMOTE={remote}: {problem}") from problem
    return spark


def _start(memory: str, cores: int | None, ui: bool) -> "SparkSession":
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    _end_former_jvm()
    java = find_java()
    master = os.environ.get("KAFKAVIZ_SPARK_MASTER") or f"local[{_threads(cores)}]"
    is_here = _is_here(master)
    # On a cluster another machine's Python is at another place, and Spark's own configuration names it.
    surroundings = _surroundings(str(java.home)) if is_here else {"JAVA_HOME": str(java.home)}
    with tempfile.TemporaryFile() as log, _environment(surroundings):
        try:
            conf = SparkConf().setAll(list(_settings(master, memory, cores, ui).items()))
            gateway = launch_gateway(conf=conf, popen_kwargs={"stdout": log, "stderr": log})
            spark = SparkSession(SparkContext(conf=conf, gateway=gateway))
        # Spark's own exceptions, py4j's and the sockets' share no base class below this one.
        except Exception as problem:
            raise SparkStartError(_apology(memory, java.source, problem, log)) from problem
    if not is_here:
        spark.addArtifacts(_package_zip(), pyfile=True)
    return spark


def _settings(master: str, memory: str, cores: int | None, ui: bool) -> dict[str, str]:
    settings = {
        "spark.master": master,
        "spark.app.name": "kafkaviz",
        "spark.driver.memory": memory,
        "spark.ui.enabled": str(ui).lower(),
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.ansi.enabled": "true",
        "spark.sql.shuffle.partitions": str(2 * _threads(cores)),
        "spark.sql.warehouse.dir": str(cache_dir() / "warehouse"),
    }
    if _is_here(master):
        settings |= {"spark.driver.host": _HERE, "spark.driver.bindAddress": _HERE}
    return settings


def _threads(cores: int | None) -> int:
    return cores or os.cpu_count() or 1


def _is_here(master: str) -> bool:
    return master == "local" or master.startswith("local[")


def _surroundings(java_home: str) -> dict[str, str]:
    return {"JAVA_HOME": java_home, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": _HERE}


def _end_former_jvm() -> None:
    # A stopped session leaves its JVM behind, whose heap can no longer be resized; the next one gets its own.
    from pyspark import SparkContext

    if SparkContext._gateway is not None and SparkContext._active_spark_context is None:
        SparkContext._gateway.shutdown()
        SparkContext._gateway = None
        SparkContext._jvm = None


@contextmanager
def _environment(settings: Mapping[str, str]) -> Iterator[None]:
    before: Mapping[str, str | None] = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _apology(memory: str, java: str, problem: Exception, log: IO[bytes]) -> str:
    log.seek(0)
    lines = [line for line in log.read().decode(errors="replace").splitlines() if not line.startswith("\tat ")]
    told = ["The last lines of its log:", *lines[-_TAIL_LINES:]] if lines else ["Its log is empty."]
    # An exception of the JVM comes with its Java name on the second line, after a colon.
    reasons = [line.removeprefix(": ") for line in str(problem).splitlines()[:2]] or [type(problem).__name__]
    return "\n".join([f"Spark did not start with memory={memory!r} and {java}: {reasons[-1]}", *told])


def _package_zip() -> str:
    # Spark fetches the file when a worker first needs it, so it stays until this process ends.
    root = Path(__file__).resolve().parents[1]
    folder = tempfile.mkdtemp(prefix="kafkaviz-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = Path(folder) / "kafkaviz.zip"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(root.rglob("*.py")):
            archive.write(file, file.relative_to(root.parent))
    return str(package)
