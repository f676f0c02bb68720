"""Assignments of real groups, asked of our assignors again: what agrees, what differs, and what cannot be asked."""

import json
from pathlib import Path

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.metadata_log import MetadataLog
from tests.metadata_log.logs import Log, Offsets
from tests.metadata_log.test_groups import RECORDED, owned

BROKER = Path(__file__).parents[1] / "vectors" / "segments" / "broker" / "logs"


def grown() -> Log:
    """Returns a log in which topic letters has four partitions."""
    return Log().lead(101, 1).brokers(1, 2, 3).topic("letters", [1], [2], [3], [1])


def test_another_share_is_told_in_the_caption_and_in_the_table():
    log = (
        Offsets(grown()).classic(1, 2_000, "x", "y", x=[0, 1], y=[2, 3]).classic(2, 3_000, "x", "y", x=[0, 2], y=[1, 3])
    )
    right, wrong = log.replayed.assignments().rows
    assert right.agrees and not wrong.agrees
    assert wrong.assigned == "C: letters-0, letters-2; C (2): letters-1, letters-3"
    assert wrong.ours == "C: letters-0, letters-1; C (2): letters-2, letters-3"
    assert str(log.replayed.assignments()).startswith("1 of 2 assignments: our assignor shares out as theirs did.")
    whys = [c.why for c in log.replayed.film(lens="assignment").film.captions if "begins generation" in c.cap]
    assert whys[0].endswith("Our range assignor shares out the same.")
    assert whys[1].startswith("Our range assignor shares out otherwise: C: letters-0, letters-1; C (2): letters-2,")


@pytest.mark.parametrize("lens", ["assignment", "graph"])
def test_who_assigned_is_marked_where_ours_agrees_and_nowhere_else(lens):
    log = Offsets(grown()).classic(1, 2_000, "x", x=[0, 1, 2, 3]).classic(2, 3_000, "x", x=[0])
    frames = log.replayed.film(lens=lens).film.tracks[lens].frames
    shown = ["ran the range assignor" in " ".join(map(str, frame.marks.values())) for frame in frames]
    assert shown.count(True) == 1 and not shown[-1]


def test_a_leader_that_has_not_heard_that_a_topic_grew_shares_out_what_it_knew():
    log = Log().lead(101, 1).brokers(1, 2, 3).topic("letters", [1], [2], [3])
    log.now_ms = 3_000
    late = Offsets(log.place("letters", 3, [1])).classic(1, 2_500, "x", x=[0, 1, 2])
    late.classic(2, 4_000, "x", "y", x=[0, 1], y=[2]).classic(3, 5_000, "x", "y", x=[0, 1], y=[])
    _, row, other = late.replayed.assignments().rows
    assert row.agrees and row.why == "asked with as many partitions as its leader knew: letters 3"
    assert not other.agrees and other.why == ""
    assert "knew: letters 3" in str(late.replayed.assignments())
    whys = [c.why for c in late.replayed.film(lens="assignment").film.captions]
    assert any(
        why.endswith("shares out the same, asked with as many partitions as its leader knew: letters 3.")
        for why in whys
    )
    (row,) = Offsets(grown()).classic(1, 2_000, "x", "y", x=[0, 1], y=[2]).replayed.assignments().rows
    assert not row.agrees


def test_where_members_tell_their_racks_ours_is_not_asked():
    log = Offsets(grown()).classic(1, 2_000, "x", x=[0, 1, 2, 3])
    for record in log.records:
        record.fields["value"]["members"][0]["subscription"]["rackId"] = "cellar"
    (row,) = log.replayed.assignments().rows
    assert row.ours is None and row.why == "members told their racks, and ours knows none"
    # librdkafka writes an empty rack where it has none.
    assert [row.agrees for row in read_metadata_log(BROKER).assignments().rows] == [True]


def test_each_real_assignment_of_which_a_partition_is_moved_is_found():
    real = read_metadata_log(RECORDED)
    found, seen = 0, set()
    for number, records in real.offsets.items():
        for n, record in enumerate(records):
            if record.type != "GroupMetadata" or not record.fields["value"]:
                continue
            fields = json.loads(json.dumps(record.fields))
            generation = fields["key"]["group"], fields["value"]["generation"]
            # A static member that comes back changes no assignment.
            if generation in seen or seen.add(generation):
                continue
            shares = [m["assignment"]["assignedPartitions"] for m in fields["value"]["members"]]
            if len(shares) < 2 or not all(shares):
                continue
            one, other = shares[0][-1]["partitions"], shares[1][-1]["partitions"]
            one[0], other[0] = other[0], one[0]
            if shares[0][-1]["topic"] != shares[1][-1]["topic"] or one == other:
                continue
            altered = (*records[:n], record._replace(fields=fields), *records[n + 1 :])
            log = MetadataLog(real.records, real.snapshot, {**real.offsets, number: altered})
            differ = [row for row in log.assignments().rows if row.ours is not None and not row.agrees]
            assert [(row.partition, row.offset) for row in differ] == [(number, record.offset)]
            found += 1
    assert found >= 4


def test_a_static_member_that_comes_back_is_who_it_was():
    log = Offsets(grown()).member("x", 2_000, instanceId="till").member("y", 2_100)
    log.of("ConsumerGroupCurrentMemberAssignment", 2_200, "x", memberEpoch=-2, assignedPartitions=[])
    log.of("ConsumerGroupMemberMetadata", 2_300, "x").member("z", 2_300, instanceId="till")
    log.of("ConsumerGroupCurrentMemberAssignment", 2_300, "z", memberEpoch=3, assignedPartitions=[])
    told = str(log.replayed.story())
    assert "Group app: C closes and says that it will be back." in told and "C is back" in told
    assert list(owned(log.replayed.cluster, "app")) == ["C (2)", "C"]


def test_of_a_pattern_that_matches_more_it_is_told_what_a_member_reads():
    log = Offsets(grown()).member("x", 2_000, subscribedTopicNames=[], subscribedTopicRegex="let.*")
    key = {"groupId": "app", "regularExpression": "let.*"}
    log.add("ConsumerGroupRegularExpression", key, {"topics": ["letters"], "version": 1, "timestamp": 1}, 2_100)
    assert "Group app: C reads letters." in str(log.replayed.story())
