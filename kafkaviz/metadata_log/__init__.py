"""A real cluster's metadata log as a history that films like any other.

>>> from kafkaviz.metadata_log import recorded
>>> recorded().types["PartitionChangeRecord"]
150

Each name is loaded when it is first used: most notebooks read no log.
"""

from importlib import import_module

_NAMES = {
    "describing": "DescribedRow",
    "elections": "ElectionRow",
    "reading": "RecordedAct read recorded recorded_acts",
    "records": "LogRecord",
    "filming": "LENSES",
    "replayed_log": "MetadataLog",
    "snapshots": "Snapshot",
    "timeline": "ChangeRow",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
