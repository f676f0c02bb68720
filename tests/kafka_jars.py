"""Kafka's released jars, and those of Spark's Kafka source: fetched once by Maven, kept beside the Javas of Spark."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from kafkaviz.spark.java import cache_dir

POM = Path(__file__).parent / "java" / "pom.xml"
# Spark 4.3.0's own is not published; these work together, and Kafka's jars have the client that they need. A parent
# of theirs names a mirror that not everybody reaches, so they are copied one by one, without what they depend on.
SPARK_KAFKA = (
    "org.apache.spark:spark-sql-kafka-0-10_2.13:4.2.0",
    "org.apache.spark:spark-token-provider-kafka-0-10_2.13:4.0.0",
    "org.apache.commons:commons-pool2:2.12.1",
)
OLDEST_JAVA = 17


class MissingToolError(RuntimeError):
    """What this machine lacks, in one sentence that a skipped test can give as its reason."""


def tool(name: str) -> str:
    """Returns a program of the Java in JAVA_HOME, else the one on the PATH; raises MissingToolError."""
    home = os.environ.get("JAVA_HOME")
    own = home and shutil.which(str(Path(home) / "bin" / name))
    found = own or shutil.which(name)
    if not found or major_version(found) < OLDEST_JAVA:
        raise MissingToolError(
            f"Kafka needs a Java development kit, {OLDEST_JAVA} or later: install one, e.g. openjdk-17-jdk."
        )
    return found


def major_version(program: str) -> int:
    """Reads the 17 of `javac 17.0.15` or of `openjdk version "17.0.15"`; 0 where there is none."""
    told = subprocess.run([program, "-version"], capture_output=True, text=True, check=False)
    found = re.search(r"\b(\d+)(\.\d+)*", told.stdout + told.stderr)
    return int(found[1]) if found else 0


def kafka_jars() -> Path:
    """Returns the folder of Kafka's jars, filled once; raises MissingToolError where they cannot be fetched."""

    def fetch(folder: Path) -> None:
        goal = ("dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={folder}")
        maven("--file", str(POM), *goal)

    return kept("kafka-4.4.0", fetch)


def spark_kafka_jars() -> list[Path]:
    """Returns the jars that Spark needs to read Kafka; raises MissingToolError where they cannot be fetched."""

    def fetch(folder: Path) -> None:
        for artifact in SPARK_KAFKA:
            maven("dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}")

    (client,) = kafka_jars().glob("kafka-clients-*.jar")
    return [*sorted(kept("spark-kafka-4.2.0", fetch).glob("*.jar")), client]


def kept(name: str, fetch: Callable[[Path], None]) -> Path:
    """Returns a folder of the cache, which is filled whole or not at all, so one that was cut short is begun anew."""
    jars = cache_dir() / name
    if not jars.is_dir():
        jars.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=jars.parent) as folder:
            fetch(Path(folder, "jars"))
            Path(folder, "jars").rename(jars)
    return jars


def maven(*arguments: str) -> None:
    """Runs Maven; raises MissingToolError where there is none or it fails."""
    program = shutil.which("mvn")
    if not program:
        raise MissingToolError("Kafka's jars are fetched by Maven, and there is none: install the package maven.")
    try:
        subprocess.run([program, "--quiet", "--batch-mode", *arguments], capture_output=True, check=True, timeout=900)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise MissingToolError(
            "Kafka's jars cannot be fetched: give Maven a network or a mirror "
            "(`mvn --file tests/java/pom.xml dependency:resolve` says what it lacks)."
        ) from None
