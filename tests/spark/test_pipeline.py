"""The pipeline: the same counts in any chunks, nothing done twice, nothing that looks whole and is not."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import pyarrow.parquet as pq
import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import SparkJobError
from kafkaviz.spark.pipeline import FilesInput, KafkaInput, OutputError, WorkloadInput, folder, run
from kafkaviz.spark.progress_bar import TerminalBar
from tests.sampling import every
from tests.spark.test_session import own_environment

pytestmark = pytest.mark.spark

ROOT = Path(__file__).parents[2]
SEGMENTS = ROOT / "tests/vectors/segments/librdkafka"
ZIPF = WorkloadInput("zipf", 4_000, partitions=6, chunk_records=1_500)


@pytest.fixture(scope="module")
def finished(spark, tmp_path_factory):
    """The output of ZIPF with its records, made without a break."""
    out = tmp_path_factory.mktemp("finished") / "with a space"
    summary = run(spark, ZIPF, out, keep_records=True, bar=TerminalBar("Counting"))
    return out, summary


def counts_of(summary):
    return {name: value for name, value in summary.items() if name not in ("input", "expected_shares")}


def test_the_summary_agrees_with_the_records_that_were_kept(spark, finished):
    out, summary = finished
    rows = spark.read.parquet(str(out / "records")).collect()
    assert len(rows) == summary["records"] == 4_000
    assert sum(len(row.key) + len(row.value) for row in rows) == summary["bytes"]
    for told in summary["topics"]["clicks"]["partitions"]:
        assert told["records"] == sum(row.partition == told["partition"] for row in rows)
    assert all(row.partition == keyed_partition(bytes(row.key), 6) for row in rows)
    hottest = summary["hottest_keys"][0]
    assert hottest["key"] == "user-1" and hottest["records"] == sum(bytes(row.key) == b"user-1" for row in rows)
    assert summary["keys"]["missing_at_most"] == 0
    assert json.loads((out / "summary.json").read_bytes()) == summary


def test_the_tables_are_parquet_that_says_the_same(spark, finished):
    out, summary = finished
    told = summary["topics"]["clicks"]
    load = spark.read.parquet(str(out / "load")).orderBy("partition").collect()
    assert [(row.topic, row.partition, row.records, row.bytes) for row in load] == [
        ("clicks", one["partition"], one["records"], one["bytes"]) for one in told["partitions"]
    ]
    assert sum(row.share for row in load) == pytest.approx(1)
    arrivals = spark.read.parquet(str(out / "arrivals"))
    assert arrivals.groupBy().sum("records").first()[0] == 4_000
    assert arrivals.columns == ["partition", "window_start", "records", "bytes", "topic"]
    assert spark.read.parquet(str(out / "keys")).groupBy().sum("records").first()[0] == 4_000


def test_each_file_of_records_is_one_partition_in_the_order_of_its_offsets(finished):
    out, _ = finished
    files = sorted((out / "records").rglob("*.parquet"))
    assert {file.parent.parent.name for file in files} == {"topic=clicks"} and len(files) == 3 * 6
    for file in files:
        offsets = pq.read_table(file, partitioning=None)["offset"].to_pylist()
        assert offsets == sorted(offsets)


@pytest.mark.parametrize("name", every(3, ["zipf", "nexmark", "sensors"]))
def test_chunks_change_nothing(spark, tmp_path, name):
    parted = run(spark, WorkloadInput(name, 1_000, 5, chunk_records=700), tmp_path / "parted", bar=TerminalBar(""))
    at_once = run(spark, WorkloadInput(name, 1_000, 5), tmp_path / "at once", bar=TerminalBar(""))
    assert counts_of(parted) == counts_of(at_once)


def test_a_partitioner_that_must_see_all_records_gets_them_in_one_chunk(spark):
    assert len(ZIPF.chunks(spark)) == 3
    assert len(WorkloadInput("zipf", 4_000, 6, "round_robin", chunk_records=1_500).chunks(spark)) == 3
    assert len(WorkloadInput("zipf", 4_000, 6, "sticky", chunk_records=1_500).chunks(spark)) == 1
    assert len(WorkloadInput("omb", 4_000, 6, chunk_records=1_500).chunks(spark)) == 1


@pytest.mark.slow
def test_a_dump_as_parquet_is_counted_as_what_was_dumped(spark, finished, tmp_path):
    out, summary = finished
    dump = FilesInput("parquet", str(out / "records"), chunk_files=5)
    assert counts_of(run(spark, dump, tmp_path / "dump", bar=TerminalBar(""))) == counts_of(summary)
    anew = FilesInput("parquet", str(out / "records"), partitions=6, partitioner="murmur2", chunk_files=5)
    assert counts_of(run(spark, anew, tmp_path / "anew", bar=TerminalBar(""))) == counts_of(summary)


def test_segments_of_a_real_broker_are_counted(spark, tmp_path):
    pytest.importorskip("kafka", reason="reading segments needs kafka-python: pip install 'kafkaviz[segments]'")
    summary = run(spark, FilesInput("kafka_segments", str(SEGMENTS)), tmp_path / "out", bar=TerminalBar(""))
    told = summary["topics"]["payments"]
    assert len(told["partitions"]) == len(list(SEGMENTS.glob("*.log"))) == 4
    assert summary["records"] == sum(one["records"] for one in told["partitions"]) > 1_000
    assert summary["hottest_keys"][0]["key"].startswith("user-")


def test_no_record_is_an_answer_too(spark, tmp_path):
    summary = run(spark, WorkloadInput("zipf", 0, 3), tmp_path / "out", bar=TerminalBar(""))
    assert (summary["records"], summary["topics"], summary["hottest_keys"]) == (0, {}, [])


class Counted(WorkloadInput):
    """ZIPF that notes which chunks were read, and fails before one of them."""

    reads: ClassVar[list[tuple[int, int]]] = []
    fails_at = -1

    def read(self, spark, chunk):
        if len(self.reads) == Counted.fails_at:
            Counted.fails_at = -1
            raise KeyboardInterrupt
        self.reads.append(chunk)
        return super().read(spark, chunk)


@pytest.mark.slow
def test_a_run_that_was_broken_off_goes_on_and_comes_to_the_same_bytes(spark, finished, tmp_path, monkeypatch):
    source = Counted("zipf", 4_000, partitions=6, chunk_records=1_500)
    out, unfinished = tmp_path / "out", tmp_path / "out.unfinished"
    Counted.reads, Counted.fails_at = [], 2
    with pytest.raises(KeyboardInterrupt):
        run(spark, source, out, keep_records=True, bar=TerminalBar(""))
    assert not out.exists() and not (unfinished / "summary.json").exists()

    with monkeypatch.context() as broken:
        broken.setattr(folder.Folder, "finish", lambda self: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            run(spark, source, out, keep_records=True, bar=TerminalBar(""))
    assert not out.exists()

    summary = run(spark, source, out, keep_records=True, bar=TerminalBar(""))
    assert Counted.reads == [(0, 1_500), (1_500, 3_000), (3_000, 4_000)]
    assert summary == finished[1] and not unfinished.exists()
    assert (out / "summary.json").read_bytes() == (finished[0] / "summary.json").read_bytes()
    assert sorted(file.name for file in out.iterdir()) == ["arrivals", "keys", "load", "records", "summary.json"]
    assert spark.read.parquet(str(out / "records")).count() == 4_000


def test_an_output_and_what_another_run_left_are_refused_unless_overwritten(spark, tmp_path):
    out = tmp_path / "out"
    small, other = WorkloadInput("zipf", 100, 3), WorkloadInput("zipf", 50, 3)
    run(spark, small, out, bar=TerminalBar(""))
    with pytest.raises(InvalidArgumentError, match="exists already: name another output, or give --overwrite"):
        run(spark, small, out, bar=TerminalBar(""))
    left = folder.Folder(out, small.description(), overwrite=True)
    left.open()
    assert run(spark, other, out, overwrite=True, bar=TerminalBar(""))["records"] == 50
    assert [path.name for path in tmp_path.iterdir()] == ["out"]

    folder.Folder(tmp_path / "two", {"records": 7}).open()
    with pytest.raises(InvalidArgumentError, match=r"with other arguments left \(.*records: 7, not 50"):
        run(spark, other, tmp_path / "two", bar=TerminalBar(""))


def test_bad_input_is_one_sentence_and_leaves_nothing(spark, tmp_path):
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.parquet").write_text("no Parquet at all" * 99)
    spark.range(3).write.parquet(str(tmp_path / "other"))
    before, out = sorted(tmp_path.iterdir()), tmp_path / "out"
    wrong = [
        (WorkloadInput("zpf", 10, 3), UnknownNameError, "no workload 'zpf'; did you mean 'zipf'"),
        (WorkloadInput("zipf", 10, 3, "stiky"), UnknownNameError, "no partitioner 'stiky'"),
        (WorkloadInput("zipf", 10, 3, parameters={"kes": 3}), UnknownNameError, "no parameter 'kes'"),
        (WorkloadInput("zipf", 10, 2**31), InvalidArgumentError, "not 2147483648"),
        (WorkloadInput("zipf", -1, 3), InvalidArgumentError, "records is at least 0, not -1"),
        (WorkloadInput("zipf", 10), SparkJobError, "have no partition yet"),
        (FilesInput("parquet", str(tmp_path / "nothing")), SparkJobError, "There is no .*/nothing"),
        (FilesInput("parquet", str(tmp_path / "bad")), SparkJobError, "is no Parquet file, or it is damaged"),
        (FilesInput("parquet", str(tmp_path / "other")), InvalidArgumentError, "column 'key' is missing"),
        (KafkaInput("127.0.0.1:1", "t"), SparkJobError, "without its connector"),
    ]
    for source, error, sentence in wrong:
        with pytest.raises(error, match=sentence) as told:
            run(spark, source, out, bar=TerminalBar(""))
        assert "\n" not in str(told.value)
        assert sorted(tmp_path.iterdir()) == before
    with pytest.raises(InvalidArgumentError, match="window_s is a whole number of seconds"):
        run(spark, ZIPF, out, window_s=0)


def test_a_learners_error_on_one_record_is_one_sentence(spark, tmp_path):
    def letters(key, partitions, sent):
        return 99 if key == b"user-17" else 0

    class Routed(WorkloadInput):
        def description(self):
            return {"workload": "zipf", "partitioner": "letters"}

    with pytest.raises(SparkJobError, match="99") as told:
        run(spark, Routed("zipf", 2_000, 3, letters), tmp_path / "out", bar=TerminalBar(""))
    assert "\n" not in str(told.value) and list(tmp_path.iterdir()) == []


@pytest.fixture
def tiny_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", disk], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip("A tiny disk needs the right to mount one: run as root outside of a container.")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="a disk in memory is mounted as Linux does: run on Linux")
@pytest.mark.parametrize("keep_records", [True, False])
def test_a_disk_that_fills_is_one_sentence_and_nothing_looks_whole(spark, tiny_disk, tmp_path, keep_records):
    source = WorkloadInput("uniform", 20_000, 3, chunk_records=20_000)
    with pytest.raises((OutputError, SparkJobError), match="The disk is full") as told:
        run(spark, source, tiny_disk / "out", keep_records=keep_records, bar=TerminalBar(""))
    assert "\n" not in str(told.value)
    assert not (tiny_disk / "out").exists() and not list(tiny_disk.rglob("summary.json"))


@pytest.mark.slow
def test_a_killed_run_leaves_nothing_that_looks_whole_and_another_one_finishes_it(spark, tmp_path):
    whole, out = tmp_path / "whole", tmp_path / "out"
    source = WorkloadInput("zipf", 24_000, 4, parameters={"keys": 500, "s": 1.3}, chunk_records=6_000)
    run(spark, source, whole, bar=TerminalBar(""))
    command = [sys.executable, "-m", "kafkaviz", "pipeline", "--workload", "zipf", "--records", "24000"]
    command += ["--parameters", "keys=500", "s=1.3", "--partitions", "4", "--chunk-records", "6000"]
    command += ["--output", str(out), "--memory", "512m", "--cores", "2"]
    chunks = tmp_path / "out.unfinished" / "_chunks"
    with subprocess.Popen(command, env=own_environment(), stderr=subprocess.PIPE) as running:
        until = time.monotonic() + 240
        while not (chunks / "00001-arrivals.parquet").exists() and running.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
    finished = {file.name: file.stat().st_mtime_ns for file in chunks.glob("*.parquet")}
    assert "00001-arrivals.parquet" in finished and len(finished) < 8
    assert not out.exists() and not (chunks.parent / "summary.json").exists()

    done = subprocess.run(command, env=own_environment(), capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (out / "summary.json").read_bytes() == (whole / "summary.json").read_bytes()
    assert "24,000 records counted" in done.stdout
    again = subprocess.run(command, env=own_environment(), capture_output=True, text=True, timeout=300, check=False)
    assert again.returncode == 2 and again.stderr.count("\n") == 1 and "exists already" in again.stderr
