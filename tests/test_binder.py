"""Binder's files hold together; what Docker would do with them is replayed by `python tools/replay.py binder`."""

import os
import re
import stat
import tomllib

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tools.notebook_files import ROOT

BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pins(name: str) -> dict[str, Requirement]:
    """Returns what a file of pins installs, by name."""
    lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {pin.name: pin for pin in map(Requirement, lines)}


def lines_of(name: str) -> list[str]:
    """Returns the lines of one of Binder's files."""
    return (BINDER / name).read_text("utf-8").splitlines()


def test_binder_reads_these_files_and_no_others():
    assert sorted(os.listdir(BINDER)) == ["apt.txt", "postBuild", "requirements.txt", "runtime.txt", "start"]
    assert not (ROOT / ".binder").exists()
    assert not (ROOT / "Dockerfile").exists()


def test_the_python_of_binder_satisfies_the_package():
    (line,) = lines_of("runtime.txt")
    assert line.removeprefix("python-") in SpecifierSet(PROJECT["requires-python"])


def test_nothing_local_is_installed_before_the_checkout_is_copied():
    # One line with a path would make every commit install Spark anew.
    assert [line for line in lines_of("requirements.txt") if re.match(r"\s*(-|\.|/)|.*(://|@)", line)] == []


def test_every_dependency_is_pinned_within_its_bounds():
    pinned = pins("binder/requirements.txt")
    for dependency in map(Requirement, PROJECT["dependencies"]):
        (version,) = pinned[dependency.name].specifier
        assert version.operator == "=="
        assert version.version in dependency.specifier, dependency


def test_binder_gets_what_everybody_gets():
    lock = pins("requirements.lock")
    for name, pin in pins("binder/requirements.txt").items():
        assert pin.specifier == lock[name].specifier, f"{name}: run `make lock`"


def test_the_lock_names_no_place():
    for name in ("requirements.lock", "binder/requirements.txt"):
        text = (ROOT / name).read_text("utf-8")
        assert re.findall(r"://|--(?:index|find|extra)|\s/\w", text) == [], name


def test_java_is_installed():
    assert any(re.fullmatch(r"openjdk-(17|21)-jre-headless", line) for line in lines_of("apt.txt"))


def test_the_scripts_can_run_and_stop_at_the_first_fault():
    for name in ("postBuild", "start"):
        assert stat.S_IMODE((BINDER / name).stat().st_mode) & 0o111 == 0o111, name
        assert lines_of(name)[0] == "#!/bin/bash"
    assert "set -euo pipefail" in lines_of("postBuild")
    assert "python -m kafkaviz doctor" in lines_of("postBuild")
    assert lines_of("start")[-1] == 'exec "$@"'
