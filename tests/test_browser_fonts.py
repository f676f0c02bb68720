"""The browser of tests has the fonts that come along, whatever this machine has."""

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from tests.fonts import stretch

pytestmark = pytest.mark.browser
WORDS = "Broker 1 acknowledges ABC ✓"


@pytest.mark.parametrize(
    ("asked", "family"),
    [
        ("sans-serif", "DejaVu Sans"),
        ("system-ui", "DejaVu Sans"),
        ("Noto Sans, Liberation Sans, Arial", "DejaVu Sans"),
        ("ui-monospace, monospace", "DejaVu Sans Mono"),
    ],
)
def test_a_pages_words_are_as_wide_as_those_of_the_fonts_that_come_along(tab, asked, family):
    found = tab.evaluate(
        """([words, font]) => {
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = font;
          return pen.measureText(words).width;
        }""",
        [WORDS, f"100px {asked}"],
    )
    wanted, _, _ = text_to_path.get_text_width_height_descent(WORDS, FontProperties(family=family, size=100), False)
    assert found == pytest.approx(wanted * stretch().letters, rel=0.01)
