"""When a leader acknowledges and where a follower cuts can be somebody's function, and its nonsense is one sentence."""

from typing import Any

import pytest

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.truncation import truncate_by_common_epoch, truncate_by_latest_epoch
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.groups.classic.rules import assign_shares


def restarted(**policies: Any) -> Lab:
    lab = Lab(brokers=2, **policies).create_topic("letters", 1, 2).send("letters", "ABC").kill(1)
    return lab.send("letters", "DEF").restart(1)


@pytest.mark.parametrize("rule", [truncate_by_common_epoch, truncate_by_latest_epoch])
def test_a_rule_of_truncation_is_asked_where_the_version_would_decide(rule: Any) -> None:
    asked = list[Any]()

    def my_truncation(*arguments: Any) -> int:
        asked.append(arguments)
        return int(rule(*arguments))

    lab = restarted(truncation_offset=my_truncation)
    assert asked
    assert {tuple(r.log) for r in lab.cluster.replicas[("letters", 0)].values()} == {lab.cluster.log("letters", 0)}


def test_a_log_is_not_cut_beyond_its_end() -> None:
    def my_truncation(*arguments: Any) -> int:
        return 99

    with pytest.raises(LearnerError, match=r"my_truncation\(\(.* gave 99; a log is cut at a whole number from 0 to"):
        restarted(truncation_offset=my_truncation)


def test_a_leader_that_never_acknowledges_is_asked_and_the_batch_expires() -> None:
    lab = Lab(may_acknowledge=lambda *arguments: False).create_topic("letters", 1, 3).send("letters", "ABC")
    assert not lab.cluster.acknowledged
    lab.tick(130_000)
    assert not lab.cluster.acknowledged and not lab.cluster.producers["producer"].batches


def test_neither_yes_nor_no_is_one_sentence() -> None:
    with pytest.raises(LearnerError, match=r"<lambda>\(-1, 1, .*\) gave 7; a leader may acknowledge, True, or may not"):
        Lab(may_acknowledge=lambda *arguments: 7).create_topic("letters", 1, 3).send("letters", "ABC")


def test_a_session_keeps_what_both_answered() -> None:
    lab = restarted(
        truncation_offset=lambda *arguments: truncate_by_common_epoch(*arguments),
        may_acknowledge=lambda acks, end, high_watermark, in_sync, least: acks == 1 or high_watermark >= end,
    )
    assert Lab.from_json(lab.to_json()).story() == lab.story()


def test_a_learners_assignor_in_a_cooperative_group_withholds_what_another_member_still_owns() -> None:
    first, second = TopicPartition("t", 0), TopicPartition("t", 1)
    dealt = {"A": (first,), "B": (second,)}
    owned = {"A": (first, second), "B": ()}
    group = Group("cooperative", 0, members={name: Member(("t",), owned=owned[name], epoch=1) for name in dealt})
    policies = Policies(group_protocol="cooperative", assignor=lambda counts, subscriptions: dealt)
    assert assign_shares(group, {"t": 2}, policies) == ({"A": (first,), "B": ()}, {"B": (second,)})
