"""What a summary counts, where it leads to, and that reading fast is reading the same."""

import random
import re
import sys
from functools import partial
from pathlib import Path

import pytest

from kafkaviz.__main__ import main
from kafkaviz.charts.chart import Chart
from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.metadata_log import LogSummary, MetadataLog, postmortem, read, recorded, reporting
from kafkaviz.metadata_log import kept as kept_module
from kafkaviz.metadata_log.counting import Second, counts_of
from kafkaviz.metadata_log.image import Image
from kafkaviz.metadata_log.kept import beginning_at
from kafkaviz.metadata_log.records import decode_lines
from kafkaviz.metadata_log.summary_chart import places_in
from kafkaviz.metadata_log.summary_rows import row_of
from kafkaviz.metadata_log.summary_view import summary_view
from kafkaviz.metadata_log.units import transactions
from tests.metadata_log.logs import started
from tests.metadata_log.test_damaged_logs import LINES, damaged
from tests.sampling import every, together

SEGMENT = Path(__file__).parents[2] / "kafkaviz" / "metadata_log" / "recorded.log"


def row(summary, name):
    return [getattr(each, name) for each in summary.rows.rows if getattr(each, name)]


def summary_of(records):
    return LogSummary(counts_of(records, None), partial(beginning_at, records, None), tell=MetadataLog)


def image_of(records, snapshot=None):
    image = Image()
    if snapshot is not None:
        image.begin(snapshot)
    for group, _ in transactions(records):
        for record in group:
            image.replay(record)
    return image


def test_the_image_ends_with_the_partitions_of_the_history():
    log = recorded()
    image = image_of(log.records)
    there = {(topic.name, n): p for topic in image.topics.values() for n, p in topic.partitions.items()}
    assert there == {(*tp,): p for tp, p in log.cluster.partitions.items()}
    assert {id: b.epoch for id, b in image.brokers.items()} == {id: b.epoch for id, b in log.cluster.brokers.items()}


@together((60, 123, 200, 387))
def test_a_snapshot_of_an_image_makes_the_same_cluster(offset):
    records = [record for record in recorded().records if record.offset <= offset]
    snapshot = image_of(records).snapshot()
    assert dict(MetadataLog((), snapshot).cluster.partitions) == dict(MetadataLog(records).cluster.partitions)


def test_leaders_lost_and_gained_are_those_of_the_timeline():
    log = recorded()
    leaders = [
        (row.before, row.after) for row in log.timeline().rows if row.aspect == "leader" and row.subject != "quorum"
    ]
    summary = log.summary()
    lost = sum(after is None for before, after in leaders if before is not None)
    gained = sum(before is None for before, after in leaders if after is not None)
    moved = sum(before is not None and after is not None for before, after in leaders)
    counted = [sum(row(summary, f"leaders_{how}")) for how in ("lost", "gained", "moved")]
    assert counted == [lost, gained, moved] and lost


def test_a_fenced_broker_is_away_until_it_is_back_and_one_that_joins_is_not():
    log = started().broker(2, fenced=1, ms=70_000).broker(2, fenced=-1, ms=5_000)
    summary = summary_of(log.records)
    assert row(summary, "brokers_away") == [1, 1] and summary.row_seconds == 1


def test_min_isr_counts_only_where_the_log_says_it():
    log = started().change("letters", 0, isr=[1], ms=1_000)
    assert not row(summary_of(log.records), "under_min_isr")
    assert "does not say min.insync.replicas of 1 partition." in str(summary_of(log.records))
    fields = {"resourceType": 2, "resourceName": "letters", "name": "min.insync.replicas", "value": "2"}
    assert row(summary_of(log.add("ConfigRecord", fields, ms=1_000).records), "under_min_isr") == [1]


def test_an_unclean_election_is_the_worst():
    log = started().change("letters", 0, isr=[1], ms=1_000).change("letters", 0, leader=-1, ms=60_000)
    log.change("letters", 0, isr=[2], leader=2, leaderRecoveryState=1, ms=9_000).lead(102, 2, ms=1_000)
    summary = summary_of(log.records)
    assert row(summary, "controller_changes") == [1] and row(summary, "unclean_elections") == [1]
    assert summary.worst(1).rows[0].words.startswith("1 unclean election, ")
    assert "unclean election" in summary.chart().axes[0].figure.get_suptitle()


