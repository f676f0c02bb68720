"""The demo film; and one visible line when there is no browser."""

import pytest

from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film
from tests.browser import MISSING, find_chromium
from tests.player import demo


@pytest.fixture
def film() -> Film:
    """Five steps in the lenses `cluster` and `log`."""
    return demo.film()


@pytest.fixture
def player(film: Film) -> Player:
    """A player of the demo film."""
    return Player(film)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if find_chromium() is None:
        terminalreporter.write_line(MISSING)
