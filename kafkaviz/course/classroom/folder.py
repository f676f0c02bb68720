"""A folder of hand-ins, and the folders within it, read as often as one likes: what has not changed is not read."""

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from kafkaviz.course.classroom.handed_in import HandedIn, read_file, together, why
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import listing, short

ENDING: Final = ".json"
Stamp = tuple[int, int, int]


class Found(NamedTuple):
    """What a file held when it was read, or why it is left out."""

    stamp: Stamp
    handed_in: HandedIn | None
    sentence: str = ""


class Folder:
    """Reads a folder; while it is watched, a file that is being written counts as it was before.

    Raises InvalidArgumentError where there is no such folder.
    """

    def __init__(self, folder: str | Path) -> None:
        if not isinstance(folder, str | Path):
            raise WrongTypeError(f"A folder is named by text, not {short(folder)}.")
        self.path, self._files = Path(folder), dict[str, Found]()
        try:
            is_there = bool(str(folder)) and self.path.is_dir()
        except (OSError, ValueError):
            is_there = False
        if not is_there:
            raise InvalidArgumentError(f"There is no folder {short(str(folder))}.")

    def reread(self) -> bool:
        """Reads what is new or has changed since, and tells whether there was any."""
        sentences = list[str]()
        now = {inside: self._read(self.path / inside, inside) for inside in sorted(self._names(sentences))}
        self.unread, before, self._files = tuple(sentences), self._files, now
        return now != before

    def people(self) -> tuple[list[HandedIn], list[str]]:
        """Returns each person's hand-in, and a sentence about each file that is left out or name that occurs twice.

        Several files of one person count as one where they agree, and each for itself where they contradict each other.
        Raises InvalidArgumentError where there is not one hand-in.
        """
        notes = [*self.unread, *(file.sentence for file in self._files.values() if file.sentence)]
        by_name = defaultdict[str, list[tuple[str, HandedIn]]](list)
        for path, file in self._files.items():
            shown = short(path)
            if file.handed_in is not None:
                by_name[file.handed_in.name.casefold()].append((shown, file.handed_in))
        if not by_name:
            among = f" among {len(self._files)} files (the first: {notes[0]})" if notes else ""
            raise InvalidArgumentError(f"There is no hand-in in {short(str(self.path))}{among}.")
        people = list[HandedIn]()
        for _, files in sorted(by_name.items()):
            (_, person), *others = files
            agree = True
            for _, other in others:
                agree = agree and person.agrees_with(other)
                person = together(person, other)
            people += [person] if agree else [each for _, each in files]
            if others:
                counts = "they agree, and count once" if agree else "they differ, so all of them count"
                names = listing([shown for shown, _ in files], "")
                notes.append(f"{person.name} has handed in {len(files)} files, {names}: {counts}.")
        return people, notes

    def _read(self, path: Path, inside: str) -> Found:
        before, shown = self._files.get(inside), short(inside)
        try:
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size, status.st_ino
        except (OSError, ValueError) as problem:
            return Found((0, 0, 0), None, f"{shown} is left out: it cannot be read ({why(problem)}).")
        if before is not None and before.stamp == stamp:
            return before
        try:
            return Found(stamp, read_file(path))
        except InvalidArgumentError as problem:
            if before is not None and before.handed_in is not None:
                return Found(stamp, before.handed_in, f"{shown} counts as it was before: now {problem}.")
            return Found(stamp, None, f"{shown} is left out: {problem}.")

    def _names(self, sentences: list[str]) -> Iterator[str]:
        """Yields the names of the files, inside the folder; each folder is entered once, wherever links lead."""
        waiting, seen = [str(self.path)], set[tuple[int, int]]()
        while waiting:
            folder = waiting.pop()
            try:
                status = os.stat(folder)
                if (status.st_dev, status.st_ino) in seen:
                    continue
                seen.add((status.st_dev, status.st_ino))
                with os.scandir(folder) as entries:
                    for entry in entries:
                        # What is hidden are drafts, and copies that an editor keeps.
                        if entry.name.startswith("."):
                            continue
                        if entry.name.casefold().endswith(ENDING):
                            yield Path(entry.path).relative_to(self.path).as_posix()
                        # Unlike that of an entry this one is False for a link that leads to itself.
                        if entry.is_dir(follow_symlinks=False) or os.path.isdir(entry.path):
                            waiting.append(entry.path)
            except OSError as problem:
                inside = Path(folder).relative_to(self.path).as_posix()
                sentences.append(f"The folder {short(inside)} is left out: it cannot be read ({why(problem)}).")
