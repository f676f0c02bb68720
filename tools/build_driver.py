"""Compiles the driver of real clients into the jar that the package ships.

python tools/build_driver.py    writes kafkaviz/rehearsal/driver.jar anew

It takes a Java development kit and, the first time, Maven and a network; the same sources make the same bytes.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from kafkaviz.rehearsal.driver import JAR  # noqa: E402
from kafkaviz.rehearsal.jars import kafka_jars  # noqa: E402

SOURCES = ROOT / "kafkaviz" / "rehearsal" / "java"
JAVA = "17"
MANIFEST = "Manifest-Version: 1.0\r\nMain-Class: kafkaviz.Driver\r\n\r\n"
# The oldest time that a zip can tell.
TIME = (1980, 1, 1, 0, 0, 0)


def build(jar: Path, compiler: str = "javac", era: str = "4.4") -> None:
    """Compiles the sources against an era's jars, and packs the classes; raises CalledProcessError where they fail."""
    with tempfile.TemporaryDirectory() as classes:
        options = ("--release", JAVA, "-proc:none", "-nowarn", "-Xlint:-deprecation", "-g:none")
        against = ("-cp", str(kafka_jars(era) / "*"), "-d", classes)
        subprocess.run([compiler, *options, *against, *map(str, sorted(SOURCES.glob("*.java")))], check=True)
        # Stored, because two zlibs compress alike only by chance.
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_STORED) as packed:
            packed.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF", TIME), MANIFEST)
            for path in sorted(Path(classes).rglob("*.class")):
                packed.writestr(zipfile.ZipInfo(path.relative_to(classes).as_posix(), TIME), path.read_bytes())


if __name__ == "__main__":
    build(JAR)
