"""Two films in step in Chromium: beside each other where both fit, and else one at a time."""

import pytest

from kafkaviz.player.pair import PairPlayer
from kafkaviz.scene.values import Film
from tests.browser import bottom, resize
from tests.player.test_browser import count, opened, press
from tests.player.test_browser_gates import FIRST, SECOND
from tests.sampling import every

pytestmark = pytest.mark.browser


def short(film: Film) -> Film:
    tracks = {lens: track._replace(frames=track.frames[:3], narrow=None) for lens, track in film.tracks.items()}
    return film._replace(title="short", captions=film.captions[:3], tracks=tracks)


def test_two_films_ask_both_their_questions_and_keep_step(tab, film, tmp_path):
    pair = PairPlayer(film._replace(title="whole", gates=(SECOND,)), short(film)._replace(gates=(FIRST,)))
    page = opened(tab, pair, tmp_path)
    assert page.locator(".kv-name").all_inner_texts() == ["whole", "short"]
    press(page, "End ArrowDown Enter")
    assert page.locator(".kv-verdict").inner_text() == "✓ Right. It is: broker 1."
    press(page, "End ArrowDown Enter End")
    assert count(page).startswith("9 / 9")
    caps = page.locator(".kv-cap").all_inner_texts()
    assert caps[0] == "Broker 2 learns that it leads letters-0." and "broker 1 answers" in caps[1]
    assert page.locator(".kv-over").all_inner_texts() == ["", "ends here"]
    press(page, "2")
    assert page.locator(".kv-picture text", has_text="high watermark").count() == 2


def test_films_are_paired_as_they_say_and_what_they_share_is_told_once(tab, film, tmp_path):
    pair = PairPlayer(film, short(film), align=((0, 0), (1, None), (2, 1), (8, 2)), shared=1)
    page = opened(tab, pair, tmp_path)
    assert count(page) == "1 / 4" and page.locator(".kv-caption").count() == 1
    press(page, "ArrowRight")
    assert page.locator(".kv-over").all_inner_texts() == ["", "waits"] and page.locator(".kv-caption").count() == 2
    press(page, "ArrowRight")
    assert [cap.split()[0] for cap in page.locator(".kv-cap").all_inner_texts()] == ["follower", "producer"]
    press(page, "End")
    assert page.locator(".kv-cap").first.inner_text() == "Broker 2 learns that it leads letters-0."


def test_two_films_stand_beside_each_other_where_both_fit(tab, film, tmp_path):
    page = opened(tab, PairPlayer(film, film._replace(title="other")), tmp_path)
    first, second = (page.locator(".kv-picture").nth(n).bounding_box() for n in range(2))
    assert first["y"] == second["y"] and page.locator(".kv-side:visible").count() == 0


def test_what_two_films_share_leaves_no_half_of_the_width_blank(tab, film, tmp_path):
    both = tuple((n, n) for n in range(len(film.captions)))
    page = opened(tab, PairPlayer(film, film._replace(title="other"), align=both, shared=2), tmp_path)
    assert [picture.is_visible() for picture in page.locator(".kv-picture").all()] == [True, True]
    assert page.locator(".kv-over").all_inner_texts() == ["the same so far"] * 2
    assert page.locator(".kv-caption").count() == 1
    press(page, "End")
    assert page.locator(".kv-over").all_inner_texts() == ["", ""] and page.locator(".kv-caption").count() == 2


@pytest.mark.parametrize(("width", "height"), every(3, [(1100, 720), (844, 599), (640, 720)], whole=2))
def test_where_one_film_has_room_the_other_comes_at_a_key_or_a_click_and_both_stay_in_sight(
    tab, film, tmp_path, width, height
):
    resize(tab, width, height)
    page = opened(tab, PairPlayer(film, film._replace(title="other")), tmp_path)
    names = [film.title, "other"]
    sides, panels = page.locator(".kv-side"), page.locator(".kv-panel")

    def seen() -> tuple[list[str], list[str]]:
        shown = [names[n] for n in range(2) if panels.nth(n).is_visible()]
        return shown, [names[n] for n in range(2) if sides.nth(n).get_attribute("aria-pressed") == "true"]

    press(page, "ArrowRight")
    place = page.locator(".kv-picture:visible").bounding_box()
    assert seen() == ([names[0]], [names[0]]) and sides.all_inner_texts() == [f"A: {names[0]}", "B: other"]
    captions = page.locator(".kv-caption")
    assert [one.is_visible() for one in captions.all()] == [True, False] and bottom(page, ".kv-bar") <= height
    press(page, "x")
    assert [one.is_visible() for one in captions.all()] == [False, True]
    assert seen() == (["other"], ["other"]) and page.locator(".kv-picture:visible").bounding_box() == place
    sides.first.click()
    assert seen() == ([names[0]], [names[0]])
    resize(page, 1280, 720)
    assert page.locator(".kv-picture:visible").count() == 2


@pytest.mark.parametrize("width", every(2, [466, 844], whole=1))
def test_where_one_of_two_films_is_seen_its_words_have_the_whole_width(tab, film, tmp_path, width):
    resize(tab, width, 599)
    long = film._replace(title="other", captions=tuple(one._replace(why="Because. " * 12) for one in film.captions))
    page = opened(tab, PairPlayer(long, film, align=tuple((n, n) for n in range(3)), shared=1), tmp_path)
    assert page.locator(".kv-caption:visible").count() == 1, "what both share is said on either side"
    press(page, "x")
    assert page.locator(".kv-caption:visible").count() == 1
    press(page, "ArrowRight")
    for _ in "AB":
        assert page.locator(".kv-caption:visible").bounding_box()["width"] > 0.8 * width
        assert page.locator(".kv-below").is_hidden()
        press(page, "x")


def test_on_a_projector_the_words_of_two_films_can_be_read(tab, film, tmp_path):
    resize(tab, 1920, 1080)
    page = opened(tab, PairPlayer(film, film._replace(title="other")), tmp_path)
    assert page.locator(".kv-cap").first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 26
    assert bottom(page, ".kv-more") <= 1080


def test_beside_a_small_screens_sidebar_the_names_of_two_films_are_not_cut(tab, film, tmp_path):
    resize(tab, 466, 599)
    tracks = dict.fromkeys(("cluster", "replication", "controller", "graph"), film.tracks["cluster"])
    then, now = (film._replace(title=f"Kafka {kafka}", tracks=tracks) for kafka in ("2.3", "4.4"))
    page = opened(tab, PairPlayer(then, now), tmp_path)
    cut = "nodes => nodes.map((node) => node.scrollWidth - node.clientWidth)"
    assert page.locator(".kv-side").evaluate_all(cut) == [0, 0]
    assert page.locator(".kv-side").all_inner_texts() == ["A: 2.3", "B: 4.4"], "what they share has no room"
