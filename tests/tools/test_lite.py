"""The site for a browser is made of what is locked, and brings the whole course."""

import json
import tomllib
import zipfile

import pytest

pytest.importorskip(
    "jupyterlite_pyodide_kernel", reason="The kernel of the browser is missing: install the extra, kafkaviz[lite]."
)
from packaging.specifiers import SpecifierSet

from kafkaviz.course.materials import carried
from kafkaviz.spark.spark_session import IN_A_BROWSER
from tools.build_lite import lay_out, write_settings
from tools.course_notebooks import LESSONS
from tools.lite_kernel import NOT_THERE, PYODIDE_PYTHON_VERSION, locked, modules_of, needed, write_lean
from tools.notebook_files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_whatever_the_browser_gets_is_in_the_one_lock():
    asked = needed()
    assert {"kafkaviz", "anywidget", "ipython", "ipywidgets", "micropip", "networkx", "traitlets"} <= asked.keys()
    assert asked.keys() - {"kafkaviz"} <= locked().keys(), "run `make lock`"
    assert {other for needs in asked.values() for other in needs} <= asked.keys() and not asked.keys() & NOT_THERE
    assert PYODIDE_PYTHON_VERSION in SpecifierSet(PROJECT["requires-python"])


def test_the_page_asks_nobody_outside(tmp_path):
    write_settings(tmp_path)
    (kernel,) = json.loads((tmp_path / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"][
        "litePluginSettings"
    ].values()
    assert kernel["disablePyPIFallback"] is True and kernel["pyodideUrl"].startswith("./")
    assert {"kafkaviz", "piplite", "pyodide-kernel", *needed()} <= {*kernel["loadPyodideOptions"]["packages"]}


def test_a_wheel_is_lean_and_its_record_says_so(tmp_path):
    files = {"one/__init__.py": "", "one/tests/test_it.py": "", "two.py": "", "one-1.data/data/x.js": ""}
    record = "".join(f"{name},,\n" for name in files)
    with zipfile.ZipFile(tmp_path / "one-1-py3-none-any.whl", "w") as wheel:
        for name, text in {**files, "one-1.dist-info/RECORD": record}.items():
            wheel.writestr(name, text)
    write_lean(tmp_path / "one-1-py3-none-any.whl", tmp_path / "lean.whl")
    with zipfile.ZipFile(tmp_path / "lean.whl") as lean:
        assert lean.namelist() == ["one/__init__.py", "two.py", "one-1.dist-info/RECORD"]
        assert lean.read("one-1.dist-info/RECORD").decode() == "one/__init__.py,,\ntwo.py,,\n"
    assert modules_of(tmp_path / "lean.whl") == {"one", "two"}


def test_the_course_is_laid_out_and_notebooks_of_spark_say_where_they_run(tmp_path):
    lay_out(tmp_path)
    assert {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")} == set(carried.files(ROOT))
    on_spark = {lesson.stem for lesson in LESSONS if lesson.java}
    for file in tmp_path.glob("*/*.ipynb"):
        cells = json.loads(file.read_text("utf-8"))["cells"]
        assert all(isinstance(cell["source"], str) for cell in cells), file.name
        said = [out["evalue"] for out in cells[1].get("outputs", ()) if out["output_type"] == "error"]
        assert said == ([IN_A_BROWSER] if file.stem in on_spark else []), file.name
