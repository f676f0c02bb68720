"""The kernels of a test run: each is a copy of one process that has imported what nearly every notebook does.

Most of what a short notebook costs are these imports. A copy is made before anything has run, so no notebook finds
anything of another.
"""

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

SECONDS = 0.05


class Copy:
    """A kernel, as far as jupyter_client asks a process that it has started."""

    stdin = stdout = stderr = None

    def __init__(self, kernels: "ForkedKernels", pid: int) -> None:
        self.kernels, self.pid, self.returncode = kernels, pid, None

    def poll(self) -> int | None:
        """Returns how it ended, if it has."""
        if self.returncode is None:
            self.returncode = self.kernels.asked({"poll": self.pid})
        return self.returncode

    def wait(self) -> int | None:
        """Returns how it ended, once it has."""
        while self.poll() is None:
            time.sleep(SECONDS)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it."""
        self.send_signal(signal.SIGKILL)


class ForkedKernels:
    """Makes copies of a process of its own, which is started with the first and ends with this one."""

    def __init__(self) -> None:
        from jupyter_client.provisioning import local_provisioner

        self.started: socket.socket | None = None
        self.one_at_a_time = Lock()
        self.launch = local_provisioner.launch_kernel
        local_provisioner.launch_kernel = self.launched

    def launched(self, command: list[str], **how: Any) -> Any:
        """Starts a kernel as jupyter_client does; one that is not Python's own as it does itself."""
        if "ipykernel_launcher" not in command:
            return self.launch(command, **how)
        given = command[command.index("ipykernel_launcher") :]
        asked = {"argv": given, "cwd": how.get("cwd") or os.getcwd(), "env": dict(how.get("env") or os.environ)}
        return Copy(self, self.asked({**asked, "quiet": how.get("stderr") is not None}))

    def asked(self, question: dict[str, Any]) -> Any:
        """Returns what the process answers."""
        with self.one_at_a_time:
            if self.started is None:
                self.started, other = socket.socketpair()
                with other:
                    line = [sys.executable, __file__, str(other.fileno())]
                    first = subprocess.Popen(line, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL, process_group=0)
                atexit.register(lambda: self.started.close() or first.wait())
            self.started.sendall(json.dumps(question).encode() + b"\n")
            with self.started.makefile() as answers:
                return json.loads(answers.readline())


def answering(connection: socket.socket) -> dict[str, Any] | None:
    """Answers until nobody asks any more, and then returns None; in each copy it returns what was asked for."""
    copies: set[int] = set()
    for line in connection.makefile():
        question = json.loads(line)
        if "poll" in question:
            pid, status = os.waitpid(question["poll"], os.WNOHANG)
            copies.discard(pid)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            ready, tell = os.pipe()
            answer = os.fork()
            if not answer:
                # Who ends a kernel ends its group, so it has one of its own before anybody hears of it.
                os.setsid()
                os.close(ready)
                os.close(tell)
                return question
            os.close(tell)
            os.read(ready, 1)
            os.close(ready)
            copies.add(answer)
        connection.sendall(json.dumps(answer).encode() + b"\n")
    for pid in copies:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    return None


def main() -> None:
    """Imports, answers, and is a kernel where it is a copy."""
    # What a kernel would set before anything is drawn.
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    # As Jupyter's own kernels are told: else the debugger warns in the output of whichever test is the first.
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    del sys.path[0]
    import ipykernel.debugger
    import ipykernel.kernelapp

    import kafkaviz
    import kafkaviz.charts
    import kafkaviz.player.strip
    import kafkaviz.player.widget

    for name in kafkaviz.__all__:
        getattr(kafkaviz, name)
    gc.collect()
    gc.freeze()
    connection = socket.socket(fileno=int(sys.argv[1]))
    if (asked := answering(connection)) is None:
        return
    connection.close()
    if asked["quiet"]:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    # So that it does not outlive the process that it is a copy of.
    sys.argv = [*asked["argv"], f"--IPKernelApp.parent_handle={os.getppid()}"]
    ipykernel.kernelapp.launch_new_instance()


if __name__ == "__main__":
    main()
