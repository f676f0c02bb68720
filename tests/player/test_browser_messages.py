"""What a view says to Python and hears from it, with somebody in Chromium who answers in Python's place."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz.player.assets import script, styles
from kafkaviz.player.wire import wire, wire_narrow, wire_track
from kafkaviz.scene.values import Film
from tests.browser import resize
from tests.player.test_browser import press

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><style>%s</style><main></main><script type="module">
%s
const heard = new Map();
const tell = (event, ...news) => { for (const act of heard.get(event) ?? []) act(...news); };
window.state = %s;
window.sent = [];
window.answer = (content) => tell("msg:custom", content);
const model = {
  get: (key) => state[key],
  set(key, value) { if (state[key] !== value) { state[key] = value; tell(`change:${key}`); } },
  save_changes() {},
  on: (event, act) => heard.set(event, [...(heard.get(event) ?? []), act]),
  off: (event, act) => heard.set(event, (heard.get(event) ?? []).filter((one) => one !== act)),
  send: (content) => sent.push(content),
};
window.put = (changed) => { for (const key in changed) model.set(key, changed[key]); };
$page.render({ model, el: document.querySelector("main") });
</script>"""


@pytest.fixture
def wired(tab: Any, film: Film, tmp_path: Path) -> Any:
    """A view whose film travelled with one of its two lenses."""
    return with_what_travelled(tab, {"film": wire(film, "cluster"), "tree": [], "branch": ""}, tmp_path)


def with_what_travelled(tab: Any, traits: dict[str, Any], tmp_path: Path) -> Any:
    state = {"index": 0, "lens": "cluster", "playing": False, "speed": 1, "by": "event", "answers": {}, **traits}
    (tmp_path / "wired.html").write_text(PAGE % (styles(), script(), json.dumps(state)), encoding="utf-8")
    tab.goto((tmp_path / "wired.html").as_uri())
    tab.locator(".kv").focus()
    assert tab.evaluate("sent.splice(0).map(({ ask }) => ask)") == ["landing"]
    return tab


def test_a_lens_that_did_not_come_along_is_asked_for_and_the_one_before_stays_until_it_is_there(wired, film):
    press(wired, "2")
    assert wired.evaluate("sent") == [{"want": "log"}]
    assert wired.locator(".kv-picture text", has_text="controller 101").count() == 1
    wired.evaluate("answer", {"track": "log", "frames": [wire_track(film, "log")]})
    assert wired.locator(".kv-picture text", has_text="high watermark").count() == 1
    press(wired, "End")
    assert wired.locator(".kv-count").inner_text() == "9 / 9 · 3 skipped"


def test_a_narrow_pane_asks_once_for_the_narrow_layout_and_a_wide_one_needs_none(wired, film):
    def is_wide() -> bool:
        return int(wired.locator(".kv-picture").get_attribute("viewBox").split()[2]) > 800

    resize(wired, 1000, 700)
    assert wired.evaluate("sent") == [] and is_wide()
    resize(wired, 640, 700)
    resize(wired, 620, 700)
    # Until it is there the wide one stays, as large as ever, and can be scrolled.
    assert wired.evaluate("sent") == [{"want": "cluster", "layout": "narrow"}] and is_wide()
    assert wired.locator(".kv-picture").bounding_box()["width"] >= 846
    narrow = wire_narrow(film, "cluster")
    wired.evaluate("answer", {"track": "cluster", "frames": [narrow]})
    assert not is_wide()
    assert wired.locator(".kv-picture").bounding_box()["width"] <= 620
    resize(wired, 1000, 700)
    assert is_wide()
    resize(wired, 640, 700)
    assert not is_wide() and len(wired.evaluate("sent")) == 1


def test_a_lens_that_did_not_come_along_is_asked_for_wide_and_then_narrow(wired, film):
    resize(wired, 640, 700)
    wired.evaluate("answer", {"track": "cluster", "frames": [wire_narrow(film, "cluster")]})
    film = film._replace(tracks=film.tracks | {"log": film.tracks["cluster"]})
    press(wired, "2")
    wired.evaluate("answer", {"track": "log", "frames": [wire_track(film, "log")]})
    wanted = [{"want": "cluster", "layout": "narrow"}, {"want": "log"}, {"want": "log", "layout": "narrow"}]
    assert wired.evaluate("sent") == wanted


