"""What a film tells of each event, cut by subject as the model is: its sentence, its cues, its tag and its rank.

A film asks `telling_of` for them by the type of the event, and names none.
"""

from kafkaviz.scene.telling import brokers, core, quorum, why_control, zookeeper
from kafkaviz.scene.telling.asking import asking_of
from kafkaviz.scene.telling.clients import batches, consumers, sending
from kafkaviz.scene.telling.clients import whys as why_clients
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.telling.groups import classic, consumer_protocol, coordinators, members, reading, share
from kafkaviz.scene.telling.groups import whys as why_groups
from kafkaviz.scene.telling.partitions import changes, hearing, isr, logs, replication, topics, truncation
from kafkaviz.scene.telling.partitions import whys as why_partitions
from kafkaviz.scene.telling.tag import Fact, Tag
from kafkaviz.scene.telling.telling import Cause, Said, cues_of, narrate, partition_of, tag_of, telling_of
from kafkaviz.scene.telling.together import narrate_together
from kafkaviz.scene.telling.whys import whys_of

MODULES = (
    *(core, brokers, quorum, zookeeper),
    *(topics, changes, hearing, isr, replication, truncation, logs),
    *(sending, batches, consumers),
    *(members, reading, coordinators, classic, consumer_protocol, share),
    *(why_control, why_partitions, why_clients, why_groups),
)
"""Where events are told, and their causes marked; importing them registers them."""
__all__ = [
    "MODULES",
    "Cause",
    "Cue",
    "Fact",
    "Said",
    "Tag",
    "asking_of",
    "cues_of",
    "narrate",
    "narrate_together",
    "partition_of",
    "tag_of",
    "telling_of",
    "whys_of",
]
