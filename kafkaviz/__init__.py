"""See Apache Kafka think: build a small cluster, do something to it, and step through what happens.

>>> from kafkaviz import keyed_partition
>>> [keyed_partition(name, partitions=3) for name in (b"ABC", b"DEF", b"GHI")]
[0, 0, 0]

The names here are what a notebook needs; each is loaded when it is first used, so the import itself is quick.
"""

from functools import partial

from kafkaviz.loading import give, load_on_use

__version__ = "0.1.0"

_NAMES = {
    "lab": "Lab",
    "breaking.break_it": "break_it",
    "course.challenges.task": "challenge challenges",
    "course.check": "check",
    "course.classroom.handing_in": "hand_in",
    "course.classroom.showing": "room",
    "course.glossary.asking": "glossary",
    "course.hint": "hint",
    "course.incidents.desk": "incident incidents",
    "course.inventory.asking": "inventory",
    "course.progress": "progress",
    "course.quiz": "quiz",
    "course.tables.filling": "fill_in",
    "course.then_and_now": "then_and_now",
    "lab.comparing": "compare",
    "lab.config_table": "configs",
    "lab.exploring": "explore",
    "lab.knobs": "knobs",
    "ledger.fidelity": "fidelity",
    "metadata_log.door": "read_metadata_log",
    "rehearsal.rehearsing": "rehearse",
    "rehearsal.watching.watch": "watch",
    "decisions.elections": "elect_leader",
    "decisions.errors": "KafkaError",
    "decisions.hashing": "keyed_partition murmur2",
    "decisions.partitioners": "kafka_default keyed round_robin sticky uniform_sticky",
    "decisions.reading": "Readable",
    "decisions.values": "Sent Subscription TopicPartition",
}
__all__, _load, __dir__ = load_on_use(__name__, _NAMES)
# What plays a lab for real stands above it.
give("rehearse", partial(_load, "rehearse"))


def __getattr__(name: str) -> object:
    if name not in __all__:
        from kafkaviz.decisions.errors import UnknownNameError
        from kafkaviz.decisions.wording import short, suggestion

        raise UnknownNameError(f"kafkaviz has no {short(name)}; {suggestion(name, __all__)}")
    return _load(name)
