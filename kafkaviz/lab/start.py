"""How a lab begins: which policies hold, and which brokers there are."""

from collections.abc import Mapping

from kafkaviz.decisions.config_values import change_configs
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.core.kinds import NodeId, Rack, check_kind
from kafkaviz.model.sessions.session import MOST_BROKERS

NOW = "4.4"


def policies_of(kafka: str, configs: Mapping[str, object] | None, changes: Mapping[str, object]) -> Policies:
    """Returns the policies of a release with changes; raises InvalidArgumentError for a name that nobody knows."""
    if not isinstance(kafka, str) or kafka not in ERAS:
        raise InvalidArgumentError(f"There is no Kafka {short(kafka)} here; {suggestion(kafka, ERAS)}")
    beside = ("brokers", "kafka", "seed", "settle", "configs")
    policies = change_configs(ERAS[kafka], merge_configs(configs, changes), beside=beside)
    check_reset(kafka, policies.auto_offset_reset)
    return policies


def check_reset(kafka: str, reset: str) -> None:
    """Raises InvalidArgumentError where consumers of a release cannot begin by time.

    >>> check_reset("3.9", "by_duration:PT1H")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: \
Kafka 3.9 has no auto.offset.reset=by_duration:PT1H: it came with 4.0.

    Kafka: KIP-1106.
    """
    if kafka != NOW and reset_duration_ms(reset) is not None:
        raise InvalidArgumentError(f"Kafka {kafka} has no auto.offset.reset={reset}: it came with 4.0.")


def merge_configs(configs: Mapping[str, object] | None, changes: Mapping[str, object]) -> dict[str, object]:
    """Returns configs from a mapping and from keywords as one; raises InvalidArgumentError for a name in both."""
    given: Mapping[str, object] = check_kind("configs", Mapping[str, object] | None, configs) or {}
    twice = [name for name in changes if name in given]
    if twice:
        raise InvalidArgumentError(f"The config {twice[0]} is given twice; give it once.")
    return {**given, **changes}


def racks_of(brokers: int | Mapping[int, str | None]) -> Mapping[int, str | None]:
    """Returns each broker's rack, given the number of brokers or such a mapping."""
    if isinstance(brokers, Mapping):
        racks: Mapping[int, str | None] = check_kind("brokers", Mapping[NodeId, Rack], brokers)
        count = len(racks)
    else:
        count = check_kind("brokers", int, brokers)
        racks = dict.fromkeys(range(1, min(count, MOST_BROKERS) + 1))
    if not 1 <= count <= MOST_BROKERS:
        raise InvalidArgumentError(f"A lab has 1 to {MOST_BROKERS} brokers, not {count}.")
    return racks
