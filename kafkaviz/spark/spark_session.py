"""A quiet Spark session: on this machine alone unless an argument or the environment names a cluster."""

import argparse
import logging
import os
import shlex
import sys
import tempfile
from typing import TYPE_CHECKING, Final

from kafkaviz.spark.connect import join_server
from kafkaviz.spark.errors import plain_sentence
from kafkaviz.spark.java import find_java
from kafkaviz.spark.starting import (
    SparkStartError,
    answers,
    environment,
    is_local,
    launch,
    settings,
    ship_package,
    surroundings,
    tail,
    threads,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

IN_A_BROWSER: Final = "Spark does not run in a browser: this notebook runs where the course is installed, or on Binder."
_OF_THE_PROGRAM = ("spark.app.name", "spark.driver.bindAddress", "spark.driver.host", "spark.log.level", "spark.sql.")
"""What a program settles for itself under spark-submit, where the command line settled nothing else."""


def session(
    *, memory: str = "1g", cores: int | None = None, ui: bool = False, master: str | None = None
) -> "SparkSession":
    """Starts Spark without a word on the screen, or returns the session that runs already.

    `memory` is the heap of the driver as Spark writes it ("512m", "1g"), `cores` the number of threads (all of
    them by default), and `ui` opens Spark's own pages. `with session() as spark:` stops it at the end.
    Where it runs is decided by the first of these that is there: spark-submit, which started this process;
    `master`; SPARK_REMOTE (a Spark Connect server, or `local[2]` for one on this machine);
    KAFKAVIZ_SPARK_MASTER; `--master` in PYSPARK_SUBMIT_ARGS. A cluster gets this package as a zip. Without any
    of them Spark listens on 127.0.0.1 only.
    Raises JavaNotFoundError, or SparkStartError, at once where nothing answers at the address of a cluster.

    >>> with session(memory="512m", cores=2) as spark:  # doctest: +SKIP
    ...     spark.range(5).count()
    5
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError as missing:
        raise SparkStartError(
            IN_A_BROWSER
            if sys.platform == "emscripten"
            else f'Spark is not installed here ({missing}): pip install "kafkaviz[spark]".'
        ) from None

    running = SparkSession.getActiveSession()
    if running is not None:
        return running
    # Spark writes every failed query to one of these Python loggers, beside raising it.
    for name in ("DataFrameQueryContextLogger", "SQLQueryContextLogger"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return _submitted(memory, cores, ui)
    _end_former_jvm()
    remote = master if master and master.startswith("sc://") else os.environ.get("SPARK_REMOTE")
    if remote and master in (None, remote):
        return join_server(remote, memory, cores, ui)
    return _start(master or _master_of_the_environment() or f"local[{threads(cores)}]", memory, cores, ui)


def _start(master: str, memory: str, cores: int | None, ui: bool) -> "SparkSession":
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    here = is_local(master)
    _must_answer(master)
    java = find_java()
    with tempfile.TemporaryFile() as log:
        try:
            gateway = launch(settings(memory, cores, ui, here=here), log, here=here)
            # The JVM has put together what stands above with PYSPARK_SUBMIT_ARGS and spark-defaults.conf.
            conf = SparkConf(_jvm=gateway.jvm).setMaster(master)
            with environment(surroundings() if here else {}):
                spark = SparkSession(SparkContext(conf=conf, gateway=gateway))
            if not here:
                ship_package(spark)
        # Spark's own exceptions, py4j's and the sockets' share no base class below this one.
        except Exception as problem:
            where = f"master={master!r}, memory={memory!r} and {java.source}"
            raise SparkStartError(f"Spark did not start with {where}: {plain_sentence(problem)}\n{tail(log)}") from None
    return spark


def _submitted(memory: str, cores: int | None, ui: bool) -> "SparkSession":
    """Returns a session in the JVM of spark-submit, whose command line and configuration hold."""
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    gateway = SparkContext._gateway or launch_gateway()
    conf = SparkConf(_jvm=gateway.jvm)
    here = is_local(conf.get("spark.master") or "")
    for name, value in settings(memory, cores, ui, here=here).items():
        if name.startswith(_OF_THE_PROGRAM):
            conf.setIfMissing(name, value)
    try:
        with environment(surroundings() | _python_of_the_environment() if here else {}):
            spark = SparkSession(SparkContext(conf=conf, gateway=gateway))
        if not here:
            ship_package(spark)
    # As above: what starts Spark raises of three libraries.
    except Exception as problem:
        raise SparkStartError(f"spark-submit gives no session: {plain_sentence(problem)}") from None
    return spark


def _master_of_the_environment() -> str | None:
    own = os.environ.get("KAFKAVIZ_SPARK_MASTER")
    if own:
        return own
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--master")
    given, _ = parser.parse_known_args(shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "")))
    master: str | None = given.master
    return master


def _python_of_the_environment() -> dict[str, str]:
    python = os.environ.get("PYSPARK_PYTHON")
    return {"PYSPARK_PYTHON": python} if python else {}


def _must_answer(master: str) -> None:
    # Spark would wait for a minute, and then say only that it has stopped.
    if not master.startswith("spark://"):
        return
    addresses = [address.rpartition(":") for address in master.removeprefix("spark://").split(",")]
    wrong = next((f"{host}:{port}" for host, _, port in addresses if not (host and port.isdecimal())), None)
    if wrong is not None:
        raise SparkStartError(
            f"{master} is no address of a Spark master: it is spark://host:port, as in spark://a:7077."
        )
    if not any(answers(host.strip("[]"), int(port)) for host, _, port in addresses if int(port) < 65_536):
        raise SparkStartError(f"Nothing answers at {master}: start a Spark master there, or correct the address.")


def _end_former_jvm() -> None:
    # A stopped session leaves its JVM behind, whose heap can no longer be resized; the next one gets its own.
    from pyspark import SparkContext

    if SparkContext._gateway is not None and SparkContext._active_spark_context is None:
        SparkContext._gateway.shutdown()
        SparkContext._gateway = None
        SparkContext._jvm = None
