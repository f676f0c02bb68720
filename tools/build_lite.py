"""Builds the site on which the course runs in a browser, without a server and without Spark.

python tools/build_lite.py [FOLDER]    build/site/lite, unless another folder is named
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

import nbformat  # noqa: E402
from nbformat.notebooknode import NotebookNode  # noqa: E402
from nbformat.v4 import new_code_cell, new_output  # noqa: E402
from nbformat.v4.rwbase import rejoin_lines  # noqa: E402

from kafkaviz.course.materials import carried  # noqa: E402
from kafkaviz.spark.spark_session import IN_A_BROWSER, SparkStartError  # noqa: E402
from tools.course_notebooks import LESSONS  # noqa: E402
from tools.lite_kernel import STUBS, interpreter, needed, run, wheels, write_packages  # noqa: E402

WORK = ROOT / "build/lite"
KERNEL: Final = "@jupyterlite/pyodide-kernel-extension:kernel"
APPS: Final = ("lab", "notebooks")
FIRST: Final = "notebooks/00_start_here.ipynb"
# A path in the address opens the list of files, which at 1280 pixels leaves a film too little room.
WORKSPACE: Final = {
    "data": {
        "layout-restorer:data": {
            "main": {
                "dock": {"type": "tab-area", "currentIndex": 0, "widgets": [f"notebook:{FIRST}"]},
                "current": f"notebook:{FIRST}",
            },
            "left": {"collapsed": True, "visible": True, "widgets": []},
        },
        f"notebook:{FIRST}": {"data": {"path": FIRST, "factory": "Notebook"}},
    },
    "metadata": {"id": "default"},
}
# The script holds no settings; the other pages look for one in the page above them.
INDEX: Final = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=lab/index.html">
<title>kafkaviz</title>
<link rel="icon" href="lab/favicon.ico">
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>
<a href="lab/index.html">Open the start notebook</a>
"""


def main(arguments: list[str]) -> None:
    """Builds the site into the folder that is named."""
    site = Path(arguments[0]).resolve() if arguments else ROOT / "build/site/lite"
    parts, cache = WORK / "parts", WORK / "cache"
    shutil.rmtree(parts, ignore_errors=True)
    shutil.rmtree(site, ignore_errors=True)
    python = parts / "static/pyodide"
    for folder in (python, cache):
        folder.mkdir(parents=True, exist_ok=True)
    write_packages(interpreter(cache, python), wheels(cache), python)
    write_settings(parts)
    lay_out(parts / "course")
    run(
        *(sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps", "--no-unused-shared-packages"),
        *(f"--lite-dir={parts}", f"--output-dir={site}", f"--contents={parts / 'course'}"),
        *(f"--apps={app}" for app in APPS),
        folder=parts,  # It keeps what it has done in the folder where it runs, and would leave it out another time.
    )
    (site / "index.html").write_text(INDEX, encoding="utf-8")


def write_settings(folder: Path) -> None:
    """Says what the pages read first: which kernel, what it loads as it starts, and that nothing is asked elsewhere."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [*STUBS, *needed()]},
    }
    page = {"appName": "kafkaviz", "litePluginSettings": {KERNEL: kernel}}
    settings = {"jupyter-lite-schema-version": 0, "jupyter-config-data": page}
    (folder / "jupyter-lite.json").write_text(json.dumps(settings, indent=2), encoding="utf-8")
    (folder / "workspaces").mkdir()
    (folder / "workspaces/default.jupyterlab-workspace").write_text(json.dumps(WORKSPACE), encoding="utf-8")
    shutil.copy(ROOT / "jupyter/overrides.json", folder)


def lay_out(folder: Path) -> None:
    """Copies what a learner gets, as `kafkaviz course` would bring it."""
    on_spark = {f"{lesson.stem}.ipynb" for lesson in LESSONS if lesson.java}
    for name, file in carried.files(ROOT).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".ipynb":
            notebook = nbformat.read(file, as_version=4)
            if target.name in on_spark:
                notebook.cells.insert(1, where_it_runs())
            # A server hands a page each source as one text; here nobody stands between the file and the page.
            target.write_text(json.dumps(rejoin_lines(notebook)), encoding="utf-8")
        else:
            shutil.copy(file, target)


def where_it_runs() -> NotebookNode:
    """Returns a cell that says in one sentence where a notebook of Spark runs, and says it again when it is run."""
    name = SparkStartError.__name__
    said = new_output("error", ename=name, evalue=IN_A_BROWSER, traceback=[f"{name}: {IN_A_BROWSER}"])
    source = "from kafkaviz.spark import session\n\nsession()"
    return new_code_cell(source, id="where-it-runs", execution_count=1, outputs=[said])


if __name__ == "__main__":
    main(sys.argv[1:])
