"""The wheel holds everything that runs, and an editable install is as good."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import kafkaviz
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


def test_a_film_can_be_saved_from_the_installed_wheel(wheel, tmp_path):
    home = tmp_path / "site"
    pip("install", "--no-deps", "--target", str(home), str(wheel))
    code = f"""
import sys; sys.path.insert(0, {str(home)!r})
import kafkaviz
assert kafkaviz.__file__.startswith({str(home)!r}), kafkaviz.__file__
from kafkaviz import Lab
Lab(brokers=3).create_topic("letters").send("letters", "ABC").film().save("film.html")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "ABC" in (tmp_path / "film.html").read_text("utf-8")


def test_an_editable_install_brings_the_settings_of_jupyterlab(tmp_path):
    # Without --ignore-installed, pip would first remove the package that these tests run on.
    elsewhere = ("--ignore-installed", "--prefix", str(tmp_path))
    pip("install", "--no-deps", "--no-build-isolation", *elsewhere, "--editable", ".")
    assert (tmp_path / SETTINGS).read_bytes() == (ROOT / "jupyter/overrides.json").read_bytes()
