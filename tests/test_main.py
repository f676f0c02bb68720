"""The commands say in plain words what is here, what is missing, and what to do."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import PureWindowsPath

import pytest

from kafkaviz import __main__ as command
from kafkaviz import doctor
from kafkaviz.spark.java import Java, JavaNotFoundError
from tests.sampling import together


@pytest.fixture
def with_java(monkeypatch, tmp_path):
    monkeypatch.setattr("kafkaviz.spark.java.find_java", lambda: Java(tmp_path, 21, "JAVA_HOME"))


def test_the_doctor_finds_everything_here(with_java, capsys):
    assert command.main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "ok       java         21, from JAVA_HOME" in said
    assert "ok       fonts        DejaVuSans.ttf" in said
    assert "missing" not in said
    assert said.endswith("Everything that is needed is here.\n")


def test_the_doctor_names_a_missing_package(with_java, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    assert command.main(["doctor"]) == 1
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("missing  pyspark")]


def test_spark_may_be_left_out_and_the_doctor_says_how_to_add_it(with_java, monkeypatch, capsys):
    real = metadata.version

    def version(name):
        if name == "pyspark":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)
    assert command.main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert 'not here spark        left out; the notebooks M1 to M5 need it: pip install "kafkaviz[spark]"\n' in said
    assert "java  " not in said and "pyarrow" not in said
    assert said.endswith("Everything that is needed is here.\n")


def test_the_doctor_passes_on_what_java_needs(monkeypatch, capsys):
    def none():
        raise JavaNotFoundError("Spark needs Java 17 or later: install it.")

    monkeypatch.setattr("kafkaviz.spark.java.find_java", none)
    assert command.main(["doctor"]) == 1
    assert "missing  java         Spark needs Java 17 or later: install it." in capsys.readouterr().out


def test_a_missing_browser_is_told_and_forgiven(with_java, monkeypatch, capsys):
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(doctor, "BROWSERS", ("no-such-browser",))
    assert command.main(["doctor"]) == 0
    assert "not here chromium" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["0", "65536", "http", "-1"])
def test_a_port_that_is_none_is_refused(wrong, capsys):
    with pytest.raises(SystemExit):
        command.main(["lab", f"--port={wrong}"])
    assert f"a port is a number from 1 to 65535, not '{wrong}'" in capsys.readouterr().err


@pytest.fixture
def started(with_java, monkeypatch, tmp_path):
    """A folder with a start notebook, and the command line that would have replaced this process."""
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks/00_start_here.ipynb").write_text("{}")
    monkeypatch.chdir(tmp_path)
    lines: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda path, line: lines.append(line))
    return lines


def test_the_lab_opens_the_start_notebook_for_this_machine_only(started):
    command.main(["lab"])
    assert started[0][1:3] == ["-m", "jupyterlab"]
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in started[0]
    assert "--ServerApp.ip=127.0.0.1" in started[0]
    assert "--no-browser" not in started[0]


def test_a_server_gets_the_port_it_asked_for_and_no_browser(started):
    command.main(["lab", "--port", "8899", "--no-browser"])
    assert {"--ServerApp.port=8899", "--ServerApp.port_retries=0", "--no-browser"} <= set(started[0])


def test_the_lab_without_notebooks_says_where_to_go(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "__file__", str(tmp_path / "site-packages/kafkaviz/__main__.py"))
    assert command.main(["lab"]) == 1
    assert "go to the folder of the project" in capsys.readouterr().err


def test_the_lab_opens_a_folder_that_is_named_and_no_other(started, monkeypatch, tmp_path, capsys):
    home = tmp_path.parent
    monkeypatch.chdir(home)
    command.main(["lab", tmp_path.name])
    assert f"--ServerApp.root_dir={tmp_path}" in started[0]
    monkeypatch.chdir(tmp_path)
    assert command.main(["lab", "notebooks"]) == 1
    assert f"There is no notebooks/00_start_here.ipynb in {tmp_path / 'notebooks'}: " in capsys.readouterr().err


def test_on_windows_the_shell_waits_for_the_lab(started, monkeypatch):
    monkeypatch.setattr(command, "REPLACING_ENDS", True)
    called: list[list[str]] = []
    monkeypatch.setattr(subprocess, "call", lambda line: called.append(line) or 0)
    assert command.main(["lab"]) == 0
    assert called[0][1:3] == ["-m", "jupyterlab"] and started == []


@together(["kafkaviz", r"C:\Python\Scripts\kafkaviz.exe", "/usr/bin/kafkaviz"])
def test_the_usage_names_the_command_that_was_given(called):
    assert command.name_of(PureWindowsPath(called)) == "kafkaviz"
    assert command.name_of(PureWindowsPath(r"C:\Python\Lib\site-packages\kafkaviz\__main__.py")) == "python -m kafkaviz"


def test_the_console_script_is_the_same_command():
    (script,) = metadata.entry_points(group="console_scripts", name="kafkaviz")
    assert script.load() is command.main
