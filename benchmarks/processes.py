"""What the processes below this one have used: CPU seconds and memory, from /proc, so on Linux only."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def require_proc() -> None:
    """Leaves with one sentence where there is no /proc."""
    if not Path("/proc/self/stat").exists():
        sys.exit("This benchmark reads CPU times from /proc, which only Linux has.")


def cpu_seconds() -> float:
    """Returns the CPU seconds of this process and of all below it, those that ended included."""
    return sum(sum(map(int, stat(pid)[11:15])) for pid in family()) / TICKS_PER_SECOND


def megabytes() -> float:
    """Returns the resident size of this process and of all below it; pages they share count for each."""
    return sum(int(fields[21]) for pid in family() if (fields := stat(pid))) * PAGE / 2**20


@contextmanager
def peak_megabytes(every_seconds: float = 0.1) -> Iterator[list[float]]:
    """Yields a list whose only number is the largest `megabytes` there was inside the `with`."""
    peak, is_over = [megabytes()], threading.Event()

    def watch() -> None:
        while not is_over.wait(every_seconds):
            peak[0] = max(peak[0], megabytes())

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        is_over.set()
        watcher.join()


def family() -> list[int]:
    """Lists this process and all below it, parents before children."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        fields = stat(int(folder.name)) if folder.name.isdigit() else []
        if fields:
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found = [os.getpid()]
    for pid in found:
        found += children.get(pid, [])
    return found


def stat(pid: int) -> list[str]:
    """Returns the fields of /proc/<pid>/stat that follow the command's name; none when the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