def test_its_film_begins_with_the_cluster_as_it_was():
    log = recorded()
    worst = log.summary().worst(1).rows[0]
    records, snapshot = beginning_at(log.records, None, worst.since_ms, worst.since_ms + 60_000)
    part = MetadataLog(records, snapshot, since_ms=worst.since_ms)
    whole = log.part(since=worst.since_ms, until=worst.since_ms + 60_000)
    assert dict(part.history.first.partitions) == dict(whole.history.first.partitions)
    assert str(part.timeline()) == str(whole.timeline())
    assert len(log.summary().film().film.captions) > 3


def test_a_large_log_shows_its_summary_and_is_replayed_only_when_it_is_asked(monkeypatch):
    monkeypatch.setattr(kept_module, "LARGE", 100)
    log = read(SEGMENT)
    bundle, about = log._repr_mimebundle_()
    # In a notebook the chart stays where nobody can click.
    assert {"image/png", "application/vnd.jupyter.widget-view+json"} <= {*bundle}
    assert bundle["text/plain"] == str(recorded().summary())
    assert "metadata log" in about["image/png"]["alt"] and "_told" not in vars(log)
    assert "388 records" in repr(log) and "_told" not in vars(log)
    since = log.summary().worst(1).rows[0].since_ms
    assert len(log.part(since=since).records) < 388 and "_told" not in vars(log)
    assert len(log.history.clusters) == len(recorded().history.clusters)


def test_a_time_that_is_chosen_leads_to_its_film():
    summary = recorded().summary()
    worst = summary.worst(100).rows
    asked: list[int] = []

    def film(at: int) -> object:
        asked.append(at)
        if asked[1:]:
            raise InvalidArgumentError("No record was written then.")
        return summary.film(at)

    view = summary_view(worst, summary.row_seconds, summary.chart(), film, "words", drawn=b"")
    beside, places, _, *buttons, said, shown = view.children
    times = sorted(row.since_ms for row in worst if any(row.changes))
    assert len(buttons) == len(places.places) == len(times) == 4 and not beside.busy
    assert [one.description for one in buttons if one.icon] == [f"{worst[0].since}: {worst[0].words}"]
    buttons[0].click()
    assert asked == times[:1] and len(shown.children[0].film.captions) > 3
    buttons[1].click()
    assert "No record was written then." in said.value
    for number in (2, 4, -1, "0", None):
        places.hear({"choose": number})
    places.hear("choose")
    assert asked == times[:3]


def test_where_nothing_changed_there_is_nothing_to_choose():
    chart = Chart()
    chart.alt_text = "a <chart>"
    quiet = summary_view([], 1, chart, lambda at: None, "words")
    assert len(quiet.children) == 1 and repr(quiet) == "words"
    assert 'alt="a &lt;chart&gt;"' in quiet.children[0].value


def test_where_nothing_can_be_drawn_words_and_buttons_are_left(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "kafkaviz.metadata_log.summary_chart", None)
    summary = recorded().summary()
    bundle, about = summary._repr_mimebundle_()
    assert about == {} and "image/png" not in bundle and bundle["text/plain"] == str(summary)
    _, words, *buttons, _, _ = summary_view(summary.worst(100).rows, 1, None, summary.film, str(summary)).children
    assert "26 partitions lost the leader" in words.value and len(buttons) == 4
    assert "data:image" not in postmortem(recorded(), tmp_path / "night.html").read_text("utf-8")
    assert "Nothing" in summary_view([], 1, None, summary.film, "Nothing was lost.").children[0].value


def test_a_time_stands_where_the_chart_draws_it():
    summary = recorded().summary()
    chart = summary.chart()
    first, last = summary.first_ms // 1000, summary.last_ms // 1000 + 1
    (left, middle, right), edges = places_in(chart, [first, (first + last) / 2, last])
    assert (left, right) == pytest.approx((edges[0], edges[2]), abs=1e-3)
    assert middle == pytest.approx((left + right) / 2, abs=1e-3) and 0 < left < right < 1
    assert 0 < edges[1] < edges[3] < 1, "from its upper left corner on"
    times = [row.since_ms / 1000 for row in summary.rows.rows]
    numbers, _ = places_in(chart, times)
    assert len(numbers) == len(times) and numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda summary: summary.film("2020-01-01"), "No record was written from 2020-01-01 00:00:00 UTC to .*"),
        (lambda summary: summary.film("noon"), "at is a text like .*, not 'noon'."),
        (lambda summary: summary.worst(0), "count is at least 1, not 0."),
        (lambda summary: summary.film(topics="nowhere"), "The log has no topic 'nowhere'; .*"),
    ],
)
def test_what_is_not_there_is_refused(asked, words):
    with pytest.raises(InvalidArgumentError) as refusal:
        asked(recorded().summary())
    assert re.fullmatch(words, str(refusal.value))


