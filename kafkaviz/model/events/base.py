"""What every event is: a frozen dataclass that says whose work it was."""

from dataclasses import dataclass
from typing import Literal, TypeVar, dataclass_transform

Duty = Literal["producer", "broker", "controller", "consumer", "person", "time"]
_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def event(cls: type[_T]) -> type[_T]:
    """Make a class an event: frozen, small, and equal only to an event of its own kind."""
    return dataclass(frozen=True, slots=True)(cls)
