"""What each request of the model is on a real cluster: its real act, or the reason why it has none."""

from kafkaviz.rehearsal.acts import brokers, clients, groups, topics
from kafkaviz.rehearsal.acts.act import ACTS, BY_THE_CLOCK, NO_ACT, plays, reason_against

__all__ = ["ACTS", "BY_THE_CLOCK", "NO_ACT", "brokers", "clients", "groups", "plays", "reason_against", "topics"]
