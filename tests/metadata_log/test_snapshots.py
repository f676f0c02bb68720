"""A snapshot and what comes behind it make the image that Kafka's own classes make; what is damaged is named."""

import json
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest

from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError
from kafkaviz.metadata_log import MetadataLog, Snapshot, read
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.snapshots import BOOTSTRAP, snapshot_of
from kafkaviz.player.page import page
from tests.metadata_log.images import difference, faults, image_of, written
from tests.sampling import bounded, every, together

VECTORS = Path(__file__).parents[1] / "vectors" / "metadata-log"
CASES = [json.loads(line) for line in (VECTORS / "snapshots.jsonl").read_text("ascii").splitlines()]
QUORUM = VECTORS / "quorum"
NEWEST = sorted(QUORUM.glob("*.checkpoint"))[-1]
HEAD, FOOT = ("SnapshotHeaderRecord", {"version": 0, "lastContainedLogTimestamp": 5_000}), ("SnapshotFooterRecord", {})
NAME = "00000000000000000100-0000000007.checkpoint"


def snapshot(*said: tuple[str, dict[str, object]]) -> Snapshot:
    """Returns a snapshot with these records between its header and its footer."""
    records = [LogRecord(n, 9_000, type, fields, f"record {n}") for n, (type, fields) in enumerate((HEAD, *said, FOOT))]
    return snapshot_of(records, NAME)


def placed(*replicas: int) -> list[tuple[str, dict[str, object]]]:
    partition = {"partitionId": 0, "topicId": "t", "replicas": [*replicas], "isr": [replicas[0]], "leader": replicas[0]}
    return [
        ("TopicRecord", {"name": "letters", "topicId": "t"}),
        ("PartitionRecord", partition | {"leaderEpoch": 4, "partitionEpoch": 9}),
    ]


def registered(id: int, **more: object) -> tuple[str, dict[str, object]]:
    return "RegisterBrokerRecord", {"brokerId": id, "brokerEpoch": id + 10, "fenced": False, **more}


@pytest.mark.parametrize("case", every(3, CASES), ids=lambda case: case["name"])
def test_every_recorded_snapshot_and_what_follows_is_the_image_that_kafka_made(case, tmp_path):
    assert faults(case, tmp_path / "log") == []


def test_the_comparison_with_kafka_finds_what_differs(tmp_path):
    case = next(case for case in CASES if case["after"]["topics"])
    cluster = read(written(case, tmp_path / "log")).cluster
    assert difference(cluster, case["after"]) == ""
    broker = next(iter(cluster.brokers.values()))
    assert difference(cluster._replace(brokers={**cluster.brokers, 77: broker}), case["after"]) != ""
    tp, partition = next(iter(cluster.partitions.items()))
    changed = partition._replace(leader_epoch=partition.leader_epoch + 1)
    assert difference(cluster._replace(partitions={**cluster.partitions, tp: changed}), case["after"]) != ""


@together(sorted(QUORUM.glob("*.checkpoint")), lambda file: file.name)
def test_from_every_snapshot_of_a_real_log_each_later_state_is_that_of_the_whole_log(file):
    whole, end_offset = read(QUORUM), int(file.name.split("-")[0])
    part = read(QUORUM, snapshot=end_offset)
    assert part.snapshot.name == file.name and part.records == whole.records[end_offset:]
    assert image_of(part.history.first) == image_of(whole.at(end_offset - 1) if end_offset else whole.history.first)
    for record in part.records:
        assert image_of(part.at(record.offset)) == image_of(whole.at(record.offset)), record.offset
    assert [row[2:] for row in part.elections().rows] == [row[2:] for row in whole.elections().rows][
        -len(part.elections().rows) or len(whole.elections().rows) :
    ]
    changes = [row[1:] for row in whole.timeline().rows if row.offset >= end_offset and row.subject != "quorum"]
    assert [row[1:] for row in part.timeline().rows if row.subject != "quorum"] == changes


