"""A host of plain files on this machine, which remembers what it was asked for and how large that is."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

LATER = {".mjs": "text/javascript", ".wasm": "application/wasm", ".whl": "application/zip"}


class Host(NamedTuple):
    """Its address, and the files that it gave."""

    url: str
    given: set[Path]

    def megabytes(self) -> tuple[float, float]:
        """Returns how large all of them are, as they lie here and as a host that compresses sends them."""
        contents = [file.read_bytes() for file in self.given]
        packed = (min(len(content), len(gzip.compress(content, 6))) for content in contents)
        return sum(map(len, contents)) / 1e6, sum(packed) / 1e6


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **LATER}  # noqa: RUF012

    def __init__(self, *request: object, given: set[Path], directory: str) -> None:
        self.given = given
        super().__init__(*request, directory=directory)

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if file.is_file():
            self.given.add(file)
        super().do_GET()

    def handle(self) -> None:
        # A tab that is closed or moves on takes no more of what it asked for.
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *said: object) -> None:
        """Says nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """Gives the files of a folder to whoever asks on this machine, until the end."""
    given: set[Path] = set()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, given=given, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Host(f"http://127.0.0.1:{server.server_port}", given)
        server.shutdown()
