"""Each box stands in one notebook, its home, under a tag that names its flag."""

import re
from collections import Counter
from functools import cache

import pytest

from kafkaviz.course.then_and_now.flags import FLAGS
from tests.read_once import notebook
from tools.notebook_files import NOTEBOOKS

TAG = "flag:"
HOMES = sorted({flag.home for flag in FLAGS})


@cache
def placed() -> list[tuple[str, str, str]]:
    """Returns each tagged flag with the number of its notebook, and the cell that has the tag."""
    return [
        (tag.removeprefix(TAG), path.name[:2], cell.source)
        for path in sorted(NOTEBOOKS.glob("*.ipynb"))
        for cell in notebook(path).cells
        for tag in cell.metadata.get("tags", ())
        if tag.startswith(TAG)
    ]


def test_each_box_stands_once_and_at_home():
    homes = {flag.id: flag.home for flag in FLAGS}
    found = [(id, number) for id, number, _ in placed()]
    assert [one for one in found if one not in homes.items()] == [], "a box stands in another notebook than its home"
    assert [id for id, count in Counter(id for id, _ in found).items() if count > 1] == []


def test_each_tag_stands_on_the_cell_that_shows_its_box():
    wrong = [(id, number) for id, number, source in placed() if f'then_and_now("{id}")' not in source]
    assert wrong == []


def test_a_notebook_shows_no_box_without_its_tag():
    tagged = {(number, id) for id, number, _ in placed()}
    shown = {
        (path.name[:2], id)
        for path in NOTEBOOKS.glob("*.ipynb")
        for cell in notebook(path).cells
        if cell.cell_type == "code"
        for id in re.findall(r'(?m)^then_and_now\("(F\d\d)"\)$', cell.source)
    }
    assert shown == tagged


@pytest.mark.parametrize("number", HOMES)
def test_a_notebook_shows_every_box_whose_home_it_is(number):
    at_home = {flag.id for flag in FLAGS if flag.home == number}
    missing = sorted(at_home - {id for id, where, _ in placed() if where == number})
    assert missing == [], f"notebook {number} lacks {', '.join(missing)}: a cell then_and_now(…) with the tag flag:…"
