"""Processes by name: started in sessions of their own, signalled, and ended with the one who started them."""

import atexit
import contextlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from kafkaviz.decisions.errors import OneSentence

START_SECONDS: Final = 120
_LOOKS_EVERY_S: Final = 0.05
# What follows the first complaint: the exception that ended the process.
_REASON: Final = re.compile(r"\b(?:ERROR|FATAL)\b(?:.*\n)*?(.*\b\w+(?:Exception|Error)\b.*)")

# It reads which processes run; when whoever told it is gone, however that came about, it ends them and removes the
# folder. A process of its own does this, since nothing of ours runs after a SIGKILL.
_KEEPER: Final = """
import os, shutil, signal, sys
running, folder = set(), sys.argv[1]
for line in sys.stdin:
    change, process = line.split()
    (running.add if change == "started" else running.discard)(int(process))
for process in running:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
if folder:
    shutil.rmtree(folder, ignore_errors=True)
"""


class StageError(OneSentence, RuntimeError):
    """A process that does not start, or does not answer, with the end of what it said."""


class Processes:
    """The processes of a cluster, or the one of a driver, and the folder with what they say.

    `close` ends them and removes the folder unless it is kept; so does the end of this program, even by SIGKILL. It may
    be called while another thread waits for one of them, or is about to start one, which is refused from then on.
    """

    def __init__(self, folder: Path, keep: bool = False) -> None:
        if not hasattr(signal, "SIGSTOP"):
            raise StageError("Real clusters are played where a process can be frozen, on Linux and macOS.")
        self.folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._said_before: dict[str, int] = {}
        self._is_closed = False
        self._changing = threading.RLock()
        keeper = [sys.executable, "-I", "-c", _KEEPER, "" if keep else str(folder)]
        self._keep = keep
        self._keeper = subprocess.Popen(keeper, stdin=subprocess.PIPE, start_new_session=True, cwd="/")
        atexit.register(self.close)

    def start(self, name: str, command: Sequence[str], talks: bool = False) -> "subprocess.Popen[bytes]":
        """Starts a process that writes what it says into the folder; one that talks is read and written by pipes.

        The caller closes the pipe that it reads. Raises StageError after `close`.
        """
        path = self.folder / f"{name}.log"
        with self._changing:
            if self._is_closed:
                raise StageError(f"Process {name} is not started any more: all are being ended.")
            self._said_before[name] = path.stat().st_size if path.exists() else 0
            with open(path, "ab") as said:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                    stdout=subprocess.PIPE if talks else said,
                    stderr=said,
                    cwd=self.folder,
                    start_new_session=True,
                )
            self._running[name] = process
            self._tell("started", process)
        return process

    def is_running(self, name: str) -> bool:
        """Tells whether a process runs; a stopped one does, too."""
        with self._changing:
            process = self._running.get(name)
            if process is None or process.poll() is None:
                return process is not None
            self._tell("ended", self._running.pop(name))
            if process.stdin:
                # What nobody has read any more is lost with its reader.
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.close()
        return False

    def wait(self, name: str, is_there: Callable[[], bool], seconds: float = START_SECONDS) -> bool:
        """Waits until something is there, and tells whether it is: no if the process ended by itself first.

        Raises StageError when the time is over.
        """
        deadline = time.monotonic() + seconds
        while self.is_running(name):
            if is_there():
                return True
            if time.monotonic() > deadline:
                raise StageError(f"Process {name} did not start in {seconds:g} s: {self.output_of(name)[-600:]}")
            time.sleep(_LOOKS_EVERY_S)
        return False

    def send(self, name: str, sent: signal.Signals) -> None:
        """Sends a signal to a process that runs."""
        with self._changing:
            if self.is_running(name):
                self._running[name].send_signal(sent)

    def end(self, name: str, sent: signal.Signals | None = None, seconds: float = 60) -> None:
        """Ends a process by a signal and waits for it; one that takes longer, or gets no signal, is killed."""
        with self._changing:
            if not self.is_running(name):
                return
            process = self._running[name]
            if sent is None:
                process.kill()
            else:
                process.send_signal(sent)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.is_running(name)

    def output_of(self, name: str) -> str:
        """Returns what a process has said since its last start."""
        path = self.folder / f"{name}.log"
        if not path.exists():
            return ""
        with open(path, "rb") as file:
            file.seek(self._said_before.get(name, 0))
            return file.read().decode("utf-8", "replace")

    def exit_reason(self, name: str) -> str:
        """Returns the line of what a Java process said that tells why it ended, or the last one."""
        said = self.output_of(name)
        found = _REASON.search(said)
        return found[1].strip() if found else said.strip().rpartition("\n")[2]

    def close(self) -> None:
        """Ends all processes; a second time does nothing."""
        atexit.unregister(self.close)
        with self._changing:
            self._is_closed = True
            for process in self._running.values():
                process.kill()
            for name, process in list(self._running.items()):
                process.wait()
                self.is_running(name)
            if self._keeper.stdin and not self._keeper.stdin.closed:
                self._keeper.stdin.close()
            self._keeper.wait()
        if not self._keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _tell(self, change: str, process: "subprocess.Popen[bytes]") -> None:
        assert self._keeper.stdin
        with contextlib.suppress(BrokenPipeError, ValueError):
            self._keeper.stdin.write(f"{change} {process.pid}\n".encode())
            self._keeper.stdin.flush()
