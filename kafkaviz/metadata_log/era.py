"""Which rules held at a moment of a metadata log: its features and the configs of the whole cluster."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import ElectionContext, TopicPartition
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.values import config_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import election_context

_RECOVERY_SINCE: Final = 3
"""The level of metadata.version for 3.2."""
_NO_BUMP_SINCE: Final = 12
"""The level of metadata.version for 3.6."""
_BROKER: Final = 4
_KNOWN: Final = ("min_insync_replicas", "unclean_leader_election_enable")


class Era(NamedTuple):
    """The configs that hold where a topic has none of its own, and what the metadata version asks for.

    Kafka: FeatureControlManager and ConfigurationControlManager. What stands in a node's own file is not in the log.
    """

    policies: Policies = Policies()._replace(eligible_leader_replicas_enable=False)
    bump_on_isr_shrink: bool = False
    recovery_supported: bool = True

    def context(self, cluster: Cluster, tp: TopicPartition) -> ElectionContext:
        """Returns what the controller knew when it decided about a partition."""
        return election_context(cluster, tp, self.policies)._replace(
            bump_on_isr_shrink=self.bump_on_isr_shrink, recovery_supported=self.recovery_supported
        )

    def after(self, record: LogRecord) -> "Era":
        """Returns the era behind a record.

        >>> level = LogRecord(0, 0, "FeatureLevelRecord", {"name": "metadata.version", "featureLevel": 7}, "")
        >>> Era().after(level).bump_on_isr_shrink
        True
        """
        if record.fields is None:
            return self
        if record.type == "FeatureLevelRecord":
            name, level = record.text("name"), record.integer("featureLevel")
            if name == "eligible.leader.replicas.version":
                policies = self.policies._replace(eligible_leader_replicas_enable=level > 0)
                return self._replace(policies=policies)
            if name == "metadata.version":
                return self._replace(
                    bump_on_isr_shrink=level < _NO_BUMP_SINCE, recovery_supported=level >= _RECOVERY_SINCE
                )
        is_config = record.type == "ConfigRecord" and record.integer("resourceType", 2) == _BROKER
        if is_config and not (record.has("resourceName") and record.text("resourceName")):
            read = config_of(record.text("name"), record.text("value") if record.has("value") else None)
            known = {name: value for name, value in read.items() if name in _KNOWN and not isinstance(value, str)}
            standard = {name: getattr(Policies(), name) for name, value in known.items() if value is None}
            return self._replace(policies=self.policies._replace(**{**known, **standard}))
        return self


def era_behind(records: Iterable[LogRecord]) -> Era:
    """Returns the era behind some records."""
    era = Era()
    for record in records:
        era = era.after(record)
    return era
