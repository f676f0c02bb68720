"""The foot of a film says where it comes from, to eyes, keys and screen readers, and takes no room from the picture."""

import pytest
from playwright.sync_api import expect

from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Footnote
from tests.browser import resize
from tests.player.test_browser import opened, press
from tests.sampling import every

pytestmark = pytest.mark.browser
NOTE = Footnote("Played on Kafka 4.4.0 · 2026-11-22", "Compared after each act: leaders.")
OLDER = Footnote("Played on Kafka 2.3.1 · 2026-11-22", "Compared after each act: leaders.")
LOW, HIGH = ([(width, height) for width in (420, 560, 700, 900, 1280, 1920)] for height in (720, 1080))
CONTRAST = """(node) => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((n) => n / 255);
    const [r, g, b] = parts.map((n) => (n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [one, other] = [getComputedStyle(node).color, getComputedStyle(node.closest(".kv")).backgroundColor].map(light);
  return Math.max(one, other) / Math.min(one, other);
}"""


def test_who_looks_closer_reads_what_was_compared(tab, film, tmp_path):
    page = opened(tab, Player(film._replace(footnote=NOTE)), tmp_path)
    foot = page.locator(".kv-foot summary")
    assert foot.inner_text() == NOTE.words
    assert foot.get_attribute("title") == NOTE.details
    details = page.get_by_text(NOTE.details, exact=True)
    expect(details).to_be_hidden()
    for _ in range(60):
        press(page, "Tab")
        if foot.evaluate("(node) => node === document.activeElement"):
            break
    press(page, "Enter")
    expect(details).to_be_visible()
    press(page, "Space")
    expect(details).to_be_hidden()
    assert page.locator(".kv-count").inner_text().startswith("1 /"), "no key of the foot turns the film"
    assert NOTE.words in page.locator(".kv-more").aria_snapshot()


def test_it_can_be_read_in_light_and_dark(tab, film, tmp_path):
    foot = opened(tab, Player(film._replace(footnote=NOTE)), tmp_path).locator(".kv-foot summary")
    for scheme in ("dark", "light"):
        tab.emulate_media(color_scheme=scheme)
        assert float(foot.evaluate("(node) => getComputedStyle(node).fontSize").removesuffix("px")) >= 12
        assert foot.evaluate(CONTRAST) >= 4.5


@pytest.mark.parametrize(
    ("several", "sizes"), every(2, [(False, LOW), (False, HIGH), (True, HIGH), (True, LOW)], whole=1)
)
def test_it_takes_no_room_from_the_picture(tab, film, tmp_path, several, sizes):
    def heights(one):
        player = PairPlayer(one, film._replace(footnote=one.footnote and OLDER)) if several else Player(one)
        page = opened(tab, player, tmp_path)
        found = []
        for size in sizes:
            resize(page, *size)
            found.append(page.locator(".kv-picture").first.bounding_box()["height"])
        return found

    legend = dict.fromkeys(film.tracks, (("leader", "a leader, which everybody asks"),) * 4)
    film = film._replace(legend=legend)
    assert heights(film._replace(footnote=NOTE)) == heights(film)


@pytest.mark.parametrize("lines", every(5, [16, 4, 7, 9, 1], whole=4))
def test_it_is_in_sight_and_whole_however_long_the_legend_is(tab, film, tmp_path, lines):
    named = tuple(("leader", f"line {n} of a legend") for n in range(lines))
    page = opened(tab, Player(film._replace(footnote=NOTE, legend=dict.fromkeys(film.tracks, named))), tmp_path)
    for size in ((1280, 720), (1920, 1080)):
        resize(page, *size)
        foot = page.locator(".kv-foot summary")
        box = foot.bounding_box()
        assert box["y"] + box["height"] <= size[1]
        assert foot.evaluate("(node) => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ((OLDER, NOTE), "Played on Kafka 2.3.1 | 4.4.0 · 2026-11-22"),
        ((NOTE, NOTE), NOTE.words),
        ((None, NOTE), f"now: {NOTE.words}"),
    ],
)
def test_of_two_films_it_says_which_is_which_and_what_is_the_same_once(tab, film, tmp_path, notes, said):
    first, second = (film._replace(title=t, footnote=n) for t, n in zip(("then", "now"), notes, strict=True))
    page = opened(tab, PairPlayer(first, second), tmp_path)
    assert page.locator(".kv-foot summary").inner_text() == said
    told = page.locator(".kv-foot p").all_text_contents()
    assert told == [f"{title}: {NOTE.details}" for title, note in zip(("then", "now"), notes, strict=True) if note]


def test_a_film_without_one_has_none(tab, player, tmp_path):
    expect(opened(tab, player, tmp_path).locator(".kv-foot")).to_be_hidden()
