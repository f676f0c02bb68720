"""The demo film; and one visible line when there is no browser."""

from collections.abc import Iterator
from typing import Any

import pytest

from kafkaviz.player.strip import strip
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film
from tests.browser import MISSING, as_new, find_chromium, open_tab
from tests.player import demo


@pytest.fixture
def film() -> Film:
    """Five steps in the lenses `cluster` and `log`."""
    return demo.film()


@pytest.fixture(scope="session")
def few() -> Film:
    """The first three steps of it: each picture that is drawn of a film takes its time."""
    film = demo.film()
    tracks = {lens: track._replace(frames=track.frames[:3], narrow=None) for lens, track in film.tracks.items()}
    return film._replace(captions=film.captions[:3], tracks=tracks, gates=())


@pytest.fixture(scope="session")
def its_strip(few: Film) -> bytes:
    """The strip of these three steps."""
    return strip([few])


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
