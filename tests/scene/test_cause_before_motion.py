"""What a message starts from, and where it goes, stands in the picture before it starts: in every lens."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from kafkaviz.scene.film import playing
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES, lens, tiles
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import MESSAGES, Effect, Marks
from tests.sampling import every, some_eras
from tests.scene.appearing import drawn, seen_from
from tests.scene.test_captions_have_reasons import STORIES, told_ways

Played = tuple[Sequence[tuple[Cue, Effect]], Sequence[Effect], Marks, Marks]
"""The messages of a frame with their cues, all its effects, and the marks before and after."""


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[Played]:
    """What every frame that is drawn plays, each in its turn."""
    seen: list[Played] = []

    def watching(cues: Sequence[Cue], stage: Any, ways: Any, before: Marks, after: Marks) -> Any:
        sent: list[Cue] = []

        def keeping(on: Any, messages: Sequence[Any]) -> Any:
            sent.extend(message.cue for message in messages)
            return ways(on, messages)

        effects, about = playing.effects_of(cues, stage, keeping, before, after)
        messages = [effect for effect in effects if effect["k"] in MESSAGES]
        seen.append((list(zip(sent, messages, strict=True)), effects, before, after))
        return effects, about

    for module in (lens, tiles):
        monkeypatch.setattr(module, "effects_of", watching)
    return seen


def without_cause(frames: Sequence[Played]) -> Iterator[str]:
    """Yields what flies before what it starts from, or goes to, is to be seen; what happens to nothing as well."""
    for messages, effects, before, after in frames:
        since = seen_from(before, after, effects, first=not before)
        for cue, effect in messages:
            at = effect["at"]
            for end, node in (("from", cue.start), ("to", cue.end)):
                there = node in after and drawn(node, after) and since[node] <= at
                if not there and not (node in before and drawn(node, before)):
                    yield f"{effect['k']} {cue.text!r} {end} {node} at {at}: seen from {since.get(node, 'never')}"
            for source in effect.get("src", ()):
                if isinstance(source, str) and source not in before and since[source] > at:
                    yield f"{effect['k']} {cue.text!r} carries off {source} at {at}: seen from {since[source]}"
        for effect in effects:
            for name in effect.get("m", ()):
                if name not in after and name not in before:
                    yield f"{effect['k']} of {name}, which is nowhere"


@some_eras("4.4")
@pytest.mark.parametrize("name", every(16, STORIES))
def test_a_message_starts_from_what_is_there_and_goes_to_what_is_there(
    name: str, era: str, watched: list[Played]
) -> None:
    for lab in told_ways(STORIES[name], era):
        film_of(lab.history, lenses=[*LENSES], policies=lab.policies)
        assert list(without_cause(watched)) == []
        watched.clear()
