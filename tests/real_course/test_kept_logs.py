"""The metadata log of each played KRaft cluster is read, and its decisions are asked of our rules again."""

import gzip
from collections import Counter

import pytest

from kafkaviz.metadata_log import MetadataLog, read
from kafkaviz.rehearsal.logs import end_offset, log_of, read_plays, whole_batches
from kafkaviz.rehearsal.moment import requests_of
from kafkaviz.rehearsal.run import tag_of
from kafkaviz.rehearsal.settings import needs_of
from tests.real_course.record_plays import LOGS, known
from tests.real_course.stories import STORIES
from tests.sampling import every

FILES = sorted(LOGS.glob("*.jsonl"))
MOST_BYTES = 5_000_000


def opened(file, tmp_path) -> MetadataLog:
    segment = tmp_path / "00000000000000000000.log"
    segment.write_bytes(gzip.decompress(log_of(file).read_bytes()))
    return read(segment)


@pytest.mark.parametrize("file", every(6, FILES), ids=lambda file: file.stem)
def test_a_played_cluster_is_read_and_elects_as_the_rule_does(file, tmp_path):
    log = opened(file, tmp_path)
    assert not log.unknown and log.undone == 0
    assert [row for row in log.elections().rows if not row.agrees] == []
    created = {record.text("name"): record.offset for record in log.records if record.type == "TopicRecord"}
    end = 0
    for play in read_plays(file):
        assert end <= play.first <= play.end <= log.records[-1].offset + 1
        end = play.end
        mine = [offset for topic, offset in created.items() if topic.endswith(f".{tag_of(play.story)}")]
        assert all(play.first <= offset < play.end for offset in mine), play.story
        assert len(mine) == sum(act.startswith("CreateTopic") for act in play.acts), play.story


def test_every_story_on_a_quorum_has_its_acts_and_its_log():
    kept = Counter(play.story for file in FILES for play in read_plays(file))
    labs = {story: STORIES[story]() for story, play in known().items() if play.reason is None}
    assert kept == Counter(s for s, lab in labs.items() if needs_of(lab.kafka, lab.history, lab.policies).is_quorum)
    for file in FILES:
        for play in read_plays(file):
            assert play.acts == tuple(str(request) for request in requests_of(labs[play.story].history)), play.story


def test_the_logs_are_small():
    assert len(FILES) >= 20 and sum(file.stat().st_size for file in LOGS.iterdir()) < MOST_BYTES


def test_a_log_ends_with_its_last_whole_batch():
    data = gzip.decompress(log_of(FILES[0]).read_bytes())
    assert whole_batches(data) == data
    assert whole_batches(data[:-1]) == whole_batches(data[:-5]) != data
    assert whole_batches(data + b"\0" * 100) == data
    assert end_offset(data[:-1]) < end_offset(data) and end_offset(b"") == 0
