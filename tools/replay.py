"""Repeats in a fresh environment what happens elsewhere: Binder's build, and an install of the oldest dependencies.

python tools/replay.py binder    binder/'s files in Binder's order, then Spark's notebook
python tools/replay.py oldest    the lowest version of everything pyproject.toml allows, then the unit tests
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNIT_TESTS = ("-m", "pytest", "-q", "-m", "not (spark or browser or notebooks or whole or slow)", "tests")


def run(*command: str, folder: Path = ROOT, environment: dict[str, str] | None = None) -> None:
    """Runs a command, shows it, and ends everything when it fails."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=folder, env=environment, check=False)
    if done.returncode:
        sys.exit(f"replay: {command[0]} gave {done.returncode}; its own words stand above.")


def environment_in(folder: Path, python: str) -> dict[str, str]:
    """Makes a virtual environment of a version of Python and returns the variables that put it first."""
    run(sys.executable, "-m", "uv", "venv", "--quiet", "--seed", "--python", python, str(folder))
    return {**os.environ, "VIRTUAL_ENV": str(folder), "PATH": os.pathsep.join([scripts_of(folder), os.environ["PATH"]])}


def scripts_of(folder: Path) -> str:
    """Returns where a virtual environment has its programs on this system."""
    return sysconfig.get_path("scripts", "venv", {"base": str(folder)})


def python_of(folder: Path) -> str:
    """Returns the Python of a virtual environment."""
    return str(Path(scripts_of(folder), f"python{sysconfig.get_config_var('EXE') or ''}"))


def binder(folder: Path) -> None:
    """Does what Binder does with a clone of the last commit, and executes what its visitors will open."""
    clone = folder / "clone"
    run("git", "clone", "--quiet", str(ROOT), str(clone))
    python = (clone / "binder/runtime.txt").read_text("utf-8").strip().removeprefix("python-")
    variables = environment_in(folder / "binder", python)
    pip = (python_of(folder / "binder"), "-m", "pip", "install", "--quiet")
    run(*pip, "-r", "binder/requirements.txt", folder=clone, environment=variables)
    run("./binder/postBuild", folder=clone, environment=variables)
    execute = "jupyter execute --timeout=600 notebooks/*.ipynb"
    run("./binder/start", "sh", "-c", execute, folder=clone, environment=variables)


def oldest(folder: Path) -> None:
    """Installs the lowest versions that are allowed, and runs the unit tests on them."""
    variables = environment_in(folder / "oldest", "3.11")
    python = python_of(folder / "oldest")
    # `python -m uv` installs beside itself unless it is told where.
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python)
    run(*install, "--resolution", "lowest-direct", "--editable", ".[test]", environment=variables)
    run(python, *UNIT_TESTS, environment=variables)


if __name__ == "__main__":
    replays = {"binder": binder, "oldest": oldest}
    if len(sys.argv) != 2 or sys.argv[1] not in replays:
        sys.exit(f"Usage: python tools/replay.py {' | '.join(replays)}")
    with tempfile.TemporaryDirectory() as place:
        replays[sys.argv[1]](Path(place))
