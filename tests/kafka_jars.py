"""Kafka's released jars for the tests, and those of Spark's Kafka source; what fetches them is the stage's own."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from kafkaviz.rehearsal.jars import MissingToolError, cached_folder, kafka_jars, maven
from kafkaviz.spark.elsewhere import KAFKA_SOURCE

__all__ = ["MissingToolError", "kafka_home", "kafka_jars", "spark_kafka_jars", "tool"]
# These work together, and Kafka's jars have the client that they need. A parent of theirs names a mirror that not
# everybody reaches, so they are copied one by one, without what they depend on.
SPARK_KAFKA = (
    KAFKA_SOURCE,
    "org.apache.spark:spark-token-provider-kafka-0-10_2.13:4.0.0",
    "org.apache.commons:commons-pool2:2.12.1",
)
OLDEST_JAVA = 17


# What a download of these releases brings instead of what Maven gets for us: its own logger, and its own ZooKeeper.
BROUGHT = {
    "2.3": ("org.apache.zookeeper:zookeeper:3.4.14", "org.slf4j:slf4j-log4j12:1.7.26", "log4j:log4j:1.2.17"),
    "2.4": ("org.slf4j:slf4j-log4j12:1.7.28", "log4j:log4j:1.2.17"),
    "3.9": ("org.slf4j:slf4j-reload4j:1.7.36", "ch.qos.reload4j:reload4j:1.2.25"),
}


def kafka_home(folder: Path, era: str = "4.4") -> Path:
    """Lays the jars of an era out in a folder as a downloaded Kafka has them; raises MissingToolError without them.

    Beside them are folders and files that are no jars of a broker, as in a download.
    """
    for part in ("bin", "config", "libs", "licenses", "site-docs"):
        (folder / part).mkdir(parents=True)
    (folder / "bin" / "kafka-server-start.sh").write_text("#!/bin/bash\n", "utf-8")
    (folder / "config" / "server.properties").write_text("broker.id=0\n", "utf-8")

    def fetch(there: Path) -> None:
        for artifact in BROUGHT.get(era, ()):
            maven("dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={there}")

    own = [*cached_folder(f"kafka-{era}-brought", fetch).glob("*.jar")] if era in BROUGHT else []
    instead = {name_of(jar) for jar in own} | ({"slf4j-simple"} if own else set())
    jars = [jar for jar in kafka_jars(era).glob("*.jar") if name_of(jar) not in instead]
    for jar in (*jars, *own):
        (folder / "libs" / jar.name).symlink_to(jar)
        (folder / "libs" / f"{jar.name}.asc").touch()
    return folder


def name_of(jar: Path) -> str:
    """Returns what a jar is called without its release."""
    return re.split(r"-(?=\d)", jar.stem)[0]


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


def spark_kafka_jars() -> list[Path]:
    """Returns the jars that Spark needs to read Kafka; raises MissingToolError where they cannot be fetched."""

    def fetch(folder: Path) -> None:
        for artifact in SPARK_KAFKA:
            maven("dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}")

    (client,) = kafka_jars().glob("kafka-clients-*.jar")
    return [*sorted(cached_folder("spark-kafka-4.2.0", fetch).glob("*.jar")), client]
