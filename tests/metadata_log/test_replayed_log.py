"""What can be asked of a real cluster's log, and what its film says and draws: no more than stands in the log."""

import json
import re
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import (
    CorruptMessageError,
    InvalidArgumentError,
    UnknownTopicOrPartitionError,
    WrongTypeError,
)
from kafkaviz.metadata_log import LENSES, read, recorded, recorded_acts
from kafkaviz.metadata_log.reading import _RECORDED
from kafkaviz.metadata_log.segment import records_of
from kafkaviz.player.page import page
from tests.metadata_log.logs import Log, started
from tests.sampling import together

DECODED = Path(__file__).parents[1] / "vectors" / "metadata-log" / "decoded.jsonl"


@pytest.fixture(scope="module")
def real():
    return recorded()


def captions(log: Log) -> list[str]:
    return [caption.cap for caption in log.replayed.film().film.captions]


def test_the_story_of_the_recorded_log_follows_what_was_done_to_the_cluster(real):
    seen = {row.subject: row for row in real.timeline().rows if row.aspect == "fenced" and row.after is True}
    acts = {(act.did, act.broker): act.time_ms for act in recorded_acts()}
    fenced = [row.time_ms for row in real.timeline().rows if (row.subject, row.aspect) == ("broker 2", "fenced")]
    assert any(0 < time_ms - acts["kill -9", 2] < 12_000 for time_ms in fenced), "a kill is seen as a fence, later"
    stopping = [row for row in real.timeline().rows if row.aspect == "stopping" and row.after]
    assert 0 <= stopping[0].time_ms - acts["stop", 3] < 100 and stopping[0].subject == "broker 3"
    assert set(seen) == {"broker 1", "broker 2", "broker 3"}


def test_the_timeline_holds_every_change_and_no_row_that_changes_nothing(real):
    rows = real.timeline().rows
    assert all(row.before != row.after for row in rows)
    assert [row.offset for row in rows] == sorted(row.offset for row in rows)
    assert (
        sum(row.aspect == "leader" and row.subject.startswith(("orders-", "clicks-", "audit-", "__")) for row in rows)
        == 64
    )
    assert sum(row.aspect == "isr" for row in rows) == 144
    assert real.timeline().to_frame().shape == (len(rows), 6)


def test_a_description_stands_for_the_moment_that_is_asked_about(real):
    (row,) = real.describe("audit", offset=46).rows
    assert (row.leader, row.isr, row.elr) == (1, (1,), ())
    (row,) = real.describe("audit").rows
    assert (row.leader, row.isr, row.elr, row.last_known_elr) == (None, (), (1,), (1,))
    assert len(real.describe().rows) == 26
    assert "Leader: none" in str(real.describe("audit"))
    assert str(real.describe(offset=0)) == "There are no topics yet."


def test_the_log_can_be_read_from_a_segment_a_directory_and_decoded_lines(real, tmp_path):
    data = _RECORDED.joinpath("recorded.log").read_bytes()
    folder = tmp_path / "__cluster_metadata-0"
    folder.mkdir()
    cut = data.index((55).to_bytes(8, "big"), 61)
    (folder / "00000000000000000000.log").write_bytes(data[:cut])
    (folder / "00000000000000000055.log").write_bytes(data[cut:])
    assert len(list(records_of(data[:cut], "a"))) == 55
    assert read(folder).history == read(str(folder)).history == real.history
    assert read(DECODED).describe().rows == real.describe().rows
    assert read(DECODED).elections().rows[-1].agrees


@pytest.mark.slow
def test_decoded_lines_do_not_say_who_leads_the_quorum_and_the_film_does_not_either():
    lines = read(DECODED)
    assert lines.cluster.active_controller is None
    shown = json.dumps(lines.film(topics="orders").film.to_json())
    assert "no controller" not in shown and "Who leads does not stand in these lines." in shown


@pytest.mark.parametrize(
    "content, error",
    [
        (b"", InvalidArgumentError),
        (b"{\n", InvalidArgumentError),
        (b"{\xff", InvalidArgumentError),
        (b"x" * 200, CorruptMessageError),
        (b"short", InvalidArgumentError),
    ],
)
def test_a_file_that_is_no_metadata_log_is_refused_in_one_sentence(content, error, tmp_path):
    path = tmp_path / "some.log"
    path.write_bytes(content)
    with pytest.raises(error) as refusal:
        read(path)
    assert "\n" not in str(refusal.value)


