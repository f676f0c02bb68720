"""Which configs of the whole cluster hold at a moment of a metadata log."""

from collections.abc import Iterable
from typing import Any, Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.values import config_of

_BROKER: Final = 4
_KNOWN: Final = ("min_insync_replicas", "unclean_leader_election_enable")


def policies_behind(records: Iterable[LogRecord]) -> Policies:
    """Returns the policies behind some records; what stands in a node's own file is not in the log.

    >>> level = {"name": "eligible.leader.replicas.version", "featureLevel": 1}
    >>> policies_behind([LogRecord(0, 0, "FeatureLevelRecord", level, "")]).eligible_leader_replicas_enable
    True

    Kafka: FeatureControlManager and ConfigurationControlManager.
    """
    usual = Policies()
    known: dict[str, Any] = {"eligible_leader_replicas_enable": False}
    for record in records:
        if record.fields is None:
            continue
        if record.type == "FeatureLevelRecord" and record.text("name") == "eligible.leader.replicas.version":
            known["eligible_leader_replicas_enable"] = record.integer("featureLevel") > 0
        is_config = record.type == "ConfigRecord" and record.integer("resourceType", 0) == _BROKER
        if is_config and not (record.has("resourceName") and record.text("resourceName")):
            read = config_of(record.text("name"), record.text("value") if record.has("value") else None)
            said = {name: value for name, value in read.items() if name in _KNOWN and not isinstance(value, str)}
            known |= {name: getattr(usual, name) if value is None else value for name, value in said.items()}
    return usual._replace(**known)
