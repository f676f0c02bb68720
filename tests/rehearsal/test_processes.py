"""What is started ends with whoever started it, however that one ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kafkaviz.rehearsal.processes import Processes, StageError

SLEEP = ("sleep", "600")


@pytest.fixture
def processes(tmp_path):
    folder = tmp_path / "cluster"
    folder.mkdir()
    running = Processes(folder)
    yield running
    running.close()


def runs(process: int) -> bool:
    """Tells whether there is such a process that is more than an entry nobody has read."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(*processes: int) -> bool:
    deadline = time.monotonic() + 10
    while any(map(runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(runs, processes))


def test_closing_ends_everything_and_removes_the_folder(processes):
    ids = [processes.start(name, SLEEP).pid for name in ("1", "2")]
    processes.send("2", signal.SIGSTOP)
    assert processes.is_running("1") and processes.is_running("2") and not processes.is_running("3")
    processes.close()
    processes.close()
    assert gone(*ids) and not processes.folder.exists()


def test_after_closing_nothing_is_started(processes):
    processes.close()
    with pytest.raises(StageError, match="not started any more"):
        processes.start("1", SLEEP)


def test_a_process_is_ended_by_the_signal_that_was_asked_for(processes):
    trap = 'trap "echo asked; exit 0" TERM; echo begun; while :; do sleep 0.02; done'
    processes.start("1", ("sh", "-c", trap))
    assert processes.wait("1", lambda: "begun" in processes.output_of("1"))
    processes.end("1", signal.SIGTERM)
    assert processes.output_of("1") == "begun\nasked\n" and not processes.is_running("1")
    processes.start("1", ("sh", "-c", "trap : TERM; echo deaf; while :; do sleep 0.02; done"))
    assert processes.wait("1", lambda: "deaf" in processes.output_of("1"))
    processes.end("1", signal.SIGTERM, seconds=0.1)
    assert processes.output_of("1") == "deaf\n" and not processes.is_running("1")


def test_who_ends_by_itself_is_not_waited_for_and_who_never_comes_is_an_error(processes):
    processes.start("1", ("false",))
    assert not processes.wait("1", lambda: False)
    processes.start("2", ("sh", "-c", "echo nearly there; sleep 600"))
    with pytest.raises(StageError, match=r"^Process 2 did not start in 0.3 s: nearly there"):
        processes.wait("2", lambda: False, seconds=0.3)


def test_the_folder_stays_where_it_is_kept(tmp_path):
    processes = Processes(tmp_path, keep=True)
    processes.start("1", ("echo", "said"))
    assert not processes.wait("1", lambda: False)
    processes.close()
    assert (tmp_path / "1.log").read_text() == "said\n"


@pytest.mark.skipif(sys.platform != "linux", reason="It reads /proc: run it on Linux.")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, None])
def test_nothing_is_left_when_the_program_that_started_it_ends(tmp_path, end):
    folder = tmp_path / "cluster"
    folder.mkdir()
    # It ends by the signal, or by an exception that nobody expected.
    code = f"""
from pathlib import Path
from kafkaviz.rehearsal.processes import Processes
processes = Processes(Path({str(folder)!r}))
print(*(processes.start(name, {SLEEP!r}).pid for name in "12"), flush=True)
input()
raise RuntimeError
"""
    program = subprocess.Popen(
        (sys.executable, "-c", code), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    ids = list(map(int, program.stdout.readline().split()))
    assert len(ids) == 2 and all(map(runs, ids))
    if end:
        os.kill(program.pid, end)
    else:
        program.stdin.write(b"\n")
    program.communicate(timeout=30)
    assert gone(*ids)
    deadline = time.monotonic() + 10
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not folder.exists()