def test_a_log_whose_beginning_was_deleted_begins_with_the_newest_snapshot(tmp_path):
    left = json.loads((QUORUM / "did.jsonl").read_text().splitlines()[-1])["left"]
    assert f"{0:020}.log" not in left
    for name in left:
        shutil.copyfile(QUORUM / name, tmp_path / name)
    real = read(tmp_path)
    assert (real.snapshot.name, real.records[0].offset) == (NEWEST.name, real.snapshot.end_offset)
    assert image_of(real.cluster) == image_of(read(QUORUM).cluster)
    first = real.film().film.captions[0]
    assert first.cap == "The log begins with a snapshot: 3 brokers and 3 topics, as of offset 165."
    assert first.why.startswith(f"{NEWEST.name}, in epoch 5 of the quorum. Voters 1, 2 and 3 vote.")


def test_of_several_snapshots_the_newest_that_the_segments_continue_is_taken_or_the_one_asked_for(tmp_path):
    for file in (*QUORUM.glob("*.checkpoint"), QUORUM / f"{56:020}.log", QUORUM / f"{138:020}.log"):
        shutil.copyfile(file, tmp_path / file.name)
    shutil.copyfile(NEWEST, tmp_path / f"{900:020}-0000000009.checkpoint")
    (tmp_path / f"{78:020}-0000000003.checkpoint.part").write_bytes(b"being written")
    (tmp_path / f"{70:020}-0000000003.checkpoint.deleted").write_bytes(b"being deleted")
    assert read(tmp_path).snapshot.end_offset == 166
    assert read(tmp_path, snapshot=78).snapshot.end_offset == 78
    for asked, why in ((32, "do not continue"), (900, "do not continue"), (5, "No snapshot"), (0, "do not continue")):
        with pytest.raises(InvalidArgumentError, match=rf"{why}.*\.$") as refusal:
            read(tmp_path, snapshot=asked)
        assert "\n" not in str(refusal.value) and "166" in str(refusal.value)


def test_segments_that_continue_no_snapshot_are_refused(tmp_path):
    shutil.copyfile(QUORUM / f"{138:020}.log", tmp_path / f"{138:020}.log")
    with pytest.raises(
        InvalidArgumentError, match="begin at offset 138 and continue no snapshot there: copy the whole"
    ):
        read(tmp_path)
    shutil.copyfile(QUORUM / f"{32:020}-0000000001.checkpoint", tmp_path / f"{32:020}-0000000001.checkpoint")
    with pytest.raises(InvalidArgumentError, match="continue no snapshot"):
        read(tmp_path)


def test_a_segment_that_is_missing_between_two_is_refused(tmp_path):
    for start in (0, 138):
        shutil.copyfile(QUORUM / f"{start:020}.log", tmp_path / f"{start:020}.log")
    with pytest.raises(
        InvalidArgumentError, match=r"138.log begins at offset 138, and offset 55 is the last before it, so"
    ):
        read(tmp_path)


def test_segments_without_a_record_are_refused(tmp_path):
    (tmp_path / f"{0:020}.log").write_bytes(b"")
    with pytest.raises(InvalidArgumentError, match="hold no record yet"):
        read(tmp_path)
    with pytest.raises(InvalidArgumentError, match=r"00\.log holds no record of a metadata log"):
        read(tmp_path / f"{0:020}.log")


def test_the_directory_of_a_topic_is_refused_with_where_to_look_and_that_of_a_node_is_read(tmp_path):
    logs = VECTORS.parent / "segments" / "broker" / "logs"
    for name in ("client-gzip-0", "__consumer_offsets-0", "eu.payments-tx-0"):
        with pytest.raises(
            CorruptMessageError, match=r"; if this is the log of a topic, that of the cluster lies in __"
        ):
            read(logs / name)
    assert read(logs / "__cluster_metadata-0").cluster.brokers.keys() == read(logs).cluster.brokers.keys() == {1}
    with pytest.raises(InvalidArgumentError, match=r"holds no segment .*, and the directory __cluster_metadata-0 of a"):
        read(tmp_path)


