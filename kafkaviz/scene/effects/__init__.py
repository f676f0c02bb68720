"""What travels and what happens during an event, from which node to which; a lens gives it a way, or leaves it out.

Nothing is pushed where Kafka asks: an event that is an answer shows its question first.
"""

from kafkaviz.scene.effects import clients, control, groups, replication, share
from kafkaviz.scene.effects.cue import Cue, cues_of, seat_of

MODULES = (clients, replication, control, groups, share)
"""Where the cues stand; importing them registers them."""
__all__ = ["MODULES", "Cue", "cues_of", "seat_of"]
