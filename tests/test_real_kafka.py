"""A real Kafka is started, answers, and is gone afterwards, whatever happens meanwhile."""

import os
import signal
import time

import pytest

from tests.kafka_jars import MissingToolError
from tests.real_kafka import Broker, broker, create_topic

pytestmark = pytest.mark.slow
pytest.importorskip("kafka", reason='The client is kafka-python: pip install -e ".[test]".')


def is_gone(node: Broker) -> bool:
    """Tells whether the process has ended and its files are away."""
    return node.process.poll() is not None and not node.log_dir.exists()


def test_two_run_side_by_side_and_both_are_gone_when_the_block_fails():
    try:
        with pytest.raises(RuntimeError, match="on purpose"), broker() as first, broker() as second:
            assert first.bootstrap != second.bootstrap
            create_topic(first, "letters", partitions=2)
            # The broker makes the folders once it has read of the topic, which is after the answer.
            until = time.monotonic() + 30
            while not {"letters-0", "letters-1"} <= set(os.listdir(first.log_dir)):
                assert time.monotonic() < until
                time.sleep(0.1)
            assert "letters-0" not in os.listdir(second.log_dir)
            raise RuntimeError("on purpose")
    except MissingToolError as missing:
        pytest.skip(str(missing))
    assert is_gone(first) and is_gone(second)


def test_a_node_that_hangs_is_ended_too(monkeypatch):
    monkeypatch.setattr("tests.real_kafka.STOP_SECONDS", 1)
    try:
        with broker() as node:
            os.kill(node.process.pid, signal.SIGSTOP)
    except MissingToolError as missing:
        pytest.skip(str(missing))
    assert is_gone(node)