def test_of_two_films_that_travelled_with_one_lens_both_are_asked_for_at_once(tab, film, tmp_path):
    films = [film, film._replace(title="other")]
    resize(tab, 900, 700)
    page = with_what_travelled(tab, {"films": [wire(each, "cluster") for each in films]}, tmp_path)
    press(page, "2")
    assert page.evaluate("sent.splice(0)") == [{"want": "log"}]
    page.evaluate("answer", {"track": "log", "frames": [wire_track(each, "log") for each in films]})
    assert page.locator(".kv-picture text", has_text="high watermark").count() == 2
    press(page, "1")
    resize(page, 640, 700)
    assert page.evaluate("sent") == [{"want": "cluster", "layout": "narrow"}]
    page.evaluate("answer", {"track": "cluster", "frames": [wire_narrow(each, "cluster") for each in films]})
    boxes = [picture.get_attribute("viewBox") for picture in page.locator(".kv-picture").all()]
    assert boxes == ["0 0 600 420"] * 2


def test_a_menu_of_another_step_or_node_is_not_shown(wired):
    wired.get_by_role("button", name="broker 1").focus()
    press(wired, "Enter")
    assert wired.evaluate("sent") == [{"ask": "menu", "step": 0, "id": "broker:1"}]
    for other in ({"step": 1, "id": "broker:1"}, {"step": 0, "id": "broker:2"}):
        wired.evaluate("answer", {"menu": [{"label": "Kill"}], **other})
    assert wired.locator(".kv-act").count() == 0
    wired.evaluate("answer", {"menu": [{"label": "Kill", "python": "lab.kill(1)"}], "step": 0, "id": "broker:1"})
    assert wired.evaluate("document.activeElement.textContent") == "Kill"
    assert wired.get_by_role("button", name="Copy lab.kill(1)").count() == 1
    press(wired, "Enter")
    assert wired.evaluate("sent[1]") == {"do": 0, "id": "broker:1", "step": 0}
    assert wired.get_by_role("dialog").count() == 0


def test_what_cannot_be_done_is_grey_says_why_and_does_nothing(wired):
    wired.get_by_role("button", name="broker 1").focus()
    press(wired, "Enter")
    acts = [{"label": "Restart", "enabled": False, "why": "It runs."}]
    wired.evaluate("answer", {"menu": acts, "step": 0, "id": "broker:1"})
    act = wired.get_by_role("button", name="Restart")
    act.click(force=True)
    assert act.get_attribute("aria-disabled") == "true" and wired.locator(".kv-reason").inner_text() == "It runs."
    assert len(wired.evaluate("sent")) == 1


def test_an_act_shows_the_step_that_it_led_to_and_keeps_the_keyboard(wired, film):
    wired.get_by_role("button", name="broker 1").focus()
    press(wired, "Enter")
    wired.evaluate("answer", {"menu": [{"label": "Kill"}], "step": 0, "id": "broker:1"})
    press(wired, "Enter")
    tree = [{"id": "0", "parent": None, "step": 0, "label": "as written"}]
    tree += [{"id": "1", "parent": "0", "step": 0, "label": "kill 1"}]
    changed = {"tree": tree, "branch": "1", "index": 1, "film": wire(film._replace(title="kill 1"))}
    wired.evaluate("put", changed)
    expect(wired.locator(".kv-title")).to_have_text("kill 1")
    assert wired.locator(".kv-count").inner_text().startswith("2 /")
    assert wired.evaluate("document.activeElement.className").startswith("kv ")
    assert wired.locator(".kv-fork").count() == 8
    wired.get_by_role("button", name="as written").click()
    assert wired.evaluate("sent.at(-1)") == {"branch": "0"}


def test_python_moves_the_film_too(wired):
    wired.evaluate("put", {"index": 6})
    assert wired.locator(".kv-count").inner_text().startswith("7 /")
    wired.evaluate("put", {"speed": 4, "by": "request"})
    assert wired.locator(".kv-speed").input_value() == "4" and wired.locator(".kv-by").inner_text() == "by request"
    wired.evaluate("put", {"playing": True})
    assert wired.get_by_role("button", name="Pause (Space)").count() == 1
    wired.evaluate("put", {"playing": False})
    assert wired.get_by_role("button", name="Play (Space)").count() == 1


def test_a_sentence_from_python_is_shown_as_text(wired):
    wired.evaluate("answer", {"sorry": "<b onclick=hurt>no</b>"})
    assert wired.locator(".kv-notice").inner_text() == "<b onclick=hurt>no</b>"
