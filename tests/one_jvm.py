"""One JVM for all notebooks of a worker: each gets a Spark of its own in it, and nothing of the one before."""

import os
import tempfile
from pathlib import Path
from typing import Any, Final

import pytest

JOIN: Final = "KAFKAVIZ_TESTS_JVM"
STARTUP: Final = f'''\
import os

if "{JOIN}" in os.environ:
    from pyspark import java_gateway

    from kafkaviz.spark.starting import environment

    port, secret = os.environ["{JOIN}"].split()
    known = {{"PYSPARK_GATEWAY_PORT": port, "PYSPARK_GATEWAY_SECRET": secret}}
    launch = java_gateway.launch_gateway

    def join(*_, **__):
        with environment(known):
            return launch()

    java_gateway.launch_gateway = join
'''
"""What a kernel does before its first cell: it joins the JVM that is there where it would launch one."""


class OneJvm:
    """Starts a JVM for the first notebook that needs Spark, and stops what a notebook has left in it.

    One that starts and warms up anew for each notebook is dear. That `session()` launches one is what `tests/spark` is
    about.
    """

    def __init__(self) -> None:
        self.path: Path | None = None
        self.gateway: Any = None
        self.ipython = tempfile.TemporaryDirectory()
        startup = Path(self.ipython.name, "profile_default", "startup")
        startup.mkdir(parents=True)
        (startup / "join.py").write_text(STARTUP, "utf-8")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Says to the kernel of a notebook, before its first cell, where the JVM is."""
        if item.path == self.path or item.path.suffix != ".ipynb":
            return
        self.path = item.path
        os.environ["IPYTHONDIR"] = self.ipython.name
        os.environ.pop(JOIN, None)
        if "kafkaviz.spark" in item.path.read_text("utf-8"):
            os.environ[JOIN] = self._running()

    def _running(self) -> str:
        """Returns the port and the secret of a JVM in which no Spark runs."""
        if self.gateway is None or not self._is_cleared():
            from kafkaviz.spark.starting import launch, settings

            with tempfile.TemporaryFile() as log:
                self.gateway = launch(settings("1g", None, False, here=True), log, here=True)
        at = self.gateway.gateway_parameters
        return f"{at.port} {at.auth_token}"

    def _is_cleared(self) -> bool:
        """Stops the Spark that a notebook has left, and tells whether its JVM still answers."""
        from py4j.protocol import Py4JNetworkError

        try:
            sessions = self.gateway.jvm.org.apache.spark.sql.classic.SparkSession
            if (left := sessions.getDefaultSession()).isDefined():
                left.get().stop()
            sessions.clearDefaultSession()
            sessions.clearActiveSession()
        except (Py4JNetworkError, OSError):  # a notebook has shut it down
            return False
        return True
