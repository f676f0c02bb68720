"""Exercises are made from solutions, and only from them."""

import pytest

from tests.tools.notebook_samples import save, solution
from tools.notebook_files import text_of
from tools.release import main, release, stale, without_solution


def test_the_learner_gets_a_place_to_write_in_and_no_answer():
    released = release(solution(), "one")
    sources = [cell.source for cell in released.cells]
    assert "def my_one():\n    # YOUR CODE HERE\n    raise NotImplementedError" in sources
    assert not any("return 1" in source or "The finger" in source for source in sources)
    assert '# hint("E99.1")' in sources
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in released.cells)


def test_the_same_solution_gives_the_same_bytes():
    assert text_of(release(solution(), "one")) == text_of(release(solution(), "one"))


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f():\n    ### BEGIN SOLUTION\n    ### BEGIN SOLUTION", "twice"),
        ("def f():\n    ### END SOLUTION", "open it first"),
        ("def f():\n    ### BEGIN SOLUTION\n    return 1", "never closed"),
        ("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", "outside a function"),
    ],
)
def test_markers_that_do_not_pair_up_are_named(source, says):
    with pytest.raises(ValueError, match=f"here: .*{says}"):
        without_solution(source, "here")


def test_a_solution_with_nothing_to_solve_is_refused():
    notebook = solution()
    del notebook.cells[3]
    with pytest.raises(ValueError, match="nothing to solve"):
        release(notebook, "one")


def test_stale_missing_and_orphaned_exercises_are_named(tmp_path):
    solutions, exercises = tmp_path / "solutions", tmp_path / "exercises"
    save(solution(), solutions / "fresh.ipynb")
    save(solution(), solutions / "old.ipynb")
    (exercises).mkdir()
    (exercises / "fresh.ipynb").write_text(text_of(release(solution(), "fresh")), "utf-8")
    (exercises / "old.ipynb").write_text("{}", "utf-8")
    (exercises / "orphan.ipynb").write_text("{}", "utf-8")
    changes = stale(solutions, exercises)
    assert [(path.stem, text is None) for path, text in changes.items()] == [("old", False), ("orphan", True)]


@pytest.mark.slow
def test_check_writes_nothing_and_write_leaves_nothing_stale(tmp_path, monkeypatch, capsys):
    save(solution(), tmp_path / "solutions/one.ipynb")
    exercises = tmp_path / "exercises"
    monkeypatch.setattr("tools.release.outdated", dict)
    monkeypatch.setattr("tools.release.stale", lambda: stale(tmp_path / "solutions", exercises))
    assert main(["--check"]) == 1
    assert not exercises.exists()
    assert "stale" in capsys.readouterr().out
    assert main([]) == 0
    assert main(["--check"]) == 0
