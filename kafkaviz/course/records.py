"""What a learner has done so far, kept in one small file; a file that cannot be written costs nothing else."""

import json
import os
from pathlib import Path

NAME = ".kafkaviz-progress.json"
VERSION = 1


def path() -> Path:
    """Returns the file: KAFKAVIZ_PROGRESS, or beside the course's `notebooks` folder, or in the working directory."""
    named = os.environ.get("KAFKAVIZ_PROGRESS")
    return Path(named) if named else course_folder() / NAME


def course_folder() -> Path:
    """Returns the folder that holds the course's `notebooks`, or else the working directory."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / "notebooks").is_dir()), here)


def read() -> dict[str, dict[str, object]]:
    """Returns what is kept, as {"checks": {id: state}, "answers": {id: answer}}; a broken file counts as empty."""
    empty: dict[str, dict[str, object]] = {"checks": {}, "answers": {}}
    if not path().is_file():
        return empty
    try:
        kept = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return empty
    if not isinstance(kept, dict) or kept.get("version") != VERSION:
        return empty
    return {part: kept[part] if isinstance(kept.get(part), dict) else {} for part in empty}


def keep(part: str, id: str, value: object) -> bool:
    """Keeps one fact, all or nothing, and returns whether it was written; a reader sees the old file or the new one."""
    target = path()
    # What is no ordinary file, the null device above all, keeps nothing and must never be replaced by one.
    if target.exists() and not target.is_file():
        return False
    kept = read()
    if part == "checks" and kept["checks"].get(id) == "correct" and value == "not attempted":
        return True  # Opening a finished exercise again undoes nothing.
    kept[part][id] = value
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        draft.write_text(json.dumps({"version": VERSION, **kept}, indent=1, sort_keys=True), encoding="utf-8")
        draft.replace(target)
    except OSError:
        return False
    return True
