"""kafkaviz doctor: says what is here of what the course needs, and what to do about what is not."""

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

OLDEST_PYTHON = (3, 11)
NEEDED = ("anywidget", "ipywidgets", "jupyterlab", "matplotlib", "networkx", "numpy", "pandas")
NEEDED_BY_SPARK = ("pyarrow", "pyspark")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Finding(NamedTuple):
    """One thing the doctor looked at: whether it is there, whether it has to be, and what to say."""

    name: str
    ok: bool
    words: str
    required: bool = True


def doctor() -> int:
    """Prints what is here and what is missing; returns 0 when everything required is here, else 1."""
    healthy = True
    for finding in examine():
        word = "ok" if finding.ok else "missing" if finding.required else "not here"
        print(f"{word:8} {finding.name:12} {finding.words}")
        healthy &= finding.ok or not finding.required
    print("Everything that is needed is here." if healthy else "Something is missing; each line above says what.")
    return int(not healthy)


def examine() -> Iterator[Finding]:
    """Yields the findings in the order in which a missing one would be noticed."""
    version = sys.version.split()[0]
    yield Finding("python", sys.version_info >= OLDEST_PYTHON, f"{version}, 3.11 or later is needed")
    yield from map(package, NEEDED)
    yield fonts()
    yield from spark()
    names = filter(None, (os.environ.get("CHROMIUM"), *BROWSERS))
    browser = next(filter(None, map(shutil.which, names)), None)
    words = browser or "only the browser tests use it: sudo apt install chromium, or name one in CHROMIUM"
    yield Finding("chromium", browser is not None, words, required=False)


def package(name: str) -> Finding:
    """Tells whether a package can be imported, and its version."""
    try:
        importlib.import_module(name)
        return Finding(name, True, metadata.version(name))
    except ImportError as error:
        return Finding(name, False, f"{error}: pip install {name}")


def spark() -> Iterator[Finding]:
    """Yields what is here of what Spark needs; that it was left out as a whole is no fault."""
    try:
        metadata.version("pyspark")
    except metadata.PackageNotFoundError:
        words = 'left out; the notebooks M1 to M5 need it: pip install "kafkaviz[spark]"'
        yield Finding("spark", False, words, required=False)
    else:
        yield from map(package, NEEDED_BY_SPARK)
        yield java()


def fonts() -> Finding:
    """Tells whether the font of the pictures is here; matplotlib brings it along."""
    if importlib.util.find_spec("matplotlib") is None:
        return Finding("fonts", False, "they come with matplotlib: pip install matplotlib")
    from matplotlib import font_manager

    try:
        return Finding("fonts", True, Path(font_manager.findfont("DejaVu Sans", fallback_to_default=False)).name)
    except ValueError:
        return Finding("fonts", False, "DejaVu Sans: pip install --force-reinstall matplotlib")


def java() -> Finding:
    """Tells which Java Spark would use."""
    from kafkaviz.spark.java import JavaNotFoundError, find_java

    try:
        found = find_java()
    except JavaNotFoundError as error:
        return Finding("java", False, str(error))
    return Finding("java", True, f"{found.version}, from {found.source}")
