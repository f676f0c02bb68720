"""The pages of some notebooks, and a tab that opens them without a network."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from kafkaviz.course.export.export import export

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


@pytest.fixture(scope="session")
def exported(tmp_path_factory) -> Callable[[str], Path]:
    """Returns the page of a notebook, which is executed once for all tests."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def page_of(stem: str) -> Path:
        (written,) = export([NOTEBOOKS / f"{stem}.ipynb"], folder)
        assert written.stopped == 0, written
        return folder / f"{stem}.html"

    return page_of


@pytest.fixture
def page(tab):
    """Opens a page where no request leaves this machine and no script says that something is wrong."""
    wrong = []

    def hear(message):
        if message.type in ("error", "warning"):
            wrong.append(message.text)

    def block(route):
        url = route.request.url
        if url.startswith(("file:", "data:", "about:", "blob:")):
            return route.continue_()
        wrong.append(url)
        return route.abort()

    tab.on("console", hear)
    tab.route("**/*", block)

    def open_page(path, at=""):
        tab.goto(path.as_uri() + at)
        tab.wait_for_selector("html[data-ready]")
        return tab

    yield open_page
    tab.unroute("**/*")
    tab.remove_listener("console", hear)
    assert wrong == []
