"""The checks of a notebook from the command line: one line each, and an exit code for whoever grades."""

import json
import os
import socket
from pathlib import Path

import nbformat
import pytest

from kafkaviz import records
from kafkaviz.__main__ import main
from kafkaviz.course.exercises import every_exercise, notebook_of
from kafkaviz.course.headless import run_checks, with_a_kernel
from kafkaviz.decisions.errors import InvalidArgumentError

RIGHT = """
from kafkaviz import check
def my_trace(message, partition_of, leader_of):
    return leader_of[partition_of[message]]
"""

NOISE = "import os\nos.write(2, b'Assertion failed')\n"


def notebook(path: Path, *cells: str) -> Path:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbformat.write(made, path)
    return path


@pytest.mark.notebooks
def test_each_check_is_told_in_a_line_and_a_later_one_counts(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "mine.json"))
    wrong = RIGHT.replace("leader_of[partition_of[message]]", "None")
    cells = [
        wrong + 'check("E03.1", my_trace)',
        NOISE + "1 // 0",
        RIGHT,
        'check("E03.1", my_trace)',
        'check("E03.2", ...)',
    ]
    mixed = notebook(tmp_path / "mixed.ipynb", *cells)
    assert main(["check", "--json", str(mixed)]) == 1
    out, err = capfd.readouterr()
    told = [json.loads(line) for line in out.splitlines()]
    assert [(one["cell"], one["id"], one["state"]) for one in told] == [
        (2, "", "error"),
        (4, "E03.1", told[1]["state"]),
        (5, "E03.2", "not attempted"),
    ]
    assert told[0]["said"].startswith("ZeroDivisionError")
    assert err == "", "what a kernel prints beside its cells is no line of a check"
    assert records.read()["checks"] == {}, "whoever grades changes nobody's progress"
    assert not (tmp_path / "mine.json").exists()


@pytest.mark.notebooks
@pytest.mark.parametrize(("folder", "code", "state"), [("solutions", 0, "correct"), ("exercises", 1, "not attempted")])
def test_solutions_are_correct_and_exercises_are_not_attempted(folder, code, state, capfd):
    file = next(Path(__file__).parents[2].glob(f"{folder}/03_*.ipynb"))
    assert main(["check", str(file)]) == code
    lines = capfd.readouterr().out.splitlines()
    asked = [one.id for one in every_exercise() if notebook_of(one.id) == "03"]
    assert len(lines) == len(asked) and all(f"  {state}" in line for line in lines)


@pytest.mark.notebooks
def test_a_notebook_without_a_check_is_said_to_have_none(tmp_path, capfd):
    assert main(["check", str(notebook(tmp_path / "none.ipynb", "1 + 1"))]) == 2
    assert capfd.readouterr().err.startswith("There is no check in ")


@pytest.mark.notebooks
def test_a_kernel_that_dies_is_told(tmp_path):
    found = run_checks(notebook(tmp_path / "dies.ipynb", "import os", "os._exit(1)", "2"))
    assert found[-1].said.startswith("The notebook did not end: ")


@pytest.mark.parametrize("text", [None, "", "not JSON", "[]", "{}"])
def test_what_is_no_notebook_is_refused_in_one_line(tmp_path, text, capfd):
    file = tmp_path / "file.ipynb"
    if text is not None:
        file.write_text(text)
    assert main(["check", str(file)]) == 2
    err = capfd.readouterr().err
    assert "is no notebook that can be read" in err and err.count("\n") == 1


@pytest.mark.parametrize("cells", ["[1, 2]", "[" * 100_000, '{"a": ' * 100_000])
def test_whatever_the_cells_are_a_notebook_is_refused_in_a_line(tmp_path, cells):
    odd = tmp_path / "odd.ipynb"
    odd.write_text(f'{{"cells": {cells}, "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}')
    with pytest.raises(InvalidArgumentError, match="is no notebook that can be read"):
        run_checks(odd)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes.")
def test_a_pipe_is_no_notebook(tmp_path):
    os.mkfifo(tmp_path / "pipe.ipynb")
    with pytest.raises(InvalidArgumentError, match="it is no ordinary file"):
        run_checks(tmp_path / "pipe.ipynb")


@pytest.mark.notebooks
def test_a_kernel_whose_port_is_taken_before_it_listens_is_started_again(tmp_path, monkeypatch):
    from jupyter_client.provisioning.local_provisioner import LocalPortCache

    taken = socket.create_server(("127.0.0.1", 0))
    ports, free = [taken.getsockname()[1]], LocalPortCache.find_available_port
    monkeypatch.setattr(
        LocalPortCache, "find_available_port", lambda cache, ip: ports.pop() if ports else free(cache, ip)
    )
    with taken:
        (found,) = run_checks(notebook(tmp_path / "one.ipynb", RIGHT + 'check("E03.1", my_trace)'))
    assert (ports, found.id) == ([], "E03.1")


def test_what_dies_otherwise_is_not_started_again():
    deaths = []

    def start(said):
        deaths.append(said)
        raise RuntimeError(said)

    with pytest.raises(RuntimeError):
        with_a_kernel(lambda: start("Kernel didn't respond in 60 seconds"))
    assert len(deaths) == 1
    with pytest.raises(RuntimeError):
        with_a_kernel(lambda: start("Kernel died before replying to kernel_info"))
    assert len(deaths) == 6