def test_a_file_that_is_deleted_or_may_not_be_read_is_named(tmp_path, monkeypatch):
    shutil.copyfile(NEWEST, tmp_path / NEWEST.name)

    for problem, advice in (
        (FileNotFoundError(2, "why", NEWEST.name), ": a cluster that runs deletes old files, so copy"),
        (PermissionError(13, "why", NEWEST.name), r"\.$"),
    ):
        monkeypatch.setattr(Path, "open", Mock(side_effect=problem))
        with pytest.raises(InvalidArgumentError, match=rf"{NEWEST.name} cannot be read: why{advice}"):
            read(tmp_path)
    with pytest.raises(InvalidArgumentError, match="No file is called"):
        read("a\0b")


def test_a_node_that_has_just_fetched_a_snapshot_has_a_segment_without_a_record(tmp_path):
    shutil.copyfile(NEWEST, tmp_path / NEWEST.name)
    (tmp_path / f"{166:020}.log").write_bytes(b"")
    assert read(tmp_path).snapshot.end_offset == 166 and read(tmp_path).records == ()


def test_a_snapshot_alone_is_a_film_of_one_frame(tmp_path):
    real = read(NEWEST)
    film = real.film(topics="letters", opens_at=165).film
    (caption,) = film.captions
    assert caption.cap == "A snapshot: 3 brokers and 1 topic, as of offset 165."
    assert caption.why.endswith("What led to this is not in it; no record follows it here.")
    assert "letters-2" in page(film) and "orders" not in page(film)
    assert repr(real) == "<MetadataLog: a snapshot that ends at offset 166, 3 brokers, topics orders, audit, letters>"
    assert str(real.story()) == "0 s: A snapshot: 3 brokers and 3 topics, as of offset 165."
    assert len(real.describe().rows) == 9 and not real.timeline().rows and not real.elections().rows
    assert str(real.elections()) == "No leader was elected in this log."
    assert real.types["SnapshotFooterRecord"] == 1 and not real.unknown
    for asked in (164, 166):
        with pytest.raises(InvalidArgumentError, match="holds 165 to 165"):
            real.at(asked)
    shutil.copyfile(NEWEST, tmp_path / NEWEST.name)
    assert read(tmp_path).history == read(tmp_path, snapshot=166).history == real.history
    with pytest.raises(InvalidArgumentError, match="is a file"):
        read(NEWEST, snapshot=166)


@pytest.mark.parametrize("name", [f"{0:020}-0000000000.checkpoint", BOOTSTRAP])
def test_the_snapshot_with_which_a_cluster_begins_says_what_is_in_it(name, tmp_path):
    shutil.copyfile(QUORUM / f"{0:020}-0000000000.checkpoint", tmp_path / name)
    real = read(tmp_path / name)
    (caption,) = real.film().film.captions
    assert caption.cap == "A cluster's first snapshot: what it begins with, before any record of its log."
    assert "Voters 1, 2 and 3 vote. Features: metadata.version = 33, " in caption.why
    assert not real.cluster.brokers and not real.cluster.topics


@bounded("step", 35, 7)
def test_a_snapshot_that_is_cut_anywhere_is_refused_in_one_sentence(tmp_path, step):
    data, file = NEWEST.read_bytes(), tmp_path / NEWEST.name
    for end in range(0, len(data), step):
        file.write_bytes(data[:end])
        with pytest.raises(InvalidArgumentError, match=r"^00+166-0000000005.checkpoint.*copy it anew") as refusal:
            read(tmp_path)
        assert "\n" not in str(refusal.value) and (
            "byte" in str(refusal.value) or "holds no record" in str(refusal.value)
        )


