"""The plan of the ninety minutes: each section, film, exercise and number it mentions is there, and is right."""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat

from kafkaviz.course.exercises import every_exercise
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign
from kafkaviz.decisions.elections import elect_leader
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb09
from tests.sampling import together
from tools.course_notebooks import LESSONS
from tools.notebook_files import NOTEBOOKS, ROOT

PLAN = (ROOT / "INSTRUCTOR.md").read_text("utf-8")
BLOCK = re.compile(r"(?ms)^## (?P<title>[^\n]+?) · (?P<minutes>\d+) min\n(?P<text>.*?)(?=^## )")
EXERCISES = {exercise.id: exercise for exercise in every_exercise()}
MINUTES = {lesson.number: lesson.minutes for lesson in LESSONS}


class Row(NamedTuple):
    """One line of a block's table: its minutes, what is done, what is said, what to expect."""

    minutes: int
    do: str
    say: str
    expect: str


class Block(NamedTuple):
    """One block of the plan that works in a notebook."""

    title: str
    minutes: int
    path: Path
    rows: tuple[Row, ...]


def blocks() -> list[Block]:
    """Returns the blocks that name a notebook, with their tables."""
    paths = {path.name[:2]: path for path in NOTEBOOKS.glob("*.ipynb")}
    found = []
    for block in BLOCK.finditer(PLAN):
        named = re.search(r"(?m)^Notebook (\d\d)\.", block["text"])
        if named:
            cells = re.findall(r"(?m)^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \|$", block["text"])
            rows = tuple(Row(int(minutes), do, say, expect) for minutes, do, say, expect in cells)
            found.append(Block(block["title"], int(block["minutes"]), paths[named[1]], rows))
    return found


BLOCKS = blocks()
ROWS = [(block, row) for block in BLOCKS for row in block.rows]


def sections(path: Path) -> dict[str, str]:
    """Returns the source of each numbered section of a notebook; what comes before the first is section 0."""
    found, number = {"0": ""}, "0"
    for cell in nbformat.read(path, as_version=4).cells:
        for line in cell.source.split("\n"):
            heading = re.match(r"## (?:(\d)\.)?", line) if cell.cell_type == "markdown" else None
            number = heading[1] or "end" if heading else number
            found[number] = f"{found.get(number, '')}{line}\n"
    return found


def test_the_plan_has_a_block_for_each_lesson() -> None:
    assert [block.path.name[:2] for block in BLOCKS] == ["00", "03", "04", "05", "02", "07", "09"]
    assert all(sum(row.minutes for row in block.rows) == block.minutes for block in BLOCKS)


@together(ROWS, lambda at: f"{at[0].path.name[:2]} {at[1].do[:40]}")
def test_what_a_row_names_is_in_its_notebook(block: Block, row: Row) -> None:
    there, told = sections(block.path), f"{row.do} {row.say}"
    numbers = re.findall(r"sections? (\d)", row.do)
    assert set(numbers) <= set(there), "a section that is not there"
    source = "".join(there[number] for number in numbers) or "".join(there.values())
    if re.search(r"(film|it) stops and asks", row.do):
        assert "ask=" in source, "a film that does not ask"
    if "the poll" in row.do:
        assert ".poll(" in source
    for id in re.findall(r"E\d\d\.\d", row.do.split("; the fast ones")[0]):
        assert f"### {id} " in "".join(there.values()), f"{id} is not in the lesson"
        assert row.minutes >= EXERCISES[id].minutes
    for id in re.findall(r"E\d\d\.\d", told):
        assert id in EXERCISES
    for name in re.findall(r"`(\w+)`", row.do):
        assert name in source or name in ("ABC", "DEF", "GHI")


def test_what_the_article_is_quoted_with_stands_in_the_notebook() -> None:
    quoted = [(block, words) for block, row in ROWS for words in re.findall(r"\*([^*]+)\*, says the article", row.say)]
    assert quoted
    for block, words in quoted:
        assert words.lower() in "".join(sections(block.path).values()).lower()


def test_a_block_takes_no_longer_than_its_notebook_alone() -> None:
    for block in BLOCKS:
        number = block.path.name[:2]
        exercises = sum(e.minutes for e in EXERCISES.values() if e.id.startswith(f"E{number}"))
        assert block.minutes <= MINUTES[number] + exercises


def test_ten_minutes_are_slack() -> None:
    assert re.search(r"(?m)^## Slack · 10 min$", PLAN)
    assert "Eighty are planned, ten are slack." in PLAN
    assert sum(int(block["minutes"]) for block in BLOCK.finditer(PLAN)) == 90


