"""What a learner has done so far, kept in one small file; a file that cannot be written costs nothing else."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from kafkaviz.course.former_ids import FORMER_IDS, present_id, under_present_ids

NAME: Final = ".kafkaviz-progress.json"
VERSION: Final = 1
PARTS: Final = ("checks", "answers", "challenges", "inventory", "tables")
WAIT_SECONDS, STALE_SECONDS, PAUSE_SECONDS = 2.0, 10.0, 0.01


def path() -> Path:
    """Returns the file: KAFKAVIZ_PROGRESS, or beside the course's `notebooks` folder, or in the working directory."""
    named = os.environ.get("KAFKAVIZ_PROGRESS")
    return Path(named) if named else course_folder() / NAME


def course_folder() -> Path:
    """Returns the folder that holds the course's `notebooks`, or else the working directory."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / "notebooks").is_dir()), here)


def read() -> dict[str, dict[str, Any]]:
    """Returns what is kept, as {"checks": {id: state}, "answers": {id: answer}, "challenges": {name: moves}, …}.

    "inventory" holds {form: answers} and "tables" {table: choices}. What cannot be read counts as empty. What was kept
    under a former id is found under the present one.
    """
    kept = _understood(_bytes_of(path())) or {}
    return {part: _facts(kept, part) for part in PARTS}


def keep(part: str, id: str, value: object) -> bool:
    """Keeps one fact and returns whether it was written; a reader sees the old file or the new one.

    What is correct stays correct. A file that cannot be read is kept beside the new one, with a number behind its name.
    """
    try:
        # A link stays a link: the file is the one that it leads to.
        target = path().resolve()
        # What is no ordinary file, the null device above all, keeps nothing and must never be replaced by one.
        if target.exists() and not target.is_file():
            return False
        with _alone(target):
            return _written(target, part, id, value)
    except (OSError, ValueError, RuntimeError):
        return False


def _written(target: Path, part: str, id: str, value: object) -> bool:
    found = _bytes_of(target)
    kept = _understood(found)
    if kept is None:
        if found:
            target.rename(_free_name(target))
        kept = {"version": VERSION}
    facts, id = _facts(kept, part), present_id(id, FORMER_IDS)
    if part == "checks" and facts.get(id) == "correct":
        return True
    kept = {**kept, **{name: kept.get(name) or {} for name in PARTS}, part: {**facts, id: value}}
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        draft.write_text(json.dumps(kept, indent=1, sort_keys=True), encoding="utf-8")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return True


def _facts(kept: dict[str, Any], part: str) -> dict[str, Any]:
    return under_present_ids(kept[part], FORMER_IDS) if isinstance(kept.get(part), dict) else {}


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes() if file.is_file() else b""
    except (OSError, ValueError):
        return b""


def _understood(found: bytes) -> dict[str, Any] | None:
    """Returns what a file of this version says, in any encoding of JSON, or None."""
    try:
        kept = json.loads(found)
    except (ValueError, RecursionError):
        return None
    return kept if isinstance(kept, dict) and kept.get("version") == VERSION else None


def _free_name(target: Path) -> Path:
    numbers = iter(range(1, 1_000))
    return next(free for n in numbers if not (free := target.with_name(f"{target.name}.unread-{n}")).exists())


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Keeps other processes out while one writes; whoever died in here keeps them out for a few seconds only."""
    lock = target.with_name(f"{target.name}.lock")
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            if time.monotonic() > until or _is_stale(lock):
                lock.unlink(missing_ok=True)
            time.sleep(PAUSE_SECONDS)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _is_stale(lock: Path) -> bool:
    try:
        return time.time() - lock.stat().st_mtime > STALE_SECONDS
    except FileNotFoundError:
        return False
