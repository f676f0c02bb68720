"""The metadata log of a real Kafka that runs here is read while it is written, and after its end."""

from pathlib import Path

import pytest

from kafkaviz.metadata_log import read
from tests.kafka_jars import MissingToolError
from tests.real_kafka import broker, create_topic

pytestmark = pytest.mark.slow


def test_what_was_done_to_a_real_broker_is_told_by_its_log(tmp_path: Path):
    from kafka import KafkaAdminClient
    from kafka.admin import NewPartitions

    try:
        with broker() as kafka:
            log = kafka.log_dir / "__cluster_metadata-0"
            create_topic(kafka, "letters", 2, min_insync_replicas=1)
            create_topic(kafka, "gone")
            admin = KafkaAdminClient(bootstrap_servers=kafka.bootstrap)
            admin.create_partitions({"letters": NewPartitions(3)})
            admin.delete_topics(["gone"])
            admin.close()
            live = read(log)
            kafka.stop()
            ended = read(log)
    except MissingToolError as missing:
        pytest.skip(str(missing))
    assert live.records == ended.records[: len(live.records)]
    assert not ended.unknown and ended.undone == 0
    told = [caption.cap for caption in ended.film().film.captions]
    expected = [
        "Controller 1 leads the quorum, in epoch 1.",
        "Broker 1 registers.",
        "Broker 1 is unfenced: it may lead.",
        "Topic letters is created: 2 partitions, 1 copy each, min.insync.replicas = 1.",
        "Topic gone is created: 1 partition, 1 copy each.",
        "Topic letters gets 1 more partition.",
        "Topic gone is deleted.",
        "Broker 1 asks to stop; 3 partitions have no leader any more.",
        "Broker 1 is fenced.",
    ]
    assert [cap for cap in told if cap in expected] == expected
    assert all(row.agrees for row in ended.elections().rows) and len(ended.elections().rows) == 3
    assert live.cluster.brokers.keys() == {1} and not live.cluster.brokers[1].fenced
