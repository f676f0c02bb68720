"""How the values of a session stand in JSON: each is read by the type it must have, and a fault says where it is.

Bytes are text, or `{"hex": …}` where they are not UTF-8; tuples are lists; a partition is `{"topic", "partition"}`.
Nothing that is read is ever looked up by a name outside the tables here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.request import Request
from kafkaviz.model.requests import REQUESTS

MOST_INT = 2**63
MOST = {"partitions": 10_000, "controllers": 100}
"""What a file may ask for at most, where one number alone makes the work."""


class SessionError(InvalidArgumentError):
    """A session that cannot be read, replayed or written; the message is one sentence, with the path of the fault."""


def request_to_json(request: Request, path: str) -> dict[str, object]:
    """Returns a request as `{"request": its name, …}`; what stands at its default is left out."""
    kind = type(request)
    if REQUESTS.get(kind.__name__) is not kind:
        raise SessionError(f"{path}: a {kind.__name__} is no request of kafkaviz.model.")
    fields: dict[str, object] = {"request": kind.__name__}
    for name, (hint, default) in _fields(kind).items():
        value = getattr(request, name)
        if type(value) is not type(default) or value != default:
            fields[name] = to_json(value, hint, f"{path}.{name}")
    return fields


def request_from_json(given: object, path: str) -> Request:
    """Returns the request that such a mapping tells of; raises SessionError with the path of what is wrong with it."""
    fields = mapping(given, path)
    name = fields.get("request")
    kind = REQUESTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise SessionError(f"{path}.request: a request is one of {', '.join(sorted(REQUESTS))}, not {name!r}.")
    known = _fields(kind)
    required = [name for name, (_, default) in known.items() if default is _REQUIRED]
    fields = json_object(fields, path, required, known=["request", *known])
    asked = {n: from_json(fields[n], hint, f"{path}.{n}") for n, (hint, _) in known.items() if n in fields}
    try:
        return kind(**asked)
    except InvalidArgumentError as fault:
        raise SessionError(f"{path}: {fault}") from None


def mapping(given: object, path: str) -> Mapping[str, object]:
    """Returns what must be a JSON object."""
    if not isinstance(given, dict):
        raise SessionError(f"{path}: here stands an object, not {brief(given)}.")
    return given


def json_object(
    given: object, path: str, required: Sequence[str], *, known: Sequence[str] | None = None
) -> Mapping[str, object]:
    """Returns what must be a JSON object with these keys; `known` says if it may have others than those required."""
    fields, allowed = mapping(given, path), required if known is None else known
    for name in required:
        if name not in fields:
            raise SessionError(f"{path}.{name}: this is missing.")
    for name in fields:
        if name not in allowed:
            raise SessionError(f"{path}.{name}: nobody knows this; what can stand here is {', '.join(allowed)}.")
    return fields


def json_list(given: object, path: str) -> list[object]:
    """Returns what must be a JSON list."""
    if not isinstance(given, list):
        raise SessionError(f"{path}: here stands a list, not {brief(given)}.")
    return given


def to_json(value: object, hint: object, path: str) -> object:
    """Returns a value of a type as JSON; raises SessionError where it is of another."""
    given: object
    if isinstance(value, bytes):
        given = _text(value)
    elif isinstance(value, Mapping) and hint is not object and TopicPartition in get_args(_plain(hint)):
        given = [{"topic": tp[0], "partition": tp[1], "offset": offset} for tp, offset in value.items()]
    elif isinstance(value, Mapping):
        given = {str(name): list(item) if isinstance(item, tuple) else item for name, item in value.items()}
    elif isinstance(value, tuple | list):
        given = [list(item) if isinstance(item, tuple) else item for item in value]
    else:
        given = value
    from_json(given, hint, path)
    return given


def from_json(given: object, hint: object, path: str) -> Any:
    """Returns the value of a type that JSON stands for; raises SessionError with the path where it stands for none."""
    origin, arms = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(given, hint, path)
    most = MOST.get(path.rpartition(".")[2], MOST_INT)
    if origin is Literal and any(type(given) is type(arm) and given == arm for arm in arms):
        return given
    if hint is int and type(given) is int and abs(given) <= most:
        return given
    if hint is float and _is_number(given):
        return given
    if hint in (bool, str, NoneType) and type(given) is hint:
        return given
    if hint is bytes:
        return _bytes(given, path)
    if hint is object and (
        given is None or _is_scalar(given) or (isinstance(given, list) and all(map(_is_scalar, given)))
    ):
        return given
    if origin is tuple and isinstance(given, list):
        return tuple(from_json(item, arms[0], f"{path}[{n}]") for n, item in enumerate(given))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(given, arms, path)
    within = f", at most {most:,}" if hint is int and type(given) is int else ""
    raise SessionError(f"{path}: here stands {_in_words(hint)}{within}, not {brief(given)}.")


def brief(given: object) -> str:
    """Shows a JSON value in a few words."""
    shown = repr(given)
    return shown if len(shown) <= 60 else f"{shown[:59]}…"


_REQUIRED = object()
_KNOWN: dict[type, dict[str, tuple[object, object]]] = {}


def _fields(kind: type) -> dict[str, tuple[object, object]]:
    """Returns the type and the default of each field of a request."""
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        _KNOWN[kind] = {field.name: (hints[field.name], _default(field)) for field in fields(kind)}
    return _KNOWN[kind]


def _default(field: Field[object]) -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return _REQUIRED if field.default is MISSING else field.default


def _plain(hint: object) -> object:
    """Returns the arm of an optional type that is a mapping."""
    return next((arm for arm in get_args(hint) if get_origin(arm) is not None), hint)


def _one_of(given: object, hint: object, path: str) -> Any:
    faults = []
    for arm in get_args(hint):
        try:
            return from_json(given, arm, path)
        except SessionError as fault:
            faults.append(fault)
    deeper = [fault for fault in faults if not str(fault).startswith(f"{path}:")]
    raise deeper[0] if deeper else SessionError(f"{path}: here stands {_in_words(hint)}, not {brief(given)}.")


def _mapping(given: object, arms: tuple[object, ...], path: str) -> Mapping[str | TopicPartition, object]:
    if arms[0] is str:
        return {name: from_json(item, arms[1], f"{path}.{name}") for name, item in mapping(given, path).items()}
    if not isinstance(given, list):
        raise SessionError(f"{path}: here stands a list of partitions with their offsets, not {brief(given)}.")
    offsets: dict[str | TopicPartition, object] = {}
    for n, row in enumerate(given):
        fields = json_object(row, f"{path}[{n}]", keys := ["topic", "partition", "offset"])
        hints = zip(keys, (str, int, arms[1]), strict=True)
        topic, partition, offset = (from_json(fields[key], hint, f"{path}[{n}].{key}") for key, hint in hints)
        if TopicPartition(topic, partition) in offsets:
            raise SessionError(f"{path}[{n}]: {topic}-{partition} stands here twice.")
        offsets[TopicPartition(topic, partition)] = offset
    return offsets


def _is_scalar(given: object) -> bool:
    return isinstance(given, str | bool) or _is_number(given)


def _is_number(given: object) -> bool:
    return isinstance(given, int | float) and type(given) in (int, float) and -MOST_INT <= given <= MOST_INT


def _text(value: bytes) -> object:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"hex": value.hex()}


def _bytes(given: object, path: str) -> bytes:
    try:
        if isinstance(given, str):
            return given.encode()
        if isinstance(given, dict) and list(given) == ["hex"]:
            value = bytes.fromhex(given["hex"])
            if _text(value) == given:
                return value
    except (TypeError, ValueError):
        pass
    raise SessionError(f'{path}: here stands text, or {{"hex": …}} for what is not UTF-8, not {brief(given)}.')


def _in_words(hint: object) -> str:
    words: dict[object, str] = {
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        str: "text",
        bytes: "text",
        NoneType: "null",
    }
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(map(_in_words, get_args(hint)))
    if get_origin(hint) is Literal:
        return " or ".join(map(repr, get_args(hint)))
    if get_origin(hint) is tuple:
        return "a list"
    return words.get(hint, "an object" if get_origin(hint) else "a value or a list of values")
