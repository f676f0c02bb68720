"""Lab: the verbs a person uses. It keeps the history; everything below it is values."""

from typing import Final

from kafkaviz.lab.asking import Asking
from kafkaviz.lab.clients import ClientVerbs
from kafkaviz.lab.config_table import config_help
from kafkaviz.lab.machines import MachineVerbs
from kafkaviz.lab.members import GroupVerbs
from kafkaviz.lab.rehearsing import Rehearsing
from kafkaviz.lab.topics import TopicVerbs

TEN_VERBS: Final = ("create_topic", "send", "poll", "join", "commit", "kill", "restart", "tick", "film", "graph")
"""The verbs that are enough; a notebook that needs another says so."""


class Lab(TopicVerbs, ClientVerbs, GroupVerbs, MachineVerbs, Asking, Rehearsing):
    """A Kafka cluster to try things on; each verb returns the lab, so verbs chain.

    Ten verbs are enough: `create_topic`, `send`, `poll`, `join`, `commit`, `kill`, `restart`, `tick`, `film` and
    `graph`, which returns the state as a networkx graph.

    `brokers` is a count, or a mapping from broker id to rack. `kafka` picks the defaults of a release
    ("4.4", "3.9", "2.4", "2.3", "0.10"); any config can be set by Kafka's name, dotted in `configs` or in snake_case
    as a keyword: `Lab(configs={"min.insync.replicas": 2})`, `Lab(min_insync_replicas=2)`. A decision is replaced by
    a function, an assignor by Kafka's name as well. Without a `seed` chance takes its plainest course. With
    `settle=False` one rule at a time answers, by `step()`.

    Raises InvalidArgumentError, a ValueError, for an unknown release or config, and for a value that cannot be.

    >>> lab = Lab(brokers=3).create_topic("letters", partitions=3, replication_factor=3)
    >>> lab.send("letters", "ABC", "DEF", "GHI")
    <Lab: 3 brokers, Kafka 4.4, topic letters, t = 0 s>
    >>> [record.value for record in lab.cluster.log("letters", 0)]
    [b'ABC', b'DEF', b'GHI']

    Kafka: the admin client, a producer, a consumer and the hands on the machines' switches, in one.
    """


# help(Lab) is written from the table of configs, so that the two cannot disagree.
Lab.__doc__ = f"""{Lab.__doc__}
    The configs, with the defaults of Kafka 4.4; `kafkaviz.configs()` shows those of each era:

{config_help()}
"""
