"""Kafka's released jars, an era at a time: fetched once by Maven and kept in the cache."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kafkaviz.caching import cache_dir
from kafkaviz.decisions.errors import OneSentence
from kafkaviz.rehearsal.eras import release_of

_FETCH_SECONDS: Final = 900


class MissingToolError(OneSentence, RuntimeError):
    """What this machine lacks, in one sentence that a skipped test can give as its reason."""


def kafka_jars(era: str = "4.4") -> Path:
    """Returns the folder of an era's jars, filled once; raises MissingToolError where they cannot be fetched."""
    release = release_of(era)

    def fetch(folder: Path) -> None:
        goal = ("dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={folder}")
        maven("--file", str(release.pom), *goal)

    return cached_folder(f"kafka-{release.release}", fetch)


def cached_folder(name: str, fetch: Callable[[Path], None]) -> Path:
    """Returns a folder of the cache; it is filled whole or not at all, so that what was cut short begins anew."""
    folder = cache_dir() / name
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished:
            fetch(Path(unfinished, "new"))
            try:
                Path(unfinished, "new").rename(folder)
            except OSError:
                # Another process was quicker, and what it keeps is the same.
                if not folder.is_dir():
                    raise
    return folder


def maven(*arguments: str) -> None:
    """Runs Maven; raises MissingToolError where there is none or it fails."""
    program = shutil.which("mvn")
    if not program:
        raise MissingToolError("Kafka's jars are fetched by Maven, and there is none: install the package maven.")
    command = [program, "--quiet", "--batch-mode", *arguments]
    try:
        subprocess.run(command, capture_output=True, check=True, timeout=_FETCH_SECONDS)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise MissingToolError(
            "Kafka's jars cannot be fetched: give Maven a network or a mirror "
            "(`mvn dependency:get -Dartifact=org.apache.kafka:kafka-clients:4.4.0` says what it lacks)."
        ) from None
