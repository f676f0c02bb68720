"""What is kept for an exercise, in modules named after its own: answers to it, and conditions on its cases."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from kafkaviz.course.exercises import exercise


def answers(id: str) -> ModuleType:
    """Returns the module of answers: RIGHT ones in other forms, WRONG ones with their sentences, what a cluster says.

    It is imported by who asks for it, so that collecting the tests of one exercise does not load those of all.
    """
    return import_module(f"{_home(id)}_answers")


def wrong_functions(id: str) -> list[Callable[..., object]]:
    """Returns the wrong answers themselves."""
    return [function for function, _ in answers(id).WRONG.values()]


def conditions(id: str) -> tuple[tuple[str, Callable[..., object]], ...]:
    """Returns the conditions: what may hold of a case, in words, and the function that tells whether it does."""
    return import_module(f"{_home(id)}_conditions").CONDITIONS


def _home(id: str) -> str:
    return exercise(id).draw.__module__.replace("kafkaviz", "tests", 1)
