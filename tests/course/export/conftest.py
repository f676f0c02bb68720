"""The pages of three short notebooks, and a tab that opens them without a network."""

from pathlib import Path

import pytest

from kafkaviz.course.export.export import export

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
SHORT = ("00_start_here", "03_who_answers", "11_the_incident_desk")


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """The pages of three short notebooks."""
    folder = tmp_path_factory.mktemp("pages")
    written = export([NOTEBOOKS / f"{stem}.ipynb" for stem in SHORT], folder)
    assert [page.stopped for page in written] == [0, 0, 0]
    return folder


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
