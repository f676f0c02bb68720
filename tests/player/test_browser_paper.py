"""A page on paper, in Chromium: the strip of key frames with their sentences, and no answer to an open question."""

import pytest
from playwright.sync_api import expect

from kafkaviz import Lab, compare
from kafkaviz.player.strip import key_steps
from kafkaviz.player.widget import Player
from kafkaviz.scenarios import nb06, nb07
from tests.player import demo

pytestmark = pytest.mark.browser

HEAR = """() => {
  window.told = [];
  addEventListener("beforeprint", () => {
    told.push([...document.querySelectorAll(".kv-paper b")].map((node) => node.textContent));
  });
}"""
SIZES = """() => [...document.querySelectorAll(".kv-paper figure")].map((figure) => {
  const { left, right, width } = figure.querySelector("svg").getBoundingClientRect();
  return [left >= 0 && right <= innerWidth, width];
})"""


def printed(tab, player, folder):
    """Prints a saved page, and returns what stood under its pictures meanwhile."""
    tab.goto(player.save(folder / "film.html").as_uri())
    tab.wait_for_selector(".kv-picture")
    tab.evaluate(HEAR)
    assert tab.pdf().startswith(b"%PDF")
    (told,) = tab.evaluate("told")
    return told


def since_the_crash(ask=()):
    lab = Lab().create_topic("letters", 1, 3)
    return lab.fork().kill(1).film(since=lab.cluster, ask=ask)


def test_the_frames_on_paper_are_those_of_the_strip(tab, tmp_path):
    for player in (Player(demo.film()), since_the_crash(), nb07.failover().film(), nb06.crash(1).film(lens="log")):
        film = player.film._replace(gates=())
        steps = key_steps(film, len(film.captions) - 1, film.tracks[player.lens].skip)
        want = [f"{n + 1}. {film.captions[step].cap}" for n, step in enumerate(steps)]
        assert printed(tab, Player(film, lens=player.lens), tmp_path) == want


def test_an_open_question_is_asked_on_paper_and_not_answered(tab, tmp_path):
    player = since_the_crash(("Who leads?", ["broker 2", "nobody"], 0, "PartitionChanged"))
    assert printed(tab, player, tmp_path)[-1] == "3. 9 seconds without a heartbeat from broker 1."
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    paper = tab.locator(".kv-paper")
    expect(paper).to_contain_text("? Who leads? (broker 2 | nobody)")
    expect(paper).not_to_contain_text("new leader")
    expect(tab.locator(".kv-main")).to_be_hidden()


def test_pictures_on_paper_are_as_wide_as_it_and_gone_when_it_is_printed(tab, tmp_path):
    player = compare(Lab(kafka="2.3").kill(1), Lab().kill(1), titles=("ZooKeeper", "KRaft"))
    assert len(printed(tab, player, tmp_path)) > 5
    expect(tab.locator(".kv-paper > *")).to_have_count(0)
    tab.set_viewport_size({"width": 718, "height": 1000})
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert all(fits and width > 600 for fits, width in tab.evaluate(SIZES))
    assert tab.locator(".kv-paper .kv-title").all_inner_texts() == ["ZooKeeper", "KRaft"]
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    tab.emulate_media(media="screen")
    expect(tab.locator(".kv-paper")).to_be_hidden()
    expect(tab.locator(".kv-main")).to_be_visible()


def test_a_picture_on_paper_is_the_wide_one_whatever_layout_the_screen_has_room_for(tab, tmp_path):
    since_the_crash().save(tmp_path / "film.html")
    drawn = []
    for width in (1280, 700, 480):
        tab.set_viewport_size({"width": width, "height": 720})
        tab.goto((tmp_path / "film.html").as_uri())
        tab.wait_for_selector(".kv-picture")
        tab.evaluate("dispatchEvent(new Event('beforeprint'))")
        drawn.append(tab.evaluate("[...document.querySelectorAll('.kv-paper svg')].map((svg) => svg.outerHTML)"))
    assert drawn[0] == drawn[1] == drawn[2] != []
