"""By which names a config may be called: Kafka's with dots, the same in snake_case, and those it has here."""

from collections.abc import Iterable, Mapping
from typing import Final

from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion

TOPIC_CONFIGS: Final = tuple(sorted(field for field, config in CONFIGS.items() if config.in_topics))
"""What a topic may set for itself."""

_FIELDS: Final = {
    name: field
    for field, config in CONFIGS.items()
    for name in (field, field.replace("_", "."), config.name, config.name.replace(".", "_"), *config.names)
} | dict.fromkeys(("group.remote.assignor", "group.consumer.assignors"), "assignor")


def field_of(name: object) -> str | None:
    """Returns the field of a config by Kafka's name, by that in snake_case, or by its name here; None if it is unknown.

    >>> field_of("min.insync.replicas"), field_of("session.timeout.ms"), field_of("log.roll.ms"), field_of("isr")
    ('min_insync_replicas', 'group_session_timeout_ms', 'segment_ms', None)

    Kafka: ConfigDef.configKeys. Simplified: a broker's log.retention.ms and a topic's retention.ms are one.
    """
    return _FIELDS.get(name) if isinstance(name, str) else None


def fields_of(changes: Mapping[str, object], among: Iterable[str], beside: Iterable[str] = ()) -> dict[str, object]:
    """Returns the changes by the fields they name; each name must be among those that can be set.

    Raises InvalidArgumentError for a name that is unknown, or one config under two names.

    >>> fields_of({"linger.ms": 7}, CONFIGS)
    {'linger_ms': 7}
    >>> fields_of({"min.insync.replica": 2}, CONFIGS)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no config 'min.insync.replica'; \
did you mean 'min.insync.replicas'?

    Kafka: AbstractConfig.logUnused. Simplified: a client only warns of a name that it does not know.
    """
    known, fields = tuple(among), dict[str, object]()
    for name, value in changes.items():
        field = field_of(name)
        if field is None or field not in known:
            shown = [CONFIGS[each].name if "." in str(name) else each for each in known]
            whose = "config of topics" if known == TOPIC_CONFIGS else "config"
            otherwise = "" if known == TOPIC_CONFIGS else "kafkaviz.configs() shows those there are."
            raise InvalidArgumentError(
                f"There is no {whose} {short(name)}; {suggestion(name, [*beside, *shown], otherwise)}"
            )
        if field in fields:
            raise InvalidArgumentError(f"The config {CONFIGS[field].name} is given twice; give it once.")
        fields[field] = value
    return fields
