"""Words that have no room beside a picture: a sign says that they go on, and they can be reached."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film, Lamp, Track
from tests.browser import bottom, resize
from tests.player.test_browser import opened, press
from tests.player.test_browser_gates import CELLS, REASONED
from tests.sampling import every

pytestmark = pytest.mark.browser


def judged(tab: Any, film: Film, folder: Path, size: tuple[int, int]) -> Any:
    """The demo film, small, where a long verdict has just been given above the caption and the lamps."""
    resize(tab, *size)
    lamps = (Lamp("The leader stays", 3, "Broker 1 went."), Lamp("Time goes forward"))
    page = opened(tab, Player(film._replace(gates=(REASONED,), promises=lamps)), folder)
    press(page, "End ArrowDown ArrowDown Enter")
    unfold(page)
    return page


def unfold(page: Any) -> None:
    """Shows the reason, which waits behind a button where it and the caption have no room together."""
    why = page.get_by_role("button", name="why", exact=True)
    if why.count():
        why.click()
        page.locator(".kv").focus()


def beyond(page: Any) -> list[str]:
    """What the signs beside the words say is out of sight."""
    return [one.get_attribute("title") for one in page.locator(".kv-beyond").all() if one.is_visible()]


@pytest.mark.parametrize("size", every(4, map(pytest.param, CELLS), whole=2))
def test_a_sign_beside_the_words_tells_whether_they_go_on_out_of_sight(tab, film, tmp_path, size):
    page = judged(tab, film, tmp_path, size)
    words = page.locator(".kv-told")
    bottoms = [bottom(page, one) for one in (".kv-verdict", ".kv-cap", ".kv-why")]
    place = words.bounding_box()
    hides = max(bottoms) > place["y"] + place["height"] + 2
    assert beyond(page) == ["more below"] * hides
    assert words.evaluate("(node) => node.tabIndex") == (0 if hides else -1)
    for sign in page.locator(".kv-beyond:visible").all():
        assert sign.bounding_box()["x"] >= place["x"] + place["width"], "no word lies under a sign"


def test_words_out_of_sight_are_reached_by_mouse_and_by_keyboard_and_the_next_step_begins_on_top(tab, film, tmp_path):
    page = judged(tab, film, tmp_path, (468, 599))
    above, below, words = (page.locator(one) for one in (".kv-above", ".kv-below", ".kv-told"))
    below.click()
    expect(above).to_be_visible()
    place = words.bounding_box()
    assert above.bounding_box()["x"] >= place["x"] + place["width"], "no word lies under it"
    assert page.evaluate("document.activeElement.closest('.kv') !== null"), "keys still lead through the film"
    words.evaluate("(node) => (node.scrollTop = node.scrollHeight)")
    expect(below).to_be_hidden()
    above.click()
    expect(below).to_be_visible()
    words.evaluate("(node) => (node.scrollTop = 0)")
    expect(above).to_be_hidden()
    page.locator(".kv").focus()
    for _ in range(40):
        press(page, "Tab")
        if words.evaluate("(node) => node === document.activeElement"):
            break
    assert page.get_by_role("group", name="What is said of this step").evaluate(
        "(node) => node.matches(':focus-visible')"
    )
    for _ in range(9):
        press(page, "ArrowDown")
    expect(below).to_be_hidden()
    expect(above).to_be_visible()
    press(page, "ArrowLeft ArrowRight")
    unfold(page)
    assert beyond(page) == ["more below"], "the words of a step begin with the first"


def test_what_changed_is_folded_where_it_has_no_room_and_a_button_shows_it(tab, film, tmp_path):
    captions = list(film.captions)
    captions[3] = captions[3]._replace(diff=tuple(f"letters-{n}: leader 1 → 2" for n in range(12)))
    page = opened(tab, Player(film._replace(gates=(), captions=tuple(captions))), tmp_path)
    lines, unfold = page.locator(".kv-diff li"), page.get_by_role("button", name="12 changed")
    press(page, "Home ArrowRight ArrowRight ArrowRight")
    for size in CELLS:
        resize(page, *size)
        assert lines.first.is_visible() != unfold.is_visible()
        assert beyond(page) == []
    resize(page, 468, 599)
    expect(unfold).to_be_visible()
    unfold.press("Enter")
    expect(unfold).to_have_count(0)
    assert [line.is_visible() for line in lines.all()] == [True] * 12
    assert beyond(page) == ["more below"]
    press(page, "ArrowLeft ArrowRight")
    expect(unfold).to_be_visible()


def test_the_sign_is_an_arrow_in_a_frame_in_every_set_of_colours(tab, film, tmp_path):
    page = judged(tab, film, tmp_path, (468, 599))
    assert page.locator(".kv-below").inner_text() == "▾"
    for seen in (
        {"color_scheme": "dark"},
        {"color_scheme": "light"},
        {"contrast": "more"},
        {"forced_colors": "active"},
    ):
        page.emulate_media(**seen)
        ink, ground, line = (
            page.locator(".kv-below").evaluate(f"(node) => getComputedStyle(node).{name}")
            for name in ("color", "backgroundColor", "borderTopColor")
        )
        around = page.locator(".kv").evaluate("(node) => getComputedStyle(node).backgroundColor")
        assert ink != ground and line != around


def test_a_line_and_a_ring_have_their_shapes_in_the_legend(tab, film, tmp_path):
    marks = {
        "a": {"k": "g", "x": 0, "y": 0},
        "a/ring": {"k": "arc", "x": 9, "y": 9, "r": 5, "v": 1, "c": "ring", "p": "a"},
        "a/line": {"k": "line", "x": 0, "y": 0, "x2": 9, "y2": 9, "c": "tie-gone", "p": "a"},
        "a/box": {"k": "rect", "x": 0, "y": 0, "w": 9, "h": 9, "c": "leader", "p": "a"},
    }
    track = film.tracks["cluster"]
    over = {**marks, "a/ring": {**marks["a/ring"], "c": "ring-snapped"}}
    frames = [frame._replace(marks={**frame.marks, **(over if n else marks)}) for n, frame in enumerate(track.frames)]
    lines = (("ring", "time left"), ("tie-gone", "gone"), ("leader", "leads"), ("ring-snapped", "time over"))
    legend = {"cluster": (*lines, ("ask", "a question"))}
    drawn = film._replace(tracks={"cluster": Track(track.size, tuple(frames))}, legend=legend)
    page = opened(tab, Player(drawn), tmp_path)
    shapes = page.locator(".kv-legend .kv-sign > *").evaluate_all("(nodes) => nodes.map((node) => node.tagName)")
    assert shapes[:4] == ["circle", "line", "rect", "circle"] and set(shapes[4:]) <= {"rect"}


def test_the_legend_names_what_has_been_on_screen_so_far_and_nothing_moves_when_a_line_comes(tab, player, tmp_path):
    page = opened(tab, player, tmp_path)
    lines = page.locator(".kv-legend li")
    places = {}
    both = ["dashed: written", "green: safe"]
    for key, seen in (("Home", both[:1]), ("ArrowRight", both), ("End", both), ("Home", both[:1])):
        page.keyboard.press(key)
        assert [one.inner_text() for one in lines.all() if one.is_visible()] == seen
        places[key] = [(box["x"], box["y"]) for box in (one.bounding_box() for one in lines.all())]
    assert len({str(place) for place in places.values()}) == 1
    assert page.get_by_role("list", name="Legend").get_by_role("listitem").count() == 1, "nor is it heard before"
