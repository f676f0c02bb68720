"""What if: a lab that goes on from a moment of a log, beside what really happened from then on."""

import gzip
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, LearnerError, UnknownNameError, WrongTypeError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.metadata_log import MetadataLog, recorded
from kafkaviz.metadata_log.causes import session_within
from kafkaviz.metadata_log.kept import beginning_at
from kafkaviz.metadata_log.reading import read
from kafkaviz.metadata_log.records import LogRecord
from kafkaviz.metadata_log.segment import records_of
from kafkaviz.metadata_log.spans import utc
from kafkaviz.model.brokers.requests import Kill, Restart
from kafkaviz.model.partitions.events import MetadataDelivered
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed
from kafkaviz.model.protocol import enabled
from tests.sampling import bounded, every

LOG = recorded()
PLAYED = Path(__file__).parents[1] / "vectors" / "played" / "logs"
QUORUM = Path(__file__).parents[1] / "vectors" / "metadata-log" / "quorum"
MOMENTS = [at.unit.records[-1].offset for at in LOG._replayed if at.unit.kind != "lead"][8:]
FENCED = 122
"""Within the batch in which broker 2, which was killed, is fenced."""


@pytest.mark.parametrize("offset", every(6, MOMENTS))
def test_under_the_same_configs_the_model_does_what_the_controller_did(offset):
    fork = LOG.fork(offset)
    assert fork.refused == ()
    assert [row for row in fork.outcomes().rows if not row.agrees] == []
    assert str(fork.outcomes()) == f"0 of {len(fork.outcomes().rows)} partitions fared otherwise."


def test_brokers_that_are_controllers_as_well_may_come_later():
    early = [at.unit.records[-1].offset for at in LOG._replayed if at.unit.kind in ("register", "unfence")][1:6]
    for offset in early:
        fork = LOG.fork(offset)
        assert fork.refused == () and all(row.agrees for row in fork.outcomes().rows)


@cache
def fenced(**configs):
    """Returns the fork of the moment at which broker 2 is fenced, for who only looks at it."""
    return LOG.fork(FENCED, **configs)


def same_of(fork):
    """Returns what is the same whether a log is whole or begins with a snapshot, which lists topics by their ids."""
    return sorted(fork.outcomes().rows, key=lambda row: row[:2]), fork.refused, fork.lab.policies


MOMENTS_MS = sorted({at.unit.at_ms for at in LOG._replayed})


