"""A film as a component of somebody else's page: it brings all it needs, and minds its own looks."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.page import component
from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Gate
from tests.browser import REPOSITORY, open_tab
from tests.served import SITE, served

(LINES,) = re.findall(r"(?s)```html\n(.+?)```", (REPOSITORY / "README.md").read_text("utf-8"))
"""The lines that README gives to whoever has a page of their own."""
STRANGE = """
  button, summary { color: red; font-size: 40px } svg { width: 9px } p { margin: 30px }
  div { line-height: 3; letter-spacing: 4px } #film > div { margin: 30px; color: lime; width: 100px }
"""
BARE = """
  import film from "./failover.mjs";
  const state = {"index": 3, "lens": "log"};
  const model = { get: (key) => state[key], set() {}, on() {}, off() {}, save_changes() {} };
  const shadow = document.getElementById("shadow").attachShadow({ mode: "open" });
  const el = shadow.appendChild(document.createElement("div"));
  window.ends = [film.render({ model, el }), film.render({ model, el: document.getElementById("open") })];
"""
STYLES = ("font-size", "line-height", "color", "margin", "width")
LOOK = """(names) => [...document.querySelectorAll("#film > *")].flatMap(({ shadowRoot }) =>
  [...shadowRoot.querySelectorAll("button, summary, p, svg")].map((node) =>
    names.map((name) => getComputedStyle(node).getPropertyValue(name)).join()))"""


def test_the_module_brings_film_and_looks_and_asks_for_nothing(film):
    module = component(film, index=3, lens="log")
    brought = re.search(r"\$component\.bring\((\{.*\}),(\".*\")\);\n$", module)
    assert json.loads(brought[1]) == {"film": wire(film), "index": 3, "lens": "log"}
    assert json.loads(brought[2]).startswith("/*") and ".kv {" in json.loads(brought[2])
    assert module.count("export default") == 1 and not re.search(r"(?m)^import\b|\bimport\(|@import|url\(", module)
    assert set(re.findall(r"https?://[^\s\"'<`]+", module)) == {"http://www.w3.org/2000/svg"}


@pytest.fixture
def site(tab: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Shows a page of a site that has nothing but a folder's files."""
    with served(tab, tmp_path):
        yield partial(show, tab, tmp_path)


def show(tab: Any, folder: Path, body: str, looks: str = "") -> Any:
    (folder / "page.html").write_text(f"<!doctype html><meta charset=utf-8><style>{looks}</style>{body}", "utf-8")
    tab.goto(f"{SITE}page.html")
    tab.locator(".kv-picture").first.wait_for()
    return tab


@pytest.mark.browser
def test_the_lines_of_the_readme_play_a_film_on_any_page(site, player, tmp_path):
    player.save(tmp_path / "failover.mjs")
    page = site(f"<p>Before</p>{LINES}<p>After</p>")
    count = page.locator(".kv-count")
    expect(count).to_have_text("1 / 9")
    page.locator(".kv").click(position={"x": 5, "y": 5})
    for key, then in (("ArrowRight", "2 / 9"), ("End", "9 / 9"), ("Home", "1 / 9")):
        page.keyboard.press(key)
        expect(count).to_have_text(then)
    page.get_by_role("button", name="log", exact=True).click()
    expect(page.get_by_role("button", name="log", exact=True)).to_have_attribute("aria-pressed", "true")


@pytest.mark.browser
def test_a_bare_model_says_where_it_opens_and_each_place_has_a_film_of_its_own(site, player, tmp_path):
    player.save(tmp_path / "failover.mjs")
    page = site(f"<div id=shadow></div><div id=open></div><script type=module>{BARE}</script>")
    counts = page.locator(".kv-count")
    expect(counts).to_have_text([re.compile("^4 / 9"), re.compile("^4 / 9")])
    expect(page.get_by_role("button", name="log", exact=True).first).to_have_attribute("aria-pressed", "true")
    page.locator(".kv").first.press("ArrowRight")
    expect(counts).to_have_text([re.compile("^6 / 9"), re.compile("^4 / 9")])
    page.evaluate("ends.forEach((end) => end())")
    expect(page.locator(".kv")).to_have_count(0)
    assert page.evaluate("document.getElementById('open').children.length") == 0


@pytest.mark.browser
def test_a_page_with_looks_of_its_own_changes_nothing_in_the_film(site, player, tmp_path):
    player.save(tmp_path / "failover.mjs")
    plain = site(LINES).evaluate(LOOK, STYLES)
    assert len(plain) > 10
    assert site(LINES, STRANGE).evaluate(LOOK, STYLES) == plain


@pytest.mark.browser
def test_it_is_as_dark_as_the_page_whose_switch_somebody_turns(site, player, tmp_path):
    player.save(tmp_path / "failover.mjs")
    page = site(LINES, "body.night { background: #111; color: oklch(0.9 0.02 250) }")
    film = page.locator(".kv")
    expect(film).to_have_attribute("data-theme", "light")
    page.evaluate("document.body.className = 'night'")
    expect(film).to_have_attribute("data-theme", "dark")
    assert film.evaluate("(node) => getComputedStyle(node).colorScheme") == "dark"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(film).to_have_attribute("data-theme", "light")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(film).to_have_attribute("data-theme", "dark")


@pytest.mark.browser
def test_a_page_that_is_white_although_the_system_is_dark_has_a_light_film(browser, player, tmp_path):
    player.save(tmp_path / "failover.mjs")
    for tab in open_tab(browser, color_scheme="dark", reduced_motion="reduce"):
        with served(tab, tmp_path):
            expect(show(tab, tmp_path, LINES).locator(".kv")).to_have_attribute("data-theme", "light")


@pytest.mark.browser
def test_two_films_and_a_question_come_along(site, film, tmp_path):
    asks = film._replace(gates=(Gate(2, "Who answers?", ("a", "b"), 0),))
    PairPlayer(asks, film).save(tmp_path / "failover.mjs")
    page = site(LINES)
    expect(page.locator(".kv-pair .kv-panel")).to_have_count(2)
    Player(asks).save(tmp_path / "failover.mjs")
    page = site(LINES)
    page.locator(".kv").press("End")
    expect(page.get_by_text("Who answers?")).to_be_visible()
    expect(page.locator(".kv-count")).to_have_text("2 / 9")
