"""The project can be cited, and its repository has one address in every link."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import kafkaviz
from tools.address import HOME, SAID_IN, moved
from tools.notebook_files import ROOT

yaml = pytest.importorskip("yaml", reason="CITATION.cff is YAML, which PyYAML reads; the lock has it.")
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")
TEXTS = {name: (ROOT / name).read_text("utf-8") for name in SAID_IN}
ADDRESS = re.compile(r"(?:github\.com|mybinder\.org/v2/gh)(?:/|%2F)([\w.-]+)(?:/|%2F)([\w.-]+)")
START = "notebooks/00_start_here.ipynb"


def test_the_citation_has_what_its_format_requires():
    said = yaml.safe_load(CITATION)
    required = {"cff-version", "message", "title", "authors"}
    optional = {"abstract", "keywords", "license", "repository-code", "type", "version"}
    assert required <= said.keys() <= required | optional
    assert (said["cff-version"], said["type"]) == ("1.2.0", "software")
    assert said["authors"] == [{"name": "The kafkaviz authors"}]
    assert (said["license"], str(said["version"])) == ("Apache-2.0", kafkaviz.__version__)
    words = [said["message"], said["title"], said["abstract"], *said["keywords"]]
    assert all(isinstance(word, str) and word for word in words) and len({*said["keywords"]}) == len(said["keywords"])


def test_every_link_has_the_address_that_the_citation_says():
    home = HOME.search(CITATION)
    assert home is not None
    said = {name: set(ADDRESS.findall(text)) for name, text in TEXTS.items()}
    assert said == {name: {home.groups()} for name in SAID_IN}
    others = [page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")) if page.name not in SAID_IN]
    assert [page.name for page in others if home.group(0).partition("https://")[2] in page.read_text("utf-8")] == []


def test_an_address_is_written_into_every_link_and_can_be_taken_back():
    before, after = HOME.search(CITATION).groups(), ("ada-l", "kafka.viz")
    for text in TEXTS.values():
        new = moved(text, before, after)
        assert set(ADDRESS.findall(new)) == {after} and "OWNER" not in new and "REPOSITORY" not in new
        assert moved(new, after, before) == text


def test_the_first_link_of_the_readme_is_the_page_that_needs_no_installation():
    owner, name = HOME.search(CITATION).groups()
    first, *_ = re.findall(r"\]\((\w[^)]+)\)", TEXTS["README.md"])
    assert first == f"https://{owner}.github.io/{name}/lite/"
    assert first in TEXTS["INSTRUCTOR.md"]


def test_binder_and_a_hub_open_the_start_notebook():
    (badge,) = re.findall(r"\]\((https://mybinder\.org/v2/\S+)\)", TEXTS["README.md"])
    assert parse_qs(urlsplit(badge).query) == {"urlpath": [f"lab/tree/{START}"]}
    (tagged,) = re.findall(r"`(https://mybinder\.org/v2/\S+)`", TEXTS["INSTRUCTOR.md"])
    assert urlsplit(tagged).query == urlsplit(badge).query
    (hub,) = re.findall(r"`(https://HUB/\S+)`", TEXTS["INSTRUCTOR.md"])
    asked = parse_qs(urlsplit(hub).query, strict_parsing=True)
    (repository,) = asked["repo"]
    assert HOME.search(f"repository-code: {repository}")
    # nbgitpuller clones into a folder that has the repository's name.
    assert asked == {
        "repo": [repository],
        "branch": ["main"],
        "urlpath": [f"lab/tree/{repository.rpartition('/')[2]}/{START}"],
    }
    assert unquote(hub).count("?") == 1 and (ROOT / START).exists()
