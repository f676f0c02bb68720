"""Every partitioner over a DataFrame against the decision it must equal, row for row, in a real Spark."""

import random
import threading
from zlib import crc32

import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions import partitioners
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.decisions.values import Sent
from kafkaviz.spark import PARTITIONERS, SparkJobError, plain_errors, route, workload
from kafkaviz.spark.in_order import Sending
from kafkaviz.spark.routing import partitioner_of
from tests.sampling import every

pytestmark = pytest.mark.spark

CHANCE = random.Random(5)
KEYS = [CHANCE.choice([None, b"", CHANCE.randbytes(CHANCE.randrange(24))]) for _ in range(600)]
KEYS += [text.encode() for text in ("Zürich", "東京", "🦀", "foobar")] + [CHANCE.randbytes(1_000_000)]
SCHEMA = "key binary, value binary, offset long, note string"


def records(spark, keys=KEYS, tasks=5):
    rows = [(key, b"v" * (number % 90), number, f"n{number}") for number, key in enumerate(keys)]
    return spark.createDataFrame(rows, SCHEMA).repartition(tasks)


def routed(df, *arguments, **named):
    # Sorted here, for Spark would route all of them twice: first to learn where to part what it sorts.
    rows = route(df, *arguments, **named).select("offset", "partition").collect()
    return [row.partition for row in sorted(rows)]


def scattering(spark, partitions, seed=1):
    """Returns what a record without a key draws, by its offset, from Spark's own xxhash64 of offset and seed."""
    hashed = F.pmod(F.xxhash64(F.col("id"), F.lit(seed).cast("long")), F.lit(partitions).cast("long"))
    return [row.p for row in spark.range(len(KEYS)).select(hashed.alias("p")).collect()]


@pytest.mark.parametrize(("name", "decision"), [(n, PARTITIONERS[n]) for n in ("murmur2", "crc32")])
def test_a_partitioner_that_needs_the_key_alone_equals_its_decision(spark, name, decision):
    for partitions in (1, 7):
        drawn = scattering(spark, partitions)
        draws = [Sent(draw=lambda bound, number=number: number) for number in drawn]
        expected = [decision(key, partitions, sent) for key, sent in zip(KEYS, draws, strict=True)]
        assert routed(records(spark), partitions, name) == expected


def in_order(function, partitions, keys, producers, batch_size=16_384, seed=1, ignores_keys=False):
    senders = [Sending(seed + number, batch_size) for number in range(producers)]
    chosen = []
    for number, key in enumerate(keys):
        size, sticks = record_size(key, b"v" * (number % 90)), ignores_keys or key is None
        chosen.append(senders[number % producers].choose(function, partitions, key, size, sticks))
    return chosen


@pytest.mark.parametrize("producers", every(2, [3, 1]))
@pytest.mark.parametrize("name", sorted({*PARTITIONERS} - {"murmur2", "crc32", "default"}))
def test_a_partitioner_that_needs_the_order_equals_its_decision_for_each_producer(spark, name, producers):
    expected = in_order(PARTITIONERS[name], 5, KEYS, producers, 500, 9, name in ("sticky", "uniform_sticky"))
    assert routed(records(spark), 5, name, producers=producers, batch_size=500, seed=9) == expected
    assert len(set(expected)) == 5


def test_the_default_hashes_keys_and_sticks_without_them(spark):
    keyless = [number for number, key in enumerate(KEYS) if key is None]
    sending, expected = Sending(1, 500), [key and keyed_partition(key, 7) for key in KEYS]
    for number in keyless:
        size = record_size(None, b"v" * (number % 90))
        expected[number] = sending.choose(partitioners.kafka_default, 7, None, size, True)
    expected = [keyed_partition(b"", 7) if key == b"" else to for key, to in zip(KEYS, expected, strict=True)]
    assert routed(records(spark), 7, batch_size=500) == expected
    assert len({expected[number] for number in keyless}) > 3


