"""`kafkaviz.spark` loads a name when it is used: a pipeline that counts loads no model, a doctor no Spark of ours."""

import json
import subprocess
import sys
from pkgutil import iter_modules

import pytest

import kafkaviz.spark
from tests.sampling import together

MOST_MODULES = 90

COUNTING = """
import contextlib, json, sys
from pathlib import Path
from kafkaviz.__main__ import main
with contextlib.redirect_stdout(sys.stderr):
    code = main({arguments})
    assert code == 0, code
print(json.dumps(sorted(name for name in sys.modules if name.partition(".")[0] == "kafkaviz")))
"""


def loaded_by(*arguments: str) -> list[str]:
    """Returns the modules of kafkaviz that a fresh interpreter has loaded after a command."""
    code = COUNTING.format(arguments=list(arguments))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded: list[str] = json.loads(done.stdout)
    return loaded


@pytest.mark.spark
@pytest.mark.slow
def test_a_pipeline_that_counts_loads_no_model(tmp_path):
    routed = ["--partitions", "6", "--cores", "2", "--memory", "512m", "--output", str(tmp_path / "out")]
    loaded = loaded_by("pipeline", "--workload", "zipf", "--records", "2000", *routed)
    assert "kafkaviz.spark.generator.workload" in loaded
    assert [name for name in loaded if name.startswith("kafkaviz.model")] == []
    assert len(loaded) <= MOST_MODULES


@pytest.mark.slow
def test_no_other_command_loads_the_pipeline_and_the_doctor_asks_for_java_alone():
    loaded = loaded_by("doctor")
    assert "kafkaviz.spark.java" in loaded
    assert {name for name in loaded if name.startswith(("kafkaviz.pipeline", "kafkaviz.model"))} == set()
    assert len(loaded) <= 10


def test_the_names_load_no_model_but_where_a_trace_or_the_order_of_records_needs_it():
    code = "import sys, kafkaviz.spark as spark; [getattr(spark, name) for name in spark.__all__]; "
    code += "print(*(name for name in sys.modules if name.startswith('kafkaviz.model')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@together(kafkaviz.spark.__all__)
def test_every_public_name_is_there(name):
    assert getattr(kafkaviz.spark, name) is not None
    assert name in dir(kafkaviz.spark)


def test_no_public_name_is_that_of_a_module_which_would_take_its_place_when_it_is_imported():
    modules = {module.name for module in iter_modules(kafkaviz.spark.__path__)}
    assert "routing" in modules and modules.isdisjoint(kafkaviz.spark.__all__)


def test_a_name_that_is_not_there_is_refused_as_by_any_module():
    with pytest.raises(AttributeError, match=r"module 'kafkaviz\.spark' has no attribute 'rout'"):
        _ = kafkaviz.spark.rout


def test_a_notebook_written_before_a_name_changed_still_runs():
    from kafkaviz.spark import job_progress, progress

    assert progress is job_progress
    assert "progress" not in kafkaviz.spark.__all__
