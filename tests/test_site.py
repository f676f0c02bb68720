"""All documents and the docstrings are one site: complete, without a broken link, and with nothing from outside."""

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

import kafkaviz
from tests.served import served
from tools.notebook_files import ROOT

pytest.importorskip(
    "sphinx", reason='Sphinx is missing, so the site was not built: pip install "kafkaviz[docs]", or `make ready`.'
)
bs4 = pytest.importorskip("bs4", reason="Pages are read by beautifulsoup4, which the lock has.")
pytestmark = pytest.mark.slow
MOST_CPU_SECONDS = 60
DOCUMENTS = [path.relative_to(ROOT) for pattern in ("*.md", "docs/*.md") for path in sorted(ROOT.glob(pattern))]
PACKAGES = ("kafkaviz", "kafkaviz.spark", "kafkaviz.spark.trials", "kafkaviz.metadata_log", "kafkaviz.charts")
# What a page brings along by itself; a link in a text is followed by a person.
BRINGS = {
    "script": "src",
    "link": "href",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "use": "href",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site as `make site` builds it."""
    (options,) = re.findall(r"(?m)^SPHINX := (.+)$", (ROOT / "Makefile").read_text("utf-8"))
    folder = tmp_path_factory.mktemp("site")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = [sys.executable, *options.split(), "-d", str(folder / "doctrees"), ".", str(folder / "site")]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    size = sum(file.stat().st_size for file in (folder / "site").rglob("*") if file.is_file())
    print(f"the site: {seconds:.0f} CPU-s, {size / 1e6:.1f} MB")
    assert seconds <= MOST_CPU_SECONDS
    return folder / "site"


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, "bs4.BeautifulSoup"]:
    found = {path: bs4.BeautifulSoup(path.read_text("utf-8"), "html.parser") for path in sorted(site.rglob("*.html"))}
    assert len(found) > len(DOCUMENTS)
    return found


def test_every_document_is_on_it_and_in_its_contents(site, pages):
    contents = {link["href"] for link in pages[site / "index.html"].select(".sidebar-tree a")}
    for document in DOCUMENTS:
        page = document.with_suffix(".html")
        assert site / page in pages, document
        assert document.name == "README.md" or page.as_posix() in contents, f"{document} is in no list of docs/conf.py"
    assert (site / "index.html").read_bytes() == (site / "README.html").read_bytes()


def test_every_public_name_is_explained(pages):
    explained = {node["id"] for page in pages.values() for node in page.select("dt.sig[id]")}
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            home = getattr(getattr(module, name), "__module__", package)
            assert {f"{package}.{name}", f"{home}.{name}"} & explained, f"{package}.{name}"
    verbs = {f"kafkaviz.Lab.{name}" for name in dir(kafkaviz.Lab) if not name.startswith("_")}
    # What a lab is made with, and what a film says below it.
    assert (
        verbs - explained == {f"kafkaviz.Lab.{name}" for name in ("footnote", "history", "kafka", "policies")} & verbs
    )


def links(pages) -> Iterator[tuple[Path, str]]:
    for path, page in pages.items():
        for node in page.select("[href], [src]"):
            yield path, node.get("href") or node.get("src")


def test_every_link_within_it_leads_somewhere(site, pages):
    names = {path: {node["id"] for node in page.select("[id]")} for path, page in pages.items()}
    inside = [(page, urlsplit(link)) for page, link in links(pages) if not urlsplit(link).scheme]
    assert len(inside) > 1_000
    for page, link in inside:
        target = (page.parent / unquote(link.path)).resolve() if link.path else page
        assert target.is_relative_to(site) and target.is_file(), f"{page.name}: {link.geturl()}"
        assert not link.fragment or target.suffix != ".html" or link.fragment in names[target], (
            f"{page.name}: {link.geturl()}"
        )


def test_nothing_on_it_comes_from_outside(site, pages):
    for path, page in pages.items():
        for node in page.find_all([*BRINGS]):
            brought = node.get(BRINGS[node.name]) or ""
            assert not urlsplit(brought).netloc and not brought.startswith("//"), f"{path.name}: {brought}"
        looks = "".join(node.get_text() for node in page.find_all("style"))
        assert not re.search(r"@import|url\(", looks), path.name
    for sheet in site.rglob("*.css"):
        assert re.findall(r"""(?:@import\s*|url\()\s*["']?(?:https?:)?//""", sheet.read_text("utf-8")) == [], sheet.name


@pytest.mark.browser
def test_its_films_play_and_it_asks_for_nothing_else(site, tab):
    with served(tab, site) as address:
        for page in ("index.html", "docs/reference/film.html"):
            tab.goto(address + page)
            tab.locator(".kv-picture").wait_for()
            tab.locator(".kv").press("End")
            assert tab.locator(".kv-count").inner_text().startswith("11 / 11"), page
        tab.goto(f"{address}search.html?q=watermark")
        tab.locator("#search-results li a").first.wait_for()
        # All results come, and behind each that is a page what stands there is fetched: the site must not go before.
        expect(tab.locator("#search-results p.search-summary")).to_contain_text("finished")
        pages = tab.locator("#search-results li:not(.kind-object)")
        expect(pages.locator("p.context")).to_have_count(pages.count())
