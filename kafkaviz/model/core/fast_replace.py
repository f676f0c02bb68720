"""Copies of a tuple with some of its fields changed, made in less than half the time."""

from typing import Any, TypeVar

from kafkaviz.decisions.errors import InvalidArgumentError

_T = TypeVar("_T", bound=type[Any])


def fast_replace(cls: _T) -> _T:
    """Gives a NamedTuple a faster `_replace`.

    Every event copies a cluster, a replica and more, so it is copying that most time goes to: Python's own `_replace`
    calls back for each field that stays, and takes 1.1 µs for 15 fields where this one takes 0.3.
    """
    new, index_of = tuple.__new__, {name: index for index, name in enumerate(cls._fields)}

    def _replace(self: Any, /, **changes: Any) -> Any:
        fields = [*self]
        try:
            for name in changes:
                fields[index_of[name]] = changes[name]
        except KeyError:
            unknown = ", ".join(name for name in changes if name not in index_of)
            raise InvalidArgumentError(f"{cls.__name__} has no field {unknown}.") from None
        return new(cls, fields)

    _replace.__doc__ = cls._replace.__doc__
    cls._replace = _replace
    return cls
