"""What a type checker finds in a learner's own code: `make quick` reads it with mypy, and nobody runs it.

The names of these packages are loaded when they are first used, which no checker follows; stubs say what they are.
"""

from typing import assert_type

from pyspark.sql import SparkSession

from kafkaviz import Lab, TopicPartition, keyed_partition
from kafkaviz.metadata_log import MetadataLog, recorded
from kafkaviz.player.widget import Player
from kafkaviz.spark import session

lab = Lab(brokers=3).create_topic("letters", partitions=3).send("letters", "A", "B").kill(1)
assert_type(lab, Lab)
assert_type(lab.film(), Player)
assert_type(keyed_partition(b"A", 3), int)
assert_type(TopicPartition("letters", 0).partition, int)
assert_type(recorded(), MetadataLog)
assert_type(session(), SparkSession)
lab.crate_topic("letters")  # type: ignore[attr-defined]
