"""What Kafka's dump tool printed of the recorded log is read as the log itself."""

import gzip
import random
import re
from pathlib import Path

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import CorruptMessageError, InvalidArgumentError, OneSentence
from kafkaviz.metadata_log import recorded
from kafkaviz.metadata_log.records import LEADER_CHANGE

VECTORS = Path(__file__).parents[1] / "vectors" / "metadata-log"
WHOLE, SHORT = (
    gzip.decompress((VECTORS / name).read_bytes()).decode()
    for name in ("dumped.txt.gz", "dumped-without-metadata.txt.gz")
)


@pytest.fixture
def printed(tmp_path):
    """Writes a text into a file, and returns the file."""

    def write(text):
        file = tmp_path / "printed.txt"
        file.write_text(text, "utf-8")
        return file

    return write


def known(record):
    """What the tool prints of a record: of a new leader the epoch alone."""
    fields = {"epoch": record.fields["epoch"]} if record.type == LEADER_CHANGE else record.fields
    return record.offset, record.timestamp_ms, record.type, fields


def test_every_record_of_the_log_is_read_from_what_was_printed_of_it(printed):
    log = read_metadata_log(printed(WHOLE))
    assert [*map(known, log.records)] == [*map(known, recorded().records)]
    assert str(log.elections()) == str(recorded().elections())
    assert log.cluster.partitions == recorded().cluster.partitions


def test_without_the_metadata_of_records_each_has_the_offset_that_its_batch_gives_it(printed):
    log = read_metadata_log(printed(SHORT))
    # A batch says when its last record was written.
    without_times = [(offset, *said) for offset, _, *said in map(known, log.records)]
    assert without_times == [(offset, *said) for offset, _, *said in map(known, recorded().records)]
    assert log.cluster.partitions == recorded().cluster.partitions


def test_a_snapshot_is_one_here_as_well_and_goes_before_the_segment_that_continues_it(printed):
    snapshot = (VECTORS / "dumped-snapshot.txt").read_text("utf-8")
    alone = read_metadata_log(printed(snapshot))
    assert alone.snapshot.end_offset == 0 and not alone.records
    both = read_metadata_log(printed(snapshot + WHOLE), snapshot=0)
    assert both.snapshot.end_offset == 0 and len(both.records) == len(recorded().records)


@pytest.mark.parametrize(
    ("of", "to", "why"),
    [
        (
            r"payload: .*?(?=\n\|)",
            "payload: Error at 2, skipping. Unknown metadata id 99",
            "of the cluster's own release",
        ),
        (r"payload: \{.*?(?=\n)", "", "--cluster-metadata-decoder"),
        (r'"version":0,"data":\{"name":"Boot.*?(?=\n)', "", "is cut off or changed"),
        (r"isvalid: true", "isvalid: false", "found the batch at offset 0 damaged"),
        (r"baseOffset: 1 lastOffset.*?(?=\n)", "baseOffset: 1", "head of a batch"),
        (r"offset: 3 Create", "offset: 1 Create", "offset 1 comes behind offset 2"),
    ],
)
def test_what_is_wrong_is_said_with_the_line(printed, of, to, why):
    changed = re.sub(of, to, WHOLE, count=1)
    assert changed != WHOLE
    with pytest.raises((InvalidArgumentError, CorruptMessageError), match=r"printed.txt, line \d+.*" + re.escape(why)):
        read_metadata_log(printed(changed))


def test_a_text_that_was_changed_anywhere_is_read_or_refused_in_one_sentence(printed):
    draw, refused = random.Random(7), 0
    for _ in range(60):
        at, length = draw.randrange(len(WHOLE)), draw.randrange(1, 400)
        try:
            read_metadata_log(printed(WHOLE[:at] + draw.choice(("", "0", "\n", "{")) + WHOLE[at + length :]))
        except OneSentence as refusal:
            assert "\n" not in str(refusal)
            refused += 1
    assert refused > 20
