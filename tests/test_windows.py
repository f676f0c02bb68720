"""Nothing here assumes a Unix: on Windows everything is imported, and what cannot be there is refused in a sentence."""

import os
import re
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

from kafkaviz.__main__ import START
from kafkaviz.course.materials import carried

ROOT = Path(__file__).parents[1]
# What others wrote chooses by the platform, which is still this one: where it is needed it is loaded before.
OF_OTHERS = "import nbconvert.exporters"
AS_ON_WINDOWS = """
import os, signal, subprocess, sys
for name in ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGSTOP", "SIGUSR1", "setitimer", "ITIMER_REAL"):
    hasattr(signal, name) and delattr(signal, name)
for name in ("fork", "forkpty", "geteuid", "getuid", "killpg", "setsid"):
    hasattr(os, name) and delattr(os, name)
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
"""


def on_windows(code: str, before: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh interpreter without what Python has on Unix only."""
    line = [sys.executable, "-c", before + AS_ON_WINDOWS + code]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=os.environ | variables)


@pytest.mark.slow
def test_every_module_is_imported_and_a_film_is_made_where_unix_is_not():
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / "kafkaviz").rglob("*.py")]
    code = f"""
import importlib
for name in {[name for name in modules if not name.endswith("__")]!r}:
    importlib.import_module(name)
from kafkaviz import Lab
print(Lab(brokers=3).create_topic("letters").send("letters", "ABC").film().text())
"""
    done = on_windows(code, before=OF_OTHERS)
    assert done.returncode == 0, done.stderr
    assert "ABC" in done.stdout


def test_a_real_cluster_and_the_pipeline_say_where_they_run():
    code = """
from pathlib import Path
from kafkaviz.rehearsal.processes import Processes
from kafkaviz.spark.pipeline.folder import Folder
for refused in (lambda: Processes(Path(".")), Folder("out", {}).alone().__enter__):
    try:
        refused()
    except RuntimeError as problem:
        print(problem)
"""
    assert on_windows(code).stdout.splitlines() == [
        "Real clusters are played where a process can be frozen, on Linux and macOS.",
        "The pipeline runs on Linux and macOS; on Windows give the command inside WSL.",
    ]


def test_what_a_file_in_an_old_encoding_cannot_hold_is_written_all_the_same():
    code = "from kafkaviz.__main__ import main; sys.argv[1:] = ['update', '→★']; sys.exit(main())"
    done = on_windows(code, PYTHONIOENCODING="cp1252")
    assert done.returncode == 2 and "\\u2192\\u2605" in done.stderr


def test_the_names_of_the_course_are_paths_on_windows():
    home = PureWindowsPath(r"C:\Users\Ada\kafka")
    for name in carried.carried_files():
        path = home / name
        assert path.relative_to(home).as_posix() == name
        assert re.search(r'[<>:"|?*\\]|[. ]$|(?i:(?:^|/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))', name) is None
    assert PureWindowsPath(START).as_posix() == "notebooks/00_start_here.ipynb"


def test_no_tool_knows_where_an_environment_of_unix_has_its_programs():
    # bootstrap.py asks os.name, and runs on Pythons that have no better way.
    files = [*(ROOT / "kafkaviz").rglob("*.py"), *(ROOT / "tools").glob("*.py")]
    pattern = re.compile(r"""["'/]bin/python|/ ["']bin["'] / ["']python|["']/tmp|["']/dev/null""")
    assert [file.name for file in files if pattern.search(file.read_text("utf-8"))] == []


def test_every_text_of_the_package_is_read_and_written_as_utf_8():
    left_to_the_system = re.compile(r"\.(?:read_text\(\)|write_text\([^()]*\))")
    found = {
        file.name: calls
        for file in (ROOT / "kafkaviz").rglob("*.py")
        if (calls := [call for call in left_to_the_system.findall(file.read_text("utf-8")) if "utf-8" not in call])
    }
    # The launcher is a script for Unix.
    assert found == {"java.py": [".read_text()"]}
