"""Kafka's released jars for the tests, and those of Spark's Kafka source; what fetches them is the stage's own."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from kafkaviz.rehearsal.jars import MissingToolError, kafka_jars, kept, maven
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


def kafka_home(folder: Path) -> Path:
    """Lays the jars out in a folder as a downloaded Kafka has them; raises MissingToolError without them."""
    (folder / "libs").mkdir(parents=True)
    for jar in kafka_jars().glob("*.jar"):
        (folder / "libs" / jar.name).symlink_to(jar)
    return folder


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
    return [*sorted(kept("spark-kafka-4.2.0", fetch).glob("*.jar")), client]
