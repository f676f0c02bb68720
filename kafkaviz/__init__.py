"""See Apache Kafka think: build a small cluster, do something to it, and step through what happens.

>>> from kafkaviz import keyed_partition
>>> [keyed_partition(name, partitions=3) for name in (b"ABC", b"DEF", b"GHI")]
[0, 0, 0]

The names here are what a notebook needs; each is loaded when it is first used, so the import itself is quick.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Lab": "lab",
    "break_it": "breaking.break_it",
    "challenge": "course.challenges.task",
    "challenges": "course.challenges.task",
    "check": "course.check",
    "compare": "lab.comparing",
    "configs": "lab.config_table",
    "explore": "lab.exploring",
    "fidelity": "ledger.fidelity",
    "fill_in": "course.tables.filling",
    "glossary": "course.glossary.asking",
    "hand_in": "course.classroom.handing_in",
    "hint": "course.hint",
    "incident": "course.incidents.desk",
    "incidents": "course.incidents.desk",
    "inventory": "course.inventory.asking",
    "knobs": "lab.knobs",
    "progress": "course.progress",
    "quiz": "course.quiz",
    "read_metadata_log": "metadata_log.door",
    "room": "course.classroom.showing",
    "then_and_now": "course.then_and_now",
    "KafkaError": "decisions.errors",
    "Readable": "decisions.reading",
    "Sent": "decisions.values",
    "Subscription": "decisions.values",
    "TopicPartition": "decisions.values",
    "elect_leader": "decisions.elections",
    "kafka_default": "decisions.partitioners",
    "keyed": "decisions.partitioners",
    "keyed_partition": "decisions.hashing",
    "murmur2": "decisions.hashing",
    "round_robin": "decisions.partitioners",
    "sticky": "decisions.partitioners",
    "uniform_sticky": "decisions.partitioners",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        from kafkaviz.decisions.errors import UnknownNameError
        from kafkaviz.decisions.wording import short, suggestion

        raise UnknownNameError(f"kafkaviz has no {short(name)}; {suggestion(name, _HOMES)}")
    found = getattr(import_module(f"kafkaviz.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
