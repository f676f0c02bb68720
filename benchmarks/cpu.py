"""CPU seconds and memory of the processes below this one, from /proc, so Linux only."""

import os
import sys
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def require_proc() -> None:
    """Leaves with one sentence where there is no /proc."""
    if not Path("/proc/self/stat").exists():
        sys.exit("This benchmark reads CPU times from /proc, which only Linux has.")


def cpu_seconds() -> float:
    """Returns the CPU seconds of all processes below this one, those that ended included."""
    return sum(sum(map(int, stat(pid)[11:15])) for pid in descendants(os.getpid())) / TICKS_PER_SECOND


def descendants(root: int) -> list[int]:
    """Lists the processes below one process, parents before children."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        fields = stat(int(folder.name)) if folder.name.isdigit() else []
        if fields:
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found = list(children.get(root, []))
    for pid in found:
        found += children.get(pid, [])
    return found


def stat(pid: int) -> list[str]:
    """Returns the fields of /proc/<pid>/stat that follow the command's name; none when the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def peak_megabytes(pid: int) -> float:
    """Returns the largest resident size that a process ever had."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
