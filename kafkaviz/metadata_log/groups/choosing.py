"""What `__consumer_offsets` tells of some topics alone: the groups that read them, without all else that they read."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from kafkaviz.metadata_log.groups.messages import END_MARKER
from kafkaviz.metadata_log.groups.units import COMMITS, READ, Offsets, all_records, group_of
from kafkaviz.metadata_log.records import LogRecord

_NAMES: Final = ("topics", "subscribedTopicNames")
_NAMED: Final = ("topic", "topicName", "topicId")


def about_groups(offsets: Offsets, topics: Collection[str], created: Iterable[LogRecord]) -> Offsets:
    """Returns the records about groups that have to do with topics, and of these what they say of these topics.

    `created` holds the records that say which id each topic has. Control records stay.

    >>> said = {"key": {"group": "app", "topic": "a", "partition": 0}, "value": {"offset": 7}}
    >>> log = {0: (LogRecord(0, 0, "OffsetCommit", said, ""),)}
    >>> about_groups(log, ["a"], []) == log, about_groups(log, ["b"], [])
    (True, {0: ()})
    """
    ids = {r.text("topicId") for r in created if r.type == "TopicRecord" and r.text("name") in topics}
    chosen = {*topics, *ids}
    groups = {
        group_of(record)
        for record in all_records(offsets)
        if record.type in READ and record.fields is not None and _mentions(record.fields, chosen)
    }
    return {n: tuple(r for record in records for r in _only(record, groups, chosen)) for n, records in offsets.items()}


def _mentions(said: object, chosen: Collection[str]) -> bool:
    """Tells whether one of some topics, by its name or its id, stands anywhere in what a record says."""
    if isinstance(said, Mapping):
        return any(
            (name in _NAMED and value in chosen)
            or (name in _NAMES and isinstance(value, list) and any(isinstance(t, str) and t in chosen for t in value))
            or _mentions(value, chosen)
            for name, value in said.items()
        )
    return isinstance(said, list | tuple) and any(_mentions(item, chosen) for item in said)


def _only(record: LogRecord, groups: Collection[str], chosen: Collection[str]) -> Iterable[LogRecord]:
    if record.type not in READ or record.fields is None:
        return (record if record.type == END_MARKER else record._replace(fields=None),)
    if group_of(record) not in groups or (record.type in COMMITS and not _mentions(record.fields["key"], chosen)):
        return ()
    return (record._replace(fields={name: _part(value, chosen) for name, value in record.fields.items()}),)


def _part(said: object, chosen: Collection[str]) -> object:
    if isinstance(said, Mapping):
        return {
            name: [t for t in value if not isinstance(t, str) or t in chosen]
            if name in _NAMES and isinstance(value, list)
            else _part(value, chosen)
            for name, value in said.items()
        }
    if isinstance(said, list | tuple):
        return [_part(item, chosen) for item in said if not _is_of_another(item, chosen)]
    return said


def _is_of_another(said: object, chosen: Collection[str]) -> bool:
    if not isinstance(said, Mapping):
        return False
    topics = [value for name, value in said.items() if name in _NAMED]
    return bool(topics) and not any(topic in chosen for topic in topics)
