"""What the course asks before a film or a measurement tells: a module for each notebook, a name for each question."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Final

from kafkaviz.scene.questions import Estimate, Question

NOTEBOOKS: Final = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
"""The modules, each with the name of its notebook: m1 … m5, nb00 … nb12."""


@cache
def every_question() -> tuple[Question | Estimate, ...]:
    """Returns all questions, in the order of their ids.

    >>> every_question()[0].id[0]
    'Q'
    """
    modules = [import_module(f"{__name__}.{name}") for name in NOTEBOOKS]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Question | Estimate)]
    return tuple(sorted(found, key=lambda question: question.id))
