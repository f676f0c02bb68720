"""Logs of `__consumer_offsets` as they lie: compressed, compacted, in a transaction, damaged, or beside a snapshot."""

import json
import random
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from kafka.codec import gzip_encode, lz4_encode, snappy_encode, zstd_encode

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.metadata_log import MetadataLog, reading
from kafkaviz.metadata_log.groups import segment
from kafkaviz.metadata_log.groups.segment import offsets_records_of
from kafkaviz.metadata_log.segment import crc32c
from tests.metadata_log.logs import Offsets
from tests.metadata_log.test_files_from_anywhere import DAMAGES, read_or_refused
from tests.metadata_log.test_groups import RECORDED, untimed
from tests.sampling import every, together

LOGS = sorted(RECORDED.glob("__consumer_offsets-*/*.log"))
DATA = LOGS[1].read_bytes()
HEAD = struct.Struct(">qiibIh")
SEGMENT = f"{0:020}.log"
CODECS = {1: gzip_encode, 2: snappy_encode, 3: lz4_encode, 4: zstd_encode}


def rewritten(data: bytes, attributes: int = 0, encode: Callable[[bytes], bytes] = bytes) -> bytes:
    """Returns batches with other attributes, their records encoded anew, and the checksums that fit."""
    made, start = b"", 0
    while start < len(data):
        base, length, epoch, magic, _, before = HEAD.unpack_from(data, start)
        end = start + 12 + length
        tail = struct.pack(">h", before | attributes) + data[start + 23 : start + 61] + encode(data[start + 61 : end])
        made += struct.pack(">qiibI", base, len(tail) + 9, epoch, magic, crc32c(tail)) + tail
        start = end
    return made


def directory(tmp_path: Path, groups: bytes, number: int = 0) -> Path:
    """Returns a log directory with these bytes as a segment of a partition, beside the recorded metadata log."""
    log = tmp_path / f"__consumer_offsets-{number}"
    log.mkdir(parents=True)
    (log / SEGMENT).write_bytes(groups)
    metadata = tmp_path / "__cluster_metadata-0"
    metadata.mkdir(exist_ok=True)
    for file in (RECORDED / metadata.name).iterdir():
        (metadata / file.name).write_bytes(file.read_bytes())
    return tmp_path


@together(CODECS)
def test_a_compressed_batch_is_read_as_it_was(codec):
    packed = rewritten(DATA, codec, CODECS[codec])
    assert packed != DATA
    plain = [record._replace(place="") for record in offsets_records_of(DATA, "a")]
    assert [record._replace(place="") for record in offsets_records_of(packed, "a")] == plain


def test_snappy_without_blocks_is_read_as_well():
    import snappy

    plain = list(offsets_records_of(DATA, "a"))
    assert len(list(offsets_records_of(rewritten(DATA, 2, snappy.compress), "a"))) == len(plain)


