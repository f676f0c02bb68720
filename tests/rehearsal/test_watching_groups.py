"""A real cluster that asks for a password is watched with its groups, and nothing tells the password."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkaviz import watch
from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.driver import Driver
from kafkaviz.rehearsal.watching.asking import NoAnswerError
from kafkaviz.rehearsal.watching.groups import SeenGroup
from kafkaviz.rehearsal.watching.watch import Watching
from tests.waiting import until

PASSWORD = "hunter2-secret"
LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required"
ASKING = {
    "listener.security.protocol.map": (
        "WATCHERS:PLAINTEXT,CLIENTS:SASL_PLAINTEXT,BROKERS:PLAINTEXT,CONTROLLER:PLAINTEXT"
    ),
    "listener.name.clients.sasl.enabled.mechanisms": "PLAIN",
    "listener.name.clients.plain.sasl.jaas.config": f'{LOGIN} user_ada="{PASSWORD}";',
    "group.initial.rebalance.delay.ms": 500,
    "group.min.session.timeout.ms": 1_000,
    "offsets.topic.num.partitions": 3,
}
READS = {
    "group.id": "billing",
    "auto.offset.reset": "earliest",
    "session.timeout.ms": "3000",
    "heartbeat.interval.ms": "500",
    "auto.commit.interval.ms": "500",
    "enable.auto.commit": "true",
}


def properties(file: Path, password: str) -> Path:
    """Writes the client's own file, in which alone the password stands."""
    said = f'sasl.jaas.config={LOGIN} username="ada" password="{password}";'
    file.write_text(f"security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n{said}\n", "utf-8")
    return file


def group_of(watching: Watching) -> SeenGroup | None:
    return watching._last.groups.get("billing")


def joins(driver: Driver, cluster: RealCluster, client: str) -> None:
    """Starts a member that polls."""
    driver.do("consumer.open", client, props={**READS, "client.id": client, "bootstrap.servers": inside(cluster)})
    driver.do("consumer.subscribe", client, topics=["orders"])
    driver.do("consumer.idle", client)


def inside(cluster: RealCluster) -> str:
    return cluster.direct_bootstrap


def act(cluster: RealCluster, driver: Driver, watching: Watching) -> None:
    """Two members come, one stops reading and falls behind, one goes, and their coordinator is killed and returns."""

    def has(*members: str) -> bool:
        group = group_of(watching)
        return group is not None and [*group.members] == [*members] and group.state == "Stable"

    driver.do("producer.open", "p", props={"bootstrap.servers": inside(cluster)})
    joins(driver, cluster, "C1")
    until(lambda: has("C1"), watching.story)
    joins(driver, cluster, "C2")
    until(lambda: has("C1", "C2"), watching.story)
    driver.do("producer.send", "p", topic="orders", value="first", partition=3)
    until(lambda: (group := group_of(watching)) and group.committed, watching.story)
    driver.do("consumer.stop", "C2")
    for n in range(300):
        driver.post("producer.send", "p", topic="orders", value=f"v{n}", partition=3, wait=False)
    until(lambda: "records behind" in str(watching.story()), watching.story)
    driver.do("consumer.close", "C1")
    driver.do("consumer.idle", "C2")
    until(lambda: has("C2"), watching.story)
    coordinator = watching._last.groups["billing"].coordinator
    cluster.kill(coordinator)
    until(lambda: watching._last.groups["billing"].coordinator != coordinator, watching.story)
    assert cluster.start_node(coordinator)
    until(lambda: not watching._last.brokers[coordinator].fenced, watching.story)


def told_by_processes(secret: bytes) -> Iterator[str]:
    """Yields the processes in whose arguments or environment a text stands."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            said = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            continue  # It has ended, or is somebody else's.
        if secret in said:
            yield process.name


@pytest.mark.slow
def test_a_cluster_with_a_password_is_watched_with_its_groups_and_nothing_tells_it(home, tmp_path):
    file = properties(tmp_path / "client.properties", PASSWORD)
    with (
        RealCluster(
            "4.4", tmp_path / "left", controllers=3, combined=True, session_ms=3_000, configs=ASKING
        ) as cluster,
        Driver("4.4", tmp_path / "left") as driver,
    ):
        driver.do("admin.open", "a", props={"bootstrap.servers": inside(cluster)})
        driver.do("topic.create", "a", topic="orders", partitions=4, replication_factor=3)
        wrong = properties(tmp_path / "wrong.properties", "hunter2-wrong")
        for config, why in (
            (wrong, "SaslAuthenticationException"),
            (None, "where it asks for a password, command_config"),
        ):
            with pytest.raises(NoAnswerError, match=why) as refused:
                watch(cluster.bootstrap, kafka=home, command_config=config)
            assert "hunter2" not in str(refused.value) and "\n" not in str(refused.value)
        with watch(cluster.bootstrap, kafka=home, command_config=file, every_ms=500) as watching:
            act(cluster, driver, watching)
            assert [*told_by_processes(b"hunter2")] == []
            written = [each for each in watching._driver.folder.rglob("*") if each.is_file()]
            assert written and not any(b"hunter2" in each.read_bytes() for each in written)
    page = watching.film(lens="assignment").save(tmp_path / "page.html").read_text("utf-8")
    looks = repr(watching.looks)
    for said in (page, looks, repr(watching), str(watching.story()), watching.state):
        assert "hunter2" not in said
    story = str(watching.story())
    for said in ("roup billing is there, with 1 member", "C2 joins group billing", "C1 leaves group billing"):
        assert said in story
    assert "is gone" not in story and "records behind; it was 0" in story
