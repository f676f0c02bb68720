"""Every wrong rule of the gallery is judged as the gallery says, and every famous bug is found and mended, in time.

gallery.json is made anew by `python tools/make_gallery.py`; a number that changes is explained in DECISIONS.md.
"""

import json
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

from kafkaviz.breaking.break_it import break_it
from kafkaviz.breaking.famous_bugs import BUGS
from kafkaviz.breaking.gallery import GALLERY
from kafkaviz.breaking.partitioning import LEAST_HASH_KEY, RECORDED
from kafkaviz.decisions.hashing import keyed_partition, murmur2
from tests.sampling import every
from tools.make_gallery import FILE, entry_facts, outcome_facts

COMMITTED = json.loads(FILE.read_text("utf-8"))
VECTORS = Path(__file__).parents[1] / "vectors" / "kafka-runs" / "murmur2.jsonl"
SECONDS = 5
LONG = 1_000
MARKED = [
    pytest.param(
        bug, marks=pytest.mark.whole if COMMITTED["bugs"][bug.name]["new"]["states"] > LONG else (), id=bug.name
    )
    for bug in BUGS
]


@pytest.mark.parametrize("entry", every(2, GALLERY), ids=lambda entry: entry.name)
def test_a_wrong_rule_is_judged_as_the_gallery_says(entry):
    began = process_time()
    facts = entry_facts(entry)
    assert process_time() - began < SECONDS
    assert facts == COMMITTED["gallery"][entry.name]
    assert (facts["state"], facts["judge"], facts["lost"]) == ("broken", entry.judge, entry.lost)


@pytest.mark.parametrize("which", ["old", "new"])
@pytest.mark.parametrize("bug", MARKED)
def test_a_famous_bug_loses_under_the_old_rule_and_closes_under_the_new(bug, which):
    began = process_time()
    facts = outcome_facts(bug, bug.search(is_mended=which == "new"))
    assert process_time() - began < SECONDS
    assert facts == COMMITTED["bugs"][bug.name][which]
    assert facts.get("lost", "") == (bug.lost if which == "old" else "")
    assert (facts["outcome"] == "Closed") == (which == "new")


def test_the_file_holds_nothing_else():
    assert [*COMMITTED["gallery"]] == [entry.name for entry in GALLERY] and len(GALLERY) == 12
    assert [*COMMITTED["bugs"]] == [bug.name for bug in BUGS]


def test_the_keys_of_the_vector_are_those_that_kafka_was_recorded_with():
    rows = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    recorded = {bytes.fromhex(row["key_hex"]): row["murmur2"] for row in rows}
    assert {key: recorded[key] for key in RECORDED} == RECORDED
    assert murmur2(LEAST_HASH_KEY) == -(2**31)
    assert keyed_partition(LEAST_HASH_KEY, 3) == 0 != abs(murmur2(LEAST_HASH_KEY)) % 3


HASHED = """
from kafkaviz.breaking.break_it import break_it
from kafkaviz.breaking.gallery import hash_of_python
verdict = break_it("partitioner", hash_of_python)
print(verdict, verdict.states)
"""


@pytest.mark.whole
@pytest.mark.parametrize("seed", every(2, ["0", "random"]))
def test_pythons_hash_is_found_whatever_seed_this_process_has(seed):
    here = break_it("partitioner", next(entry.function for entry in GALLERY if entry.name == "Python's hash"))
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", HASHED],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"{here!r} {here.states}\n", done.stderr
    assert "once the producer has restarted" in here.sentence