def test_what_is_no_path_or_not_there_is_refused(tmp_path):
    with pytest.raises(WrongTypeError, match="A path is"):
        read(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match="cannot be read"):
        read(tmp_path / "nothing")
    with pytest.raises(InvalidArgumentError, match="holds no segment"):
        read(tmp_path)


@pytest.mark.parametrize(
    "ask, error",
    [
        (lambda i: i.film(lens="replication"), InvalidArgumentError),
        (lambda i: i.film(lens=3), InvalidArgumentError),
        (lambda i: i.film(topics="order"), InvalidArgumentError),
        (lambda i: i.film(topics=3), WrongTypeError),
        (lambda i: i.film(topics=["orders", 3]), WrongTypeError),
        (lambda i: i.film(partition=("orders", 99)), InvalidArgumentError),
        (lambda i: i.film(topics="orders", partition=("clicks", 0)), InvalidArgumentError),
        (lambda i: i.film(opens_at=388), InvalidArgumentError),
        (lambda i: i.film(opens_at=True), InvalidArgumentError),
        (lambda i: i.film(ask="x"), InvalidArgumentError),
        (lambda i: i.film(title=3), InvalidArgumentError),
        (lambda i: i.at(-1), InvalidArgumentError),
        (lambda i: i.at("1"), InvalidArgumentError),
        (lambda i: i.describe("order"), UnknownTopicOrPartitionError),
        (lambda i: i.describe(3), InvalidArgumentError),
        (lambda i: i.story("order"), InvalidArgumentError),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(real, ask, error):
    with pytest.raises(error) as refusal:
        ask(real)
    assert re.fullmatch(r"[^\n]+[.?]", str(refusal.value))


def test_a_film_asks_and_opens_where_it_is_told_to(real):
    ask = ("Who leads orders-0 now?", ["1", "3"], 1, "PartitionChanged orders-0")
    player = real.film(topics="orders", ask=ask, opens_at=123)
    (gate,) = player.film.gates
    assert player.film.captions[gate.step].cap.startswith("Broker 2 is fenced; new leaders: orders-0 → broker 3")
    assert player.film.opens_at == gate.step


def test_a_film_of_one_topic_says_nothing_of_others(real):
    shown = page(real.film(topics="orders").film)
    assert "clicks" not in shown and "audit" not in shown and "orders-5" in shown


@pytest.mark.parametrize("topic", [None, "orders"])
def test_no_film_speaks_of_records_and_offsets_that_are_not_in_the_log(real, topic):
    film = real.film(lens=LENSES[-1], topics=topic).film
    assert [*film.tracks] == [*LENSES]
    shown = json.dumps(film.to_json(), ensure_ascii=False)
    for word in ("high watermark", "log end offset", "HW ", "broker.session.timeout.ms", "✕ down", "heard"):
        assert word not in shown, word
    assert not any(
        "ghost" in mark.get("c", "").split() and name.startswith("replica:") for name, mark in marks_of(film)
    )


def marks_of(film):
    return [
        (name, mark) for track in film.tracks.values() for frame in track.frames for name, mark in frame.marks.items()
    ]


def test_the_cluster_is_drawn_as_the_log_has_it_at_every_frame(real):
    player = real.film(topics="orders")
    film, checked = player.film, 0
    for caption, frame in zip(film.captions, film.tracks["cluster"].frames, strict=True):
        cluster = real.at(int(re.findall(r"\d+", caption.why)[-1])) if "offset" in caption.why else None
        if cluster is None:
            continue
        for tp, partition in cluster.partitions.items():
            if tp.topic == "orders":
                boxes = {b: frame.marks[f"replica:{tp}@{b}/box"]["c"] for b in partition.replicas}
                assert {b for b, look in boxes.items() if look == "leader"} == {partition.leader} - {None}
                assert {b for b, look in boxes.items() if look == "lagging"} == {*partition.replicas} - {*partition.isr}
                checked += 1
    assert checked > 50


def test_a_kill_is_told_as_what_the_log_knows_of_it(real):
    caption = next(c for c in real.film().film.captions if c.tag == "fence")
    assert "whether it died, hung or was cut off is not in the log." in caption.why
    shown = json.dumps([c.cap + c.why for c in real.film().film.captions])
    assert "kill" not in shown and "crash" not in shown


def test_a_controlled_shutdown_is_told_as_one(real):
    caption = next(c for c in real.film().film.captions if c.tag == "may I stop")
    assert caption.cap.startswith("Broker 3 asks to stop; new leaders: ")
    fenced = [c for c in real.film().film.captions if c.tag == "fence"][1]
    assert "It had asked to stop" in fenced.why


def test_who_asked_for_a_preferred_election_is_left_open(real):
    caption = next(c for c in real.film().film.captions if c.tag == "new leader")
    assert "the preferred leader" in caption.why and "Who asked for it is not in the log." in caption.why


def test_a_film_with_two_leaders_of_the_quorum_has_the_lens_controller():
    film = started().add("NoOpRecord", ms=2_000).lead(102, 2, ms=100).replayed.film().film
    assert list(film.tracks) == ["cluster", "controller"]
    assert "Controller 102 leads the quorum, in epoch 2." in [c.cap for c in film.captions]


@together(
    [
        (started().change("letters", 0, isr=[1, 2], ms=100), "Broker 3 left the ISR of letters-0, now {1, 2}."),
        (started().change("letters", 0, isr=[], leader=-1, ms=100), "Nobody leads letters-0 any more."),
        (
            started()
            .brokers(4)
            .change("letters", 0, replicas=[4, 2, 1, 3], addingReplicas=[4], removingReplicas=[3], ms=9),
            "A reassignment begins: letters-0 to brokers [4, 2, 1].",
        ),
        (
            started().change("letters", 0, replicas=[2, 1], isr=[2, 1], leader=2, ms=9),
            "New replicas: letters-0 on brokers [2, 1]; a new leader: letters-0 → broker 2.",
        ),
        (
            started().change("letters", 0, eligibleLeaderReplicas=[3], ms=9),
            "Other eligible leader replicas: letters-0, now {3}.",
        ),
        (started().change("letters", 0, leader=1, ms=9), "The same leader in a new leader epoch: letters-0."),
        (
            started().change("letters", 0, isr=[1], ms=9).change("letters", 0, isr=[1, 3], ms=9),
            "Broker 3 joined the ISR of letters-0, now {1, 3}.",
        ),
        (started().add("RemoveTopicRecord", {"topicId": "id of letters"}, ms=9), "Topic letters is deleted."),
        (started().place("letters", 1, [2, 3, 1]), "Topic letters is created: 2 partitions, 3 copies each."),
        (started().add("UnregisterBrokerRecord", {"brokerId": 3}, ms=9), "Broker 3 is unregistered."),
        (started().broker(1, fenced=1, ms=9).broker(2, fenced=1), "Brokers 1 and 2 are fenced."),
        (started().broker(1, fenced=1, ms=9).broker(1, fenced=1, ms=9), "Broker 1 is fenced once more."),
        (started().add("NewRecord", ms=2_000), "2 seconds pass, and nothing that is shown here changes."),
        (
            Log().brokers(1).add("BeginTransactionRecord").topic("a", [1]).topic("b", [1]).add("EndTransactionRecord"),
            "Topics a and b are created.",
        ),
    ]
)
def test_each_kind_of_change_has_its_sentence(log, said):
    assert said in captions(log)


def test_text_from_outside_is_shown_as_text():
    log = Log().brokers(1).add("TopicRecord", {"name": "letters", "topicId": "t"})
    log.add("ConfigRecord", {"resourceName": "letters", "name": "x", "value": "</script><b>&"})
    log.place("letters", 0, [1], topicId="t")
    real = log.add("<script>", ms=2_000).replayed
    html = page(real.film().film)
    assert "</script><b>" not in html
    assert "<b>" not in real.timeline()._repr_html_()
    assert dict(real.unknown) == {"<script>": 1}


def test_a_log_shows_itself_as_text_and_as_film(real):
    assert repr(real).startswith("<MetadataLog: 388 records of 82 s, 3 brokers, topics orders, ")
    assert "text/plain" in real._repr_mimebundle_()[0]
    assert len(real.story("orders").splitlines()) == len(real.film(topics="orders").film.captions)


def test_an_empty_log_is_refused():
    with pytest.raises(InvalidArgumentError, match="holds none"):
        _ = Log().replayed


def test_the_story_of_a_part_begins_with_the_cluster_as_it_was(real):
    first, second = real.part(since=real.records[200].timestamp_ms).story().splitlines()[:2]
    assert first == "0 s: 2026-11-21 11:08:01 UTC: 3 brokers and 4 topics, as of offset 194."
    assert second.startswith("0 s: New leaders: ")
