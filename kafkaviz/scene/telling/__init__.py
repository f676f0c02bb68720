"""What a film tells of each event, cut by subject as the model is: its sentence, cues, cause, tag and rank.

A film asks `telling_of` for them by the type of the event, and names none.
"""

from kafkaviz.scene.telling import core, quorum, quorum_processes, zookeeper
from kafkaviz.scene.telling.brokers import processes, registrations
from kafkaviz.scene.telling.clients import batches, consumers, retries, sending
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.telling.groups import (
    classic,
    consumer_protocol,
    coordinators,
    members,
    reading,
    share,
    share_lending,
)
from kafkaviz.scene.telling.partitions import changes, hearing, isr, logs, replication, topics, truncation
from kafkaviz.scene.telling.tag import Fact, Tag
from kafkaviz.scene.telling.telling import (
    Cause,
    Said,
    asking_of,
    causes_of,
    cues_of,
    narrate,
    partition_of,
    tag_of,
    telling_of,
)
from kafkaviz.scene.telling.together import narrate_together

MODULES = (
    *(core, processes, registrations, quorum_processes, quorum, zookeeper),
    *(topics, changes, hearing, isr, replication, truncation, logs),
    *(sending, batches, retries, consumers),
    *(members, reading, coordinators, classic, consumer_protocol, share_lending, share),
)
"""Where events are told; importing them registers them."""
__all__ = [
    "MODULES",
    "Cause",
    "Cue",
    "Fact",
    "Said",
    "Tag",
    "asking_of",
    "causes_of",
    "cues_of",
    "narrate",
    "narrate_together",
    "partition_of",
    "tag_of",
    "telling_of",
]