@pytest.mark.parametrize("codec, library", [(2, "snappy"), (3, "lz4.frame"), (4, "zstandard")])
def test_without_the_library_it_is_said_what_to_do(codec, library, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(CorruptMessageError, match=r"is compressed with \w+: install kafkaviz\[segments\], which reads"):
        list(offsets_records_of(rewritten(DATA, codec, CODECS[codec]), "a"))


@pytest.mark.parametrize("codec", CODECS)
def test_compressed_bytes_that_are_damaged_or_too_many_are_refused(codec, monkeypatch):
    with pytest.raises(CorruptMessageError, match=r"is compressed with \w+, and its bytes are damaged\.$"):
        list(offsets_records_of(rewritten(DATA, codec, lambda held: b"\x82SNAPPY\0nothing of the kind"), "a"))
    monkeypatch.setattr(segment, "MOST_INFLATED", 100)
    with pytest.raises(CorruptMessageError, match="when it is decompressed"):
        list(offsets_records_of(rewritten(DATA, codec, CODECS[codec]), "a"))
    with pytest.raises(CorruptMessageError, match="compressed with a codec that nobody knows"):
        list(offsets_records_of(rewritten(DATA, 7), "a"))


def test_a_time_of_the_broker_counts_for_all_of_its_batch():
    own = list(offsets_records_of(DATA, "a"))
    of_broker = list(offsets_records_of(rewritten(DATA, 0x08), "a"))
    places = {record.place for record in own}
    latest = {place: max(r.timestamp_ms for r in own if r.place == place) for place in places}
    assert len(places) < len(own)
    assert [r.timestamp_ms for r in of_broker] == [latest[r.place] for r in of_broker]


def test_a_compacted_log_leads_to_the_same_groups(tmp_path):
    real = read_metadata_log(RECORDED)
    kept = {}
    for number, records in real.offsets.items():
        # A cleaner first takes out what was aborted; here what a transaction wrote stays whole.
        fixed = [r.offset if r.fields is None or "producerId" in r.fields else -1 for r in records]
        keys = [json.dumps([r.type, (r.fields or {}).get("key"), n]) for r, n in zip(records, fixed, strict=True)]
        newest = dict(zip(keys, records, strict=True))
        kept[number] = tuple(sorted(newest.values(), key=lambda record: record.offset))
    assert 40 < sum(map(len, kept.values())) < sum(map(len, real.offsets.values())) - 40
    compacted = MetadataLog(real.records, real.snapshot, kept)
    assert without_joining(compacted) == without_joining(real)
    compacted.save(tmp_path / "c.tar.gz")
    assert without_joining(read_metadata_log(tmp_path / "c.tar.gz")) == without_joining(real)


def without_joining(log: MetadataLog) -> dict:
    """Returns the groups at the end, without what only those know that saw all members come."""
    return {name: group._replace(joined=0, protocol="") for name, group in untimed(log).items()}


def test_segments_behind_each_other_need_not_begin_at_offset_0(tmp_path):
    records = list(offsets_records_of(DATA, "a"))
    later = next(record for record in records if record.offset > 20)
    start = int(later.place.rpartition(" ")[2])
    folder = directory(tmp_path, DATA[start:], 1)
    assert len(read_metadata_log(folder).offsets[1]) == len(records) - records.index(later)
    (folder / "__consumer_offsets-1" / f"{later.offset:020}.log").write_bytes(DATA[start:])
    with pytest.raises(InvalidArgumentError, match=rf"offset {later.offset} comes behind offset {records[-1].offset}"):
        read_metadata_log(folder)
    (folder / "__consumer_offsets-1" / SEGMENT).write_bytes(DATA[:start])
    assert len(read_metadata_log(folder).offsets[1]) == len(records)


@pytest.mark.parametrize("place", [16, 17, 30, 70, 1_000, len(DATA) - 1])
def test_a_byte_that_changed_is_named_with_its_log(tmp_path, place):
    changed = bytearray(DATA)
    changed[place] ^= 0x40
    with pytest.raises(CorruptMessageError, match=r"__consumer_offsets-1/0{20}\.log, byte \d+: the batch at offset"):
        read_metadata_log(directory(tmp_path, bytes(changed), 1))


@pytest.mark.parametrize("seed", every(8, range(8), whole=2))
def test_what_is_damaged_is_read_or_refused_in_one_sentence(tmp_path, seed):
    draw, read = random.Random(seed), 0
    for n in range(30):
        damaged = draw.choice(DAMAGES)(draw.choice(LOGS).read_bytes(), draw)
        read += read_or_refused(directory(tmp_path / str(n), damaged))
    assert 0 < read < 30


def test_what_is_too_large_is_refused_with_what_to_copy(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_OFFSETS_BYTES", 5_000)
    with pytest.raises(InvalidArgumentError, match="are read: copy __cluster_metadata-0 and only those partitions"):
        read_metadata_log(directory(tmp_path, DATA))


def test_the_log_of_another_topic_is_refused(tmp_path):
    other = next((RECORDED.parents[1] / "segments" / "broker" / "logs" / "client-gzip-0").glob("*.log"))
    with pytest.raises(CorruptMessageError, match="the log of another topic tells of no groups"):
        read_metadata_log(directory(tmp_path, other.read_bytes()))


def test_a_transaction_counts_from_its_commit_on_and_what_was_written_meanwhile_stays():
    log = Offsets().commit(1, 2_000).commit(5, 2_100, producer=7).commit(9, 2_200, producer=8)
    assert log.committed == {"letters-0": 1} and log.replayed.undone == 2
    assert log.end(8, False, 2_300).committed == {"letters-0": 1}
    assert log.end(7, True, 2_400).committed == {"letters-0": 5} and log.replayed.undone == 1
    assert "2.4" not in str(log.replayed.story()) and "commits letters-0: 5" in str(log.replayed.story())
    meanwhile = Offsets().commit(5, 2_100, producer=7).commit(3, 2_200).commit(4, 2_250, producer=7, partition=1)
    assert meanwhile.end(7, True, 2_300).committed == {"letters-0": 3, "letters-1": 4}
    forgotten = Offsets().commit(5, 2_100, producer=7).commit(None, 2_200).end(7, True, 2_300)
    assert forgotten.committed == {} and forgotten.replayed.undone == 1


def test_members_with_one_client_id_are_told_apart_and_keep_their_names():
    log = Offsets().member("x", 2_000).member("y", 2_100).of("ConsumerGroupMemberMetadata", 2_200, "x")
    log.member("z", 2_300).of("ConsumerGroupCurrentMemberAssignment", 2_400, "w", memberEpoch=1, assignedPartitions=[])
    assert list(log.replayed.cluster.groups["app"].members) == ["C (2)", "C (3)", "w"]


def test_what_is_not_known_is_counted_and_left_out():
    log = Offsets().member("x", 2_000)._put("coordinator record type 99", None, 2_100)
    log._put("StreamsGroupTopology", None, 2_200)
    given = [{"topicId": "id of letters", "partitions": [0]}, {"topicId": "of nothing", "partitions": [4]}]
    log.of("ConsumerGroupTargetAssignmentMember", 2_300, "x", topicPartitions=given)
    replayed = log.replayed
    assert replayed.unknown == {"coordinator record type 99": 1} and replayed.types["StreamsGroupTopology"] == 1
    assert replayed.cluster.groups["app"].target == {"C": (TopicPartition("letters", 0),)}


def test_a_pattern_says_which_topics_a_member_reads():
    log = Offsets().member("x", 2_000, subscribedTopicNames=[], subscribedTopicRegex="let.*")
    key = {"groupId": "app", "regularExpression": "let.*"}
    log.add("ConsumerGroupRegularExpression", key, {"topics": ["letters"], "version": 1, "timestamp": 1}, 2_100)
    assert log.replayed.cluster.groups["app"].members["C"].topics == ("letters",)


def test_a_group_may_go_over_to_another_protocol_and_back_and_keeps_its_offsets():
    log = Offsets().classic(1, 2_000, "x").commit(4, 2_100)
    assert log.replayed.cluster.groups["app"].protocol == "eager"
    log.add("GroupMetadata", {"group": "app"}, None, 2_200).of("ConsumerGroupMetadata", 2_200, epoch=1)
    log.member("x", 2_200).of("ConsumerGroupCurrentMemberAssignment", 2_200, "x", memberEpoch=1, assignedPartitions=[])
    group = log.replayed.cluster.groups["app"]
    assert (group.protocol, group.generation, list(group.members)) == ("consumer", 1, ["C"])
    log.of("ConsumerGroupMemberMetadata", 2_300, "x").of("ConsumerGroupMetadata", 2_300).classic(2, 2_300, "x")
    group = log.replayed.cluster.groups["app"]
    assert (group.protocol, group.generation, list(group.members)) == ("eager", 2, ["C"])
    assert log.committed == {"letters-0": 4}
    assert log.add("GroupMetadata", {"group": "app"}, None, 2_400).commit(None, 2_400).committed == {}
    assert "app" not in log.replayed.cluster.groups


def test_how_a_group_of_a_foreign_assignor_rebalances_is_not_known():
    assert Offsets().classic(1, 2_000, "x", protocol="ours").replayed.cluster.groups["app"].protocol == "classic"
    assert "ours is no assignor of Kafka's" in str(
        Offsets().classic(1, 2_000, "x", protocol="ours").replayed.assignments()
    )


def test_commits_that_follow_each_other_are_one_frame_until_something_happens_or_time_passes():
    log = Offsets()
    for n in range(6):
        log.commit(n, 2_000 + n * 1_000)
    log.commit(9, 40_000)
    told = [line for line in str(log.replayed.story()).splitlines() if "commits" in line]
    assert told == ["6 s: Group app commits letters-0: 5.", "39 s: Group app commits letters-0: 9."]
    whys = [c.why for c in log.replayed.film(lens="assignment").film.captions if "commits" in c.cap]
    assert whys[0].startswith("6 commits within 5 seconds, the last: OffsetCommit, offset 5 of __consumer_offsets-0.")


def test_what_was_written_before_a_snapshot_ends_is_the_beginning():
    folder = RECORDED.parent / "quorum"
    log = read_metadata_log(folder, snapshot=166)
    early = log.snapshot.timestamp_ms
    held = Offsets().commit(1, early - 5_000).commit(2, early + 5_000).records
    real = MetadataLog(log.records, log.snapshot, {0: tuple(held)})
    assert {tp.topic: at for tp, at in real.history.first.groups["app"].committed.items()} == {"letters": 1}
    assert {tp.topic: at for tp, at in real.cluster.groups["app"].committed.items()} == {"letters": 2}
    assert real.film().film.captions[0].cap.endswith(" 3 topics and 1 group, as of offset 165.")
    assert real.history.first.groups["app"].coordinator is None


def test_a_clock_that_is_behind_does_not_let_time_run_backwards():
    log = Offsets().commit(1, 10).commit(2, 3_000).commit(3, 2_000)
    times = [step.cluster.now_ms for step in log.replayed.history.steps]
    assert times == sorted(times) and log.committed == {"letters-0": 3}


@together(
    [
        (
            {"key": {"group": "app"}, "value": {"members": 7, "generation": 1}},
            "has no list of what it says for members",
        ),
        ({"key": [], "value": None}, "has no fields in its key"),
        ({"key": {}, "value": None}, "has no group"),
        ({"key": {"group": "app"}, "value": {"members": [], "generation": "1"}}, "has '1' for generation"),
    ]
)
def test_a_record_that_says_something_else_is_refused_with_its_place(said, how):
    log = Offsets()._put("GroupMetadata", said, 2_000)
    with pytest.raises(InvalidArgumentError, match=rf"^record 0: GroupMetadata at offset 0 {how}"):
        assert log.replayed


def test_a_list_in_a_key_is_refused_beside_a_transaction_as_well():
    log = Offsets().commit(5, 2_000, producer=7)
    log._put("OffsetCommit", {"key": {"group": "app", "topic": ["letters"]}, "value": None}, 2_100)
    with pytest.raises(
        InvalidArgumentError, match=r"^record 1: OffsetCommit at offset 1 has \['letters'\] for topic in"
    ):
        assert log.replayed


def test_a_static_member_has_its_instance_id():
    held = Offsets().member("x", 2_000, instanceId="till").replayed.cluster.groups["app"]
    assert held.members["C"].instance_id == "till"
