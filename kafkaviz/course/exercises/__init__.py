"""All exercises, a package for each notebook and a module for each exercise."""

import pkgutil
from importlib import import_module

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.course.exercise import Exercise


def exercise(id: str) -> Exercise:
    """Returns the exercise of an id; an unknown one raises ValueError, which lists those there are.

    >>> exercise("E03.1").title
    'Where does the message go?'
    """
    room = f"nb{id[1:3]}" if isinstance(id, str) else ""
    # Only this notebook's exercises are loaded, so that a fault in another one's stays there.
    for one in _exercises_in(room) if room in _rooms() else ():
        if one.id == id:
            return one
    known = ", ".join(one.id for one in every_exercise())
    raise InvalidArgumentError(f"There is no exercise {short(id)}; there are {known}.")


def every_exercise() -> tuple[Exercise, ...]:
    """Returns all exercises in the order of the course.

    >>> [one.id for one in every_exercise()][:2]
    ['E03.1', 'E03.2']
    """
    return tuple(one for room in _rooms() for one in _exercises_in(room))


def _rooms() -> list[str]:
    return sorted(room.name for room in pkgutil.iter_modules(__path__))


def _exercises_in(room: str) -> tuple[Exercise, ...]:
    found: tuple[Exercise, ...] = import_module(f"{__name__}.{room}").EXERCISES
    return found
