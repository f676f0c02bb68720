"""`python -m kafkaviz export`: what is refused in one sentence, and what is written otherwise."""

import re
from html.parser import HTMLParser

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from kafkaviz.__main__ import main
from kafkaviz.course.export.export import export, page_names
from kafkaviz.course.export.exporter import clean, code_hash, pack_json, page_script
from kafkaviz.decisions.errors import InvalidArgumentError

MOST_BYTES = 3_000_000
FILM = "from kafkaviz import Lab\n\nLab().create_topic('letters').send('letters', 'ABC').film()"


class Tags(HTMLParser):
    """The tags of a page with their attributes, as a browser finds them."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def notebook_in(folder, *cells, name="one", **metadata):
    path = folder / f"{name}.ipynb"
    nbformat.write(new_notebook(cells=[*cells], metadata=metadata), path)
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page with a film, markup that nobody should believe, and a cell that raises."""
    folder = tmp_path_factory.mktemp("export")
    hostile = (
        "from IPython.display import HTML, Javascript, display\n"
        "display(Javascript('x()'))\n"
        "print('<script>x()</script>')\n"
        'HTML(\'<b onclick="x()">7</b><img src="https://example.org/a.png">\')'
    )
    path = notebook_in(
        folder,
        new_markdown_cell("# One\n\n<script>x()</script><img src='https://example.org/b.png' onerror='x()'>"),
        new_code_cell(FILM),
        new_code_cell(hostile),
        new_code_cell("'a' + 1"),
    )
    before = path.read_bytes()
    (written,) = export([path], folder / "pages")
    assert path.read_bytes() == before
    return written, (folder / "pages/one.html").read_text("utf-8"), folder


@pytest.mark.notebooks
def test_a_page_says_what_is_in_it(page):
    written, text, folder = page
    assert (written.title, written.films, written.stopped) == ("One", 1, 1)
    assert written.bytes == len(text.encode()) < MOST_BYTES
    assert "1 cell stopped with an error" in str(written)
    assert 'href="one.html"' in (folder / "pages/index.html").read_text("utf-8")


@pytest.mark.notebooks
def test_the_script_is_on_the_page_once_and_its_policy_names_it(page):
    _, text, _ = page
    assert text.count("function pageModel") == 1
    (code,) = re.findall(r'(?s)<script type="module">(.*?)</script>', text)
    assert code == page_script()
    assert f"script-src '{code_hash(code)}'" in text


@pytest.mark.notebooks
def test_markup_of_a_notebook_neither_runs_nor_fetches(page):
    _, text, _ = page
    found = Tags(text).found
    assert [tag for tag, _ in found].count("script") == 2
    assert not [name for _, attributes in found for name in attributes if name.startswith("on")]
    assert "&lt;script&gt;x()&lt;/script&gt;" in text
    assert '<div class="html"><b>7</b></div>' in text
    assert "TypeError: can only concatenate" in text


@pytest.mark.notebooks
def test_nothing_comes_from_outside_the_file(page):
    _, text, _ = page
    fetching = {"src", "srcset", "data", "poster", "action", "formaction", "background", "ping"}
    asked = [value for _, each in Tags(text).found for name, value in each.items() if name in fetching]
    assert all(value.startswith("data:") for value in asked)
    assert not {"link", "iframe", "object", "embed", "base"} & {tag for tag, _ in Tags(text).found}
    assert not re.search(r"@import|url\((?!#)|\bimport\(|\bfetch\(|XMLHttpRequest|WebSocket", text)


@pytest.mark.notebooks
def test_pages_lead_to_each_other_and_the_index_to_all(tmp_path):
    link = new_markdown_cell("[Two](two.ipynb), [three](three.ipynb)")
    paths = [notebook_in(tmp_path, link, new_code_cell("import kafkaviz"), name=name) for name in ("one", "two")]
    export(paths, tmp_path / "pages")
    text = (tmp_path / "pages/one.html").read_text("utf-8")
    assert '<a href="two.html">Two</a>, three' in text
    index = Tags((tmp_path / "pages/index.html").read_text("utf-8")).found
    assert [each["href"] for tag, each in index if tag == "a"] == ["one.html", "two.html"]


@pytest.mark.notebooks
@pytest.mark.slow
def test_the_same_notebook_gives_the_same_bytes(page):
    _, text, folder = page
    export([folder / "one.ipynb"], folder / "again")
    assert (folder / "again/one.html").read_text("utf-8") == text


def test_markup_that_shows_something_stays():
    table = '<table aria-label="Load"><tbody><tr><th scope="row" style="text-align: left;">1</th></tr></tbody></table>'
    assert clean(table) == table
    assert clean("<details><summary>What happened?</summary>This.</details>").startswith("<details><summary>")


def test_a_style_or_a_script_leaves_no_words_behind():
    assert clean("<style>.a { color: red }</style><b>7</b><script>x()</script>") == "<b>7</b>"


def test_packed_films_hold_no_markup():
    assert not set(pack_json({"a": "</script>"})) & set("<>&")


@pytest.mark.parametrize(
    ("metadata", "source", "said"),
    [
        ({"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}, FILM, "is a notebook for R; only those"),
        ({}, "1 + 1", "does not use kafkaviz; `jupyter nbconvert --to html` exports any notebook."),
    ],
)
def test_another_programs_notebook_gets_one_sentence(tmp_path, capsys, metadata, source, said):
    path = notebook_in(tmp_path, new_code_cell(source), **metadata)
    assert main(["export", str(path), "-o", str(tmp_path / "pages")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_what_is_no_notebook_gets_one_sentence(tmp_path, capsys):
    (tmp_path / "text.ipynb").write_text("no JSON")
    for name in ("text.ipynb", "missing.ipynb", "."):
        assert main(["export", str(tmp_path / name), "-o", str(tmp_path / "pages")]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "is no notebook that can be read" in line


def test_a_folder_that_cannot_be_written_gets_one_sentence_before_anything_runs(tmp_path, capsys):
    path = notebook_in(tmp_path, new_code_cell(FILM))
    assert main(["export", str(path), "-o", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "one.ipynb is no folder that can be written to" in line


def test_no_notebook_and_no_folder_are_asked_for(capsys):
    for given in (["export"], ["export", "one.ipynb"], ["export", "-o", "pages"]):
        with pytest.raises(SystemExit):
            main(given)
        assert "are required" in capsys.readouterr().err


def test_two_notebooks_of_one_name_in_folders_of_one_name_are_refused(tmp_path):
    with pytest.raises(InvalidArgumentError, match=r"would both become a-one\.html"):
        page_names([tmp_path / "a/one.ipynb", tmp_path / "b/a/one.ipynb"])
