"""A metadata log that may be shown to others: what names somebody's topics and machines is named anew."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Final

from kafkaviz.decisions.config_values import topic_configs
from kafkaviz.decisions.errors import KafkaError
from kafkaviz.decisions.naming import is_internal_topic
from kafkaviz.metadata_log.encoding import Schema
from kafkaviz.metadata_log.groups.messages import ASSIGNMENT, END_MARKER, KINDS, NAMED, NAMES, STICKY, SUBSCRIPTION
from kafkaviz.metadata_log.groups.messages import STRUCTS as GROUP_STRUCTS
from kafkaviz.metadata_log.messages import CONTROLS, SCHEMAS, STRUCTS
from kafkaviz.metadata_log.records import LEADER_CHANGE, LogRecord

HIDDEN: Final = "hidden"
"""What stands where a text was that is nobody's name."""
_PORT: Final = 9092
_RESERVED_IDS: Final = 2
"""So many of the first ids mean something to Kafka: none, and the metadata log itself."""
_BY_NAME: Final = {schema.name: schema for schema in (*SCHEMAS.values(), *CONTROLS.values())}
_OF_GROUPS: Final = {kind.name: {"key": kind.key, "value": kind.value} for kind in KINDS.values()}
_STRUCTS: Final = {
    **STRUCTS,
    **{schema.name: schema for schema in (*GROUP_STRUCTS.values(), NAMED, STICKY, SUBSCRIPTION, ASSIGNMENT)},
}
_GROUP_SCHEMAS: Final = {
    *(schema.name for of_group in _OF_GROUPS.values() for schema in of_group.values()),
    *(name for name in _STRUCTS if name not in STRUCTS),
}
_NUMBERS: Final = ("producerId", "committed")
_FEATURE: Final = re.compile(r"[a-z.]{1,40}\.version")
_TOPIC_RESOURCE: Final = 2


