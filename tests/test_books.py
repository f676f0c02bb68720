"""A film in somebody else's book: MyST and Sphinx build a page with README's lines, and Chromium shows the film."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kafkaviz import Lab
from tests.served import served
from tools.notebook_files import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.browser]
MYST = "mystmd@1.8.3"
MISSING = "npm is missing, so no MyST book was built: install Node.js 20 or later, which brings it."
AWAY = f"npm could not bring {MYST}, so no MyST book was built: connect to the network, or tell npm of a mirror."
(LINES,) = re.findall(r"(?s)\n````\n(```\{anywidget\}.+?```)\n````", (ROOT / "README.md").read_text("utf-8"))
"""What README gives to whoever writes a book."""
(HTML,) = re.findall(r"(?s)```html\n(.+?)```", (ROOT / "README.md").read_text("utf-8"))
# Its own theme cannot be had without its makers' server; this one only lets MyST build what a theme is given.
THEME = {
    "template.yml": "myst: v1\nkind: site\ntitle: Plain\n",
    "package.json": '{"name": "plain", "version": "1.0.0"}',
}
BOOK = "version: 1\nproject:\n  title: Book\n  toc:\n    - file: page.md\nsite:\n  template: plain\n"
# As a theme does: the module of the node in a shadow of the page, with a model that holds what stands in the directive.
PAGE = """<!doctype html><meta charset=utf-8><div id=host></div><script type=module>
  import film from "%(esm)s";
  const state = %(model)s, heard = new EventTarget();
  const model = {
    get: (key) => state[key],
    set(key, value) { state[key] = value; heard.dispatchEvent(new Event(`change:${key}`)); },
    on: (name, act) => heard.addEventListener(name, act),
    off: (name, act) => heard.removeEventListener(name, act),
    save_changes() {},
  };
  const root = document.getElementById("host").attachShadow({ mode: "open" });
  film.render({ model, el: root.appendChild(document.createElement("div")) });
</script>"""


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Path:
    """A book of one page with README's lines, as MyST has built it."""
    if shutil.which("npm") is None:
        pytest.skip(MISSING)
    folder = tmp_path_factory.mktemp("book")
    got = run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), MYST)
    if got.returncode:
        pytest.skip(AWAY)
    save_film(folder)
    (folder / "plain").mkdir()
    for name, text in THEME.items():
        (folder / "plain" / name).write_text(text, "utf-8")
    (folder / "myst.yml").write_text(BOOK, "utf-8")
    (folder / "page.md").write_text(f"# A page\n\n{LINES}\n", "utf-8")
    built = run(folder, "npx", "--no-install", "myst", "build", "--site")
    assert "Built page.md" in built.stdout, built.stdout + built.stderr
    assert "⚠" not in built.stdout, built.stdout
    return folder


def save_film(folder: Path) -> None:
    lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    lab.send("letters", "ABC", "DEF", "GHI").kill(1).film().save(folder / "failover.mjs")


def run(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)


def nodes(tree: Any, kind: str) -> list[dict[str, Any]]:
    """Returns the nodes of a kind in what MyST has made of a page."""
    inside = [node for child in tree.get("children", ()) for node in nodes(child, kind)]
    return [tree, *inside] if tree.get("type") == kind else inside


def test_myst_makes_a_widget_of_the_directive_and_carries_the_film(book, tab):
    (page,) = (book / "_build/site/content").glob("*.json")
    (widget,) = nodes(json.loads(page.read_text("utf-8"))["mdast"], "anywidget")
    assert widget["model"] == {"index": 9, "lens": "replication"}
    public = book / "_build/site/public"
    assert (public / widget["esm"].lstrip("/")).read_bytes() == (book / "failover.mjs").read_bytes()
    (public / "page.html").write_text(PAGE % {"esm": widget["esm"], "model": json.dumps(widget["model"])}, "utf-8")
    with served(tab, public) as address:
        tab.goto(f"{address}page.html")
        expect(tab.get_by_role("button", name="replication")).to_have_attribute("aria-pressed", "true")
        expect(tab.locator(".kv-count")).to_contain_text("10 / 11")
        tab.locator(".kv").press("ArrowRight")
        expect(tab.locator(".kv-count")).to_contain_text("11 / 11")


def test_sphinx_carries_it_as_raw_html(tmp_path, tab):
    pytest.importorskip("sphinx", reason='Sphinx is missing, so no book of it was built: pip install "kafkaviz[docs]".')
    source = tmp_path / "source"
    (source / "extra").mkdir(parents=True)
    save_film(source / "extra")
    (source / "conf.py").write_text('project = "Book"\nhtml_extra_path = ["extra"]\n', "utf-8")
    raw = "\n".join(f"   {line}" for line in HTML.splitlines())
    (source / "index.rst").write_text(f"A page\n======\n\n.. raw:: html\n\n{raw}\n", "utf-8")
    built = run(tmp_path, sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", "source", "made")
    assert (built.returncode, built.stderr) == (0, "")
    with served(tab, tmp_path / "made") as address:
        tab.goto(f"{address}index.html")
        tab.locator(".kv").press("End")
        expect(tab.locator(".kv-count")).to_contain_text("11 / 11")
