"""No picture changes without its cause: of every story each lens shows one in each frame in which it shows anything.

That is a tag, a message with words, a ring that ran out in this frame or the one before, or what a person asked for.
"""

from collections.abc import Iterator, Sequence

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.moments import Shot, shots
from kafkaviz.scene.values import MESSAGES, Film, Frame
from tests.real_course.stories import STORIES
from tests.sampling import every
from tests.scene.rare import RARE


@pytest.mark.parametrize("name", every(96, STORIES, whole=16))
def test_what_changes_in_a_picture_has_its_cause_in_it(name: str) -> None:
    assert in_each_lens(STORIES[name]()) == {}


@pytest.mark.parametrize("kind", every(6, RARE, whole=3))
def test_what_seldom_happens_has_its_cause_in_each_picture(kind: str) -> None:
    assert in_each_lens(RARE[kind]()) == {}


def test_in_a_narrow_log_of_many_files_there_is_room_for_each_cause() -> None:
    lab = STORIES["F17, Kafka 4.4"]()
    film = film_of(lab.history, lens="log", lenses=["log"], policies=lab.policies)
    assert [*without_cause(film, shots(lab.history), "log", film.tracks["log"].others["narrow"].frames)] == []


def in_each_lens(lab: Lab) -> dict[str, list[str]]:
    """Returns by its name each lens that shows a frame without a cause."""
    shown = lab.film().film.lens
    film, cut = film_of(lab.history, lens=shown, policies=lab.policies), shots(lab.history)
    found = {lens: [*without_cause(film, cut, lens)] for lens in film.tracks}
    return {lens: faults for lens, faults in found.items() if faults}


def without_cause(film: Film, cut: Sequence[Shot], lens: str, frames: Sequence[Frame] | None = None) -> Iterator[str]:
    """Yields the frames of a lens, or those of another size, where something is new or moves and nothing says why."""
    track, frames = film.tracks[lens], frames or film.tracks[lens].frames
    missing = len(film.captions) - len(cut)
    assert missing in (0, 1), "A film begins with its first step or with the state before it."
    for n in range(1, len(frames)):
        last, frame, shot = frames[n - 1], frames[n], cut[n - missing]
        if n not in track.skip and not (has_cause(frame) or ran_out(last) or is_asked_for(shot)):
            yield f"{n + 1}: {film.captions[n].cap}"


def has_cause(frame: Frame) -> bool:
    tagged = any(name.startswith(CAUSE) for name in frame.marks)
    said = (e for e in frame.effects if e["k"] in MESSAGES and (e.get("load") or (e.get("t") and not e.get("hush"))))
    return tagged or any(said) or ran_out(frame)


def ran_out(frame: Frame) -> bool:
    return any(effect["k"] == "wait" and not effect["to"] for effect in frame.effects)


def is_asked_for(shot: Shot) -> bool:
    return any(step.request is not None and not step.rule for step in shot.steps)
