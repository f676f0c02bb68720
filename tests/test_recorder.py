"""Kafka 4.4.0 itself is asked about fresh random cases, and we answer the same.

This takes a Java development kit, Maven, and a network the first time: `kafkaviz/rehearsal/poms/4.4.xml` names the
jars, which are kept in the cache beside the Javas of Spark. `KAFKAVIZ_SEED=7` records other cases.
"""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.check_vectors import check_file
from tests.kafka_jars import MissingToolError, kafka_jars, tool
from tests.metadata_log.images import faults
from tests.metadata_log.test_group_messages import group_record_is_read_as_written
from tests.metadata_log.test_groups import RECORDED
from tests.metadata_log.test_messages import is_read_as_written
from tests.vector_kinds import KINDS

pytestmark = pytest.mark.slow
SOURCES = Path(__file__).parent / "java"
OLDER = Path(__file__).parent / "java_of_eras"
SEED = int(os.environ.get("KAFKAVIZ_SEED", "440"))
# A recording is over before better code would pay.
LIGHT = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
CASES = 2_000
SNAPSHOTS = 400
OF_ERAS = {"default_partitioner_2_3": "2.3", "default_partitioner_2_4": "2.4"}
# The old placement is not among Kafka's classes any more, and librdkafka is in C.
FRESH = sorted(KINDS.keys() - OF_ERAS.keys() - {"admin_utils_placement", "librdkafka_partitioners"})
Record = Callable[[int, int, Path], Path]


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Callable[..., None]:
    """Returns a function that runs one of our programs of Java beside Kafka's jars."""
    try:
        compiler, java, jars = tool("javac"), tool("java"), kafka_jars() / "*"
    except MissingToolError as missing:
        pytest.skip(str(missing))
    classes = tmp_path_factory.mktemp("classes")
    sources = sorted(map(str, SOURCES.rglob("*.java")))
    run(compiler, "-Xlint:all,-path,-classfile", "-Werror", "-cp", str(jars), "-d", str(classes), *sources)

    def ran(*arguments: object) -> None:
        path = os.pathsep.join([str(classes), str(jars)])
        run(java, *LIGHT, "-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp", path, *map(str, arguments))

    return ran


@pytest.fixture(scope="module")
def record(program) -> Record:
    """Returns a function that records so many cases of each kind into a folder."""

    def recorded(seed: int, cases: int, folder: Path) -> Path:
        program("Recorder", seed, cases, folder)
        return folder

    return recorded


@pytest.fixture(scope="module")
def fresh(record: Record, tmp_path_factory) -> Path:
    """Returns a folder of cases, recorded now."""
    return record(SEED, CASES, tmp_path_factory.mktemp("fresh"))


@pytest.mark.parametrize("kind", FRESH)
def test_we_answer_as_kafka_does_now(kind: str, fresh: Path) -> None:
    report = check_file(fresh / f"{kind}.jsonl")
    assert report.fault is None, f"With KAFKAVIZ_SEED={SEED}: {report.fault}"
    assert report.cases == CASES


@pytest.mark.parametrize(("kind", "era"), OF_ERAS.items())
def test_we_answer_as_the_default_partitioner_of_an_older_release(kind: str, era: str, tmp_path: Path) -> None:
    try:
        compiler, java, jars = tool("javac"), tool("java"), kafka_jars(era) / "*"
    except MissingToolError as missing:
        pytest.skip(str(missing))
    source, program, recorded = (
        OLDER / "DefaultPartitionerCases.java",
        "DefaultPartitionerCases",
        tmp_path / f"{kind}.jsonl",
    )
    run(compiler, "-Xlint:all,-path,-classfile", "-Werror", "-cp", str(jars), "-d", str(tmp_path), str(source))
    run(java, "-cp", os.pathsep.join([str(tmp_path), str(jars)]), program, str(SEED), str(CASES), str(recorded))
    report = check_file(recorded)
    assert report.fault is None, f"With KAFKAVIZ_SEED={SEED}: {report.fault}"
    assert report.cases == CASES


def test_every_kind_that_is_recorded_is_judged(fresh: Path) -> None:
    assert sorted(file.stem for file in fresh.iterdir()) == FRESH


def test_the_same_seed_records_the_same_and_another_seed_does_not(record: Record, tmp_path: Path) -> None:
    first, again, other = (record(seed, 40, tmp_path / name) for seed, name in [(1, "a"), (1, "b"), (2, "c")])
    for kind in FRESH:
        text = (first / f"{kind}.jsonl").read_text("ascii")
        assert text == (again / f"{kind}.jsonl").read_text("ascii")
        assert text != (other / f"{kind}.jsonl").read_text("ascii")


def test_messages_of_the_metadata_log_are_read_as_kafka_wrote_them_now(program, tmp_path: Path) -> None:
    program("MetadataCases", SEED, CASES, tmp_path / "messages.jsonl")
    lines = (tmp_path / "messages.jsonl").read_text("ascii").splitlines()
    assert len(lines) == CASES
    assert [line for line in lines if not is_read_as_written(json.loads(line))] == []


def test_records_about_groups_are_read_as_kafka_wrote_them_now(program, tmp_path: Path) -> None:
    program("GroupCases", SEED, CASES, tmp_path / "messages.jsonl")
    lines = (tmp_path / "messages.jsonl").read_text("ascii").splitlines()
    assert len(lines) == CASES
    assert [line for line in lines if not group_record_is_read_as_written(json.loads(line))] == []


def test_what_is_kept_of_a_real_cluster_with_groups_is_what_kafka_decodes_now(program, tmp_path: Path) -> None:
    program("GroupCases", RECORDED, tmp_path / "decoded.jsonl")
    assert (tmp_path / "decoded.jsonl").read_text("ascii") == (RECORDED / "decoded.jsonl").read_text("ascii")


def test_snapshots_and_what_follows_them_are_the_images_that_kafka_makes_now(program, tmp_path: Path) -> None:
    program("SnapshotCases", SEED, SNAPSHOTS, tmp_path / "snapshots.jsonl")
    cases = [json.loads(line) for line in (tmp_path / "snapshots.jsonl").read_text("ascii").splitlines()]
    assert len(cases) == SNAPSHOTS and len({case["name"] for case in cases}) > SNAPSHOTS * 0.9
    found = [faults(case, tmp_path / str(number)) for number, case in enumerate(cases)]
    assert [fault for fault in found if fault] == [], f"with KAFKAVIZ_SEED={SEED}"


def run(*command: str) -> None:
    """Runs a program, and fails with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, f"{' '.join(command[:1])} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
