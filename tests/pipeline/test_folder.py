"""Two runs never write to one output, and a run that was killed keeps nobody away."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kafkaviz.__main__ import main
from kafkaviz.spark.pipeline.folder import Folder, OutputError

ROOT = Path(__file__).parents[2]
HOLD = """
import sys, time
from kafkaviz.spark.pipeline.folder import Folder
with Folder(sys.argv[1], {}).alone():
    print("locked", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def other_run(tmp_path):
    """Another process that has the place `out`."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "out")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "locked\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_while_a_run_writes_another_is_refused_before_it_starts_a_spark(other_run, tmp_path, capsys):
    assert main(["pipeline", "--workload", "zipf", "--output", str(tmp_path / "out")]) == 1
    told = f"Another run is writing to {tmp_path / 'out'}: let it end, or name another output.\n"
    assert capsys.readouterr().err == told
    with Folder(tmp_path / "elsewhere", {}).alone():
        pass


def test_a_run_that_was_killed_keeps_nobody_away(other_run, tmp_path):
    other_run.send_signal(signal.SIGKILL)
    other_run.wait()
    assert [path.name for path in tmp_path.iterdir()] == [".out.lock"]
    with Folder(tmp_path / "out", {}).alone():
        pass
    assert list(tmp_path.iterdir()) == []


def test_in_one_process_two_runs_are_two_runs_as_well(tmp_path):
    with Folder(tmp_path / "out", {}).alone():
        with pytest.raises(OutputError, match="Another run is writing to"), Folder(tmp_path / "out", {}).alone():
            pass
        assert (tmp_path / ".out.lock").exists()
    with Folder(tmp_path / "out", {}).alone():
        pass


def test_an_error_gives_the_place_back(tmp_path):
    with pytest.raises(KeyboardInterrupt), Folder(tmp_path / "out", {}).alone():
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_is_taken_away_while_it_is_opened_is_asked_for_again(tmp_path, monkeypatch):
    import fcntl

    lock, calls = fcntl.flock, []

    def taken_away(file, how):
        calls.append(how)
        if len(calls) == 1:
            (tmp_path / ".out.lock").unlink()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", taken_away)
    with Folder(tmp_path / "out", {}).alone():
        assert (tmp_path / ".out.lock").exists()
    assert len(calls) == 2
