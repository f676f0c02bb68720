"""The wheel holds everything that runs and the course, and an editable install is as good."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import kafkaviz
from kafkaviz.course.materials import carried
from tests.test_binder import needed_by
from tools.notebook_files import ROOT

pytestmark = pytest.mark.slow
SETTINGS = "share/jupyter/lab/settings/overrides.d/kafkaviz.json"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def pip(*arguments: str) -> None:
    done = subprocess.run([*PIP, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), ".")
    (built,) = folder.glob("kafkaviz-*.whl")
    return built


def test_the_wheel_is_named_after_the_version(wheel):
    assert wheel.name == f"kafkaviz-{kafkaviz.__version__}-py3-none-any.whl"


def test_the_wheel_holds_every_file_of_the_package_and_the_settings_of_jupyterlab(wheel):
    listed = subprocess.run(["git", "ls-files", "kafkaviz"], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = set(listed.stdout.split())
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"kafkaviz/player/static/page.js", "kafkaviz/player/static/player.css"} <= wanted
    assert wanted <= names
    assert f"kafkaviz-{kafkaviz.__version__}.data/data/{SETTINGS}" in names
    assert [n for n in names if n.startswith(("tests", "notebooks", "tools"))] == []


def test_the_wheel_holds_the_course_as_it_is_in_the_repository(wheel):
    # As a path has them: by itself git's star goes into folders.
    patterns = [f":(glob){pattern}" for pattern in carried.PATTERNS]
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    packed = zipfile.ZipFile(wheel)
    inside = [one for one in packed.infolist() if one.filename.startswith(f"{carried.IN_THE_WHEEL}/")]
    names = [one.filename.removeprefix(f"{carried.IN_THE_WHEEL}/") for one in inside]
    assert sorted(names) == sorted(listed.stdout.split())
    assert all(packed.read(one) == (ROOT / name).read_bytes() for one, name in zip(inside, names, strict=True))
    course, everything = sum(one.compress_size for one in inside), wheel.stat().st_size
    print(f"the wheel: {everything / 1e6:.2f} MB, of which the course {course / 1e6:.2f} MB")
    assert everything < 6e6


@pytest.fixture(scope="module")
def without_spark(wheel, tmp_path_factory) -> Path:
    """Makes an environment of its own: the wheel, and what it asks for by itself and no extra; returns its scripts."""
    home = tmp_path_factory.mktemp("plain")
    venv.create(home, symlinks=os.name != "nt")
    own = {"base": str(home), "platbase": str(home)}
    packages, scripts = (Path(sysconfig.get_path(name, "venv", own)) for name in ("purelib", "scripts"))
    for name in needed_by("kafkaviz"):
        for file in metadata.files(name) or ():
            first = file.parts[0]
            if first != ".." and first != "__pycache__" and not (packages / first).exists():
                (packages / first).symlink_to(Path(file.locate()).parents[len(file.parts) - 1] / first)
    # Of 800 modules the tests import a part.
    pip("--python", str(scripts / "python"), "install", "--no-compile", "--no-deps", "--no-index", str(wheel))
    return scripts


def run_in(scripts: Path, folder: Path, *command: str, code: int = 0) -> str:
    """Runs a command of that environment in a folder and returns what it says."""
    # Nothing of this checkout may help: neither its folder, nor where Python is told to look.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    line = [str(scripts / command[0]), *command[1:]]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False, env=clean)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_plain_install_brings_the_course_and_renews_it(without_spark, tmp_path):
    said = run_in(without_spark, tmp_path, "kafkaviz", "course", "mine")
    assert said.startswith(f"The course is in mine: {len(carried.carried_files())} added.\n")
    start = tmp_path / "mine/notebooks/00_start_here.ipynb"
    assert start.read_bytes() == (ROOT / "notebooks/00_start_here.ipynb").read_bytes()
    start.write_text("{}", "utf-8")
    said = run_in(without_spark, tmp_path, "kafkaviz", "update", "mine")
    assert "kept     notebooks/00_start_here.ipynb: you changed it\n" in said
    assert start.read_text("utf-8") == "{}"
    assert "No course was brought to" in run_in(without_spark, tmp_path, "kafkaviz", "update", code=2)
    assert (without_spark.parent / SETTINGS).read_bytes() == (ROOT / "jupyter/overrides.json").read_bytes()


def test_a_plain_install_makes_films_and_says_that_spark_is_left_out(without_spark, tmp_path):
    said = run_in(without_spark, tmp_path, "kafkaviz", "doctor")
    assert 'not here spark        left out; the notebooks M1 to M5 need it: pip install "kafkaviz[spark]"\n' in said
    assert "Everything that is needed is here." in said
    code = """
import sys
import kafkaviz
assert kafkaviz.__file__.startswith(sys.prefix), kafkaviz.__file__
from kafkaviz import Lab
player = Lab(brokers=3).create_topic("letters").send("letters", "ABC").film()
player.save("film.html")
assert player.png()
"""
    run_in(without_spark, tmp_path, "python", "-c", code)
    assert "ABC" in (tmp_path / "film.html").read_text("utf-8")


def test_a_plain_install_runs_a_notebook_of_the_course_that_it_brought(without_spark, tmp_path):
    run_in(without_spark, tmp_path, "kafkaviz", "course", "mine")
    solution = "solutions/04_who_decides_the_partition.ipynb"
    said = run_in(without_spark, tmp_path / "mine", "kafkaviz", "check", "--json", solution)
    checks = [json.loads(line) for line in said.splitlines()]
    assert len(checks) == 5 and {check["state"] for check in checks} == {"correct"}


def test_an_editable_install_brings_the_settings_of_jupyterlab(tmp_path):
    # Without --ignore-installed, pip would first remove the package that these tests run on.
    elsewhere = ("--ignore-installed", "--prefix", str(tmp_path))
    pip("install", "--no-deps", "--no-build-isolation", *elsewhere, "--editable", ".")
    assert (tmp_path / SETTINGS).read_bytes() == (ROOT / "jupyter/overrides.json").read_bytes()
    assert not [*tmp_path.rglob("*.ipynb")], "the checkout has the course"
