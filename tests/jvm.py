"""How the Java machines of the tests start: none of them lasts so long that the second compiler would pay off."""

from pathlib import Path
from typing import Final

ARCHIVE: Final = Path(__file__).parents[1] / "build" / "spark.jsa"
"""What `make test` writes, with which a machine of Spark's starts in half the time."""
_SHARED: Final = (
    f' -XX:SharedArchiveFile="{ARCHIVE}" -Xlog:cds=off -Xlog:cds+dynamic=off'
    if ARCHIVE.exists() and ARCHIVE.stat().st_size
    else ""
)
# Without the second compiler Java keeps little room for compiled code, and would throw some away and compile it again.
QUICK: Final = f"-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m{_SHARED}"
"""The options of a driver, of a worker, and of what a worker starts."""
