"""What the documents promise is there: notebooks, exercises, commands, minutes, answers, and code that runs."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from kafkaviz import Lab
from kafkaviz.__main__ import main
from kafkaviz.course.exercises import every_exercise, notebook_of
from tests.course.exercises.kept import answers
from tests.sampling import together
from tools.course_notebooks import LESSONS
from tools.notebook_files import NOTEBOOKS, ROOT

README, INSTRUCTOR = ROOT / "README.md", ROOT / "INSTRUCTOR.md"
PAGES = sorted(ROOT.glob("*.md"))
EXERCISES = {exercise.id: exercise for exercise in every_exercise()}
COURSE = [NOTEBOOKS / f"{lesson.stem}.ipynb" for lesson in LESSONS]
BLOCK = re.compile(r"(?m)^## (?P<title>.+) · (?P<minutes>\d+) min$")
ROW = re.compile(r"(?m)^\| .+ \|$")
WORKSHOP_MINUTES, HALF_DAY_MINUTES, DAY_MINUTES = 90, 225, 480


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def rows_after(text: str, start: str) -> list[list[str]]:
    """Returns the cells of the first table after some words, without its head."""
    table = text[text.index(start) :].partition("| --- |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in ROW.findall(table)]


def anchor(heading: str) -> str:
    """Returns the name by which a page on the web links to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def minutes_of(path: Path) -> tuple[int, int]:
    """Returns the minutes a notebook says it takes, and those it says its exercises take."""
    (line,) = re.findall(r"⏱ .*", nbformat.read(path, as_version=4).cells[0].source)
    reading, exercises = re.match(r"⏱ (\d+) minutes(?:, and (\d+) for the exercises)?", line).groups(default="0")
    return int(reading), int(exercises)


def exercises_of(path: Path) -> list[str]:
    return [id for id in EXERCISES if notebook_of(id) == path.name[:2]]


@together(PAGES, lambda page: page.name)
def test_every_notebook_and_tool_a_page_names_exists(page):
    named = re.findall(r"\b(?:notebooks|exercises|solutions|tools|benchmarks|tests)/\w+\.(?:ipynb|py)\b", text_of(page))
    assert [name for name in named if not (ROOT / name).exists()] == []


@together(PAGES, lambda page: page.name)
def test_every_module_a_page_names_exists(page):
    named = [name for code in re.findall(r"`([^`\s]+/[^`\s]*)`", text_of(page)) for name in expanded(code)]
    modules = [name for name in named if re.fullmatch(r"[\w./]+(\.(py|js|md|ipynb)|/)", name) and "XX" not in name]
    homes = (
        ROOT,
        ROOT / "kafkaviz",
        ROOT / "kafkaviz" / "scene",
        ROOT / "kafkaviz" / "player",
        ROOT / "kafkaviz" / "model",
    )
    assert [name for name in modules if not any((home / name).exists() for home in homes)] == []


def expanded(name: str) -> list[str]:
    """Returns the names that braces in a name stand for.

    >>> expanded("lab/{words,knobs}.py")
    ['lab/words.py', 'lab/knobs.py']
    """
    found = re.search(r"\{(.+?)\}", name)
    return [name.replace(found[0], one) for one in found[1].split(",")] if found else [name]


@together(PAGES, lambda page: page.name)
def test_every_exercise_a_page_names_exists(page):
    assert sorted(set(re.findall(r"\b(?:E\d\d|X\d)\.\d\b", text_of(page))) - set(EXERCISES)) == []


@together(PAGES, lambda page: page.name)
def test_every_command_a_page_names_exists(page):
    text = text_of(page)
    targets = re.findall(r"(?m)^([a-z]+):", text_of(ROOT / "Makefile"))
    assert [name for name in re.findall(r"`make ([a-z]+)", text) if name not in targets] == []
    for command in re.findall(r"(?:python -m |^|`)kafkaviz ([\w-]+)", text, re.MULTILINE):
        with pytest.raises(SystemExit, match="0"):
            main([command, "--help"])


