"""`import kafkaviz` is quick and lazy, and every name it promises is there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kafkaviz
from tests.sampling import together

HEAVY = {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "pandas", "pyarrow", "pyspark"}


def loaded_after(code: str) -> set[str]:
    """Returns the top-level modules that a fresh interpreter has loaded after running the code."""
    tell = "; import sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", code + tell], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_the_import_loads_nothing_but_the_standard_library():
    new = loaded_after("import kafkaviz") - loaded_after("pass")
    assert new - set(sys.stdlib_module_names) == {"kafkaviz"}


@together(kafkaviz.__all__)
def test_every_public_name_is_there(name):
    assert getattr(kafkaviz, name).__name__ == name
    assert name in dir(kafkaviz)


def test_no_public_name_is_that_of_a_package_which_would_take_its_place_when_it_is_imported():
    packages = {path.parent.name for path in Path(kafkaviz.__file__).parent.glob("*/__init__.py")}
    assert "metadata_log" in packages and packages.isdisjoint(kafkaviz.__all__)


def test_every_name_is_there_before_a_real_clusters_log_is_read_or_a_room_is_watched():
    later = ["kafkaviz.metadata_log.reading", "kafkaviz.course.classroom.watching"]
    code = f"from kafkaviz import *; import sys; sys.exit(any(name in sys.modules for name in {later}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_lab_is_built_without_pictures_widgets_or_spark():
    assert loaded_after("from kafkaviz import Lab; Lab(brokers=3)") & HEAVY == set()


def test_a_name_that_is_not_there_gets_the_one_that_was_meant():
    with pytest.raises(AttributeError, match=r"kafkaviz has no 'compar'; did you mean 'compare'"):
        _ = kafkaviz.compar
    with pytest.raises(AttributeError, match="kafkaviz has no 'x'; there are Lab, break_it, challenge"):
        _ = kafkaviz.x
