"""Spark reads log segments of real brokers with the columns of its own Kafka source."""

import zlib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pyspark.sql.functions as F
import pytest
from pyspark.errors import AnalysisException, PythonException

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.partitioners import Sent, consistent_random
from kafkaviz.spark import SparkJobError, load, plain_errors, read_segments, route, skew
from kafkaviz.spark.log_segments import register
from kafkaviz.spark.log_segments.batches import Part, records
from tests.spark.log_segments.recorded import FIRST, LIBRDKAFKA, LOGS, TOPICS, written

pytestmark = pytest.mark.spark
pytest.importorskip("kafka", reason='Segments are read by kafka-python: pip install -e ".[test]".')

# As `spark.read.format("kafka")` prints its own.
COLUMNS = (
    "struct<key:binary,value:binary,topic:string,partition:int,offset:bigint,timestamp:timestamp,timestampType:int>"
)
WITH_HEADERS = COLUMNS.removesuffix(">") + ",headers:array<struct<key:string,value:binary>>>"


def as_written(rows) -> list[dict[str, object]]:
    """Returns rows as the file of what was written has them, in the order of their offsets."""
    return [
        {
            "offset": row.offset,
            "timestamp_ms": row.micros / 1_000,
            "key": None if row.key is None else bytes(row.key),
            "value": None if row.value is None else bytes(row.value),
            "headers": [(one.key, None if one.value is None else bytes(one.value)) for one in row.headers or []],
        }
        for row in sorted(rows, key=lambda row: row.offset)
    ]


def kept_by_file(path: Path, topic: str, partition: int) -> list[bytes]:
    """Returns the keys in a file, read without Spark."""
    return [one.key for one in records(Part(str(path), topic, partition, 0, 1 << 40, path.stat().st_size, False))]


def test_the_columns_are_those_of_sparks_kafka_source(spark):
    assert read_segments(spark, LIBRDKAFKA).schema.simpleString() == COLUMNS
    assert read_segments(spark, LIBRDKAFKA, include_headers=True).schema.simpleString() == WITH_HEADERS
    register(spark)
    register(spark)
    assert spark.read.format("kafka_segments").load(str(LIBRDKAFKA)).schema.simpleString() == COLUMNS


def test_a_whole_log_directory_is_what_the_producers_wrote_record_for_record(spark):
    logs = read_segments(spark, LOGS, include_headers=True)
    found: dict[str, list[object]] = {}
    for row in logs.withColumn("micros", F.unix_micros("timestamp")).collect():
        found.setdefault(row.topic, []).append(row)
    assert set(found) == {"__cluster_metadata", "__consumer_offsets", "__transaction_state", *TOPICS}
    for topic in TOPICS:
        assert as_written(found[topic]) == written(topic), topic
        assert {row.timestampType for row in found[topic]} == {1 if topic == "append.time" else 0}
        assert {row.partition for row in found[topic]} == {0}
        assert not any(row.headers == [] for row in found[topic])  # null where there is none, as Spark's source has it


def test_the_load_and_its_skew_are_those_of_the_files(spark):
    measured = load(read_segments(spark, LIBRDKAFKA)).orderBy("partition").toPandas()
    counts = [len(kept_by_file(LIBRDKAFKA / f"payments-{number}.log", "payments", number)) for number in range(4)]
    assert list(measured.records) == counts == [427, 392, 427, 410]
    assert skew(measured) == skew(counts)


def test_librdkafka_routed_each_key_by_crc32_and_not_by_murmur2(spark):
    df = route(read_segments(spark, LIBRDKAFKA).withColumn("owner", F.col("partition")), 4, "crc32")
    rows = df.select("key", "owner", "partition").distinct().collect()
    owners = {bytes(row.key): row.owner for row in rows}
    assert set(owners) == {b"user-%d" % number for number in range(97)} and len(rows) == 97
    assert all(row.owner == row.partition for row in rows)
    assert all(owner == zlib.crc32(key) % 4 == consistent_random(key, 4, Sent()) for key, owner in owners.items())
    assert sum(owner == keyed_partition(key, 4) for key, owner in owners.items()) < 50


def test_a_topic_is_chosen_by_its_name(spark):
    assert read_segments(spark, LOGS, "append.time").select("topic").distinct().collect() == [("append.time",)]


def test_a_segment_is_a_task_and_a_large_one_several_with_the_same_records(spark):
    whole = read_segments(spark, LIBRDKAFKA)
    tasks = whole.select(F.spark_partition_id()).distinct().count()
    assert tasks == 4
    cut = spark.read.format("kafka_segments").option("maxPartitionBytes", 10_000).load(str(LIBRDKAFKA))
    assert cut.select(F.spark_partition_id()).distinct().count() == 15
    assert Counter(map(tuple, cut.collect())) == Counter(map(tuple, whole.collect()))


def test_the_oldest_format_has_no_time_as_in_sparks_own_source(spark, tmp_path):
    from kafka.record.legacy_records import LegacyRecordBatchBuilder

    builder = LegacyRecordBatchBuilder(0, 0, 1 << 20)
    builder.append(0, None, b"k", b"v")
    (tmp_path / "old-3.log").write_bytes(builder.build())
    (row,) = read_segments(spark, tmp_path).select("*", F.unix_millis("timestamp").alias("ms")).collect()
    assert (row.partition, row.timestampType, row.ms) == (3, -1, -1)