@together(PAGES, lambda page: page.name)
def test_every_link_to_a_heading_finds_it(page):
    for target, name in re.findall(r"\]\(([\w.]*)#([^)]+)\)", text_of(page)):
        headings = re.findall(r"(?m)^#+ (.+)$", text_of(ROOT / target if target else page))
        assert name in map(anchor, headings), f"{target}#{name}"


def test_the_path_names_every_notebook_with_its_minutes_and_stars():
    rows = rows_after(text_of(README), "## The path")
    assert [re.search(r"notebooks/([\w.]+)", row[1])[1] for row in rows] == [path.name for path in COURSE]
    for path, (*_, minutes, exercises, _java) in zip(COURSE, rows, strict=True):
        mine = [EXERCISES[id] for id in exercises_of(path)]
        assert (int(minutes), sum(exercise.minutes for exercise in mine)) == minutes_of(path), path.name
        assert exercises.count("★") == sum(exercise.stars for exercise in mine), path.name
        assert not mine or f", {minutes_of(path)[1]} min]" in exercises, path.name


def test_the_first_notebook_has_the_whole_map():
    cells = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", as_version=4).cells
    (chart,) = (cell.source for cell in cells if "map of the course" in cell.source and cell.cell_type == "markdown")
    for path in COURSE[1:]:
        (row,) = (row for row in ROW.findall(chart) if f"({path.name})" in row)
        assert f"| {minutes_of(path)[0]} |" in row, path.name
        mine = exercises_of(path)
        assert re.findall(r"(?:E\d\d|X\d)\.\d", row) == (mine and [mine[0], mine[-1]]), path.name


def test_the_notebooks_of_the_course_are_one_path():
    core = [NOTEBOOKS / f"{lesson.stem}.ipynb" for lesson in LESSONS if not lesson.java]
    assert [path.name[:2] for path in core] == [f"{number:02}" for number in range(len(core))]
    last = {path.name: nbformat.read(path, as_version=4).cells[-1].source for path in core}
    for one, after in pairwise(path.name for path in core):
        assert f"]({after})" in last[one].partition("**Next:**")[2], one
        assert f"]({one})" in last[after].partition("**Previous:**")[2], after


def test_the_blocks_of_the_workshop_add_up_to_ninety_minutes():
    text = text_of(INSTRUCTOR)
    blocks = [(block["title"], int(block["minutes"])) for block in BLOCK.finditer(text)]
    planned = rows_after(text, "# For the person in front")
    assert [(re.match(r"\[(.+?)\]", row[0])[1], int(row[-1])) for row in planned] == blocks
    assert sum(minutes for _, minutes in blocks) == WORKSHOP_MINUTES
    for title, minutes in blocks:
        assert sum(int(row[0]) for row in rows_after(text, f"## {title} ·")) == minutes, title


def test_a_day_adds_up():
    assert sum(int(row[0]) for row in rows_after(text_of(INSTRUCTOR), "## A day")) == DAY_MINUTES


def test_half_a_day_adds_up():
    assert sum(int(row[0]) for row in rows_after(text_of(INSTRUCTOR), "## Half a day")) == HALF_DAY_MINUTES


def test_every_wrong_answer_gets_the_sentence_that_the_instructor_reads():
    rows = rows_after(text_of(INSTRUCTOR), "## Common wrong answers")
    assert len(rows) >= 12
    for id, _thought, said, _ask in rows:
        assert said.strip("*").replace("`", "") in [sentence for _, sentence in answers(id).WRONG.values()], (
            f"{id}: {said}"
        )


def cells_in(page: Path) -> list[str]:
    blocks = re.findall(r"(?ms)^ *```python\n(.*?)^ *```", text_of(page))
    return [re.sub(r"(?m)^   (?=\S)", "", block) for block in blocks]


@pytest.mark.parametrize(
    "source", [*cells_in(README), *cells_in(INSTRUCTOR)], ids=lambda source: source.split("\n")[-2]
)
def test_what_a_page_tells_to_type_shows_something(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    *head, last = ast.parse(source).body
    names = {"Lab": Lab}
    exec(compile(ast.Module(head, []), "page", "exec"), names)
    shown = eval(compile(ast.Expression(last.value), "page", "eval"), names)
    assert hasattr(shown, "_repr_mimebundle_") or Path(shown).stat().st_size > 10_000