NOTE = re.compile(r"(?P<words>.+[.?!]\*?) ⏱ (?P<minutes>\d+) min")
HALF_DAY = re.findall(
    r"(?m)^\| (\d+) \| (.*?) \| (.*?) \|$", PLAN.partition("## Half a day")[2].partition("## A day")[0]
)
NOTED = [
    (row, path)
    for row in HALF_DAY
    for path in sorted(NOTEBOOKS.glob("0*.ipynb"))
    if f"notebook {path.name[:2]}" in row[1]
]


@together(NOTED, lambda noted: noted[1].stem)
def test_what_half_a_day_shows_has_notes_that_fit_its_minutes(row: tuple[str, ...], path: Path) -> None:
    minutes, do, exercises = row
    notes = [
        (cell.source, cell.metadata["notes"])
        for cell in nbformat.read(path, as_version=4).cells
        if "notes" in cell.metadata
    ]
    found = [(source, NOTE.fullmatch(note)) for source, note in notes]
    assert all(note for _, note in found), "a note is sentences, and ends as ⏱ 3 min does"
    sentences = [len(re.findall(r"[.?!]\*?(?:\s|$)", note["words"])) for _, note in found if note]
    assert all(1 <= count <= 4 for count in sentences)
    spoken = sum(int(note["minutes"]) for _, note in found if note)
    assert int(minutes) // 2 <= spoken <= int(minutes)
    noted = "\n".join(source for source, _ in notes)
    lesson = "\n".join(sections(path).values())
    for section in re.findall(r"\d", "".join(re.findall(r"sections? ([\d and,]+)", do))):
        assert f"## {section}. " in noted
    for id in re.findall(r"E\d\d\.\d", exercises):
        assert f"### {id} " in noted or f"### {id} " not in lesson


def test_half_a_day_has_notes_in_every_lesson_that_it_shows() -> None:
    assert [path.name[:2] for _, path in NOTED] == ["00", "03", "04", "05", "06", "07", "08", "09"]


def row_of(text: str) -> Row:
    (found,) = [row for _, row in ROWS if text in row.do + row.say]
    return found


def test_the_numbers_to_expect_are_the_models() -> None:
    letters = [keyed_partition(key, 3) for key in (b"ABC", b"DEF", b"GHI")]
    assert letters == [0, 0, 0] and "It is 3, 0, 0: hashed" in row_of("the letters as keys").expect
    assert "nine seconds" in row_of("Who answers, and **when**").expect and ERAS["4.4"].session_timeout_ms == 9_000
    assert nb04.counts(nb04.news()) == [9, 0, 3] and "It is 9, 0, 3" in row_of("Football, basketball").expect
    dealt = [nb04.counts(nb04.news(football=10, partitions=count)) for count in (3, 6, 12)]
    worse = [max(counts) * len(counts) for counts in dealt]
    assert worse == sorted(worse) and len(set(worse)) == 3 and "*worse*" in row_of("the hot key").expect


def test_the_numbers_about_leaders_are_the_models() -> None:
    busiest = {name: nb07.load_shift(name).busiest().rows[0].leads for name in ("chained", "spread")}
    assert busiest == {"chained": 8, "spread": 5} and "Spread yes; chained eight" in row_of("Five brokers").expect
    voters = len(Lab().cluster.controller.voters)  # type: ignore[union-attr]
    assert (voters, Lab().cluster.controller.majority) == (3, 2)  # type: ignore[union-attr]
    assert "Two of three" in row_of("How many votes of three").expect
    assert elect_leader((1, 2, 3), (1, 3), (2, 3)).leader == 3 and "3 · broker 3 · all six" in PLAN


def test_the_numbers_about_groups_are_the_models() -> None:
    three = {name: Subscription(("t",)) for name in ("C1", "C2", "C3")}
    assert range_assign({"t": 7}, three)["C2"] == [TopicPartition("t", 3), TopicPartition("t", 4)]
    assert roundrobin_assign({"t": 7}, three)["C2"] == [TopicPartition("t", 1), TopicPartition("t", 4)]
    assert "left 3 and 4, right 1 and 4" in row_of("halves of the room").expect
    moved = {}
    for rule in ("range", "sticky"):
        lab = nb09.group(assignor=rule)
        before = lab.cluster
        moved[rule] = len(lab.join("app", "C3", topics=["t0"]).moved(before).rows)
    assert moved == {"range": 3, "sticky": 2}
    assert (
        "three moved, six stopped" in row_of("`C3` joins").expect and "Sticky moves two" in row_of("eager beside").say
    )