def test_many_records_come_in_batches_that_stay_small_and_in_order(spark, tmp_path):
    from kafka.record.memory_records import MemoryRecordsBuilder

    data = bytearray()
    for first in range(0, 20_000, 1_000):
        builder = MemoryRecordsBuilder(2, 0, 1 << 30)
        for number in range(first, first + 1_000):
            builder.append(number, b"%d" % number, b"x" * (900_000 if number % 1_000 == 7 else 10))
        builder.close()
        data += first.to_bytes(8, "big") + builder.buffer()[8:]
    (tmp_path / "many-0.log").write_bytes(data)
    df = read_segments(spark, tmp_path)
    told = df.select(F.count("*"), F.sum("offset"), F.sum(F.octet_length("value"))).first()
    assert tuple(told) == (20_000, sum(range(20_000)), 20 * 900_000 + 19_980 * 10)
    assert df.where("string(key) <> string(offset)").count() == 0


def test_an_empty_segment_has_the_columns_and_no_record(spark, tmp_path):
    (tmp_path / "new-0.log").write_bytes(b"")
    assert read_segments(spark, tmp_path).collect() == []


@pytest.mark.parametrize(
    ("options", "path", "words"),
    [
        ({}, "nowhere", "There is nothing at .*nowhere"),
        ({"topic": "clicks"}, LIBRDKAFKA, "There is no segment of the topic 'clicks' here, only of payments"),
        ({"startingOffsets": "latest"}, LIBRDKAFKA, "kafka_segments has no option 'startingoffsets'; there are path"),
        ({"includeHeaders": "yes"}, LIBRDKAFKA, "includeHeaders is true or false, not 'yes'"),
        ({"maxPartitionBytes": "0"}, LIBRDKAFKA, "maxPartitionBytes is a number of bytes, at least 1, not '0'"),
        ({"maxPartitionBytes": "1m"}, LIBRDKAFKA, "maxPartitionBytes is a number of bytes, at least 1, not '1m'"),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_read(spark, options, path, words):
    register(spark)
    with pytest.raises(AnalysisException, match=words):
        spark.read.format("kafka_segments").options(**options).load(str(path))


def test_a_schema_of_ones_own_is_refused(spark):
    register(spark)
    with pytest.raises(AnalysisException, match="has columns of its own, so `schema` is not for it"):
        spark.read.format("kafka_segments").schema("key string").load(str(LIBRDKAFKA)).count()


def test_the_function_refuses_in_one_sentence(spark, tmp_path):
    with pytest.raises(InvalidArgumentError, match=r"^There is nothing at .*/gone\.$"):
        read_segments(spark, tmp_path / "gone")
    with pytest.raises(InvalidArgumentError, match=r"^There is no segment of the topic 'x' here, only of payments\.$"):
        read_segments(spark, [LIBRDKAFKA / "payments-0.log", LIBRDKAFKA / "payments-2.log"], "x")


@pytest.mark.parametrize("path", [5, None, [1], {"a"}])
def test_what_is_no_path_is_refused(spark, path):
    with pytest.raises(WrongTypeError, match=r"A path is text or a pathlib\.Path, or a list of these, not"):
        read_segments(spark, path)
    with pytest.raises(InvalidArgumentError, match="There is no log segment at no path"):
        read_segments(spark, [])


def test_a_relative_path_is_relative_to_where_the_caller_is_now(spark, monkeypatch):
    monkeypatch.chdir(LOGS)
    assert read_segments(spark, "client-gzip-0").count() == 300
    monkeypatch.chdir(LIBRDKAFKA)
    assert read_segments(spark, "*-2.log").count() == 427


def test_a_damaged_batch_is_named_with_file_byte_and_offset(spark, tmp_path):
    data = bytearray((LIBRDKAFKA / "payments-1.log").read_bytes())
    data[3_000] ^= 1
    (tmp_path / "payments-1.log").write_bytes(data)
    words = r"CORRUPT_MESSAGE \(2\): .*payments-1\.log, byte 2973: the batch at offset 38 does not match its checksum"
    with pytest.raises(PythonException, match=words) as bare:
        read_segments(spark, tmp_path).count()
    assert len(str(bare.value).strip().splitlines()) == 2 and "Traceback" not in str(bare.value)
    with pytest.raises(SparkJobError, match=rf"^{words}\.$"), plain_errors():
        read_segments(spark, tmp_path).count()


def test_the_traceback_of_somebody_elses_function_is_shown_after_a_damaged_batch(spark, tmp_path):
    (tmp_path / "payments-1.log").write_bytes(b"x" * 200)

    def fails(number):
        raise ValueError(f"on purpose, {number}")

    for _ in range(2):
        with pytest.raises(PythonException, match="message format"):
            read_segments(spark, tmp_path).count()
        with pytest.raises(PythonException, match=r"Traceback [^$]* in fails\n[^$]*on purpose"):
            spark.range(4).select(F.udf(fails, "int")("id")).collect()


def test_the_time_of_a_record_is_an_instant_in_utc(spark):
    first = read_segments(spark, LOGS / "client-gzip-0" / FIRST).orderBy("offset").first()
    assert first.timestamp.astimezone(UTC) == datetime(2026, 1, 1, tzinfo=UTC)