def test_a_log_in_which_nothing_was_lost_says_so():
    summary = summary_of(started().records)
    assert str(summary.worst()) == "Nothing was lost, and nobody went away." and "No leader was lost" in str(
        summary.chart()._suptitle.get_text()
    )
    assert summary.film().film.captions


@pytest.mark.parametrize("seed", every(4, range(20)))
def test_a_damaged_log_is_counted_or_refused_in_one_sentence(seed):
    draw = random.Random(seed)
    for _ in range(10):
        try:
            summary = summary_of([*decode_lines(damaged(draw), "a.jsonl")])
            assert str(summary)
        except OneSentence as refusal:
            assert "\n" not in str(refusal)
    assert summary.chart().alt_text


def damaged_bytes(draw, data):
    """Returns a segment that was cut, or of which a byte was changed, or that is something else."""
    how, at = draw.randrange(4), draw.randrange(len(data))
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
    return draw.randbytes(draw.randrange(300)) if how == 2 else data[at:]


def each_damaged(tmp_path, count, seed):
    draw, data, file = random.Random(seed), SEGMENT.read_bytes(), tmp_path / "00000000000000000000.log"
    for _ in range(count):
        file.write_bytes(damaged_bytes(draw, data))
        try:
            # What is left of it may tell of what was never there, and then its history is refused as it is read.
            records = read(file).records
        except OneSentence as refusal:
            assert "\n" not in str(refusal)
        else:
            counted = counts_of(records, None).seconds
            assert sum(second.records for second in counted) == len(records) > 0


def test_damaged_files_are_counted_or_refused(tmp_path):
    each_damaged(tmp_path, 80, 1)


@pytest.mark.slow
def test_many_damaged_files_are_counted_or_refused(tmp_path):
    each_damaged(tmp_path, 2_000, 2)


def test_decoded_lines_and_segments_count_the_same():
    # What the lines say of a node's own min.insync.replicas is not in them.
    lines, segments = (
        counts_of(decode_lines(LINES, "a.jsonl"), None).seconds,
        counts_of(recorded().records, None).seconds,
    )
    assert lines and [second[:8] for second in lines] == [second[:8] for second in segments]


def test_a_post_mortem_is_one_page_with_the_worst_in_words_and_its_command_names_it(tmp_path, capsys):
    assert main(["postmortem", str(SEGMENT), "-o", str(tmp_path / "page.html")]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("page.html shows it, with the film of the worst minute.")
    written = (tmp_path / "page.html").read_text("utf-8")
    assert "2026-11-21 11:08:34 UTC" in written and "26 partitions lost the leader" in written
    assert 'src="data:image/png;base64,' in written and "img-src data:" in written
    assert not re.search(r"(src|href)=.?https?:", written)


@pytest.mark.parametrize(
    ("log", "page", "words"),
    [
        ("no-such.log", "page.html", "no-such.log cannot be read: No such file or directory."),
        (str(SEGMENT), "page.txt", "A post-mortem is a page: call it page.html."),
        (str(SEGMENT), "there.html", ".*there.html is there already; name a new file."),
        (str(SEGMENT), "no/folder/page.html", ".*page.html cannot be written: No such file or directory."),
    ],
)
def test_the_command_refuses_in_one_sentence(log, page, words, tmp_path, capsys, monkeypatch):
    # What is refused needs no picture.
    monkeypatch.setitem(sys.modules, "kafkaviz.metadata_log.summary_chart", None)
    (tmp_path / "there.html").write_text("kept", "utf-8")
    assert main(["postmortem", log, "-o", str(tmp_path / page)]) == 2
    assert re.fullmatch(words, capsys.readouterr().err.strip())
    assert (tmp_path / "there.html").read_text("utf-8") == "kept"


def test_a_post_mortem_says_how_many_times_it_leaves_out_if_any(monkeypatch):
    summary = recorded().summary()
    monkeypatch.setattr(summary, "chart_if_any", lambda: None)
    count = len(summary.rows.rows)
    for listed, left_out in ((count, ""), (count - 1, "1 later time left out")):
        monkeypatch.setattr(reporting, "_LISTED", listed)
        said = reporting._above(summary)
        assert left_out in said and ("left out" in said) == bool(left_out)


def test_a_row_adds_what_happened_and_keeps_the_worst_of_what_was_so():
    seconds = [Second(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0), Second(1, 10, 20, 30, 40, 50, 60, 1, 9, 2, 0, 0, 0)]
    assert row_of(0, seconds)[2:] == (22, 33, 44, 55, 66, 7, 9, 9)
