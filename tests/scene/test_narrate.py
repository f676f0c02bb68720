"""Every event has a sentence, and a duty."""

from inspect import isfunction, signature

from kafkaviz.lab import Lab
from kafkaviz.model.core.event import EVENTS
from kafkaviz.scene.director import film_of
from kafkaviz.scene.narrate import MODULES
from kafkaviz.scene.narrate.sentence import sentence
from tests.sampling import together

KINDS = [kind for kind in EVENTS.values() if hasattr(kind, "duty")]
DUTIES = {"producer", "broker", "controller", "consumer", "person", "time"}


@together(KINDS, lambda event: event.__name__)
def test_every_event_is_narrated_and_knows_whose_work_it_is(event: type) -> None:
    assert event in sentence.registry
    assert event.duty in DUTIES  # type: ignore[attr-defined]


def test_no_event_has_two_sentences() -> None:
    written = {
        f"{module.__name__}.{name}"
        for module in MODULES
        for name, function in vars(module).items()
        if isfunction(function) and list(signature(function).parameters) == ["event", "before", "after", "cause"]
    }
    told = {f"{function.__module__}.{function.__name__}" for function in sentence.registry.values()}
    assert len(written) >= len(KINDS)
    assert written - {f"{module.__name__}.sentence" for module in MODULES} <= told


def test_retention_is_told_as_it_happens() -> None:
    lab = Lab(1, segment_bytes=200, retention_ms=60_000).create_topic("t", 1, 1)
    for n in range(6):
        lab.send("t", "x" * 80, key=f"k{n}").tick(20_000)
    story = film_of(lab.tick(400_000).history).captions
    told = [caption.cap for caption in story]
    assert any("begins a new segment at offset" in cap for cap in told)
    assert any("the log starts at" in cap for cap in told)
