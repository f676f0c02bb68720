"""Every decision of a real controller is asked of the model again, and whatever is altered in a log is found."""

import gzip
from pathlib import Path

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.metadata_log import MetadataLog, read, recorded
from kafkaviz.metadata_log.segment import records_of
from tests.metadata_log.logs import Log
from tests.sampling import every, together

VECTORS = Path(__file__).parents[1] / "vectors"
PLAYED = sorted((VECTORS / "played" / "logs").glob("*.log.gz"))
REAL = recorded()


def altered(offset: int, fields: dict[str, object]) -> MetadataLog:
    """Returns the recorded log with a record of which some fields say something else."""
    records = [*REAL.records]
    records[offset] = records[offset]._replace(fields={**records[offset].fields, **fields})
    return MetadataLog(records)


def test_the_recorded_controllers_decided_what_the_model_decides():
    table = REAL.differences()
    assert table.rows == [] and str(table).startswith("192 decisions asked again, none differs (")
    counts = [int(part.split(" × ")[0]) for part in str(table).partition(" (")[2].split("; ")]
    assert sum(counts) == 192 and len(counts) >= 6
    # Each change of a partition is asked about, and each new one.
    assert sum(counts) > REAL.types["PartitionChangeRecord"] + REAL.types["PartitionRecord"]


@pytest.mark.parametrize("file", every(12, [pytest.param(file, id=file.name[:14]) for file in PLAYED]))
def test_controllers_of_played_stories_decided_what_the_model_decides(file):
    log = MetadataLog(records_of(gzip.decompress(file.read_bytes()), file.name))
    assert log.differences().rows == []
    assert int(str(log.differences()).split()[0]) >= 4


def test_a_log_that_begins_with_a_snapshot_is_asked_too():
    log = read(VECTORS / "metadata-log" / "quorum", snapshot=78)
    assert log.snapshot is not None and log.differences().rows == []
    part = REAL.part(topics="orders", since="2026-11-21T11:07:00Z")
    assert part.differences().rows == [] and not str(part.differences()).startswith("0 ")


@together(
    [
        (117, {"leader": 1}, "leader", "1", "3"),
        (359, {"leader": 1}, "leader_epoch", "1", "0"),
        (236, {"isr": [1, 2, 3]}, "isr", "(1, 2, 3)", "(1, 2)"),
        (323, {"isr": [1]}, "isr", "(1,)", "(1, 3)"),
        (331, {"isr": [3, 1]}, "isr", "(3, 1)", "(1, 3)"),
        (384, {"eligibleLeaderReplicas": [1]}, "elr", "(1,)", "(1, 3)"),
        (384, {"lastKnownElr": [3]}, "last_known_elr", "(3,)", "(1,)"),
        (361, {"addingReplicas": [1]}, "adding", "(1,)", "()"),
        (209, {"isr": [1, 2]}, "isr", "(1, 2)", "(1, 2, 3)"),
        (209, {"leaderEpoch": 1}, "leader_epoch", "1", "0"),
        (209, {"partitionEpoch": 3}, "partition_epoch", "3", "0"),
        (384, {"leaderRecoveryState": 1}, "recovery", "RECOVERING", "RECOVERED"),
        (387, {"fenced": -1}, "fenced before", "False", "True"),
    ]
)
def test_one_altered_field_is_one_difference(offset, fields, what, decided, ours):
    log = altered(offset, fields)
    (row,) = log.differences().rows
    assert (row.offset, row.what, row.decided, row.ours, row.agrees) == (offset, what, decided, ours, False)
    first, second = str(log.differences()).splitlines()
    assert ", 1 difference (" in first and second.startswith(f"offset {offset}\t")
    film = log.differences().film().film
    assert film.opens_at == next(
        n for n, c in enumerate(film.captions) if c.steps and log.offset_of(c.steps[-1]) >= offset
    )
    # The frame says both values, and no other frame says anything of the kind.
    says = [n for n, c in enumerate(film.captions) if c.why.startswith("The model decides otherwise by the rule “")]
    assert says == [film.opens_at] and f": {decided} here, {ours} there. " in film.captions[film.opens_at].why


