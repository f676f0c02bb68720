"""The log of a real quorum whose leader was killed twice tells who led when, and films each change as a step."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from kafkaviz.metadata_log import LENSES, read
from kafkaviz.metadata_log.records import LEADER_CHANGE
from kafkaviz.metadata_log.snapshots import snapshot_id
from tests.metadata_log.images import image_of
from tests.metadata_log.recordings import kept_and_made_now
from tests.record_quorum import record

RECORDED = Path(__file__).parents[1] / "vectors" / "metadata-log" / "quorum"


folder = kept_and_made_now(RECORDED, record, "log")


@pytest.fixture(scope="module")
def real(folder):
    return read(folder)


def did(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "did.jsonl").read_text("ascii").splitlines()]


def test_every_kill_of_a_leader_is_followed_by_another_leader_in_a_later_epoch(folder, real):
    start_ms = real.records[0].timestamp_ms
    led = [(row.time_ms + start_ms, row.aspect, row.after) for row in real.timeline().rows if row.subject == "quorum"]
    kills = [act for act in did(folder) if act["did"] == "kill -9"]
    assert len(kills) == 2 and {aspect for _, aspect, _ in led} == {"leader", "leader epoch"}
    for kill in kills:
        before = {aspect: value for at_ms, aspect, value in led if at_ms < kill["at_ms"]}
        assert before == {"leader": kill["node"], "leader epoch": kill["epoch"]}
        leader = next(value for at_ms, aspect, value in led if at_ms > kill["at_ms"] and aspect == "leader")
        epoch = next(value for at_ms, aspect, value in led if at_ms > kill["at_ms"] and aspect == "leader epoch")
        assert leader != kill["node"] and epoch > kill["epoch"]


def test_a_control_record_names_the_voters_and_a_majority_that_voted_for_the_leader(real):
    changes = [record.fields for record in real.records if record.type == LEADER_CHANGE]
    assert len(changes) >= 3
    for said in changes:
        assert sorted(said["voters"]) == [1, 2, 3]
        assert said["leaderId"] in said["grantingVoters"] and 2 <= len(said["grantingVoters"]) <= 3
    assert all(one["epoch"] < following["epoch"] for one, following in pairwise(changes))


def test_the_film_shows_each_change_of_the_leader_as_a_step_of_its_own(real):
    film = real.film().film
    assert tuple(film.tracks) == LENSES
    changes = {record.offset: record.fields for record in real.records if record.type == LEADER_CHANGE}
    told = {c.cap: n for n, c in enumerate(film.captions) if c.tag == "elect"}
    for offset, said in changes.items():
        frame = told[f"Controller {said['leaderId']} leads the quorum, in epoch {said['epoch']}."]
        assert f"offset {offset}:" in film.captions[frame].why
        assert real.at(offset).active_controller == said["leaderId"]
        assert real.at(offset).controller.epoch == said["epoch"]
        shown = film.tracks["controller"].frames[frame].marks
        assert any(f"epoch {said['epoch']}" in str(mark) for mark in shown.values())
    assert len(told) == len(changes)


def test_epochs_without_a_leader_are_named(real):
    epochs = [record.fields["epoch"] for record in real.records if record.type == LEADER_CHANGE]
    whys = " ".join(c.why for c in real.film().film.captions if c.tag == "elect")
    skipped = [epoch for epoch in range(1, epochs[-1]) if epoch not in epochs]
    assert ("left no record" in whys) == bool(skipped)


def test_the_broker_of_a_killed_leader_is_fenced_by_the_next_one_and_comes_back(folder, real):
    start_ms = real.records[0].timestamp_ms
    for kill in (act for act in did(folder) if act["did"] == "kill -9"):
        rows = [r for r in real.timeline().rows if r.subject == f"broker {kill['node']}" and r.aspect == "fenced"]
        later = [row.after for row in rows if row.time_ms + start_ms > kill["at_ms"]]
        assert later[:2] == [True, False]
    assert not any(broker.fenced for broker in real.cluster.brokers.values())


def test_the_rule_elects_whom_the_controllers_elected(real):
    assert real.elections().rows and all(row.agrees for row in real.elections().rows)


def test_topics_are_those_that_were_made(folder, real):
    made = [name for act in did(folder) if act["did"] == "create" for name in act["topics"]]
    assert sorted(real.cluster.topics) == sorted({*made} - {"gone"})
    assert real.cluster.topics["orders"].partitions == 4
    assert not real.unknown and real.undone == 0


def test_from_every_snapshot_the_log_ends_as_it_does_from_its_start(folder, real):
    files = sorted(folder.glob("*.checkpoint"))
    # A node that is killed writes fewer; one besides the first is sure, as what it holds was deleted.
    assert len(files) >= (3 if folder == RECORDED else 2)
    for file in files:
        end_offset = snapshot_id(file.name).end_offset
        part = read(folder, snapshot=end_offset)
        assert image_of(part.cluster) == image_of(real.cluster)
        if end_offset:
            assert image_of(part.history.first) == image_of(real.at(end_offset - 1))


def test_what_a_node_kept_is_read_from_its_newest_snapshot(folder, real, tmp_path):
    left = did(folder)[-1]["left"]
    assert f"{0:020}.log" not in left and any(name.endswith(".checkpoint") for name in left)
    for name in left:
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    kept = read(tmp_path)
    assert kept.snapshot.name == max(name for name in left if name.endswith(".checkpoint"))
    assert image_of(kept.cluster) == image_of(real.cluster)
