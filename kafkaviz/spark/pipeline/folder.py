"""The output of a pipeline: unfinished under another name, whole once it bears its own."""

import errno
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence

if TYPE_CHECKING:
    import pyarrow as pa

SUMMARY = "summary.json"
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class OutputError(OneSentence, RuntimeError):
    """The output cannot be written; the message is one sentence."""


class Folder:
    """A folder that is filled beside its place, as `<name>.unfinished`, and renamed when everything is in it."""

    def __init__(
        self, path: "str | os.PathLike[str]", arguments: Mapping[str, Any], *, overwrite: bool = False
    ) -> None:
        self.path = Path(os.path.abspath(os.fspath(path)))
        if not self.path.name:
            raise InvalidArgumentError(f"{self.path} is no folder that could be made anew.")
        self.work = self.path.with_name(f"{self.path.name}.unfinished")
        self.arguments, self.overwrite = json.loads(json.dumps(arguments)), overwrite

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other runs from this place, on one machine; raises OutputError while another one has it.

        The lock is the operating system's on a file beside the output, so a run that is killed leaves none.
        """
        try:
            import fcntl
        except ImportError:
            raise OutputError("The pipeline runs on Linux and macOS; on Windows give the command inside WSL.") from None
        path = self.path.with_name(f".{self.path.name}.lock")
        while True:
            with output_errors():
                file = path.open("w")
            with file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise OutputError(
                        f"Another run is writing to {self.path}: let it end, or name another output."
                    ) from None
                if not _is_there(path, file.fileno()):
                    continue  # It was taken away between being opened and being locked.
                try:
                    yield
                finally:
                    path.unlink(missing_ok=True)
                return

    def check_place(self) -> None:
        """Raises InvalidArgumentError where something else is in the way; changes nothing."""
        if not (self.path.parent.is_dir() and os.access(self.path.parent, os.W_OK)):
            raise InvalidArgumentError(f"{self.path.parent} is no folder to write to: make it first.")
        if self.path.exists() and not self.overwrite:
            raise InvalidArgumentError(f"{self.path} exists already: name another output, or give --overwrite.")
        if self.path.exists() and not self._is_an_output(self.path):
            raise InvalidArgumentError(f"{self.path} is no output of this pipeline, so it is not overwritten.")

    def check(self) -> None:
        """Raises InvalidArgumentError where a run with other arguments was left unfinished; changes nothing."""
        former = self._former()
        if former is not None and former != self.arguments and not self.overwrite:
            raise InvalidArgumentError(
                f"{self.work} is what a run with other arguments left ({_difference(former, self.arguments)}): "
                "finish it with those, or give --overwrite."
            )

    def open(self) -> None:
        """Makes the unfinished folder, or goes on with the one of the same arguments."""
        with output_errors():
            if self.work.exists() and self._former() != self.arguments:
                shutil.rmtree(self.work)
            self.work.mkdir(exist_ok=True)
            write_text(self.work / "manifest.json", json_text(self.arguments))

    def table(self, name: str) -> Path:
        """Returns where a table of a chunk lies, or will lie."""
        return self.work / "_chunks" / f"{name}.parquet"

    def discard_if_empty(self) -> None:
        """Takes the unfinished folder away again when nothing is finished in it."""
        if not any(self.work.glob("_chunks/*.parquet")):
            shutil.rmtree(self.work, ignore_errors=True)

    def finish(self) -> None:
        """Gives the folder its name; whatever had it before goes away."""
        with output_errors():
            shutil.rmtree(self.work / "_chunks")
            (self.work / "manifest.json").unlink()
            if self.path.exists():
                former = self.path.with_name(f"{self.path.name}.former")
                shutil.rmtree(former, ignore_errors=True)
                self.path.rename(former)
                self.work.rename(self.path)
                shutil.rmtree(former)
            else:
                self.work.rename(self.path)

    def _former(self) -> Any:
        try:
            return json.loads((self.work / "manifest.json").read_text("utf-8"))
        except OSError:
            return None
        except ValueError:
            return {}

    @staticmethod
    def _is_an_output(path: Path) -> bool:
        return path.is_dir() and ((path / SUMMARY).is_file() or not any(path.iterdir()))


def _is_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def write_text(path: Path, text: str) -> None:
    """Writes a file so that it is there as a whole or not at all."""
    temporary = path.with_name(f".{path.name}")
    temporary.write_text(text, "utf-8")
    os.replace(temporary, path)


def write_table(path: Path, table: "pa.Table") -> None:
    """Writes a Parquet file so that it is there as a whole or not at all."""
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}")
    pq.write_table(table, temporary)
    os.replace(temporary, path)


def json_text(value: Any) -> str:
    """Returns JSON as the pipeline writes it: indented, the same bytes for the same value."""
    return json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@contextmanager
def output_errors() -> Iterator[None]:
    """Turns an error of the file system into an OutputError of one sentence."""
    try:
        yield
    except OSError as problem:
        if problem.errno in _FULL:
            raise OutputError(
                f"The disk is full ({problem.strerror}): make room and give the same command again, which goes on "
                "where this run stopped."
            ) from None
        raise OutputError(
            f"{problem.filename or 'The output'} cannot be written: {problem.strerror or problem}."
        ) from None


def _difference(former: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    names = [name for name in sorted({*former, *now}) if former.get(name) != now.get(name)]
    return ", ".join(f"{name}: {former.get(name)}, not {now.get(name)}" for name in names)
