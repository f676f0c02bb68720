"""What every request is: a frozen dataclass."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def request(cls: type[_T]) -> type[_T]:
    """Make a class a request: a frozen value that can be written down and asked again."""
    return dataclass(frozen=True, slots=True)(cls)
