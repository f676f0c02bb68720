"""The directory of a metadata log as an archive, which is read where it lies: nothing of it is written to disk."""

import lzma
import tarfile
import zlib
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import listing, short
from kafkaviz.metadata_log.snapshots import CHECKPOINT, LOG, OFFSETS_LOG, SEGMENT

_MAGIC: Final = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00")
_TAR_AT: Final = 257


def is_archive(data: bytes) -> bool:
    """Tells whether bytes begin a tar archive, compressed or not.

    >>> is_archive(b"a segment")
    False
    """
    return data.startswith(_MAGIC) or data[_TAR_AT : _TAR_AT + 5] == b"ustar"


def unpack(data: bytes, name: str, most_bytes: int) -> tuple[dict[str, bytes], dict[int, dict[str, bytes]]]:
    """Returns the files of the one metadata log in an archive, and those of `__consumer_offsets` by partition.

    Links, devices and other topics in it are left alone. Raises InvalidArgumentError for an archive that is damaged,
    that holds no metadata log or several, two copies of one partition, or logs of more than `most_bytes` together.
    """
    found: dict[PurePosixPath, dict[str, bytes]] = {}
    groups: dict[PurePosixPath, dict[str, bytes]] = {}
    left = most_bytes
    try:
        with tarfile.open(fileobj=BytesIO(data)) as archive:
            for member in archive:
                path = PurePosixPath(member.name)
                if not member.isfile() or path.suffix not in (SEGMENT, CHECKPOINT):
                    continue
                of_groups = OFFSETS_LOG.fullmatch(path.parent.name) and path.suffix == SEGMENT
                if not of_groups and path.parent.name not in (LOG, "", "."):
                    continue
                left -= member.size
                held = archive.extractfile(member) if left >= 0 else None
                if held is None:
                    raise InvalidArgumentError(f"{name} holds more than {most_bytes >> 20} MiB of a cluster's logs.")
                (groups if of_groups else found).setdefault(path.parent, {})[path.name] = held.read()
    except (tarfile.TarError, EOFError, OSError, ValueError, zlib.error, lzma.LZMAError) as problem:
        # Some say a line for each way that was tried.
        why = str(problem).partition("\n")[0].rstrip(".:") or "it ends too early"
        raise InvalidArgumentError(f"{name} is no archive that can be read, or it is cut off: {why}.") from None
    if len(found) != 1:
        which = (
            f"{listing([short(str(folder))[1:-1] for folder in sorted(found)], '')}: name one node's directory"
            if found
            else f"none called {LOG}"
        )
        raise InvalidArgumentError(f"{name} is to hold one directory of a metadata log, and it holds {which}.")
    numbered = dict[int, dict[str, bytes]]()
    for folder, files in sorted(groups.items()):
        number = int(folder.name.rpartition("-")[2])
        if number in numbered:
            raise InvalidArgumentError(f"{name} holds {folder.name} twice: pack the directories of one node.")
        numbered[number] = files
    return next(iter(found.values())), numbered
