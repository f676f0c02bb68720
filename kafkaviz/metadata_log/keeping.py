"""A metadata log written down in one file, from which it is read again."""

import io
import json
import tarfile
from collections.abc import Iterable
from os import PathLike

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.paths import path_of
from kafkaviz.metadata_log.events import OFFSETS
from kafkaviz.metadata_log.groups.units import Offsets
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import LOG, SEGMENT, Snapshot


def keep(
    path: "str | PathLike[str]", records: Iterable[LogRecord], snapshot: Snapshot | None, offsets: Offsets
) -> None:
    """Writes logs as an archive of a node's directories, whose files are lines of JSON; the same logs, the same bytes.

    Raises InvalidArgumentError where the file is not called `.tar.gz`, is there already, or cannot be written.
    """
    file = path_of(path)
    if not file.name.endswith(".tar.gz"):
        name = file.name.split(".")[0] or "log"
        raise InvalidArgumentError(f"A log is saved as an archive: call it {name}.tar.gz.")
    files = dict[str, bytes]()
    held = tuple(records)
    if snapshot is not None:
        name = snapshot.usual_name
        # Each of its records stands for one offset in our hands, and for one of its own in a file.
        files[f"{LOG}/{name}"] = _lines(record._replace(offset=n) for n, record in enumerate(snapshot.records))
    if held:
        files[f"{LOG}/{held[0].offset:020}{SEGMENT}"] = _lines(held)
    for number, kept in sorted(offsets.items()):
        if kept:
            files[f"{OFFSETS}-{number}/{kept[0].offset:020}{SEGMENT}"] = _lines(kept)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=9) as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    whole = packed.getvalue()
    try:
        with file.open("xb") as opened:
            # When it was packed stands in four bytes.
            opened.write(whole[:4] + bytes(4) + whole[8:])
    except FileExistsError:
        raise InvalidArgumentError(f"{file} is there already, and nothing is written over it.") from None
    except OSError as problem:
        raise InvalidArgumentError(f"{file} cannot be written: {problem.strerror}.") from None


def _lines(records: Iterable[LogRecord]) -> bytes:
    """Returns records as the lines that `metadata_log.records.decoded` reads."""
    said = ({"type": r.type, "offset": r.offset, "ts": r.timestamp_ms, "r": r.fields} for r in records)
    return "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in said).encode()