def test_only_what_a_controller_would_grant_explains_an_isr():
    def changed(**fields: object) -> MetadataLog:
        log = Log().lead(101, 1).brokers(1, 2, 3).topic("t", [1, 2, 3])
        log.add("FenceBrokerRecord", {"id": 3, "epoch": 5}, ms=9_000)
        said = {"partitionId": 0, "topicId": "id of t", **fields}
        return MetadataLog(log.add("PartitionChangeRecord", said, ms=5_000).records)

    # A leader takes out whom it likes, and in only who lives.
    assert changed(isr=[1]).differences().rows == []
    (row,) = changed(isr=[2]).differences().rows
    assert (row.what, row.subject) == ("isr", "t-0") and row.ours != row.decided


def test_who_is_fenced_and_still_leads_is_found():
    log = Log().lead(101, 1).brokers(1, 2).topic("t", [1, 2]).add("FenceBrokerRecord", {"id": 1, "epoch": 1}, ms=9_000)
    (row,) = MetadataLog(log.records).differences().rows
    assert (row.subject, row.what, row.decided, row.ours) == ("broker 1", "leads", "t-0", "nothing")


def test_the_film_says_by_which_rule_a_controller_decided():
    whys = [caption.why for caption in REAL.film().film.captions]
    rules = (
        "a broker is fenced or unregistered: it leaves every ISR",
        "a controlled shutdown: it leaves every ISR first",
        "the leader proposes an ISR, of brokers that live",
        "an election of the preferred leader",
        "a new partition: replicas apart, in sync are those that live, the first leads, spread evenly as the placer "
        "does it",
    )
    for rule in rules:
        assert any(f"By the rule “{rule}”." in why for why in whys), rule
    of = {record.offset for record in REAL.records if record.type in ("PartitionChangeRecord", "PartitionRecord")}
    told = [caption for caption in REAL.film().film.captions if "By the rule" in caption.why]
    assert len(told) == len(
        {at.unit.records[-1].offset for at in REAL._replayed if of & {r.offset for r in at.unit.records}}
    )


def test_each_difference_has_its_film():
    log = Log().lead(101, 1).brokers(1, 2).topic("t", [1, 2]).add("FenceBrokerRecord", {"id": 1, "epoch": 1}, ms=9_000)
    log.broker(2, fenced=-1, ms=1_000)
    differences = MetadataLog(log.records).differences()
    assert [row.subject for row in differences.rows] == ["broker 1", "broker 2"]
    for number, row in enumerate(differences.rows, 1):
        film = differences.film(number).film
        assert film.captions[film.opens_at].why.startswith(f"The model decides otherwise by the rule “{row.rule}”")
    for number in (0, 3, True, "1", 1.5):
        with pytest.raises((InvalidArgumentError, WrongTypeError)):
            differences.film(number)
    with pytest.raises(InvalidArgumentError, match=r"There is no difference 3; they are numbered 1 to 2\."):
        differences.film(3)


def test_who_chose_the_brokers_of_a_topic_is_told_from_how_they_are_spread():
    def spread(*placement: list[int]) -> str:
        log = Log().lead(101, 1).brokers(1, 2, 3).topic("t", *placement)
        return str(MetadataLog(log.records).differences())

    assert "1 × a new partition: replicas apart, in sync are those that live, the first leads, spread evenly" in spread(
        [2, 3]
    )
    assert "spread as somebody asked and not as the placer does it" in spread([2, 1])


def test_an_epoch_of_a_broker_is_newer_than_any_other():
    log = Log().lead(101, 1).brokers(1)
    log.add("RegisterBrokerRecord", {"brokerId": 2, "brokerEpoch": 1, "fenced": True}, ms=100)
    (row,) = MetadataLog(log.records).differences().rows
    assert (row.subject, row.what, row.decided, row.ours) == ("broker 2", "epoch", "1", "more than 1")
