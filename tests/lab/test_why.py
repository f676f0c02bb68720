"""Every step of a lab can say who made it and why."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.quorum.controller_rules import move_leadership


def test_the_last_step_says_its_rule_and_its_reason() -> None:
    lab = Lab(2).create_topic("letters", 1, 2).kill(1)
    number = next(n for n, step in enumerate(lab.history.steps, 1) if step.rule is move_leadership)
    told = str(lab.why(number)).split("\n")
    assert told[0].startswith(
        f"Step {number} of {len(lab.history.steps)}: PartitionChanged, made by the rule move_leadership"
    )
    assert told[0].endswith("after Tick(ms=9000, every_ms=3000).")
    assert told[1] == "letters-0: new leader, broker 1 → 2, leader epoch 1."
    assert told[2].startswith("why: ") and "rule: " in told[3] and told[-1].startswith("letters-0: leader 1 → 2")
    assert lab.why() == lab.why(len(lab.history.steps)) == lab.why(-1)


def test_a_caption_and_its_step_give_the_same_reason() -> None:
    lab = Lab(2).create_topic("letters", 1, 2).send("letters", "ABC").kill(1)
    for caption in lab.film(detail=True).film.captions[1:]:
        told = lab.why(caption.ref)
        assert caption.cap in told and caption.why in told


def test_a_long_request_is_cut() -> None:
    told = Lab().create_topic("letters", 1, 1).send("letters", "x" * 5_000).why(-3)
    assert len(told.split("\n")[0]) < 300


@pytest.mark.parametrize("step", [0, 99, -99])
def test_a_step_that_is_not_there_is_refused_in_a_sentence(step: int) -> None:
    with pytest.raises(ValueError, match=rf"There is no step {step} in this history; it has steps 1 to 1"):
        Lab().pause(1).why(step)
    with pytest.raises(ValueError, match="nothing has happened yet"):
        Lab().why()
    with pytest.raises(ValueError, match="not 'last'"):
        Lab().pause(1).why("last")  # type: ignore[arg-type]


@pytest.mark.parametrize("kafka", ["4.4", "3.9", "0.10"])
@pytest.mark.parametrize("protocol", ["eager", "cooperative", "consumer"])
def test_every_step_of_a_long_story_says_who_made_it(kafka: str, protocol: str) -> None:
    lab = Lab(3, kafka=kafka, group_protocol=protocol).create_topic("letters", 2, 3).send("letters", "ABC")
    lab.join("app", "C0", "C1", topics=["letters"]).kill(1).restart(1).stop(2).restart(2).crash_member("app", "C0")
    for number, step in enumerate(lab.history.steps, 1):
        told = lab.why(number)
        assert (
            f"made by {f'the rule {step.rule.name}, after ' if step.rule else ''}{type(step.request).__name__}(" in told
        )
        assert ("\nrule: " in told) == bool(step.rule), told
