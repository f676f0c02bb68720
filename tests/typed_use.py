"""What a type checker finds in a learner's own code: `make quick` reads it with mypy, and nobody runs it.

The names of these packages are loaded when they are first used, which no checker follows; stubs say what they are.
"""

from collections.abc import Mapping
from typing import assert_type

from pyspark.sql import DataFrame, SparkSession

from kafkaviz import Lab, Subscription, TopicPartition, keyed_partition
from kafkaviz.metadata_log import MetadataLog, recorded
from kafkaviz.player.widget import Player
from kafkaviz.scenarios import nb09
from kafkaviz.spark import session
from kafkaviz.spark.trials import run_trials

lab = Lab(brokers=3).create_topic("letters", partitions=3).send("letters", "A", "B").kill(1)
assert_type(lab, Lab)
assert_type(lab.film(), Player)
assert_type(keyed_partition(b"A", 3), int)
assert_type(TopicPartition("letters", 0).partition, int)
assert_type(recorded(), MetadataLog)
assert_type(session(), SparkSession)
assert_type(run_trials(session(), "durability"), DataFrame)
lab.crate_topic("letters")  # type: ignore[attr-defined]


def all_to_all(
    counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]
) -> dict[str, list[tuple[str, int]]]:
    everything = [(topic, n) for topic, count in counts.items() for n in range(count)]
    return dict.fromkeys(subscriptions, everything)


assert_type(nb09.group(assignor=all_to_all), Lab)
