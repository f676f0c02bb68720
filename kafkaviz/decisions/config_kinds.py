"""What a config may be, as Kafka defines one: a number, a time, a flag, a word or a rule.

`configs` defines each by these.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypedDict, Unpack

Scope = Literal["broker", "topic", "producer", "consumer", "group", "controller", "decision", "version", "metric"]
INT_MAX: Final = 2**31 - 1
LONG_MAX: Final = 2**63 - 1
_JAVA_CLASS: Final = re.compile(r"(?:org\.apache\.kafka\.(?:\w+\.)*|kafka\.(?:\w+\.)+)(\w+)")
_LONGEST_CLASS: Final = 200


class Config(NamedTuple):
    """One config: `words` are what it may be called and what each stands for, `names` all it answers to.

    Kafka: org.apache.kafka.common.config.ConfigDef.ConfigKey.
    """

    name: str
    type: Literal["int", "double", "boolean", "string", "list", "function"]
    scope: Scope
    meaning: str
    low: float = 0
    high: float = INT_MAX
    unit: str = ""
    words: Mapping[str, object] = {}
    names: tuple[str, ...] = ()
    in_topics: bool = False


class _Also(TypedDict, total=False):
    names: tuple[str, ...]
    in_topics: bool


def integer(scope: Scope, meaning: str, low: int = 0, unit: str = "", name: str = "", **also: Unpack[_Also]) -> Config:
    """Returns a config that is a number without unit, or in the unit given, up to the largest int.

    >>> integer("broker", "partitions of a topic that asks for no number", 1).low
    1
    """
    return Config(name, "int", scope, meaning, low, unit=unit, **also)


def long_ms(scope: Scope, meaning: str, low: int = 0, name: str = "", **also: Unpack[_Also]) -> Config:
    """Returns a config that is a time, up to the largest long.

    >>> long_ms("producer", "how long a batch waits for more").high == LONG_MAX
    True
    """
    return Config(name, "int", scope, meaning, low, LONG_MAX, "ms", **also)


def int_ms(scope: Scope, meaning: str, low: int = 0, name: str = "", **also: Unpack[_Also]) -> Config:
    """Returns a config that is a time, up to the largest int.

    >>> int_ms("producer", "how long an answer is waited for").unit
    'ms'
    """
    return integer(scope, meaning, low, "ms", name, **also)


def flag(scope: Scope, meaning: str, **also: Unpack[_Also]) -> Config:
    """Returns a config that is on or off.

    >>> flag("topic", "whether a replica that may lack records may lead", in_topics=True).type
    'boolean'
    """
    return Config("", "boolean", scope, meaning, **also)


def word(scope: Scope, meaning: str, *words: str, also: Mapping[str, object] | None = None) -> Config:
    """Returns a config that is one of some words, and of others that stand for something else.

    >>> word("topic", "what becomes of old records", "delete", "compact", also={"none": ""}).words
    {'delete': 'delete', 'compact': 'compact', 'none': ''}
    """
    return Config("", "string", scope, meaning, words={**{each: each for each in words}, **(also or {})})


def function(meaning: str, name: str = "", scope: Scope = "decision", **words: object) -> Config:
    """Returns a config that is a rule; by these names Kafka's own are asked for.

    >>> [*function("which partition a record goes to", RoundRobinPartitioner=min).words]
    ['RoundRobinPartitioner']
    """
    return Config(name, "function", scope, meaning, words=words)


def simple_class_name(text: str) -> str:
    """Returns the simple name of a class of Kafka's, and any other text as it is.

    >>> simple_class_name("org.apache.kafka.clients.consumer.RangeAssignor"), simple_class_name("range")
    ('RangeAssignor', 'range')
    """
    found = _JAVA_CLASS.fullmatch(text[:_LONGEST_CLASS])
    return found[1] if found else text