def cut_at(log, at_ms):
    """Returns a log that begins with a snapshot, as that of a node does which has run for long."""
    return MetadataLog(*beginning_at(log.records, None, at_ms, None))


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(PLAYED.glob("*.log.gz")), ids=lambda file: file.name.split(".log")[0])
def test_kept_logs_go_on_alike_wherever_they_are_cut(file):
    log = MetadataLog(records_of(gzip.decompress(file.read_bytes()), "0.log"))
    moments = sorted({at.unit.at_ms for at in log._replayed})
    whole, alike = dict[int, object](), 0
    for n in (len(moments) // 4, len(moments) // 2, 3 * len(moments) // 4):
        begun, left = cut_at(log, moments[n]), moments[n:]
        for at_ms in {left[0], left[len(left) // 2], left[-1]}:
            try:
                if at_ms not in whole:
                    whole[at_ms] = same_of(log.fork(at_ms))
            except InvalidArgumentError as refused:
                with pytest.raises(InvalidArgumentError, match=str(refused)):
                    begun.fork(at_ms)
                continue
            assert same_of(begun.fork(at_ms)) == whole[at_ms]
            alike += 1
    assert alike


@bounded("each", zip, product, whole=product)
@pytest.mark.parametrize("cut", every(14, range(4, len(MOMENTS_MS)), whole=10))
def test_a_log_that_begins_with_a_snapshot_goes_on_as_the_whole_one(cut, each):
    begun = cut_at(LOG, MOMENTS_MS[cut])
    assert begun.snapshot is not None and begun.records[0].offset > 0
    moments = MOMENTS_MS[cut], MOMENTS_MS[(cut + len(MOMENTS_MS)) // 2]
    asked = {}, {"min_insync_replicas": 3, "elect_leader": elect_nobody}
    for at_ms, configs in each(moments, asked):
        forks = [log.fork(at_ms, **configs) for log in (begun, LOG, LOG.part(since=at_ms))]
        assert same_of(forks[0]) == same_of(forks[1]) == same_of(forks[2])


def elect_nobody(*_, **__):
    return None


@bounded("apart", 8, 1, whole=5)
@pytest.mark.parametrize("end", [32, 78, 166])
def test_a_real_snapshot_says_not_who_led_and_all_goes_on_as_in_the_whole_log(end, apart):
    whole, begun = read(QUORUM), read(QUORUM, snapshot=end)
    moments = every_moment(begun)
    for at_ms in moments[::apart]:
        fork = begun.fork(at_ms)
        assert same_of(fork) == same_of(whole.fork(at_ms))
    said = begun.fork(moments[0]).lab.film().film.footnote.details
    assert "every copy begins empty" in said and said.endswith("here one controller decides.")
    assert not fenced().lab.film().film.footnote.details.endswith("decides.")


def every_moment(log):
    return sorted({at.unit.at_ms for at in log._replayed})


def test_with_a_higher_min_isr_writes_are_refused_while_a_broker_is_away():
    rows = {(row.topic, row.partition): row for row in fenced(min_insync_replicas=3).outcomes().rows}
    assert rows["orders", 0].leaders == rows["orders", 0].leaders_in_fork == (2, 3, 2, 3, 1, None)
    assert rows["orders", 0].refused_ms < 1_000 < 20_000 < rows["orders", 0].refused_ms_in_fork
    assert rows["audit", 0].agrees, "one copy is all there is, so it is enough"


def test_a_config_of_the_fork_holds_for_topics_that_have_it_of_their_own_and_for_those_that_are_still_made():
    fork = LOG.fork(MOMENTS[0], min_insync_replicas=1)
    assert LOG.cluster.topics["orders"].configs["min_insync_replicas"] == 2
    assert "min_insync_replicas" not in fork.lab.cluster.topics["orders"].configs
    assert fork.lab.cluster.topics.keys() == LOG.cluster.topics.keys()


def test_a_learner_s_own_election_decides_from_then_on():
    def nobody(replicas, isr, *_, **__):
        return None

    fork = LOG.fork(FENCED, elect_leader=nobody)
    assert "what if elect_leader=nobody" in repr(fork)
    led = {row[:2]: row.leaders_in_fork for row in fork.outcomes().rows}
    assert led["orders", 0] == (2, None)
    assert all("PREFERRED_LEADER_NOT_AVAILABLE" in why for why in fork.refused)
    assert "Impossible in the fork: elect_preferred('orders', 0)" in str(fork.outcomes())

    def broken(*_, **__):
        raise RuntimeError("no idea")

    with pytest.raises(LearnerError, match="no idea"):
        LOG.fork(FENCED, elect_leader=broken)


def test_the_broker_that_is_about_to_be_fenced_has_been_silent_for_its_session():
    fork = fenced()
    first = fork.lab.history.first
    assert (first.brokers[2].state, first.brokers[2].quiet_since_ms) == ("dead", -9_000)
    assert [act.requests for act in fork.lab.history.acts if Kill(2) in act.requests] == []
    assert any(Restart(2) in act.requests for act in fork.lab.history.acts)
    # Its copies are nobody's word for what they hold: all begin empty.
    assert {replica.log_end_offset for held in first.replicas.values() for replica in held.values()} == {0}


def test_without_what_was_done_the_lab_is_there_to_be_played_with():
    fork = LOG.fork(FENCED, repeats=False)
    assert fork.lab.history.steps == ()
    # Every broker that lives has heard and fetched what there is.
    may_happen = {type(event) for _, _, event in enabled(fork.lab.cluster, fork.lab.policies)}
    assert may_happen.isdisjoint({MetadataDelivered, FetchServed, FetchReceived})
    assert fork.lab.cluster.partitions == fork.real.history.first.partitions
    fork.lab.kill(1).send("orders", "ABC", acks=1).restart(1)
    assert fork.lab.cluster.partitions[TopicPartition("orders", 0)].leader == 2
    assert fork.lab.film().film.captions


def test_both_futures_are_shown_side_by_side_and_as_many_steps_as_there_are():
    pair = fenced(min_insync_replicas=3).film()
    assert repr(pair).startswith("<films: what happened | what if min_insync_replicas=3, ")
    assert "every copy begins empty" in fenced().lab.film().film.footnote.details
    assert LOG.fork(MOMENTS[-1])._repr_mimebundle_()


def test_a_moment_is_an_offset_a_text_or_ms():
    part = LOG.part(since=LOG.records[200].timestamp_ms)
    assert LOG.fork(LOG.records[200].timestamp_ms).real.history == part.history
    assert LOG.fork(utc(LOG.records[200].timestamp_ms + 1_000)[:-4]).real.history.steps
    for wrong, error, says in (
        (None, WrongTypeError, "at is an offset or a moment, not None"),
        ("soon", InvalidArgumentError, "at is a text like"),
        (-1, InvalidArgumentError, "There is no offset -1 here"),
        (1.5, WrongTypeError, "at is a text like"),
        (10**6, InvalidArgumentError, "No record was written then|No broker is there yet"),
        ("2030-01-01", InvalidArgumentError, "No record was written then"),
        (0, InvalidArgumentError, "No broker is there yet"),
    ):
        with pytest.raises(error, match=says):
            LOG.fork(wrong)


def test_wrong_configs_are_refused_as_a_lab_refuses_them():
    with pytest.raises(InvalidArgumentError, match="nonsense"):
        LOG.fork(FENCED, nonsense=3)
    with pytest.raises(InvalidArgumentError, match="'brokers'"):
        LOG.fork(FENCED, brokers=3)
    assert LOG.fork(FENCED, **{"min.insync.replicas": 3}).lab.policies.min_insync_replicas == 3
    with pytest.raises(InvalidArgumentError, match="min"):
        LOG.fork(FENCED, min_insync_replicas=0)
    with pytest.raises((WrongTypeError, InvalidArgumentError), match="repeats"):
        LOG.fork(FENCED, repeats="yes")
    with pytest.raises(UnknownNameError):
        fenced().lab.nonsense()


def test_a_lab_that_began_elsewhere_is_no_session_and_no_script():
    registered = next(at.unit.records[-1].offset for at in LOG._replayed if at.unit.kind == "unfence")
    labs = fenced().lab, LOG.fork(registered, repeats=False).lab
    assert not labs[1].history.first.topics
    for made in [made for lab in labs for made in (lab.to_json, lab.as_python)]:
        with pytest.raises(InvalidArgumentError, match="goes on from the log of a real cluster"):
            made()


def test_what_is_too_large_for_the_model_says_so():
    topic = LogRecord(500, LOG.records[-1].timestamp_ms + 1, "TopicRecord", {"name": "wide", "topicId": "w"}, "")
    placed = {"topicId": "w", "replicas": [1], "isr": [1], "leader": 1, "leaderEpoch": 0, "partitionEpoch": 0}
    wide = [
        LogRecord(501 + n, topic.timestamp_ms, "PartitionRecord", {**placed, "partitionId": n}, "")
        for n in range(2_001)
    ]
    last = LogRecord(3_000, topic.timestamp_ms + 5_000, "NoOpRecord", {}, "")
    log = MetadataLog([*LOG.records, topic, *wide, last])
    with pytest.raises(InvalidArgumentError, match=r"room for 2,000 partitions, and 2,027 are there; take part"):
        log.fork(3_000)
    assert log.part(topics="orders").fork(FENCED).outcomes().rows


def test_where_brokers_were_fenced_sooner_their_session_was_shorter():
    part = LOG.part(since=LOG.records[0].timestamp_ms)
    assert session_within(part.history, 9_000) == 9_000
    assert session_within(part.history, 60_000) == 24_116
    fork = LOG.fork(FENCED, broker_session_timeout_ms=60_000, repeats=False)
    assert fork.lab.policies.broker_session_timeout_ms == 60_000
