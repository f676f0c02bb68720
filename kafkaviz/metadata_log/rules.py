"""By which rule a controller decided what its log tells: in words, and in the few that a picture has room for."""

from enum import StrEnum
from typing import Final


class Rule(StrEnum):
    """A rule of the model that comes to what a controller decided.

    >>> Rule.FENCED.mark
    'fenced'

    Kafka: ReplicationControlManager and ClusterControlManager.
    """

    FENCED = "a broker is fenced or unregistered: it leaves every ISR"
    STOPPING = "a controlled shutdown: it leaves every ISR first"
    BACK_UNCLEAN = "a broker comes back from an unclean shutdown: it may lack records"
    MOVE_BEGINS = "a reassignment begins: replicas are added first"
    MOVE_ENDS = "a reassignment ends when all that were added are in sync"
    MOVE_CALLED_OFF = "a reassignment is called off, or has nothing to add"
    MOVE_AT_ONCE = "a reassignment has nothing to add"
    BACK = "a broker comes back: partitions that nobody led are led"
    PROPOSED = "the leader proposes an ISR, of brokers that live"
    PREFERRED = "an election of the preferred leader"
    ONLINE = "an election of a leader that is in sync and lives"
    UNCLEAN = "an unclean election, which somebody asked for"
    SPREAD_EVENLY = (
        "a new partition: replicas apart, in sync are those that live, the first leads, spread evenly as the placer "
        "does it"
    )
    SPREAD_AS_ASKED = (
        "a new partition: replicas apart, in sync are those that live, the first leads, spread as somebody asked and "
        "not as the placer does it"
    )
    SPREAD_SOMEHOW = (
        "a new partition: replicas apart, in sync are those that live, the first leads; whether the placer may have "
        "spread them so was not asked"
    )
    LEADS_NOTHING = "who is fenced leads nothing"
    WAS_FENCED = "who is unfenced was fenced"
    NEWER_EPOCH = "a broker epoch is newer than all before"

    @property
    def mark(self) -> str:
        """The rule in a few words, at what it decided; nothing where there is no more to say than the picture does."""
        return _MARKS.get(self, "")


_MARKS: Final = {
    Rule.FENCED: "fenced",
    Rule.STOPPING: "shuts down",
    Rule.BACK_UNCLEAN: "unclean shutdown",
    Rule.MOVE_BEGINS: "asked: move",
    Rule.MOVE_ENDS: "new assignment is in sync",
    Rule.MOVE_CALLED_OFF: "called off",
    Rule.BACK: "a replica is back",
    Rule.PROPOSED: "leader proposed it",
    Rule.PREFERRED: "preferred leader",
    Rule.UNCLEAN: "unclean, asked for",
    Rule.SPREAD_EVENLY: "replicas striped",
    Rule.SPREAD_AS_ASKED: "placed by hand",
}
PLACING: Final = (Rule.SPREAD_EVENLY, Rule.SPREAD_AS_ASKED, Rule.SPREAD_SOMEHOW)
"""The rules about a new partition."""