def test_a_function_of_ones_own_is_asked_in_the_order_of_each_producer(spark):
    def mine(key, partitions, sent):
        return (sent.records // 2 + len(key or b"")) % partitions

    assert routed(records(spark), 4, mine, producers=3) == in_order(mine, 4, KEYS, 3)


def test_producers_may_have_names(spark):
    df = records(spark).withColumn("client", F.when(F.col("offset") % 3 == 0, "web").otherwise("app"))
    seen = {"web": 0, "app": 0}
    for row in route(df, 4, "round_robin", producers="client").orderBy("offset").collect():
        assert row.partition == seen[row.client] % 4
        seen[row.client] += 1
    named = routed(df, 4, "sticky", producers="client", batch_size=500)
    senders = {client: Sending(1 + crc32(client.encode()), 500) for client in seen}
    for number, to in enumerate(named):
        size = record_size(KEYS[number], b"v" * (number % 90))
        sender = senders["app" if number % 3 else "web"]
        assert to == sender.choose(partitioners.sticky, 4, KEYS[number], size, True)


def test_each_topic_is_counted_for_itself(spark):
    df = records(spark).withColumn("topic", F.concat(F.lit("t"), F.col("offset") % 2))
    for name in ("round_robin", partitioners.uniform_sticky):
        own = [routed(df.where(F.col("topic") == topic), 3, name, batch_size=500) for topic in ("t0", "t1")]
        assert routed(df, 3, name, batch_size=500) == [own[number % 2][number // 2] for number in range(len(KEYS))]


@pytest.mark.parametrize("partitioner", every(3, ["default", "crc32", "round_robin", "sticky"]))
def test_the_other_columns_stay_as_they_are(spark, partitioner):
    df = records(spark, KEYS[:40])
    for before in (df, df.select("note", F.lit(9).alias("partition"), "key", "value", "offset")):
        after = route(before, 3, partitioner)
        assert after.columns == (before.columns if "partition" in before.columns else [*before.columns, "partition"])
        assert dict(after.dtypes)["partition"] == "int"
        rest = [name for name in before.columns if name != "partition"]
        assert sorted(after.select(rest).collect(), key=str) == sorted(before.select(rest).collect(), key=str)


def test_text_keys_are_routed_by_their_utf8_bytes(spark):
    df = spark.createDataFrame([("Zürich", 0), ("A", 1), ("", 2)], "key string, offset long")
    keys = [b"Z\xc3\xbcrich", b"A", b""]
    assert routed(df, 12) == [keyed_partition(key, 12) for key in keys]
    assert routed(df, 12, "crc32")[:2] == [crc32(key) % 12 for key in keys[:2]]
    assert routed(df, 12, lambda key, partitions, sent: len(key)) == [7, 1, 0]


def test_a_record_of_a_million_that_a_function_sends_nowhere_fails_all_in_one_sentence(spark):
    def odd(key, partitions, sent):
        return 99 if sent.records == 77_777 else 0

    df = route(workload(spark, records=100_000), 3, odd)
    with pytest.raises(SparkJobError) as told, plain_errors():
        df.groupBy("partition").count().collect()
    assert str(told.value).startswith("odd(b'user-") and str(told.value).endswith(
        ", 3) gave 99; the answer must be the number of a partition, from 0 to 2 "
        "(asked about the record with offset 77777)."
    )


def test_a_function_that_holds_what_no_worker_can_have_is_refused(spark):
    for held in (spark, threading.Lock()):
        with pytest.raises(InvalidArgumentError, match="<lambda> cannot be handed to Spark's workers, as it holds"):
            route(records(spark, [b"a"]), 3, lambda key, partitions, sent, held=held: 0)


def test_a_stream_is_routed_by_keys_alone(spark, tmp_path):
    records(spark).write.parquet(str(tmp_path / "in"))
    stream = spark.readStream.schema(SCHEMA).parquet(str(tmp_path / "in"))
    query = route(stream, 3).writeStream.format("memory").queryName("routed").trigger(availableNow=True).start()
    query.awaitTermination()
    found = [row.partition for row in spark.table("routed").orderBy("offset").collect()]
    assert found == [n % 3 if key is None else keyed_partition(key, 3) for n, key in enumerate(KEYS)]
    with pytest.raises(InvalidArgumentError, match=r"sticky depends on the order .* a stream cannot be sorted"):
        route(stream, 3, "sticky")
    spark.catalog.dropTempView("routed")


def test_what_cannot_be_routed_is_refused_in_one_sentence(spark):
    df = records(spark, [b"a"])
    for partitions in (0, -1, 2.5, 2**31, "3", None):
        with pytest.raises(InvalidArgumentError, match="partition"):
            route(df, partitions)
    with pytest.raises(InvalidArgumentError, match=r"There is no column .key. to route by; there are .id."):
        route(spark.range(1), 3)
    with pytest.raises(InvalidArgumentError, match="There is no column 'client' to route by"):
        route(df, 3, producers="client")
    for name in ("key", "value"):
        with pytest.raises(InvalidArgumentError, match=f"The column {name} is binary or string, not bigint"):
            route(df.withColumn(name, F.col("offset")), 3)
    with pytest.raises(InvalidArgumentError, match="producers is at least 1, not 0"):
        route(df, 3, producers=0)
    with pytest.raises(UnknownNameError, match="did you mean 'round_robin'"):
        route(df, 3, "roundrobin")


def test_a_decision_itself_and_librdkafkas_names_are_known():
    assert [partitioner_of(function) for function in PARTITIONERS.values()] == list(PARTITIONERS)
    assert partitioner_of("murmur2_random") == "murmur2" and partitioner_of(len) is len
