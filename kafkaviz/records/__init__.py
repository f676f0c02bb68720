"""What a learner has done so far, kept in one small file; a file that cannot be written costs nothing else."""

import json
import os
from collections.abc import Callable
from glob import escape
from pathlib import Path
from typing import Any, Final

from kafkaviz.records.answers import Answer, with_answer, with_failed
from kafkaviz.records.former_ids import FORMER_IDS, present_id, under_present_ids
from kafkaviz.records.shared_file import bytes_of, change, free_name

NAME: Final = ".kafkaviz-progress.json"
VERSION: Final = 2
PARTS: Final = ("checks", "answers", "failed", "challenges", "inventory", "tables")


def path() -> Path:
    """Returns the file: KAFKAVIZ_PROGRESS, or beside the course's `notebooks` folder, or in the working directory."""
    own = os.environ.get("KAFKAVIZ_PROGRESS")
    return Path(own) if own else course_folder() / NAME


def course_folder() -> Path:
    """Returns the folder that holds the course's `notebooks`, or else the working directory."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / "notebooks").is_dir()), here)


def read() -> dict[str, dict[str, Any]]:
    """Returns what is kept, as {"checks": {id: state}, "answers": {id: list}, "challenges": {name: moves}, …}.

    "failed" holds {exercise: list}, "inventory" {form: answers} and "tables" {table: choices}; `answers` says what is
    in the lists. What cannot be read counts as empty. What was kept under a former id is found under the present one.
    """
    kept = _understood(bytes_of(path())) or {}
    return {part: _facts(kept, part) for part in PARTS}


def keep(part: str, id: str, value: object) -> bool:
    """Keeps one fact and returns whether it was written; a reader sees the old file or the new one.

    What is correct stays correct. A file that cannot be read is kept beside the new one, with a number behind its name.
    """
    return _keep(part, id, lambda before: before if part == "checks" and before == "correct" else value)


def keep_answer(id: str, option: float | None, right: bool | None) -> bool:
    """Keeps an answer to a question behind those before it, and returns whether it was written."""
    return _keep("answers", id, lambda before: with_answer(before, Answer(option, right)))


def keep_failed(id: str, said: str) -> bool:
    """Keeps what was said of a check that failed, and returns whether it was written."""
    return _keep("failed", id, lambda before: with_failed(before, said))


def trouble() -> str:
    """Returns a sentence about kept facts that cannot be read, or nothing; the file itself is never lost."""
    try:
        file = path().resolve()
        beside = sorted(file.parent.glob(f"{escape(file.name)}.unread-*"))
    except (OSError, ValueError, RuntimeError):
        return ""
    if beside:
        return f"{file.name} could not be read, so a new one was begun; what it held is in {beside[-1].name}."
    found = bytes_of(file)
    if found and _understood(found) is None:
        return f"{file.name} cannot be read; it is kept beside a new one as soon as you answer something."
    return ""


def _keep(part: str, id: str, value_after: Callable[[object], object]) -> bool:
    try:
        # A link stays a link: the file is the one that it leads to.
        target = path().resolve()
        return change(target, lambda found: _changed(target, found, part, id, value_after))
    except (OSError, ValueError, RuntimeError):
        return False


def _changed(target: Path, found: bytes, part: str, id: str, value_after: Callable[[object], object]) -> str | None:
    """Returns the text of the file with one fact changed, or None where it is there already."""
    kept = _understood(found)
    if kept is None:
        if found:
            target.rename(free_name(target))
        kept = {}
    facts, id = _facts(kept, part), present_id(id, FORMER_IDS)
    value = value_after(facts.get(id))
    if facts.get(id) == value and id in facts:
        return None
    kept = {**kept, "version": VERSION, **{name: kept.get(name, {}) for name in PARTS}, part: {**facts, id: value}}
    return json.dumps(kept, indent=1, sort_keys=True)


def _facts(kept: dict[str, Any], part: str) -> dict[str, Any]:
    return under_present_ids(kept.get(part, {}), FORMER_IDS)


def _understood(found: bytes) -> dict[str, Any] | None:
    """Returns what a file says, in any encoding of JSON, as this version would have written it; or None."""
    try:
        kept = json.loads(found)
    except (ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or kept.get("version") not in range(1, VERSION + 1):
        return None
    if not all(isinstance(kept.get(part, {}), dict) for part in PARTS):
        return None
    if kept["version"] == 1:
        # It kept the last answer alone, and not what was said of it.
        answers = {id: [{"option": option}] for id, option in kept.get("answers", {}).items()}
        kept = {**kept, "answers": answers}
    return kept
