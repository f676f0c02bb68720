"""The folder for what can be made again at any time: a launcher, fetched jars, what was counted of a large log."""

import os
import tempfile
from pathlib import Path


def cache_dir() -> Path:
    """Returns the folder for files that can be made again: KAFKAVIZ_CACHE, else `kafkaviz` in the user's cache."""
    own = os.environ.get("KAFKAVIZ_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kafkaviz"


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Writes a file of the cache, of which another process sees all or nothing; raises OSError where it cannot."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, mode)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
