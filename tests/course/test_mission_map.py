"""Which claims of the articles the course teaches: by a question, by a film, or by an exercise, never by a mention."""

from importlib import import_module
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.read_once import notebook
from tests.test_predictions import ASKED, telling
from tools.course_notebooks import LESSONS
from tools.coverage import MAP, MISSING, TAG, as_map, as_missing, claims, course, taught_in
from tools.notebook_files import NOTEBOOKS

CLAIMS = 158
TAUGHT = {path: taught_in(notebook(path), path.name.split("_")[0]) for path in course()}
ALL = [one for found in TAUGHT.values() for one in found]
TEACHING = [path for path, found in TAUGHT.items() if path.parent == NOTEBOOKS and found]


def test_the_map_holds_every_claim_of_the_articles_once() -> None:
    ids = [claim["id"] for claim in claims()]
    assert len(ids) == len(set(ids)) == CLAIMS


def test_the_map_says_what_the_tags_say() -> None:
    assert MAP.read_text("utf-8") == as_map(claims(), ALL), "run `python tools/coverage.py`"


def test_there_is_no_claim_that_nothing_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    missing = as_missing(claims(), ALL)
    with capsys.disabled():
        print(f"\n{CLAIMS - len(missing.splitlines())} of {CLAIMS} claims are taught")
    assert missing == "" == MISSING.read_text("utf-8")


def test_every_notebook_teaches_a_claim() -> None:
    # No article speaks of a metadata log: the last notebook is about a real one.
    assert [path.name for path in NOTEBOOKS.glob("*.ipynb") if path not in TEACHING] == ["13_last_night.ipynb"]


def test_what_is_measured_stands_in_its_column() -> None:
    by_kind = {
        kind: {n for claim in claims() for n in claim[kind].split(", ") if n} for kind in ("see", "do", "measure")
    }
    assert by_kind["measure"] == {lesson.number for lesson in LESSONS if lesson.java}
    assert all(n.isdigit() for n in by_kind["see"]) and all(n[0] in "EX" for n in by_kind["do"])


@pytest.mark.parametrize("path", TEACHING, ids=lambda path: path.name)
def test_a_course_without_one_notebook_teaches_less(path: Path) -> None:
    rest = [one for other, found in TAUGHT.items() if other != path for one in found]
    assert as_map(claims(), rest) != MAP.read_text("utf-8")


# Those that come later ask again what others have taught.
@pytest.mark.parametrize("number", [lesson.number for lesson in LESSONS if lesson.number < "11"])
def test_without_a_lesson_and_its_exercises_a_claim_is_missing(number: str) -> None:
    rest = [one for path, found in TAUGHT.items() if not path.name.startswith(number) for one in found]
    assert set(as_missing(claims(), rest).splitlines()) > set(MISSING.read_text("utf-8").splitlines())


@pytest.mark.parametrize(
    ("source", "by"),
    [
        ("quiz(nb07.WHO_ELECTS)", "07"),
        ("lab.kill(1).film(since=alive)", "07"),
        ("Lab(brokers=3).kill(1)", "07"),
        ('compare(a, b, lens="replication")', "07"),
        ('check("E07.1", my_elect_leader)', "E07.1"),
        ('verdict = check("X1.4", my_home)\nverdict', "X1.4"),
    ],
)
def test_a_question_a_film_and_an_exercise_teach(source: str, by: str) -> None:
    notebook = new_notebook(cells=[new_code_cell(source, metadata={"tags": ["claim:004-45", "answer"]})])
    assert taught_in(notebook, "07") == [("004-45", by)]


@pytest.mark.parametrize(
    "cell", [new_markdown_cell("quiz(me)"), new_code_cell("lab.story()"), new_code_cell("# a film of a leader")]
)
def test_a_mention_teaches_nothing(cell) -> None:
    cell.metadata["tags"] = ["claim:004-45"]
    with pytest.raises(
        ValueError, match="07, cell 0: a tag claim:… stands on a cell that asks, films and checks nothing"
    ):
        taught_in(new_notebook(cells=[cell]), "07")


