"""All exercises, a folder for each notebook and a room for each exercise."""

import pkgutil
from importlib import import_module

from kafkaviz.course.exercise import Exercise


def exercise(id: str) -> Exercise:
    """Give the exercise of an id; an unknown one raises ValueError, which lists those there are.

    >>> exercise("E03.1").title
    'Where does the message go?'
    """
    exercises = every_exercise()
    for one in exercises:
        if one.id == id:
            return one
    raise ValueError(f"There is no exercise {id!r}; there are {', '.join(one.id for one in exercises)}.")


def every_exercise() -> tuple[Exercise, ...]:
    """Give all exercises in the order of the course.

    >>> [one.id for one in every_exercise()][:2]
    ['E03.1', 'E03.2']
    """
    rooms = sorted(room.name for room in pkgutil.iter_modules(__path__))
    return tuple(one for room in rooms for one in import_module(f"{__name__}.{room}").EXERCISES)
