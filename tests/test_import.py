"""`import kafkaviz` is quick and lazy, and every name it promises is there."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import kafkaviz
from tests.sampling import together

HEAVY = {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "pandas", "pyarrow", "pyspark"}


@cache
def loaded() -> list[set[str]]:
    """Returns the modules that a fresh interpreter has loaded before it runs any of these lines, and after each."""
    lines = [
        "import sys, json",
        "import kafkaviz",
        "from kafkaviz import Lab; Lab(brokers=3)",
        "from kafkaviz import *",
    ]
    code = "; print(json.dumps(sorted(sys.modules)))\n".join([*lines, ""])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [set(json.loads(line)) for line in done.stdout.splitlines()]


def top(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def test_the_import_loads_nothing_but_the_standard_library():
    before, after, *_ = loaded()
    assert top(after) - top(before) - set(sys.stdlib_module_names) == {"kafkaviz"}


@together(kafkaviz.__all__)
def test_every_public_name_is_there(name):
    assert getattr(kafkaviz, name).__name__ == name
    assert name in dir(kafkaviz)


def test_no_public_name_is_that_of_a_package_which_would_take_its_place_when_it_is_imported():
    packages = {path.parent.name for path in Path(kafkaviz.__file__).parent.glob("*/__init__.py")}
    assert "metadata_log" in packages and packages.isdisjoint(kafkaviz.__all__)


def test_every_name_is_there_before_a_real_clusters_log_is_read_or_a_room_is_watched():
    *_, last = loaded()
    assert {"kafkaviz.metadata_log.reading", "kafkaviz.course.classroom.watching"}.isdisjoint(last)


def test_a_lab_is_built_without_pictures_widgets_or_spark():
    assert top(loaded()[2]) & HEAVY == set()


def test_a_name_that_is_not_there_gets_the_one_that_was_meant():
    with pytest.raises(AttributeError, match=r"kafkaviz has no 'compar'; did you mean 'compare'"):
        _ = kafkaviz.compar
    with pytest.raises(AttributeError, match="kafkaviz has no 'x'; there are Lab, break_it, challenge"):
        _ = kafkaviz.x
