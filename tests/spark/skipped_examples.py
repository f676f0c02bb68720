"""Runs the doctests that only a session of Spark can run."""

import doctest
from types import ModuleType
from typing import Any


def assert_the_skipped_examples_hold(module: ModuleType, names: dict[str, Any]) -> None:
    """Runs every doctest of a module with these names, those marked SKIP too, of which there must be one."""
    runner, run = doctest.DocTestRunner(), 0
    for test in doctest.DocTestFinder(recurse=True).find(module, extraglobs=names):
        for example in test.examples:
            run += example.options.pop(doctest.SKIP, False)
        assert runner.run(test).failed == 0
    assert run > 0
