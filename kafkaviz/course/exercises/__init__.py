"""All exercises: a package for each notebook, a module for each exercise; a new module is found by itself."""

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from kafkaviz.course.exercise import AnyExercise, Exercise
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion


def exercise(id: str) -> AnyExercise:
    """Returns the exercise of an id; an unknown one raises ValueError, which names the nearest.

    >>> exercise("E03.1").title
    'Where does the message go?'
    >>> exercise("E99.1")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no exercise 'E99.1'; did you mean 'E09.1'?
    """
    package = _package_of(notebook_of(id)) if isinstance(id, str) else ""
    # Only this notebook's exercises are loaded, so that a fault in another one's stays there.
    beside = _exercises_in(package) if package in _names(__path__) else ()
    for each in beside:
        if each.id == id:
            return each
    nearest = f"notebook {notebook_of(id)} has {beside[0].id} to {beside[-1].id}." if beside else _nearest(id)
    raise InvalidArgumentError(f"There is no exercise {short(id)}; {nearest}")


def _nearest(id: object) -> str:
    known = [each.id for each in every_exercise()]
    return suggestion(id, known, f"they are called {known[0]} to {known[-1]}, and progress() lists them.")


def every_exercise() -> tuple[AnyExercise, ...]:
    """Returns all exercises in the order of the course.

    >>> [exercise.id for exercise in every_exercise() if exercise.id.startswith("E03")][:2]
    ['E03.1', 'E03.2']
    """
    found = (each for package in _names(__path__) for each in _exercises_in(package))
    return tuple(sorted(found, key=lambda each: each.id))


def notebook_of(id: str) -> str:
    """Returns what the file names of the notebook of an exercise begin with.

    >>> notebook_of("E03.1"), notebook_of("X1.2")
    ('03', 'm1')
    """
    number = id[1:].partition(".")[0]
    return f"m{number}" if id.startswith("X") else number


def _package_of(notebook: str) -> str:
    return notebook if notebook.startswith("m") else f"nb{notebook}"


@cache
def _exercises_in(package: str) -> tuple[AnyExercise, ...]:
    home = import_module(f"{__name__}.{package}")
    modules = [import_module(f"{home.__name__}.{name}") for name in _names(home.__path__)]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Exercise)]
    return tuple(sorted(found, key=lambda each: each.id))


def _names(path: Iterable[str]) -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(path))
