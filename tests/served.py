"""A folder as a site for a browser: no server, no network, and nothing that is not in it."""

import mimetypes
import posixpath
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

SITE: Final = "http://site.test/"
mimetypes.add_type("text/javascript", ".mjs")


@contextmanager
def served(tab: Any, folder: Path) -> Iterator[str]:
    """Answers a tab from a folder and yields its address; fails when the tab has asked for anything else."""
    missed: list[str] = []

    def answer(route: Any) -> None:
        url = route.request.url
        file = folder / posixpath.normpath(urlsplit(url).path).lstrip("/")
        if url.startswith(SITE) and file.is_file():
            return route.fulfill(path=file, content_type=mimetypes.guess_type(file)[0] or "application/octet-stream")
        missed.append(url)
        return route.abort()

    tab.route("**/*", answer)
    yield SITE
    tab.unroute("**/*", answer)
    # A browser asks for this one by itself.
    assert [url for url in missed if url != f"{SITE}favicon.ico"] == []
