"""What an argument may be, read from its annotation: the door through which everything a person types comes in."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from numbers import Real as Number
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, as_items, short, suggestion

LONGEST_NAME: Final = 249
"""Kafka's own limit for topics, here for every name, so that a picture and a message can hold it."""
MOST_ITEMS: Final = 10_000
_LONG: Final = 2**63 - 1


class Whole(NamedTuple):
    """Marks a whole number by its range and its unit."""

    low: int = -_LONG - 1
    high: int = _LONG
    unit: str = ""


class Real(NamedTuple):
    """Marks a number, whole or not, by its range."""

    low: float
    high: float


class Text(NamedTuple):
    """Marks a text by how short and how long it may be."""

    shortest: int = 0
    longest: int | None = None


NodeId = Annotated[int, Whole(0, 2**31 - 1)]
Ms = Annotated[int, Whole(0, unit="ms")]
Name = Annotated[str, Text(1, LONGEST_NAME)]
Rack = Name | None
Share = Annotated[float, Real(0, 1)]
ReadLater: Final = "read by its handler"
"""Marks an argument for which Kafka has an error of its own."""


class Kind(NamedTuple):
    """What an argument may be, in words, and how it is read; reading raises ValueError."""

    what: str
    read: Callable[[object], object]


def check_kind(name: str, annotation: object, value: object) -> Any:
    """Returns a value of the annotated kind: a list becomes a tuple, a number of numpy one of Python.

    Raises InvalidArgumentError that says what the argument may be and what it was.

    >>> check_kind("replicas", tuple[NodeId, ...], [1, 2])
    (1, 2)
    >>> check_kind("ms", Ms, float("nan"))
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: ms is a whole number of ms, at least 0, not nan.

    Java's compiler checks types, and each class its own ranges.
    """
    return read_as(_kind(annotation), name, value)


def read_as(kind: Kind, name: str, value: object) -> Any:
    """Returns a value as its kind reads it; raises InvalidArgumentError like `check_kind`."""
    try:
        return kind.read(value)
    except _Unlike as unlike:
        raise InvalidArgumentError(f"{name} is {str(unlike) or kind.what}, not {short(value)}.") from None


@cache
def kinds_of(cls: type) -> tuple[tuple[str, Kind], ...]:
    """Returns the fields of a class, each with what it may be."""
    return tuple((name, _kind(annotation)) for name, annotation in get_type_hints(cls, include_extras=True).items())


def check_name(what: str, name: object, known: Iterable[str]) -> str:
    """Returns a name if it is a known one; raises InvalidArgumentError, which suggests the nearest known name."""
    names = list(known)
    if not isinstance(name, str) or name not in names:
        raise InvalidArgumentError(f"There is no {what} {short(name)}; {suggestion(name, names)}")
    return name


class _Unlike(ValueError):
    """The value is not of this kind."""


@cache
def _kind(annotation: object) -> Kind:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        mark = arguments[1]
        made = next((make for known, make in _MARKS.items() if isinstance(mark, known)), None)
        return _PLAIN[object] if made is None else made(mark)
    if origin is Literal:
        return _words(arguments)
    if origin in (Union, UnionType):
        return _optional(arguments)
    if origin is tuple:
        return _row(_kind(arguments[0]))
    if origin is Callable:
        return _of("a function", Callable)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*map(_kind, arguments))
    if isinstance(annotation, type) and hasattr(annotation, "_fields"):
        return _record(annotation)
    return _PLAIN[annotation]


def _whole_number(mark: Whole) -> Kind:
    def read(value: object) -> int:
        number = as_integer(value)
        if number is None or not mark.low <= number <= mark.high:
            raise _Unlike
        return number

    unit = f" of {mark.unit}" if mark.unit else ""
    least = f", at least {mark.low}" if mark.low > -_LONG - 1 else ""
    most = f" and at most {mark.high}" if least and mark.high < 2**31 - 1 else ""
    return Kind(f"a whole number{unit}{least}{most}", read)


def _real(mark: Real) -> Kind:
    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, Number):
            raise _Unlike
        number = float(value)
        if not mark.low <= number <= mark.high:
            raise _Unlike
        return number

    return Kind(f"a number from {mark.low:g} to {mark.high:g}", read)


def _text(mark: Text) -> Kind:
    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) < mark.shortest or (mark.longest and len(value) > mark.longest):
            raise _Unlike
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise _Unlike("a text that UTF-8 can write, without lone surrogates")
        return str(value)

    length = f" of {mark.shortest} to {mark.longest} characters" if mark.longest else ""
    return Kind(f"a text{length}", read)


def _words(words: tuple[object, ...]) -> Kind:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in words:
            raise _Unlike
        return value

    return Kind(f"one of {', '.join(map(repr, words))}", read)


def _optional(choices: tuple[object, ...]) -> Kind:
    kinds = [_kind(choice) for choice in choices if choice is not NoneType]
    inner, *others = kinds
    if others:
        raise TypeError(f"A request's field has one type, perhaps or None, not {choices}.")

    def read(value: object) -> object:
        return None if value is None else inner.read(value)

    return Kind(f"{inner.what}, or None", read)


def _row(item: Kind) -> Kind:
    def read(value: object) -> tuple[object, ...]:
        # A set has no order that repeats, and a text is no list of letters.
        items = None if isinstance(value, Mapping | set | frozenset) else as_items(value, MOST_ITEMS)
        if items is None:
            raise _Unlike
        return tuple(map(item.read, items))

    return Kind(f"a list, each of it {item.what}", read)


def _mapping(key: Kind, value: Kind) -> Kind:
    def read(given: object) -> dict[object, object]:
        if not isinstance(given, Mapping) or len(given) > MOST_ITEMS:
            raise _Unlike
        return {key.read(k): value.read(v) for k, v in given.items()}

    return Kind(f"a mapping from {key.what} to {value.what}", read)


def _record(cls: type) -> Kind:
    fields = kinds_of(cls)

    def read(given: object) -> object:
        if not isinstance(given, tuple | list) or len(given) != len(fields):
            raise _Unlike
        return cls(*(kind.read(part) for (_, kind), part in zip(fields, given, strict=True)))

    return Kind(f"a pair ({', '.join(name for name, _ in fields)})", read)


def _of(what: str, *types: type) -> Kind:
    def read(value: object) -> object:
        if not isinstance(value, types):
            raise _Unlike
        return value

    return Kind(what, read)


_MARKS: Final[dict[type, Callable[[Any], Kind]]] = {Whole: _whole_number, Real: _real, Text: _text}
_PLAIN: Final[dict[object, Kind]] = {
    int: _whole_number(Whole()),
    str: _text(Text()),
    bool: _of("True or False", bool),
    bytes: _of("bytes", bytes),
    object: Kind("anything", lambda value: value),
}
