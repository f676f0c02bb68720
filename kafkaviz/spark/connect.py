"""A session with a Spark Connect server: one that runs elsewhere, or one that is started on this machine."""

import os
import tempfile
import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kafkaviz.spark.errors import plain_sentence
from kafkaviz.spark.starting import SparkStartError, answers, environment, launch, settings, ship_package, tail

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_READY_SECONDS = 10
_NEEDED = {"grpc": "grpcio", "grpc_status": "grpcio-status", "zstandard": "zstandard"}


def join_server(remote: str, memory: str, cores: int | None, ui: bool) -> "SparkSession":
    """Returns a session with the server of a Spark Connect address, `sc://host:port` or `local[n]`.

    Raises SparkStartError when gRPC is not installed, nothing answers there, or the server refuses.
    """
    missing = [package for name, package in _NEEDED.items() if find_spec(name) is None]
    if missing:
        raise SparkStartError(
            f"SPARK_REMOTE={remote} needs packages that are not installed ({', '.join(missing)}): "
            "pip install 'kafkaviz[connect]'."
        )
    if remote.startswith("local"):
        return _serve_here(remote, memory, cores, ui)
    _must_answer(remote)
    from pyspark.sql import SparkSession

    try:
        spark = SparkSession.builder.remote(remote).config("spark.sql.session.timeZone", "UTC").getOrCreate()
        ship_package(spark)
    # Spark's own exceptions, gRPC's and the sockets' share no base class below this one.
    except Exception as problem:
        raise SparkStartError(
            f"The Spark server of SPARK_REMOTE={remote} gives no session: {plain_sentence(problem)}"
        ) from None
    return spark


def _must_answer(remote: str) -> None:
    # Spark's own client tries again for minutes before it says that nobody is there.
    import grpc
    from pyspark.errors import PySparkException
    from pyspark.sql.connect.client import DefaultChannelBuilder

    try:
        builder = DefaultChannelBuilder(remote)
        host, _, port = builder.endpoint.rpartition(":")
        number = int(port)
    except (PySparkException, ValueError) as problem:
        raise SparkStartError(f"SPARK_REMOTE={remote} is no address: {plain_sentence(problem)}") from None
    if not answers(host.strip("[]"), number):
        raise SparkStartError(
            f"Nothing answers at SPARK_REMOTE={remote}: start a Spark Connect server there, or correct the address."
        )
    with builder.toChannel() as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=_READY_SECONDS)
        except grpc.FutureTimeoutError:
            raise SparkStartError(
                f"What answers at SPARK_REMOTE={remote} is no Spark Connect server: correct the address."
            ) from None


def _serve_here(remote: str, memory: str, cores: int | None, ui: bool) -> "SparkSession":
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    wanted = settings(memory, cores, ui, here=True)
    options: dict[str, bool | float | int | str | None] = {**wanted}
    with tempfile.TemporaryFile() as log:
        try:
            gateway = launch(wanted, log, here=True)
            SparkContext._gateway, SparkContext._jvm = gateway, gateway.jvm
            # With this variable it takes a free port, so that two of them can run on one machine.
            with environment({"SPARK_REMOTE": remote, "SPARK_TESTING": "1"}), warnings.catch_warnings():
                # What the server was started with is then set once more, and refused with a warning each.
                warnings.simplefilter("ignore", UserWarning)
                spark = SparkSession.builder.config(map=options).getOrCreate()
            ship_package(spark)
        # Spark's own exceptions, py4j's, gRPC's and the sockets' share no base class below this one.
        except Exception as problem:
            os.environ.pop("SPARK_LOCAL_REMOTE", None)
            raise SparkStartError(
                f"No Spark server starts for SPARK_REMOTE={remote}: {plain_sentence(problem)}\n{tail(log)}"
            ) from None
    return spark
