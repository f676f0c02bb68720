"""What has no room below a film is folded: its legend comes at a key or a click, and nothing moves for it."""

import pytest

from tests.browser import bottom, resize
from tests.player.test_browser import opened, press
from tests.sampling import every

pytestmark = pytest.mark.browser
NAMES = tuple(("safe", f"line {n} of a legend") for n in range(12))
FIXED = (".kv-head", ".kv-picture", ".kv-said", ".kv-bar", ".kv-more")


@pytest.fixture
def page(tab, player, tmp_path):  # type: ignore[no-untyped-def]
    player.film = player.film._replace(legend=dict.fromkeys(player.film.tracks, NAMES))
    return opened(tab, player, tmp_path)


@pytest.mark.parametrize("width", every(2, [466, 640, 846]))
def test_a_legend_without_room_is_folded_and_all_of_it_is_in_sight_when_it_is_open(page, width):
    resize(page, width, 599)
    places = [page.locator(part).bounding_box() for part in FIXED]
    legend, words = page.locator(".kv-legend"), page.locator(".kv-told")
    assert legend.is_hidden() and bottom(page, ".kv-bar") <= 599
    press(page, "g")
    assert legend.is_visible() and bottom(page, ".kv-legend") <= 599
    assert legend.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    assert [page.locator(part).bounding_box() for part in FIXED] == places
    assert legend.bounding_box()["y"] >= places[1]["y"] + places[1]["height"] - 1, "it covers no part of the picture"
    if words.is_visible():
        box = words.bounding_box()
        assert box["x"] + box["width"] <= legend.bounding_box()["x"] + 1
    page.get_by_role("button", name="Legend (g)").click()
    assert legend.is_hidden() and words.is_visible()


def test_a_legend_that_has_room_has_no_button(page):
    for width, height in ((1280, 720), (1920, 1080)):
        resize(page, width, height)
        assert page.get_by_role("button", name="Legend (g)").count() == 0
        assert bottom(page, ".kv-legend") <= height
