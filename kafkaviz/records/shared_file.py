"""A small file that several kernels write at once: one after the other, and a reader sees the old one or the new."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

WAIT_SECONDS: Final = 2.0
PAUSE_SECONDS: Final = 0.01


def bytes_of(file: Path) -> bytes:
    """Returns what stands in an ordinary file; nothing where there is none, or where it cannot be read."""
    try:
        return file.read_bytes() if file.is_file() else b""
    except (OSError, ValueError):
        return b""


def change(target: Path, make: Callable[[bytes], str | None]) -> bool:
    """Writes what a function makes of a file's bytes while nobody else writes it, and tells whether it keeps anything.

    Where the function returns None the file stays as it is. Raises OSError or ValueError where it cannot be written.
    """
    # What is no ordinary file, the null device above all, keeps nothing and must never be replaced by one.
    if target.exists() and not target.is_file():
        return False
    with _alone(target):
        wanted = make(bytes_of(target))
        if wanted is not None:
            replace(target, wanted)
    return True


def replace(target: Path, text: str) -> None:
    """Puts a text into the place of a file as a whole; OSError or ValueError where that cannot be."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        draft.write_text(text, encoding="utf-8", newline="")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def free_name(target: Path) -> Path:
    """Returns the first name beside a file that is free: its own, with a number behind it."""
    numbers = iter(range(1, 1_000))
    return next(free for n in numbers if not (free := target.with_name(f"{target.name}.unread-{n}")).exists())


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Keeps other processes out while one writes; whoever died in here keeps them out for two seconds only."""
    lock = target.with_name(f"{target.name}.lock")
    seen, since = None, time.monotonic()
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            now = _which(lock)
            if now != seen:
                # Others wrote in between: whoever is in there now is alive.
                seen, since = now, time.monotonic()
            elif time.monotonic() > since + WAIT_SECONDS:
                lock.unlink(missing_ok=True)
            time.sleep(PAUSE_SECONDS)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _which(lock: Path) -> tuple[int, int] | None:
    """Returns what tells one lock from the next one of the same name."""
    try:
        found = lock.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns
