"""How a config is read: Kafka's own reading of text, then type, range and allowed words, once and for all."""

import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Final

from kafkaviz.decisions.assignor_names import CLASSIC, CLASSIC_PROTOCOLS, parse_assignor
from kafkaviz.decisions.config_kinds import INT_MAX, LONG_MAX, Config, simple_class_name
from kafkaviz.decisions.config_names import TOPIC_CONFIGS, fields_of
from kafkaviz.decisions.config_pairs import disagreement
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.decisions.errors import InvalidArgumentError, InvalidConfigError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.wording import as_integer, short

_WHOLE, _DECIMAL = re.compile(r"[+-]?[0-9]+"), re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_LONGEST_NUMBER: Final = 40


def parse_config(field: str, value: object) -> Any:
    """Reads the value of a config as Kafka reads it: text is trimmed, "false" is false, and "100" is 100.

    Raises InvalidArgumentError for another type, for a value out of range, or for a word that is not allowed.

    >>> parse_config("linger_ms", " 5 "), parse_config("enable_idempotence", "FALSE"), parse_config("acks", -1)
    (5, False, 'all')
    >>> parse_config("linger_ms", -1)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: Invalid value -1 for configuration linger.ms: \
it is a whole number of ms, at least 0.

    Kafka: ConfigDef.parseType and the validators behind it; it raises ConfigException. Simplified: segments and the
    limits of share groups may be smaller than Kafka has them, and the last two also larger, as may a replication
    factor; a time or a factor below 1, of which Kafka takes some, is refused.
    """
    config = CONFIGS[field]
    given = value.strip() if isinstance(value, str) else value
    read = _READERS[config.type](config, given)
    if read is _UNREADABLE:
        allowed = _allowed(config, given)
        raise InvalidArgumentError(f"Invalid value {short(value)} for configuration {config.name}: {allowed}.")
    return read


def change_configs(policies: Policies, changes: Mapping[str, object], *, beside: Iterable[str] = ()) -> Policies:
    """Returns the policies with these configs changed; each may be called by Kafka's dotted name or in snake_case.

    Raises InvalidArgumentError for a name that nobody knows, for one given twice, for a value that cannot be, and for
    two that do not go together; `beside` are names that may have been meant as well.

    >>> change_configs(Policies(), {"min.insync.replicas": "2", "assignor": "uniform"}).group_protocol
    'consumer'

    Kafka: AbstractConfig. An assignor by name brings its group protocol along.
    """
    fields = fields_of(changes, CONFIGS, beside)
    assignor = fields.pop("assignor", None)
    read = _parse_configs(fields)
    protocol = read.get("group_protocol")
    if assignor is not None:
        read |= parse_assignor(assignor, protocol, policies.group_protocol)
    elif protocol == CLASSIC:
        read["group_protocol"] = CLASSIC_PROTOCOLS[0]
    made = policies._replace(**read)
    if (fault := disagreement(made, read)) is not None:
        raise InvalidArgumentError(fault)
    return made


def topic_configs(changes: Mapping[str, object]) -> dict[str, Any]:
    """Reads what a topic sets for itself, by Kafka's names or those in snake_case.

    Raises InvalidConfigError (40) for a config that topics do not have, and for a value that cannot be.

    >>> topic_configs({"min.insync.replicas": "2", "cleanup.policy": ["compact", "delete"]})
    {'min_insync_replicas': 2, 'cleanup_policy': 'compact,delete'}
    >>> topic_configs({"cleanup.policy": "delete,delete"})
    {'cleanup_policy': 'delete'}

    Kafka: LogConfig.validate. Simplified: segments may be as small as they could be up to 3.9.
    """
    try:
        return _parse_configs(fields_of(changes, TOPIC_CONFIGS))
    except InvalidArgumentError as refusal:
        raise InvalidConfigError(refusal.message) from None


def _parse_configs(fields: Mapping[str, object]) -> dict[str, Any]:
    """Reads the values of fields; of a list, what comes again is left out before it is looked at.

    Kafka: ConfigDef.parse, whose validators would refuse it.
    """
    return {field: parse_config(field, _without_repeats(CONFIGS[field], value)) for field, value in fields.items()}


def _without_repeats(config: Config, given: object) -> object:
    if config.type != "list":
        return given
    words = [word.strip() for word in given.split(",")] if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) and word for word in words):
        return given
    once = [*dict.fromkeys(words)]
    return given if len(once) == len(words) else once


_UNREADABLE: Final = object()


def _int(config: Config, given: object) -> object:
    if isinstance(given, str) and len(given) <= _LONGEST_NUMBER and _WHOLE.fullmatch(given):
        given = int(given)
    number = as_integer(given)
    return _UNREADABLE if number is None or not config.low <= number <= config.high else number


def _double(config: Config, given: object) -> object:
    if isinstance(given, str) and len(given) <= _LONGEST_NUMBER and _DECIMAL.fullmatch(given):
        given = float(given)
    if isinstance(given, bool) or not isinstance(given, int | float):
        return _UNREADABLE
    return float(given) if config.low <= given <= config.high and isfinite(given) else _UNREADABLE


def _boolean(config: Config, given: object) -> object:
    if isinstance(given, str):
        return {"true": True, "false": False}.get(given.casefold(), _UNREADABLE)
    return given if isinstance(given, bool) else _UNREADABLE


def _string(config: Config, given: object) -> object:
    if isinstance(given, int) and not isinstance(given, bool) and -1 <= given <= 1:
        given = str(given)
    if not isinstance(given, str):
        return _UNREADABLE
    if config.name == "auto.offset.reset" and reset_duration_ms(given) is not None:
        return given
    exact = config.words.get(given, _UNREADABLE)
    # Kafka reads group.protocol in any case, but acks=ALL is refused; what is a name of ours is no config of Kafka's.
    in_any_case = config.name == "group.protocol" or config.scope in ("version", "controller")
    return config.words.get(given.casefold(), _UNREADABLE) if exact is _UNREADABLE and in_any_case else exact


def _list(config: Config, given: object) -> object:
    if isinstance(given, str):
        given = [each.strip() for each in given.split(",", maxsplit=8)]
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        return _UNREADABLE
    return config.words.get(",".join(sorted(given)), _UNREADABLE)


def _function(config: Config, given: object) -> object:
    if isinstance(given, str):
        return config.words.get(simple_class_name(given), _UNREADABLE)
    return given if callable(given) and not isinstance(given, type) else _UNREADABLE


_READERS: Final = {
    "int": _int,
    "double": _double,
    "boolean": _boolean,
    "string": _string,
    "list": _list,
    "function": _function,
}


def _allowed(config: Config, given: object) -> str:
    match config.type:
        case "int" | "double":
            number = "a whole number" if config.type == "int" else "a number"
            unit = f" of {config.unit}" if config.unit else ""
            least = f", at least {config.low:g}" if config.low > -LONG_MAX else ""
            too_large = isinstance(given, int) and given > config.high
            top = f" and at most {config.high:g}" if config.high < INT_MAX else ""
            return f"it is {number}{unit}{least}{f' and at most {config.high}' if too_large else top}"
        case "boolean":
            return "it is true or false"
        case "function":
            words = f", or one of {', '.join(config.words)}" if config.words else ""
            return f"it is a function{words}"
    by_time = ", or by_duration: with an ISO 8601 duration, such as by_duration:PT1H"
    said = f"it is one of {', '.join(dict.fromkeys(filter(None, map(str, config.words.values()))))}"
    return said + by_time if config.name == "auto.offset.reset" else said