class Anonymiser:
    """Names everything anew, the same each time: topics, machines, groups, clients and ids are numbered as they come.

    >>> hide = Anonymiser()
    >>> said = [LogRecord(n, 0, "TopicRecord", {"name": name, "topicId": "A" * 22}, "") for n, name in enumerate("xyx")]
    >>> [hide(record).fields["name"] for record in said]
    ['topic-1', 'topic-2', 'topic-1']

    Offsets, epochs, ids of brokers, lengths of lists and times stay; so do Kafka's own names, and configs of topics
    that the model knows. Other configs are numbered, too, and their values hidden, as is every field that is not known.
    """

    def __init__(self) -> None:
        self._named = dict[str, dict[str, str]]()

    def __call__(self, record: LogRecord) -> LogRecord:
        """Returns a record that says the same of other names, read from nowhere in particular."""
        fields = record.fields and self._record(record.type, record.fields)
        kind = record.type if record.type in _BY_NAME or record.type in NAMES else self._name("type", record.type)
        return record._replace(type=kind, fields=fields, place=f"offset {record.offset}")

    def _record(self, kind: str, fields: Mapping[str, object]) -> Mapping[str, object] | None:
        if kind == LEADER_CHANGE:
            numbers = ("epoch", "leaderId", "voters", "grantingVoters")
            return {name: _numbers(value) for name, value in fields.items() if name in numbers}
        if (of_group := _OF_GROUPS.get(kind)) is not None:
            said: dict[str, object] = {name: self._part(struct, fields.get(name)) for name, struct in of_group.items()}
            return said | {name: _numbers(fields[name]) for name in _NUMBERS if name in fields}
        schema = _BY_NAME.get(kind)
        if schema is None:
            return {name: _numbers(fields.get(name)) for name in _NUMBERS} if kind == END_MARKER else None
        if kind == "ConfigRecord":
            fields = self._config(fields)
        return self._struct(schema, fields)

    def _part(self, schema: Schema, fields: object) -> dict[str, object] | None:
        return self._struct(schema, fields) if isinstance(fields, Mapping) else None

    def _struct(self, schema: Schema, fields: Mapping[str, object]) -> dict[str, object]:
        """Returns the fields that a schema knows, with the texts and ids in them named anew."""
        return {
            field.name: self._value(schema.name, field.name, field.type, fields[field.name])
            for field in schema.fields
            if field.name in fields
        }

    def _value(self, schema: str, name: str, kind: str, value: object) -> object:
        if value is None:
            return None
        if kind.startswith("["):
            held = value if isinstance(value, list | tuple) else []
            return [self._value(schema, name, kind[1:-1], item) for item in held]
        if (struct := _STRUCTS.get(kind.removeprefix("?"))) is not None:
            return self._part(struct, value) or {}
        if name == "port":
            return _PORT
        if kind == "uuid":
            return self._id(str(value))
        if kind == "string":
            return self._text(schema, name, str(value))
        return _numbers(value)

    def _text(self, schema: str, name: str, value: str) -> str:
        anew = _NAMES.get((schema, name)) or (_GROUP_NAMES.get(name) if schema in _GROUP_SCHEMAS else None)
        return HIDDEN if anew is None else anew(self, value)

    def _config(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Returns a config whose name and value say nothing, unless it is one of a topic's that the model knows."""
        name, value = fields.get("name"), fields.get("value")
        is_of_topic = fields.get("resourceType") == _TOPIC_RESOURCE
        resource = str(fields.get("resourceName") or "")
        # A broker is named by its number, and all of them together by nothing.
        shown = self._topic(resource) if is_of_topic else resource if resource.isdecimal() else ""
        if resource and not shown:
            shown = self._name("resource", resource)
        if not _is_known(name, value):
            name, value = self._name("config", str(name)), value and HIDDEN
        return {**fields, "resourceName": shown, "name": name, "value": value}

    def _topic(self, name: str) -> str:
        return name if is_internal_topic(name) else self._name("topic", name)

    def _id(self, given: str) -> str:
        numbers = self._named.setdefault("id", {_written(n): _written(n) for n in range(_RESERVED_IDS)})
        return numbers.setdefault(given, _written(len(numbers)))

    def _name(self, kind: str, given: str) -> str:
        """Returns what a name is called from now on: its kind, and the number in which it came first."""
        names = self._named.setdefault(kind, {})
        return names.setdefault(given, f"{kind}-{len(names) + 1}")


def _same(_: Anonymiser, value: str) -> str:
    return value


def _unless_empty(_: Anonymiser, value: str) -> str:
    return value and HIDDEN


def _feature(hide: Anonymiser, value: str) -> str:
    return value if _FEATURE.fullmatch(value) else hide._name("feature", value)


def _numbered(kind: str, *stay: str) -> Callable[[Anonymiser, str], str]:
    """Returns what numbers the names of a kind, all but those that `stay`; a client's machine has a / before it."""
    return lambda hide, value: value if value in stay else hide._name(kind, value.removeprefix("/"))


_NAMES: Final[Mapping[tuple[str, str], Callable[[Anonymiser, str], str]]] = {
    ("TopicRecord", "name"): Anonymiser._topic,
    ("ClearElrRecord", "topicName"): Anonymiser._topic,
    ("FeatureLevelRecord", "name"): _feature,
    ("feature", "name"): _feature,
    ("endpoint", "name"): _numbered("listener"),
    ("endpoint", "host"): _numbered("host"),
    ("place", "name"): _numbered("listener"),
    ("place", "host"): _numbered("host"),
    ("RegisterBrokerRecord", "rack"): _numbered("rack"),
    # Named anew before, together.
    ("ConfigRecord", "resourceName"): _same,
    ("ConfigRecord", "name"): _same,
    ("ConfigRecord", "value"): _same,
    ("OffsetCommitValue", "metadata"): _unless_empty,
    ("LegacyOffsetCommitValue", "metadata"): _unless_empty,
    ("GroupMetadataValue", "protocolType"): _numbered("protocol", "", "consumer", "connect"),
}
"""What each text of a record is called instead; one that is not here is hidden."""
_ASSIGNOR: Final = _numbered("assignor", "", "range", "roundrobin", "sticky", "cooperative-sticky", "uniform", "stream")
_GROUP_NAMES: Final[Mapping[str, Callable[[Anonymiser, str], str]]] = {
    **dict.fromkeys(("group", "groupId"), _numbered("group")),
    **dict.fromkeys(("memberId", "leader"), _numbered("member")),
    **dict.fromkeys(("instanceId", "groupInstanceId"), _numbered("instance")),
    **dict.fromkeys(("topic", "topics", "topicName", "subscribedTopicNames"), Anonymiser._topic),
    **dict.fromkeys(("rackId", "racks"), _numbered("rack")),
    **dict.fromkeys(("protocol", "serverAssignor", "name"), _ASSIGNOR),
    **dict.fromkeys(("regularExpression", "subscribedTopicRegex"), _numbered("pattern", "")),
    "clientId": _numbered("client"),
    "clientHost": _numbered("host"),
}
"""What texts are called instead that a record of `__consumer_offsets` has, by the names of their fields."""


def _is_known(name: object, value: object) -> bool:
    if not isinstance(name, str) or not (value is None or isinstance(value, str)):
        return False
    try:
        topic_configs({name: value})
    except KafkaError:
        return False
    return True


def _numbers(value: object) -> object:
    """Returns numbers and truths as they are, and nothing for anything else."""
    if isinstance(value, list | tuple):
        return [_numbers(item) for item in value]
    return value if isinstance(value, int) else None


def _written(number: int) -> str:
    return urlsafe_b64encode(number.to_bytes(16, "big")).decode().rstrip("=")
