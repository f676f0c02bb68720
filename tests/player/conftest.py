"""The demo film; and one visible line when there is no browser."""

from collections.abc import Iterator
from typing import Any

import pytest

from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film
from tests.browser import MISSING, as_new, find_chromium, open_tab
from tests.player import demo


@pytest.fixture
def film() -> Film:
    """Five steps in the lenses `cluster` and `log`."""
    return demo.film()


@pytest.fixture
def player(film: Film) -> Player:
    """A player of the demo film."""
    return Player(film)


@pytest.fixture(scope="session")
def moving(browser: Any) -> Iterator[Any]:
    """A dark tab where things may move, one for all tests."""
    yield from open_tab(browser, strict=False, color_scheme="dark")


@pytest.fixture
def stopped(moving: Any) -> Iterator[Any]:
    """A tab where things may move, and time passes only when a test says so."""
    for tab in as_new(moving):
        tab.clock.install(time=0)
        tab.clock.pause_at(1_000)
        yield tab


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if find_chromium() is None:
        terminalreporter.write_line(MISSING)
