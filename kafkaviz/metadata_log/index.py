"""What was counted of a large log, kept in the user's cache: with it the log opens before its records are read."""

import json
import zlib
from functools import cached_property
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

from kafkaviz.caching import cache_dir, write_whole
from kafkaviz.metadata_log.counting import Counts, Second
from kafkaviz.metadata_log.snapshots import CHECKPOINT, COPIES, LOG, OFFSETS_LOG, SEGMENT

_EDITION: Final = 1
"""One more whenever the same files are counted otherwise than before; what was kept then is not found any more."""
_SMALLEST_BYTES: Final = 256 << 10
_MOST_BYTES: Final = 64 << 20
"""How much of a kept file is unpacked; a second takes some thirty bytes."""
_MOST_KEPT: Final = 32


class Index:
    """What was counted of some files, in a file of its own that holds numbers and no name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def counts(self) -> Counts | None:
        """The counts of the last time; None where none were kept, or where they are damaged."""
        try:
            unpacking = zlib.decompressobj()
            text = unpacking.decompress(self.path.read_bytes(), _MOST_BYTES)
            if not unpacking.eof:
                return None
            *numbers, seconds = json.loads(text)
            first_ms, last_ms, brokers, partitions, unsaid = numbers
            found = Counts(first_ms, last_ms, brokers, partitions, unsaid, [Second(*second) for second in seconds])
        except (OSError, ValueError, TypeError, RecursionError, zlib.error):
            return None
        said = (*numbers, *(number for second in found.seconds for number in second))
        return found if all(type(number) is int for number in said) else None

    def keep(self, counts: Counts) -> None:
        """Keeps what was counted, in place of what was opened longest ago where there is much."""
        *numbers, seconds = counts
        try:
            write_whole(self.path, zlib.compress(json.dumps([*numbers, seconds]).encode()))
            kept = sorted(self.path.parent.glob(f"*{self.path.suffix}"), key=lambda file: file.stat().st_mtime_ns)
            for file in kept[:-_MOST_KEPT]:
                file.unlink()
        except OSError:
            # Whoever has no room for it, or may not write there, waits the next time as this time.
            return


def index_of(there: Path, snapshot: int | None, most_bytes: int) -> Index | None:
    """Returns where the counts of a log are kept, by the bytes of its files and how they are read.

    None stands for what is read at once: small files, what is no file, and those with more than `most_bytes`.
    """
    try:
        folder, files = (there, _files_in(there)) if there.is_dir() else (there.parent, [there][: there.is_file()])
        sizes = [file.stat().st_size for file in files]
        if sum(sizes) < _SMALLEST_BYTES or max(sizes) > most_bytes:
            return None
        key = sha256(repr((_EDITION, Counts._fields, Second._fields, snapshot)).encode())
        for file in files:
            with file.open("rb") as opened:
                key.update(repr((file.relative_to(folder).parts, file_digest(opened, "sha256").digest())).encode())
    except OSError:
        # Who reads the files says what is wrong with them.
        return None
    return Index(cache_dir() / "metadata-log" / f"{key.hexdigest()}.counts")


def _files_in(folder: Path) -> list[Path]:
    """Returns what is read of a directory: its own files, and those of the logs that lie in it."""
    held = sorted(folder.iterdir())
    logs = [log for log in held if log.is_dir() and (log.name in (LOG, COPIES) or OFFSETS_LOG.fullmatch(log.name))]
    there = [*held, *(file for log in logs for file in sorted(log.iterdir()))]
    return [file for file in there if file.suffix in (SEGMENT, CHECKPOINT) and file.is_file()]
