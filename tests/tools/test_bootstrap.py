"""What can go wrong on a new machine ends in one sentence with a way out."""

import ast
import subprocess
import sys
from collections import namedtuple

import pytest

from tools import bootstrap
from tools.notebook_files import ROOT

Disk = namedtuple("Disk", "total used free")


@pytest.mark.slow
def test_an_old_python_can_read_it_and_is_turned_away():
    ast.parse((ROOT / "tools/bootstrap.py").read_text("utf-8"), feature_version=(3, 6))
    with pytest.raises(bootstrap.SetupError, match=r"old is Python 3\.9, and 3\.11 or later is needed: .*PYTHON="):
        bootstrap.check_python((3, 9, 18), "old")


def test_an_old_python_with_no_newer_one_is_told_where_to_get_one(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match=r"get it from python\.org"):
        bootstrap.check_python((3, 6, 0), "old")


def test_it_needs_nothing_installed():
    code = "import sys; sys.path.insert(0, 'tools'); import bootstrap"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def nothing_made(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap, "VENV_PYTHON", str(tmp_path / ".venv/bin/python"))


@pytest.mark.usefixtures("nothing_made")
def test_a_missing_module_venv_is_named_with_its_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(bootstrap.SetupError, match=r"without its module venv: .*apt install python3\.\d+-venv"):
        bootstrap.make_venv()


@pytest.mark.usefixtures("nothing_made")
def test_a_small_disk_is_noticed_before_anything_is_fetched(monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: Disk(9e9, 8e9, 1e9))
    with pytest.raises(bootstrap.SetupError, match=r"1\.0 GB are free .* 3 GB are needed"):
        bootstrap.make_venv()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("WARNING: Retrying ... [Errno -3] Temporary failure in name resolution\nERROR: No matching", "network"),
        ("ProxyError('Cannot connect to proxy.')", "network"),
        ("ERROR: Could not install packages: [Errno 28] No space left on device", "the disk is full"),
        ("Collecting a\nERROR: No matching distribution found for a==9\n", "No matching distribution found for a==9"),
        ("", "nothing was said"),
    ],
)
def test_what_pip_says_becomes_one_sentence(said, answer):
    sentence = bootstrap.why_pip_failed(said)
    assert answer in sentence
    assert sentence.endswith("install.log).")


def test_what_is_ready_is_left_alone_and_any_change_makes_it_anew(monkeypatch, tmp_path):
    made = []
    stamp, lock = tmp_path / "stamp", tmp_path / "lock"
    monkeypatch.setattr(bootstrap, "STAMP", str(stamp))
    monkeypatch.setattr(bootstrap, "MADE_FROM", (str(lock),))
    monkeypatch.setattr(bootstrap, "install", lambda now: (made.append(now), stamp.write_text(now)))
    lock.write_text("a==1\n")
    bootstrap.main()
    bootstrap.main()
    assert len(made) == 1
    lock.write_text("a==2\n")
    bootstrap.main()
    assert len(made) == 2


def test_a_disk_that_fills_up_on_the_way_ends_in_a_sentence_too(monkeypatch):
    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bootstrap, "stamp_of_now", full)
    with pytest.raises(SystemExit, match="No space left on device; mend that"):
        bootstrap.main()
