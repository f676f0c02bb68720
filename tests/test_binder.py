"""Binder's files hold together; what Docker would do with them is replayed by `python tools/replay.py binder`."""

import os
import platform
import re
import stat
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

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


def installed_otherwise(name: str) -> list[str]:
    """Returns the packages of a file of pins that are here in another version than the pinned one."""
    here = {canonicalize_name(one.name): one.version for one in metadata.distributions()}
    pinned = {canonicalize_name(package): pin.specifier for package, pin in pins(name).items()}
    return [package for package, versions in pinned.items() if package in here and here[package] not in versions]


def needed_by(asked: str, python: str = platform.python_version()) -> set[str]:
    """Returns the names of all packages that a requirement brings along here on some Python, itself left out."""
    version = python.split(".")
    here = {"python_version": ".".join(version[:2]), "python_full_version": ".".join([*version, "0"][:3])}
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(asked)]
    while waiting:
        one = waiting.pop()
        for extra in ("", *one.extras):
            if (one.name, extra) not in seen:
                seen.add((one.name, extra))
                inner = map(Requirement, metadata.requires(one.name) or ())
                waiting += [
                    need for need in inner if need.marker is None or need.marker.evaluate(here | {"extra": extra})
                ]
    return {canonicalize_name(name) for name, _ in seen} - {"kafkaviz"}


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
    extras = PROJECT["optional-dependencies"]
    course = [*PROJECT["dependencies"], *extras["spark"]]
    own = [
        line
        for name in ("segments", "test", "docs", "lite", "dev")
        for line in extras[name]
        if not line.startswith("kafkaviz")
    ]
    for name, lines in {"binder/requirements.txt": course, "requirements.lock": course + own}.items():
        pinned = pins(name)
        for dependency in map(Requirement, lines):
            (version,) = pinned[dependency.name].specifier
            assert version.operator == "=="
            assert version.version in dependency.specifier, f"{dependency} in {name}: run `make lock`"


def test_binder_gets_what_everybody_gets():
    lock = pins("requirements.lock")
    for name, pin in pins("binder/requirements.txt").items():
        assert pin.specifier == lock[name].specifier, f"{name}: run `make lock`"


def test_whatever_else_binder_or_the_lab_needs_is_pinned_for_both():
    """What a package needs in its turn is known where it is installed as it is pinned."""
    if strange := installed_otherwise("requirements.lock"):
        pytest.skip(f"{strange[0]} is not installed here as it is pinned: nothing tells what the pinned one needs.")
    of_binder = lines_of("runtime.txt")[0].removeprefix("python-")
    for name, asked, python in (
        ("binder/requirements.txt", "kafkaviz[spark]", of_binder),
        ("requirements.lock", "kafkaviz[spark]", of_binder),
        ("requirements.lock", "kafkaviz[test,docs,lite,dev]", "3.11"),
    ):
        needed = needed_by(asked, python)
        assert {"pyspark", "py4j", "jupyterlab", "tornado", "numpy"} <= needed
        assert needed - {canonicalize_name(one) for one in pins(name)} == set(), f"{name}: run `make lock`"


def test_nothing_else_says_which_versions_are_installed():
    """The lab, the tests and CI read the lock; Binder reads its part of it; nobody has a list of their own."""
    assert "requirements.lock" in (ROOT / "tools/bootstrap.py").read_text("utf-8")
    assert "tools/bootstrap.py" in (ROOT / "Makefile").read_text("utf-8")
    for place in (".ci/run", ".github/workflows/ci.yml"):
        text = (ROOT / place).read_text("utf-8")
        assert (
            "make " in text
            and re.findall(r"pip install (?!--constraint requirements\.lock )|uv (?:sync|pip)", text) == []
        ), place
    lists = [
        file for name in ("*requirements*", "*environment.y*ml") for file in (*ROOT.glob(name), *ROOT.glob(f"*/{name}"))
    ]
    kept = {file.relative_to(ROOT).as_posix() for file in lists if not file.parent.name.startswith(".venv")}
    assert kept == {"binder/requirements.txt", "requirements.lock"}


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
