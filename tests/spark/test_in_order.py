"""What a producer knows when its partitioner is asked, against the model's producer and a plain reading of the rule."""

import random

import pyarrow as pa
import pytest

from kafkaviz.decisions import partitioners
from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.record_sizes import BATCH_HEADER_BYTES, record_size
from kafkaviz.lab import Lab
from kafkaviz.model.core.chance import PARTITIONER, Chance
from kafkaviz.spark.in_order import Sending, route_in_order


def batch_of(rows, **columns):
    table = {
        "_producer": pa.array([row[0] for row in rows], pa.int64()),
        "key": pa.array([row[1] for row in rows], pa.binary()),
        "value": pa.array([row[2] for row in rows], pa.binary()),
        "offset": pa.array(range(len(rows)), pa.int64()),
    }
    return pa.RecordBatch.from_pydict(table | columns)


def route(function, partitions, rows, batch_size=200, seed=3, cut=None, ignores_keys=False):
    routed = route_in_order(function, partitions, batch_size, seed, 0, ignores_keys=ignores_keys)
    cut = cut or len(rows)
    batches = [batch_of(rows[at : at + cut]) for at in range(0, len(rows), cut)]
    return [number for batch in routed(batches) for number in batch.column("partition").to_pylist()]


@pytest.mark.parametrize("name", ["sticky", "sticky_by_default", "round_robin", "round_robin_by_default"])
def test_a_producer_of_the_model_chooses_the_same(name):
    """Nothing is sent on the way, so a batch closes when a record no longer fits into it, as it does here."""
    chance, function = random.Random(name), getattr(partitioners, name)
    rows = [(0, chance.choice([None, b"a", b"bb"]) if "default" in name else None, b"v" * chance.randrange(60))]
    rows += [(0, rows[0][1] and chance.choice([None, b"ccc"]), b"v" * chance.randrange(60)) for _ in range(60)]
    lab = Lab(3, seed=3, batch_size=200, linger_ms=10_000, settle=False, partitioner=function)
    lab.create_topic("letters", partitions=4)
    for _, key, value in rows:
        lab.send("letters", value, key=key, flush=False)
    queued = [step.event for step in lab.history.steps if type(step.event).__name__ == "RecordQueued"]
    assert [event.tp.partition for event in queued] == route(function, 4, rows)


def by_the_rule_of_kip_794(sizes, partitions, batch_size, seed):
    """Reads the rule once more, for a producer without keys and queues; a header comes with each batch."""
    chance, chosen, stuck, stayed, batches = Chance(seed, PARTITIONER, 0), [], None, 0, {}
    for size in sizes:
        is_full = batches.get(stuck, batch_size) >= batch_size
        if stuck is None or stayed >= 2 * batch_size or (stayed >= batch_size and is_full):
            stuck, stayed = chance(partitions), 0
        fits = batches.get(stuck, batch_size) + size <= batch_size
        batches[stuck] = batches[stuck] + size if fits else BATCH_HEADER_BYTES + size
        stayed += size if fits else BATCH_HEADER_BYTES + size
        chosen.append(stuck)
    return chosen


@pytest.mark.parametrize("partitions", [1, 2, 5])
def test_uniform_sticky_stays_for_a_batch_of_bytes_also_where_it_draws_the_same_partition_again(partitions):
    chance = random.Random(5)
    rows = [(0, None, b"v" * chance.randrange(90)) for _ in range(600)]
    sizes = [record_size(None, value) for _, _, value in rows]
    expected = by_the_rule_of_kip_794(sizes, partitions, 300, seed=3)
    assert route(partitioners.uniform_sticky, partitions, rows, batch_size=300) == expected
    assert route(partitioners.kafka_default, partitions, rows, batch_size=300) == expected


def test_each_producer_counts_for_itself_and_has_its_own_chance():
    seen = []

    def watched(key, partitions, sent):
        seen.append((sent.records, sent.draw(10**9)))
        return 0

    route(watched, 2, [(0, None, b"")] * 3 + [(1, None, b"")] * 3 + [(0, None, b"")])
    assert [records for records, _ in seen] == [0, 1, 2, 0, 1, 2, 0]
    assert seen[0] == seen[6] and len({draw for _, draw in seen}) == 6


def test_the_cut_into_arrow_batches_does_not_matter():
    rows = [(number // 40, None, b"v" * (number % 50)) for number in range(120)]
    whole = route(partitioners.uniform_sticky, 5, rows)
    assert all(route(partitioners.uniform_sticky, 5, rows, cut=cut) == whole for cut in (1, 7, 119))


def test_a_record_with_a_key_leaves_only_a_count_unless_keys_are_ignored():
    told = Sending(1, 200)
    told.choose(lambda key, partitions, sent: 1, 2, b"k", 20, sticks=False)
    assert (told.records, told.partition, told.bytes) == (1, None, 0)
    told.choose(lambda key, partitions, sent: 1, 2, b"k", 20, sticks=True)
    assert (told.records, told.partition, told.bytes) == (2, 1, 20)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "gave None; the answer must be the number of a partition, from 0 to 2"),
        (99, "gave 99; the answer"),
        (-1, "gave -1; the answer"),
        ("x", "gave 'x'; the answer"),
        (1.0, "gave 1.0; the answer"),
        (True, "gave True; the answer"),
        (ZeroDivisionError("by nought"), "raised ZeroDivisionError: by nought"),
        (SystemExit(3), "raised SystemExit: 3"),
    ],
)
def test_an_answer_that_is_none_is_told_with_the_key_and_the_record(answer, said):
    def odd(key, partitions, sent):
        if key != b"user-7":
            return 0
        if isinstance(answer, BaseException):
            raise answer
        return answer

    rows = [(0, b"user-%d" % number, b"") for number in range(20)]
    with pytest.raises(LearnerError) as told:
        route(odd, 3, rows)
    assert str(told.value).startswith(f"odd(b'user-7', 3) {said}")
    assert str(told.value).endswith("(asked about the record with offset 7).") and "\n" not in str(told.value)