@pytest.mark.parametrize("place", [16, 17, 30, 70, 300, 1_500])
def test_a_byte_of_a_snapshot_that_changed_is_told_with_the_file_and_the_byte(place, tmp_path):
    data = bytearray(NEWEST.read_bytes())
    data[place] ^= 0x40
    (tmp_path / NEWEST.name).write_bytes(data)
    with pytest.raises(CorruptMessageError, match=r"166-0000000005.checkpoint, byte \d+: .*[a-z2]; copy it anew, or"):
        read(tmp_path)


def test_a_snapshot_whose_name_does_not_say_where_it_ends_is_refused(tmp_path):
    for name in ("copy.checkpoint", "copy.log"):
        shutil.copyfile(NEWEST, tmp_path / name)
        with pytest.raises(InvalidArgumentError, match="its name does not say where it ends"):
            read(tmp_path / name)


def test_a_segment_that_is_called_a_snapshot_is_none(tmp_path):
    shutil.copyfile(QUORUM / f"{0:020}.log", tmp_path / NAME)
    with pytest.raises(InvalidArgumentError, match="LeaderChangeMessage at offset 0 begins a snapshot, and a Snapshot"):
        read(tmp_path / NAME)


def test_decoded_lines_of_a_snapshot_are_read_too(tmp_path):
    lines = [("VotersRecord", {"voters": [{"voterId": 7}]}), registered(1), *placed(1)]
    said = [{"type": t, "offset": n, "ts": 9_000, "r": f} for n, (t, f) in enumerate((HEAD, *lines, FOOT))]
    file = tmp_path / f"{NAME}.jsonl"
    file.write_text("\n".join(map(json.dumps, said)))
    real = read(file)
    assert real.snapshot[1:5] == (100, 7, 5_000, (7,))
    assert real.cluster.partitions["letters", 0].leader_epoch == 4


def test_a_broker_that_is_not_registered_any_more_stays_fenced_as_long_as_a_partition_names_it():
    said = snapshot(registered(1), *placed(1, 2))
    move = LogRecord(100, 5_010, "PartitionChangeRecord", {"partitionId": 0, "topicId": "t", "replicas": [1]}, "line 1")
    first, last = MetadataLog([], said).cluster, MetadataLog([move], said).cluster
    assert (first.brokers[2].fenced, first.brokers[2].epoch) == (True, -1)
    assert {*first.brokers} == {1, 2} and {*last.brokers} == {1}


@together(sorted(QUORUM.glob("*.checkpoint")), lambda file: file.name)
def test_who_leads_is_left_open_until_a_record_tells(file):
    real = read(QUORUM, snapshot=int(file.name.split("-")[0]))
    leaders = [cluster.active_controller for cluster in real.history.clusters]
    assert leaders[0] is None
    first = json.dumps([track.frames[0].marks for track in real.film().film.tracks.values()], default=str)
    assert "no controller" not in first and "nobody" not in first


def test_time_counts_from_the_last_record_that_a_snapshot_contains():
    later = LogRecord(100, 5_750, "NoOpRecord", {}, "line 1")
    real = MetadataLog([later], snapshot(registered(1)))
    assert (real.history.first.now_ms, real.cluster.now_ms) == (0, 750)


@together(
    [
        [*placed(1)[1:]],
        [registered(1), *placed(1), *placed(1)],
        [registered(-1)],
        [("VotersRecord", {"voters": 3})],
        [("VotersRecord", {"voters": [{"voterId": "1"}]})],
    ]
)
def test_a_snapshot_that_contradicts_itself_is_refused_with_the_place(said):
    with pytest.raises(InvalidArgumentError, match=r"^record \d+: \w+ at offset \d+ .*\.$"):
        MetadataLog([], snapshot(*said))


@together([True, "166", 1.5])
def test_a_snapshot_is_asked_for_by_the_offset_at_which_it_ends(asked):
    with pytest.raises(InvalidArgumentError, match="snapshot"):
        read(QUORUM, snapshot=asked)
