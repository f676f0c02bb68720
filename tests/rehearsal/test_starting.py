"""What a node and its Java are told, and what a machine lacks, in one sentence."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.rehearsal import jvm
from kafkaviz.rehearsal import ports as choosing
from kafkaviz.rehearsal.clusters import RealCluster
from kafkaviz.rehearsal.eras import RELEASES, release_of
from kafkaviz.rehearsal.jars import MissingToolError
from kafkaviz.rehearsal.node_configs import node_configs, quorum_configs, write_properties, zookeeper_configs
from kafkaviz.rehearsal.ports import HERE, Ports, bootstrap_servers, free_ports, give_back, is_open
from tests.sampling import every

BROKER = {"WATCHERS": Ports(1, 11), "CLIENTS": Ports(2, 12), "BROKERS": Ports(3, 13)}
CONTROLLER = {"CONTROLLER": Ports(4, 14)}


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Path:
    """Has a Java and the jars of every era, none of which is real, and an empty cache."""
    (tmp_path / "java").touch()
    for jar in ("b.jar", "a.jar"):
        (tmp_path / jar).touch()
    monkeypatch.setattr(jvm, "java", lambda: tmp_path / "java")
    monkeypatch.setattr(jvm, "kafka_jars", lambda era: tmp_path)
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def bare(tmp_path, monkeypatch) -> Path:
    """Leaves a machine without Maven, and an empty cache."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("KAFKAVIZ_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_every_era_of_the_model_has_its_release_and_a_file_for_maven():
    assert list(RELEASES) == list(ERAS)
    for era in RELEASES.values():
        assert f"<version>{era.release}</version>" in era.pom.read_text("utf-8")
        assert era.clients in RELEASES
    with pytest.raises(InvalidArgumentError, match=r"no release for the era '1.1'; there are 4.4, 3.9, 2.4, 2.3, 0.10"):
        release_of("1.1")


@pytest.mark.parametrize("era", every(3, RELEASES))
def test_without_maven_a_cluster_is_refused_in_one_sentence_and_leaves_nothing(bare, era):
    folder = bare / "clusters"
    with pytest.raises(MissingToolError, match="fetched by Maven, and there is none: install the package maven"):
        RealCluster(era, folder).__enter__()
    assert list(folder.iterdir()) == []


def test_a_command_names_the_jars_in_order_and_ours_last(machine):
    run = jvm.command("4.4", "kafka.Kafka", "1.properties", memory="99m", ours=Path("our.jar"))
    assert run[:2] == [str(machine / "java"), "-Xmx99m"]
    assert run[-4:] == ["-cp", f"{machine / 'a.jar'}:{machine / 'b.jar'}:our.jar", "kafka.Kafka", "1.properties"]
    assert not any("zookeeper" in word for word in run)
    assert {"-Dzookeeper.sasl.client=false"} < {*jvm.command("2.3", "kafka.Kafka")}
    (log4j,) = (word for word in jvm.command("0.10", "kafka.Kafka") if "log4j.configuration" in word)
    assert Path(log4j.partition("file:")[2]).read_text("utf-8").startswith("log4j.rootLogger")


def test_an_archive_of_classes_is_used_when_it_is_there_and_not_while_one_is_written(machine):
    archive = jvm.class_archive("4.4")
    uses = f"-XX:SharedArchiveFile={archive}"
    assert uses not in jvm.command("4.4", "kafka.Kafka")
    archive.parent.mkdir()
    archive.touch()
    assert uses in jvm.command("4.4", "kafka.Kafka")
    assert uses not in jvm.command("4.4", "kafka.Kafka", options=jvm.archiving(Path("new.jsa")))
    assert jvm.class_archive("2.3") != archive


def test_nodes_listen_on_this_machine_only_and_are_reached_through_the_proxy(tmp_path):
    told = node_configs(BROKER, tmp_path, replicas=3, rack="a")
    assert told["listeners"] == f"WATCHERS://{HERE}:1,CLIENTS://{HERE}:2,BROKERS://{HERE}:3"
    assert told["advertised.listeners"] == f"WATCHERS://{HERE}:11,CLIENTS://{HERE}:12,BROKERS://{HERE}:13"
    assert told["inter.broker.listener.name"] == "BROKERS" and told["broker.rack"] == "a"
    assert told["offsets.topic.replication.factor"] == 3
    alone = node_configs(CONTROLLER, tmp_path, replicas=1)
    assert "inter.broker.listener.name" not in alone and "broker.rack" not in alone


def test_roles_and_sessions_are_told_by_era():
    told = quorum_configs(1, BROKER | CONTROLLER, {1: 14, 2: 24}, session_ms=3_000)
    assert told["process.roles"] == "broker,controller"
    assert told["controller.quorum.voters"] == f"1@{HERE}:14,2@{HERE}:24"
    assert (told["broker.session.timeout.ms"], told["broker.heartbeat.interval.ms"]) == (3_000, 500)
    assert quorum_configs(101, CONTROLLER, {101: 14}, None)["process.roles"] == "controller"
    assert "broker.session.timeout.ms" not in quorum_configs(1, BROKER, {101: 14}, None)
    assert zookeeper_configs(1, 9, 6_000)["zookeeper.session.timeout.ms"] == 6_000
    assert zookeeper_configs(1, 9, None) == {"broker.id": 1, "zookeeper.connect": f"{HERE}:9"}


def test_ports_are_free_and_differ(tmp_path, monkeypatch):
    # Whoever begins at the same place, which is near the end, gets others.
    monkeypatch.setattr(choosing, "_chance", Mock(randrange=lambda count: count - 10))
    ports, others = free_ports(20), free_ports(20)
    assert len({*ports}) == 20 and not any(map(is_open, ports))
    assert not {*ports} & {*others}
    give_back(ports)
    again = free_ports(20)
    assert {*again} & {*ports}
    give_back([*again, *others])
    assert bootstrap_servers([1, 2]) == f"{HERE}:1,{HERE}:2"
    file = write_properties(tmp_path / "1.properties", {"node.id": 1, "log.dirs": Path("/logs")})
    assert file.read_text() == "node.id=1\nlog.dirs=/logs\n"


def test_a_cluster_knows_its_nodes_before_it_starts(tmp_path):
    closed = []
    for settings, controllers in (
        ({"era": "4.4", "controllers": 3}, [101, 102, 103]),
        ({"era": "4.4", "controllers": 2, "combined": True}, [1, 2]),
        ({"era": "3.9"}, []),
    ):
        cluster = RealCluster(folder=tmp_path, **settings)
        closed.append(cluster)
        assert cluster.controllers == controllers and cluster.brokers == [1, 2, 3]
        assert not cluster.is_up(1)
        cluster.close()
    assert list(tmp_path.iterdir()) == []
    assert closed[0].metadata_log() == closed[0].folder / "logs-101" / "__cluster_metadata-0"
    with pytest.raises(InvalidArgumentError, match=r"Kafka 3.9.1 keeps its metadata in ZooKeeper"):
        closed[2].metadata_log()
