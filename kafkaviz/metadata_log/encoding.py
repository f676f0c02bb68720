"""How the fields of Kafka's messages are written: which each version has, and the bytes that each type takes."""

import struct
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple


class Unreadable(Exception):
    """Bytes that are not the message they should be; the text says what is wrong with them."""


class Field(NamedTuple):
    """One field: its name, its type, the first and last versions that have it, and its tag if it may be left out."""

    name: str
    type: str
    since: int
    tag: int | None
    until: int | None = None


class Schema(NamedTuple):
    """A type of message: its name, the highest version that is known, and its fields in their order."""

    name: str
    highest: int
    fields: tuple[Field, ...]


def fields_of(text: str) -> tuple[Field, ...]:
    """Reads fields from `name:type`, behind which `@1-2` are the versions that have it and `#0` is its tag.

    A type is one of `_FIXED`, string, uuid, a struct, `?` before a tagged struct that may be null, or in brackets a
    list of one of these.
    """
    found = []
    for word in text.split():
        rest, _, tag = word.partition("#")
        rest, _, since = rest.partition("@")
        since, _, until = since.partition("-")
        name, _, kind = rest.partition(":")
        found.append(Field(name, kind, int(since or 0), int(tag) if tag else None, int(until) if until else None))
    return tuple(found)


_FIXED: Final = {
    kind: struct.Struct(f">{letter}")
    for kind, letter in {"int8": "b", "int16": "h", "uint16": "H", "int32": "i", "int64": "q", "bool": "?"}.items()
}
_LONGEST_VARINT: Final = 5


class Bytes:
    """Bytes that are read from the front to the back; whoever reads beyond the end is told so."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def remaining(self) -> int:
        """The number of bytes that were not read yet."""
        return len(self.data) - self.at

    def take(self, count: int) -> bytes:
        """Returns the next bytes."""
        start = self.at
        end = start + count
        if not start <= end <= len(self.data):
            raise Unreadable(f"needs {count} bytes where {self.remaining} are left")
        self.at = end
        return self.data[start:end]

    def number(self, kind: str) -> int:
        """Returns the next number of a type with a fixed size."""
        layout = _FIXED[kind]
        value: int = layout.unpack(self.take(layout.size))[0]
        return value

    def varint(self, longest: int = _LONGEST_VARINT) -> int:
        """Returns the next unsigned number of variable size. Kafka: ByteUtils.readUnsignedVarint."""
        data, at = self.data, self.at
        # Nearly every one has a single byte, and a large log has ten million of them.
        if at < len(data) and (first := data[at]) < 0x80:
            self.at = at + 1
            return first
        value = 0
        for index in range(longest):
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << 7 * index
            if byte < 0x80:
                return value
        raise Unreadable("has a number that does not end")

    def zigzag(self) -> int:
        """Returns the next signed number of variable size. Kafka: ByteUtils.readVarlong."""
        value = self.varint(10)
        return value >> 1 ^ -(value & 1)

    def nullable_bytes(self, size: str | None = None) -> bytes | None:
        """Returns the next bytes, or None; their count comes first, of type `size`, or else plus 1 and as a varint."""
        count = self.varint() - 1 if size is None else self.number(size)
        return None if count < 0 else self.take(count)


Reader = Callable[[Bytes], object]


class Reading(NamedTuple):
    """How the fields of a type are read in a version: those in their order, and those with a tag."""

    plain: Sequence[tuple[str, Reader]]
    tagged: Mapping[int, tuple[str, Reader]] | None

    def struct(self, data: Bytes) -> dict[str, object]:
        """Returns the fields of a struct; a version that is not flexible has no tags."""
        fields = {name: read(data) for name, read in self.plain}
        return fields if self.tagged is None else fields | self.tags(data)

    def tags(self, data: Bytes) -> dict[str, object]:
        """Returns the fields that may be left out; a tag that is not known is passed over."""
        tagged, fields = self.tagged or {}, dict[str, object]()
        for _ in range(data.varint()):
            tag, size = data.varint(), data.varint()
            held = Bytes(data.take(size))
            if tag in tagged:
                name, read = tagged[tag]
                fields[name] = read(held)
                if held.remaining:
                    raise Unreadable(f"has {held.remaining} bytes too many in {name}")
        return fields


class Encoding(NamedTuple):
    """How types are read that fields name: structs, and messages that stand as bytes within a message.

    Kafka: the versions of a message that are flexible write sizes as numbers of variable size, and have tags.
    """

    structs: Mapping[str, Schema]
    within: Mapping[str, Callable[[bytes | None], object]] = {}

    def reading(self, schema: Schema, version: int, *, flexible: bool = True) -> Reading:
        """Returns how the fields of a type are read in a version."""
        fields = [f for f in schema.fields if f.since <= version and (f.until is None or version <= f.until)]
        known = [(field, self._reader(field.type, version, flexible)) for field in fields]
        plain = [(field.name, read) for field, read in known if field.tag is None]
        tagged = {field.tag: (field.name, read) for field, read in known if field.tag is not None}
        return Reading(plain, tagged if flexible else None)

    def _reader(self, kind: str, version: int, flexible: bool) -> Reader:
        """Returns what reads a value of a type."""
        if kind.startswith("["):
            return _array_reader(self._reader(kind[1:-1], version, flexible), flexible)
        if kind.startswith("?"):
            read = self._reader(kind[1:], version, flexible)
            return lambda data: read(data) if data.varint() else None
        if kind in self.structs:
            return self.reading(self.structs[kind], version, flexible=flexible).struct
        if kind in self.within:
            read_whole = self.within[kind]
            return lambda data: read_whole(data.nullable_bytes(None if flexible else "int32"))
        if kind == "uuid":
            return lambda data: uuid_text(data.take(16))
        if kind == "string":
            return lambda data: _text(data.nullable_bytes(None if flexible else "int16"))
        return lambda data: data.number(kind)


def _array_reader(read: Reader, flexible: bool) -> Reader:
    def array(data: Bytes) -> Sequence[object] | None:
        count = data.varint() - 1 if flexible else data.number("int32")
        if count > data.remaining:
            raise Unreadable(f"says that {count} things follow in {data.remaining} bytes")
        return None if count < 0 else [read(data) for _ in range(count)]

    return array


@lru_cache(maxsize=10_000)
def uuid_text(data: bytes) -> str:
    """Returns an id as Kafka prints it. Kafka: Uuid.toString."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def _text(data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        raise Unreadable("has a text that is no UTF-8") from None
