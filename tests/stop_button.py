"""The kernel's own stop button: what a cell that runs in a real kernel still costs once it is pressed."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NamedTuple

from benchmarks.processes import TICKS_PER_SECOND, stat
from tools.notebook_files import ROOT

BEGINNING = """
from kafkaviz import Lab, break_it, explore
lab = Lab(3, min_insync_replicas=2).create_topic("letters", 1, 3)
def undecided(replicas, isr, eligible):
    able = {*isr} & {*eligible} & {*replicas}
    return min(able, key=lambda broker: broker * len(isr) % 3, default=None)
break_it("elect_leader", lambda *replicas: None), explore(lab, budget={"tick": 1})
"""
"""A rule that holds and answers as no other does, so that all of its histories are looked at; a lab; all is loaded."""
CELLS = {
    "break_it": "print(break_it('elect_leader', undecided))",
    "explore": "print(explore(lab, budget={'kill': 3, 'restart': 2, 'send': 3, 'tick': 4}))",
    "explore, two workers": "print(explore(lab, budget={'kill': 3, 'restart': 2, 'send': 3, 'tick': 4}, workers=2))",
}
"""What takes seconds or minutes where nobody stops it."""
PATIENCE_S = 60


class Stopped(NamedTuple):
    """What a cell said when it was stopped, and the seconds of its kernel's CPU and of the clock until then."""

    said: str
    cpu_s: float
    clock_s: float


class Kernel:
    """A kernel in a process of its own, which has a lab and a rule."""

    def __init__(self, manager: Any, client: Any) -> None:
        self.manager, self.client = manager, client
        self.pid = int(self.said(client.execute("import os; print(os.getpid())")))
        self.said(client.execute(BEGINNING))

    def stopped(self, cell: str, after_s: float) -> Stopped:
        """Runs a cell, presses the button once it has had so much CPU, and returns how it ended."""
        began = self.cpu_s()
        asked, until = self.client.execute(cell), time.monotonic() + PATIENCE_S
        while self.cpu_s() < began + after_s:
            assert time.monotonic() < until, "the cell was over, or got no CPU, before it could be stopped"
            time.sleep(0.005)
        pressed, spent = time.monotonic(), self.cpu_s()
        self.manager.interrupt_kernel()
        said = self.said(asked)
        return Stopped(said, self.cpu_s() - spent, time.monotonic() - pressed)

    def cpu_s(self) -> float:
        """Returns the CPU seconds of the kernel itself: of its workers nobody waits for any but their end."""
        return sum(map(int, stat(self.pid)[11:13])) / TICKS_PER_SECOND

    def said(self, asked: str) -> str:
        """Waits until the kernel is idle again, and returns what a cell has printed or raised."""
        said = ""
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE_S)
            content = message["content"]
            if message["parent_header"].get("msg_id") != asked:
                continue
            if content.get("execution_state") == "idle":
                return said
            said += content.get("text", "") + content.get("evalue", "")


@contextmanager
def kernel() -> Generator[Kernel]:
    """Yields a real kernel, and ends it."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(cwd=str(ROOT))
    try:
        yield Kernel(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
