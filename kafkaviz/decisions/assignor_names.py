"""Assignors by Kafka's names: which group protocols know each, and the function it is there."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.assignors import (
    range_assign,
    roundrobin_assign,
    server_range_assign,
    sticky_assign,
    uniform_assign,
)
from kafkaviz.decisions.config_kinds import simple_class_name
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Assignor
from kafkaviz.decisions.wording import short, suggestion

ASSIGNORS: Final[dict[str, dict[str, Assignor | None]]] = {
    "range": {"eager": range_assign, "consumer": server_range_assign},
    "roundrobin": {"eager": roundrobin_assign},
    "sticky": {"eager": sticky_assign},
    "cooperative-sticky": {"cooperative": None},
    "uniform": {"consumer": uniform_assign},
}
"""Of each name the function in each group protocol that knows it; None is the protocol's own."""

ASSIGNOR_CLASSES: Final = {
    "range": "RangeAssignor",
    "roundrobin": "RoundRobinAssignor",
    "sticky": "StickyAssignor",
    "cooperative-sticky": "CooperativeStickyAssignor",
    "uniform": "UniformAssignor",
}
"""The Java class of each assignor, without its package."""

_OF_PROTOCOL: Final = {"eager": "range", "cooperative": "cooperative-sticky", "consumer": "uniform", "share": "simple"}

CLASSIC: Final = "classic"
CLASSIC_PROTOCOLS: Final = ("eager", "cooperative")
"""The group protocol that Kafka calls classic is two here; which one, its assignors say."""

_ASSIGNOR_OF_CLASS: Final = {java: name for name, java in ASSIGNOR_CLASSES.items()}


def assignor_name(assignor: Assignor | None, protocol: str) -> str | None:
    """Returns Kafka's name of an assignor, for None that of a group protocol's own; a learner's function has none.

    >>> assignor_name(sticky_assign, "eager"), assignor_name(None, "consumer"), assignor_name(len, "eager")
    ('sticky', 'uniform', None)

    Kafka: ConsumerPartitionAssignor.name, PartitionAssignor.name.
    """
    if assignor is None:
        return _OF_PROTOCOL[protocol]
    return next((name for name, known in ASSIGNORS.items() if assignor in known.values()), None)


def parse_assignor(assignor: object, protocol: str | None, default: str) -> dict[str, object]:
    """Returns the assignor and the group protocol that a name stands for; a function leaves the protocol as it is.

    `protocol` is the one that was asked for, None where none was; of several that know the assignor, `default` is
    taken. Raises InvalidArgumentError for a name that nobody knows, or that another protocol has.

    >>> parse_assignor("cooperative-sticky", None, "eager")
    {'assignor': None, 'group_protocol': 'cooperative'}
    """
    if isinstance(assignor, Sequence) and not isinstance(assignor, str) and len(assignor) == 1:
        assignor = assignor[0]
    if callable(assignor) and not isinstance(assignor, type):
        return {"assignor": assignor, **({"group_protocol": CLASSIC_PROTOCOLS[0]} if protocol == CLASSIC else {})}
    text = assignor.strip() if isinstance(assignor, str) else ""
    known = ASSIGNORS.get(_ASSIGNOR_OF_CLASS.get(simple_class_name(text), text))
    if known is None:
        hint = suggestion(assignor, ASSIGNORS) if isinstance(assignor, str) else f"there are {', '.join(ASSIGNORS)}."
        raise InvalidArgumentError(
            f"Invalid value {short(assignor)} for configuration partition.assignment.strategy: "
            f"it is a function or the name of an assignor; {hint}"
        )
    allowed = CLASSIC_PROTOCOLS if protocol == CLASSIC else known if protocol is None else (protocol,)
    protocols = [protocol for protocol in known if protocol in allowed]
    if not protocols:
        raise InvalidArgumentError(
            f"The assignor {text!r} belongs to the group protocol {' or '.join(known)}, not to {protocol}; "
            "leave group_protocol out."
        )
    chosen = default if default in protocols else protocols[0]
    return {"assignor": known[chosen], "group_protocol": chosen}
