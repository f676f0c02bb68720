"""What a term of the glossary is: its meaning, its name in Kafka, and the film that shows it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kafkaviz.lab import Lab


class Shown(NamedTuple):
    """Where a term is seen: a section of a notebook, and a story in which an event of this name shows it."""

    notebook: str
    section: str
    story: Callable[..., Lab]
    knobs: Mapping[str, Any]
    event: str
    lens: str = "cluster"

    @property
    def code(self) -> str:
        """The code that opens the film, to paste into a cell."""
        name = self.story.__name__
        knobs = ", ".join(f"{knob}={_source(value)}" for knob, value in self.knobs.items())
        lens = "" if self.lens == "cluster" else f'lens="{self.lens}"'
        return f"from {self.story.__module__} import {name}\n\n{name}({knobs}).film({lens})"


class Term(NamedTuple):
    """One of Kafka's terms: in one or two sentences, with the class or config that it is in Kafka 4.4."""

    name: str
    also: tuple[str, ...]
    meaning: str
    kafka: str
    shown: Shown


def _source(value: object) -> str:
    """Returns a value as a formatter of Python would write it."""
    return f'"{value}"' if isinstance(value, str) else repr(value)
