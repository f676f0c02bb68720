"""What is said about groups, controllers and growth: a sentence for everything, and the right duty."""

from collections.abc import Iterable

import pytest

from kafkaviz.decisions.policies import ERAS
from kafkaviz.lab import Lab
from kafkaviz.player.text import story
from kafkaviz.scenarios import nb02
from kafkaviz.scene.telling import narrate
from kafkaviz.scene.telling.telling import causes_of
from tests.model.control_histories import played, seeded
from tests.sampling import every


def marks_of(lab: Lab) -> list[str]:
    """Returns the words that mark a cause in any picture of a history."""
    history = lab.history
    pairs = zip(history.clusters, history.steps, strict=False)
    return [cue.text for before, step in pairs for cue in causes_of(before, step, lab.policies)]


@pytest.mark.parametrize("protocol", every(3, ["eager", "cooperative", "consumer", "share"]))
@pytest.mark.parametrize("era", ["3.9", "4.4"])
@pytest.mark.parametrize("seeds", every(2, [4, 8], whole=1))
def test_whatever_happens_is_told_in_sentences(era: str, protocol: str, seeds: int) -> None:
    for seed in range(seeds):
        *_, history = played(seeded(seed, 50), ERAS[era]._replace(group_protocol=protocol))  # type: ignore[arg-type]
        before = history.first
        for step in history.steps:
            what, why = narrate(before, step.event, step.cluster)
            assert what.endswith((".", "…")) and what[0].strip(), (step.event, what)
            assert "None" not in what, what
            before = step.cluster
            assert isinstance(why, str)


def test_an_eager_rebalance_says_how_long_a_member_stood_still() -> None:
    lab = Lab().create_topic("t", 3, 3).join("app", "C0", "C1", "C2", topics=["t"]).tick(500)
    steps = lab.leave("app", "C1").history
    told = [narrate(b, s.event, s.cluster) for b, s in zip(steps.clusters, steps.steps, strict=False)]
    assert any("It had read nothing for" in why for _, why in told)


def test_a_move_is_told_when_it_begins_ends_and_is_called_off() -> None:
    lab = Lab(4).create_topic("t", assignment=[[1, 2]])
    assert "t-0 is to move: broker 3 will hold it too." in lab.reassign("t", 0, [1, 3]).story()
    assert "t-0 is now on brokers [1, 3], led by broker 1." in lab.story()
    lab.pause(4).send("t", "m0").reassign("t", 0, [1, 4]).cancel_reassignment("t", 0)
    assert "The move of t-0 is called off; it stays on brokers [1, 3]" in lab.story()


def test_a_longer_list_is_told_as_more_replicas_and_not_as_a_move() -> None:
    lab = Lab(3).create_topic("t", assignment=[[1, 2]]).reassign("t", 0, [1, 2, 3])
    assert "is to move" not in lab.story()
    told = next(
        one for one in lab.film().film.captions if one.cap == "t-0 gets more replicas: broker 3 will hold it too."
    )
    assert told.why.endswith("nobody is to go, and it is done as soon as broker 3 is in sync.")


def test_moves_that_end_together_are_told_as_done() -> None:
    lab = Lab(4).create_topic("t", assignment=[[1, 2], [2, 1]]).send("t", "a", "b")
    for partition, brokers in enumerate(([3, 1], [3, 2])):
        lab.reassign("t", partition, brokers)
    told = [one.cap for one in lab.film().film.captions]
    assert "Broker 3 joined the ISR of t-0, t-1. Their reassignments are done." in told


def text_of(group: Lab, *members: str) -> str:
    return story(group.create_topic("t", 3, 3).join("app", *members, topics=["t"]).film().film)


def test_the_coordinator_is_that_of_the_group_and_not_of_a_member() -> None:
    assert "The group's id hashes to partition 1 of the 50 of __consumer_offsets" in text_of(Lab(), "C0")


def test_a_first_round_says_how_often_it_was_extended() -> None:
    """Kafka: GroupMetadataManager.tryCompleteInitialRebalanceElseSchedule waits again when members came meanwhile."""
    alone = text_of(Lab(group_protocol="eager"), "C0")
    assert "group.initial.rebalance.delay.ms (3 seconds) of group app runs out." in alone
    extended = "group.initial.rebalance.delay.ms (3 seconds), extended once,"
    both = text_of(Lab(group_protocol="eager"), "C0", "C1")
    assert f"{extended} of group app runs out." in both
    assert f"{extended} is over, and 2 members asked to join." in both


def test_a_closed_member_says_what_its_protocol_says_and_no_more() -> None:
    """Kafka: a static member sends no LeaveGroup (KIP-345), or a heartbeat of epoch -2 (KIP-848)."""
    for protocol, caption in (
        ("eager", "C0 is closed and says nothing."),
        ("consumer", "C0 is closed and says that it will be back."),
    ):
        lab = Lab(group_protocol=protocol).create_topic("t", 3, 3).join("app", "C0", topics=["t"], instance_ids=["i0"])
        assert caption in lab.leave("app", "C0").story()


def test_two_candidates_of_one_epoch_are_told_in_one_sentence() -> None:
    told = story(nb02.split_vote().film().film)
    said = "Controllers 102 and 103 stand as candidates in epoch 2; each votes for itself and refuses the other."
    assert said in told and "Controller 102 stands as a candidate in epoch 3" in told


def test_a_group_that_everybody_left_has_not_all_joined() -> None:
    lab = Lab().create_topic("t").join("app", "C1", topics=["t"]).tick(9_000).leave("app", "C1")
    marks = marks_of(lab)
    assert "nobody is left" in marks and marks.count("all have joined") <= 1


def test_a_mark_names_the_learners_rule_as_the_sentence_does() -> None:
    def my_watermark(leader_end: int, isr_ends: Iterable[int], *, current: int = 0) -> int:
        return leader_end

    marks = marks_of(Lab(high_watermark=my_watermark).create_topic("t", replication_factor=2).send("t", "A"))
    assert "my_watermark" in marks and "whole ISR has it" not in marks
