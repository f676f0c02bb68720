"""What every test shares: how hard Hypothesis tries, one browser, no planted fault that outlives its test."""

import gc
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis.strategies import just

from tests.browser import browser, lab, still, tab
from tests.reports import report_what_is_shown

# One of each for all folders: two that run Playwright at a time are refused.
__all__ = ["browser", "lab", "still", "tab"]

NEEDS = ("spark", "browser", "notebooks", "whole")
ONLY = re.compile(rf"\(?((?:{'|'.join(NEEDS)}| or )+)\)?(?: and not (?:slow|\(whole or slow\)))?")
NONE_OF = re.compile(r"not \(([a-z ]+)\)")
OF_ALL = re.compile(r"^pytestmark = \[?pytest\.mark\.(\w+)(?:, pytest\.mark\.(\w+)\])?$", re.MULTILINE)

# Every commit gets the same examples, so a red build is red for everyone, and the weekly run looks for new ones.
settings.register_profile("commit", derandomize=True, deadline=None, max_examples=10, database=None)
settings.register_profile("weekly", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "commit"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Spares a worker the messages that nobody sees."""
    report_what_is_shown(session.config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Lets nobody look for garbage among what is collected, which stays until the end, and seldom among films."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
    # With the first example of a process Hypothesis collects garbage, which takes long among many films.
    given(just(0))(lambda _: None)()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Loads no file none of whose tests would be run, as far as its text tells it."""
    if not collection_path.name.startswith("test_"):
        return None
    if only := ONLY.fullmatch(config.option.markexpr):
        return True if marks_in(collection_path).isdisjoint(only[1].split(" or ")) else None
    if none_of := NONE_OF.fullmatch(config.option.markexpr):
        of_all = OF_ALL.search(collection_path.read_text("utf-8"))
        return True if of_all and {*of_all.groups()} & {*none_of[1].split(" or ")} else None
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuses a mark that a test has from another file: it would not be found where that file is not loaded."""
    for item in items:
        if foreign := {mark.name for mark in item.own_markers if mark.name in NEEDS} - marks_in(item.path):
            raise pytest.UsageError(f"{item.nodeid} needs {', '.join(sorted(foreign))}: say so in its own file.")


@cache
def marks_in(path: Path) -> set[str]:
    text = path.read_text("utf-8")
    return {name for name in NEEDS if f"mark.{name}" in text or f" {name}=" in text}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Forgets what was kept before and after each test that replaces anything; a fixture would cost every test more."""
    replaces = "monkeypatch" in getattr(item, "fixturenames", ())
    if replaces:
        _forget()
    try:
        return (yield)
    finally:
        if replaces:
            _forget()


def _forget() -> None:
    # Who hands out tests, and runs none, needs no model.
    from tests.kept import forget

    forget()