def test_a_tag_of_a_claim_that_no_article_makes_is_refused() -> None:
    notebook = new_notebook(cells=[new_code_cell("quiz(one)", metadata={"tags": ["claim:009-99"]})])
    with pytest.raises(ValueError, match="07 is tagged claim:009-99, and no article claims that"):
        as_map(claims(), taught_in(notebook, "07"))


COMMON = frozenset("kafka message cluster topic broker partition data use make system row takeaway benefit".split())  # noqa: SIM905
IN_OTHER_WORDS = {
    "fail": "crash die dead dies dying kill gone failover",
    "down": "crash die dead dies gone away",
    "tolerance": "crash die dead dies survive",
    "durability": "lost lose disk safe survive acknowledged",
    "availability": "crash dead answer serve leads failover",
    "los": "lost lose",
    "split": "partitions p0 p1",
    "distribut": "spread place placed falls shares uneven even load placer dealt lands",
    "evenly": "even uneven share fullest",
    "assignment": "assign assigned owner share placed chooses",
    "ownership": "leads leader replicas",
    "assign": "place placed lead leader placer created copies",
    "leader": "leads lead leading elect",
    "replicated": "copies copy replicas follower",
    "replication": "copies copy replicas follower",
    "monitor": "heartbeat heartbeats session",
    "order": "orders sequence first before offsets",
    "group": "topics about",
    "groups": "topics about",
    "logically": "about",
    "consumption": "consumers read reads",
    "instanc": "consumer consumers member",
    "increas": "grow grows partitions add",
    "decreas": "shrink fewer",
    "scal": "grow more broker brokers join",
    "throughput": "records/s a second rate capacity",
    "load": "busiest leads records",
    "balanc": "busiest leads even",
    "backup": "copy copies replica",
    "persist": "disk",
    "follower": "replicas copies",
    "acros": "leads leader",
    "immutable": "changes change edit overwrite stays",
    "custom": "my_partitioner own function",
    "producer": "sends send partitioner",
    "invok": "asks ask request goes",
    "placement": "broker 1 leads",
    "contiguous": "range block",
    "divid": "range",
    "numerically": "range",
    "consumer": "C1 C2 member reader",
    "more": "fifth ninth sixteen 16 more",
}
"""What a learner meets instead of a word of an article, by its stem."""


def taught_by(notebook, number):
    """Yields each claim that a cell is tagged with, and what the cell asks, checks and shows, in words."""
    module = {True: f"nb{number}", False: number}[number.isdigit()]
    asked = import_module(f"kafkaviz.scenarios.questions.{module}")
    for place, cell in enumerate(notebook.cells):
        tags = [tag.removeprefix(TAG) for tag in cell.metadata.get("tags", ()) if tag.startswith(TAG)]
        if not tags:
            continue
        told = [cell.source, *(output.get("data", {}).get("text/plain", "") for output in cell.outputs)]
        told += [str(getattr(asked, name, "")) for name in ASKED.findall(cell.source)]
        told += [other.source for other in notebook.cells[max(place - 2, 0) : place + 2]]
        yield from ((tag, place, "\n".join(told)) for tag in tags)


@pytest.mark.parametrize("path", [path for path in course() if path.parent == NOTEBOOKS], ids=lambda path: path.stem)
def test_a_tagged_cell_names_a_term_of_its_claim(path: Path) -> None:
    said = {claim["id"]: claim["claim"] for claim in claims()}
    for claim, place, told in taught_by(notebook(path), path.name.split("_")[0]):
        terms = telling(said[claim]) - COMMON
        others = " ".join(words for term, words in IN_OTHER_WORDS.items() if term in terms)
        assert (terms | telling(others)) & telling(told), (
            f"cell {place} is tagged {claim}, and names none of {sorted(terms)}"
        )
