"""`kafkaviz course DIR` and `kafkaviz update DIR`: the course comes into a folder, and what a person changed stays."""

import os
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path

from kafkaviz.course.materials import manifest
from kafkaviz.course.materials.carried import carried_files, root
from kafkaviz.course.materials.refusal import CourseFolderError
from kafkaviz.records.shared_file import replace


class Fate(Enum):
    """What happens to one file of the course."""

    ADDED = "added"
    RENEWED = "renewed"
    SAME = "the same"
    CHANGED = "you changed it"
    OUTDATED = "you changed it, and there is a newer one"
    STRANGE = "it was there before"
    DELETED = "deleted"


KEPT = (Fate.CHANGED, Fate.OUTDATED, Fate.STRANGE)


def course(folder: str | Path) -> str:
    """Brings the course into a folder, also what was deleted there, and returns what happened, in lines.

    A file that a person changed, or that was there before, is kept and named; one that is as it was brought is
    renewed. Raises CourseFolderError. After an interruption the same call goes on from there.
    """
    return _bring(Path(folder), restore=True)


def update(folder: str | Path) -> str:
    """Adds what is new to a course and renews what nobody changed; what was deleted stays deleted.

    Returns what happened, in lines. Raises CourseFolderError, also where `course` has brought nothing.
    """
    return _bring(Path(folder), restore=False)


def fate_of(content: bytes | None, new: bytes, known: str | None, *, restore: bool) -> Fate:
    """Tells what happens to a file by its content (None where there is none), the new one, and its mark of last time.

    >>> fate_of(b"mine", b"new", manifest.mark(b"old"), restore=True)
    <Fate.OUTDATED: 'you changed it, and there is a newer one'>
    """
    if content is None:
        return Fate.ADDED if restore or known is None else Fate.DELETED
    if content == new:
        return Fate.SAME
    if known is None:
        return Fate.STRANGE
    if known == manifest.mark(content):
        return Fate.RENEWED
    return Fate.CHANGED if known == manifest.mark(new) else Fate.OUTDATED


def _bring(folder: Path, *, restore: bool) -> str:
    try:
        return _brought(folder, restore=restore)
    except KeyboardInterrupt:
        raise CourseFolderError("Stopped; the same command goes on where this one was.") from None
    except CourseFolderError:
        raise
    # A path that no system takes is a ValueError, and one of links in a circle a RuntimeError.
    except (OSError, ValueError, RuntimeError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        at = getattr(problem, "filename", None) or folder
        raise CourseFolderError(
            f"The course cannot be brought to {folder}: {at}: {why}; mend that and give the same command again."
        ) from None


def _brought(folder: Path, *, restore: bool) -> str:
    sources = carried_files()
    if not sources:
        raise CourseFolderError("This installation carries no course: install the wheel of kafkaviz, or clone it.")
    if folder.exists() and not folder.is_dir():
        raise CourseFolderError(f"{folder} is a file: name a folder, or one that does not exist yet.")
    if folder.resolve() == root().resolve():
        raise CourseFolderError(f"{folder} is where the course comes from: name another folder.")
    marks = manifest.read(folder)
    if marks is None and not restore:
        raise CourseFolderError(f"No course was brought to {folder}: `kafkaviz course {folder}` does.")
    for name in sources:
        _stay_within(folder, name)
    return "\n".join(_lines(folder, _carry_out(folder, sources, marks or {}, restore=restore)))


def _carry_out(folder: Path, sources: Mapping[str, Path], marks: dict[str, str], *, restore: bool) -> dict[str, Fate]:
    """Brings file by file, and writes down in the end, however that comes, which ones stand there as they were made."""
    fates = {}
    folder.mkdir(parents=True, exist_ok=True)
    # What the course has no more stays where it is and is nobody's business.
    now = {name: known for name, known in marks.items() if name in sources}
    try:
        for name, source in sources.items():
            new, target = source.read_bytes(), folder / name
            fates[name] = fate_of(_content(target), new, marks.get(name), restore=restore)
            if fates[name] in (Fate.ADDED, Fate.RENEWED):
                target.parent.mkdir(exist_ok=True)
                replace(target, new.decode("utf-8"))
            if fates[name] in (Fate.ADDED, Fate.RENEWED, Fate.SAME):
                now[name] = manifest.mark(new)
    finally:
        manifest.write(folder, now)
    return fates


def _content(target: Path) -> bytes | None:
    """Returns what stands at a path; nothing that a course has written where that is a link or a folder."""
    if not os.path.lexists(target):
        return None
    # No file of the course is empty, so this is never taken for one.
    return target.read_bytes() if target.is_file() and not target.is_symlink() else b""


def _stay_within(folder: Path, name: str) -> None:
    parent = (folder / name).parent
    if not parent.resolve().is_relative_to(folder.resolve()):
        raise CourseFolderError(f"{parent} is a link that leads out of {folder}, so nothing was written: take it away.")
    if parent.exists() and not parent.is_dir():
        raise CourseFolderError(f"{parent} is a file, and the course has a folder there: rename it.")


def _lines(folder: Path, fates: Mapping[str, Fate]) -> Iterator[str]:
    counts = {fate: sum(found is fate for found in fates.values()) for fate in Fate}
    parts = [f"{counts[fate]} {fate.value}" for fate in (Fate.ADDED, Fate.RENEWED, Fate.SAME) if counts[fate]]
    yield f"The course is in {folder}: {', '.join(parts) or 'no file of it is as it was brought'}."
    for name, fate in fates.items():
        if fate in KEPT:
            yield f"kept     {name}: {fate.value}"
    if any(fate in (Fate.OUTDATED, Fate.STRANGE) for fate in fates.values()):
        yield f"Rename a file that was kept, and `kafkaviz course {folder}` brings the course's own beside it."
    if counts[Fate.DELETED]:
        yield f"deleted  {', '.join(_deleted(fates))}: stays so, until `kafkaviz course {folder}` brings it again"
    yield f"`kafkaviz lab {folder}` opens it."


def _deleted(fates: Mapping[str, Fate]) -> Iterator[str]:
    """Yields what is no longer there: a folder where that is all of it, or else each file."""
    parents = {name.rpartition("/")[0] for name in fates}
    gone = {
        parent
        for parent in parents
        if parent and all(fate is Fate.DELETED for name, fate in fates.items() if name.rpartition("/")[0] == parent)
    }
    yield from (f"{parent}/" for parent in sorted(gone))
    yield from (name for name, fate in fates.items() if fate is Fate.DELETED and name.rpartition("/")[0] not in gone)
