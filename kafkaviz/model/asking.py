"""What every request is: a frozen dataclass whose fields are what they say, or it cannot be made."""

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, dataclass_transform

from kafkaviz.model.kinds import checked, fields_checked

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def request(cls: type[_T]) -> type[_T]:
    """Make a class a request: a frozen value that can be written down and asked again."""
    cls.__post_init__ = _check  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(cls)


def is_request(given: Any) -> bool:
    """Tell whether a value can be asked of a cluster."""
    return getattr(type(given), "__post_init__", None) is _check


def _check(self: Any) -> None:
    for name, annotation in _fields(type(self)):  # type: ignore[arg-type]
        object.__setattr__(self, name, checked(name, annotation, getattr(self, name)))


_fields = cache(fields_checked)
