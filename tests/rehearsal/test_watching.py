"""A real cluster is watched from outside, and its own metadata log tells the same."""

import signal
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from kafkaviz import read_metadata_log, watch
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.driver import Driver
from kafkaviz.rehearsal.watching.watch import NoAnswerError, Watching
from tests.waiting import until

ORDERS = TopicPartition("orders", 0)


@pytest.mark.slow
def test_a_file_of_properties_is_never_quoted(home, tmp_path):
    file = tmp_path / "client.properties"
    login = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="hunter2"'
    for told in (f"sasl.jaas.config={login}\nsasl.mechanism=PLAIN\nsecurity.protocol=SASL_PLAINTEXT\n", "a=\\uhunter2"):
        file.write_text(told, "utf-8")
        with pytest.raises(NoAnswerError) as refused:
            watch("127.0.0.1:9", kafka=home, command_config=file)
        assert "hunter2" not in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.slow
def test_a_real_cluster_is_watched_and_its_own_log_tells_the_same(home, tmp_path, monkeypatch):
    left = tmp_path / "left"
    left.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(left))
    features = {"eligible.leader.replicas.version": 1}
    with (
        RealCluster("4.4", left, controllers=3, combined=True, session_ms=3_000, features=features) as cluster,
        Driver("4.4", left) as driver,
    ):
        driver.do("admin.open", "a", props={"bootstrap.servers": cluster.bootstrap})
        driver.do("topic.create", "a", topic="orders", partitions=3, replication_factor=3)
        driver.do("topic.create", "a", topic="small", assignment=[[1, 2]])
        with watch(cluster.bootstrap, kafka=home, every_ms=250) as watching:
            refused = watching._driver.do("topic.delete", "x", topic="orders")
            assert refused["error"] == "UnsupportedOperationException"
            # The active controller is killed and comes back; another is killed; a third is stopped in order.
            active = watching.cluster.active_controller
            assert active
            second, third = [node for node in (1, 2, 3) if node != active]
            for node, end in ((active, cluster.kill), (second, cluster.kill), (third, cluster.stop)):
                end(node)
                until(lambda node=node: watching.cluster.brokers[node].fenced, watching.story)
                assert cluster.start_node(node)
                until(lambda: all(p.isr and len(p.isr) == len(p.replicas) for p in parts(watching)), watching.story)
            driver.do("topic.reassign", "a", topic="small", partition=0, replicas=[3, 1])
            until(lambda: parts(watching)[-1].replicas == (3, 1), watching.story)
            driver.do("topic.delete", "a", topic="small")
            until(lambda: "small" not in watching.cluster.topics, watching.story)
        node = watching.cluster.active_controller
        log = read_metadata_log(cluster.metadata_log(node))
    assert "none differs" in str(log.differences())
    for aspect in (fenced, leaders):
        seen, written = aspect(watching.history.clusters), aspect(log.history.clusters)
        assert is_within(seen, written), (aspect.__name__, seen, written)
    orders = {tp: p for tp, p in log.cluster.partitions.items() if tp.topic == "orders"}
    for tp, partition in orders.items():
        told = watching.cluster.partitions[tp]
        assert (told.leader, told.replicas, {*told.isr}) == (partition.leader, partition.replicas, {*partition.isr})
    assert [*left.iterdir()] == []


def parts(watching: Watching) -> list[Partition]:
    return [*watching.cluster.partitions.values()]


def fenced(clusters: Any) -> list[frozenset[int]]:
    """Returns which brokers were fenced, each change of it once."""
    return changes(frozenset(b for b, broker in c.brokers.items() if broker.fenced) for c in clusters)


def leaders(clusters: Any) -> list[int | None]:
    """Returns who led a partition, each change of it once."""
    return changes(c.partitions[ORDERS].leader for c in clusters if ORDERS in c.partitions)


def changes(values: Any) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if not found or found[-1] != value:
            found.append(value)
    return found


def is_within(seen: list[Any], written: list[Any]) -> bool:
    """Tells whether what was seen stands in what was written, in its order: looks miss what is over soon."""
    left = iter(written)
    return all(value in left for value in seen)


@pytest.mark.slow
def test_the_command_ends_with_an_interrupt_and_leaves_no_process(home, tmp_path):
    page = tmp_path / "seen.html"
    with RealCluster("4.4", tmp_path / "left", brokers=[1]) as cluster:
        run = [sys.executable, "-m", "kafkaviz", "watch", cluster.bootstrap, "--kafka", str(home), "-o", str(page)]
        # Tests that run in the background ignore interrupts, and so would what they start.
        heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        process = subprocess.Popen(run, stdout=subprocess.PIPE, text=True, preexec_fn=heed)
        assert process.stdout and "The first look: 1 broker" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "stopped." in said and page.exists()
