"""The cards in Chromium, as a printer gets them: as many pages as sheets, nothing cut off, all large enough to read."""

import re

import pytest

from kafkaviz.__main__ import main
from tests.sampling import every

pytestmark = pytest.mark.browser

PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
SMALLEST_PT = 12
PX_A_PT = 96 / 72
BEYOND = """() => [...document.querySelectorAll(".sheet, .card")]
  .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.innerText.slice(0, 60))"""
SIZES = """() => [...document.querySelectorAll(".sheet *")]
  .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((node) => parseFloat(getComputedStyle(node).fontSize))"""


@pytest.fixture
def cards(tab, tmp_path, capsys):
    target = tmp_path / "cards.html"
    assert main(["cards", "--output", str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    tab.goto(target.as_uri())
    tab.emulate_media(media="print")
    yield tab
    tab.emulate_media(media="screen")


@pytest.mark.parametrize("paper", every(2, ["Letter", "A4"], whole=1))
def test_a_sheet_is_a_page_of_paper(cards, paper):
    assert len(PAGE.findall(cards.pdf(format=paper))) == cards.locator(".sheet").count() == 19


def test_nothing_is_cut_off_and_everything_can_be_read(cards):
    assert cards.evaluate(BEYOND) == []
    assert min(cards.evaluate(SIZES)) >= SMALLEST_PT * PX_A_PT - 0.01


def test_how_to_print_is_said_on_the_screen_alone(cards):
    hint = cards.locator(".hint")
    assert not hint.is_visible()
    assert "sheets 5 to 16 on both sides" in hint.text_content()


def test_a_file_that_cannot_be_written_gets_one_sentence(tmp_path, capsys):
    assert main(["cards", "--output", str(tmp_path / "not" / "there.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err
