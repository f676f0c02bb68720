"""A saved page holds all it needs, and nothing that a browser could take for something else."""

import json
import re

import pytest

from kafkaviz.player.page import page, script_json
from kafkaviz.player.wire import wire


def state_of(html: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="state">(.*?)</script>', html, re.DOTALL)[1])


def test_the_page_holds_the_film_with_all_its_lenses(film):
    assert state_of(page(film, index=3, lens="log")) == {"film": wire(film), "index": 3, "lens": "log"}
    assert state_of(page(film))["lens"] == "cluster"


def test_the_page_refers_to_nothing_outside_itself(film):
    html = page(film)
    assert not re.search(r"""(src|href)=|@import|url\(|\bimport\b\s*[({"']""", html)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", html))
    assert addresses == {"http://www.w3.org/2000/svg"}, "a name, which no browser asks for"


def test_without_scripts_the_story_is_there(film):
    assert "<noscript><pre>How a leader is replaced (9 steps)" in page(film)


@pytest.mark.parametrize("text", ["</script>", "<!--<script>", "a\u2028b\u2029c", "\x00", "'\"&$title"])
def test_json_in_a_page_is_only_json(text):
    written = script_json({text: [text]})
    assert "<" not in written and "\u2028" not in written and "\u2029" not in written
    assert json.loads(written) == {text: [text]}


def test_a_hostile_title_is_escaped(film):
    html = page(film._replace(title="</title><script>alert(1)</script>$js"))
    assert "</title><script>" not in html and "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;$js" in html
