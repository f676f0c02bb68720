"""A whole film is one picture of a few key frames, which holds no answer that nobody has given."""

import io
import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from kafkaviz.lab import Lab
from kafkaviz.player.strip import key_steps, strip, strip_svg
from kafkaviz.scenarios import nb07
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Frame, Gate, Lamp, Layout, Track
from tests.sampling import every

SIZE = (860, 420)


def frame(step: int) -> Frame:
    return Frame({"dot": {"k": "circle", "x": 20 + 30 * step, "y": 50, "r": 9, "c": "crown"}})


def told(*captions: Caption, small: bool = True, gates: tuple[Gate, ...] = ()) -> Film:
    frames = tuple(map(frame, range(len(captions))))
    drawn = {"main": Layout((218, 240), frames)} if small else {}
    return Film("Told", captions, {"main": Track(SIZE, frames)}, THEME, "main", gates, small=drawn)


def size_of(data: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(data)).size


def test_frames_that_are_marked_are_kept_after_the_one_before_the_first_of_them():
    said = [Caption(str(n), key=n in (2, 4, 5, 7)) for n in range(9)]
    assert key_steps(told(*said), 8) == [1, 2, 4, 5, 7]


def test_no_more_than_five_are_kept_and_the_end_is_among_them():
    said = [Caption(str(n), key=True) for n in range(9)]
    assert key_steps(told(*said), 8) == [0, 1, 2, 3, 8]


def test_where_few_are_marked_the_wait_the_change_and_the_end_are_kept():
    said = [Caption("0"), Caption("1"), Caption("2", ms=9), Caption("3", ms=9, diff=("a", "b")), Caption("4", ms=9)]
    assert key_steps(told(*said), 4) == [1, 2, 3, 4]


def test_the_strip_begins_before_the_act_and_never_with_a_step_that_tells_nothing():
    said = [Caption(str(n), key=n in (4, 5, 7)) for n in range(9)]
    assert key_steps(told(*said), 8) == [3, 4, 5, 7]
    assert key_steps(told(*said), 8, skip=(2, 3)) == [1, 4, 5, 7]
    assert key_steps(told(Caption("alone")), 0) == [0]
    before = Lab().create_topic("letters", 1, 3)
    film = before.fork().kill(1).film(since=before.cluster).film
    steps = key_steps(film, len(film.captions) - 1)
    assert steps == [0, 2, 3, 4] and film.captions[1].cap == "Broker 1 crashes."
    whole = nb07.failover().film().film
    steps = key_steps(whole, len(whole.captions) - 1)
    assert [whole.captions[step].chapter for step in steps[:2]] == ["send to sports_news", "kill 1"]


def test_a_step_that_tells_nothing_in_the_lens_is_not_kept():
    said = [Caption("0"), Caption("1"), Caption("2", ms=9), Caption("3", ms=9, diff=("a", "b")), Caption("4", ms=9)]
    assert 2 not in key_steps(told(*said), 4, skip=(2,))


@pytest.mark.parametrize("count", every(2, [1, 2, 6, 3]))
def test_a_strip_is_960_pixels_wide_however_few_steps_there_are(count):
    film = told(*[Caption(f"Step {n}.") for n in range(count)])
    drawn = strip([film])
    assert size_of(drawn)[0] == 960
    assert strip([film]) == drawn


def test_small_frames_stand_side_by_side_and_others_below_each_other():
    said = [Caption(f"Step {n}.") for n in range(4)]
    wide, high = (ElementTree.fromstring(strip_svg([told(*said, small=small)])) for small in (True, False))
    assert float(wide.attrib["height"]) < 480 < 3 * 420 < float(high.attrib["height"])


def test_the_picture_holds_nothing_of_what_comes_after_an_open_question():
    said = [Caption(f"Step {n}.", key=n > 2) for n in range(6)]
    asks = told(*said, gates=(Gate(3, "What next?", ("this", "that"), 0),))
    other = asks._replace(captions=(*said[:3], Caption("Another end."), *said[4:]))
    assert strip([asks]) == strip([other])
    assert strip([asks], answers={0: 1}) != strip([other], answers={0: 1})


def test_light_and_dark_are_two_pictures_and_two_films_one_below_the_other():
    film = told(Caption("a"), Caption("b"))
    drawn = strip([film])
    assert drawn != strip([film], mode="dark")
    assert size_of(strip([film, film._replace(title="Again")]))[1] > size_of(drawn)[1] * 2


@pytest.mark.slow
def test_films_that_keep_step_by_what_happens_stop_together_before_a_question():
    short = told(*[Caption(f"Short {n}.") for n in range(3)])
    long = told(*[Caption(f"Long {n}.") for n in range(5)], gates=(Gate(3, "What next?", ("this", "that"), 0),))
    align = ((0, 0), (None, 1), (1, 2), (2, 3), (None, 4))
    other = short._replace(captions=(*short.captions[:2], Caption("Another end.")))
    assert strip([short, long], align=align) == strip([other, long], align=align)
    assert strip([short, long], align=align, answers={0: 0}) != strip([other, long], align=align, answers={0: 0})


def test_the_lamps_stand_in_the_strip_and_none_that_breaks_after_an_open_question():
    said = [Caption(str(n), key=n in (2, 4, 5, 7)) for n in range(9)]
    plain, lit = told(*said), told(*said)._replace(promises=(Lamp("Somebody leads", 6),))
    asking = lit._replace(gates=(Gate(6, "What next?", ("this", "that"), 0),))
    drawn = [Image.open(io.BytesIO(strip([film]))) for film in (lit, plain, asking)]
    assert drawn[0].height > drawn[1].height
    warn = tuple(bytes.fromhex(THEME["light"]["warn"][1:]))
    is_red = [warn in {colour for _, colour in picture.convert("RGB").getcolors()} for picture in drawn]
    assert is_red == [True, False, False]


def test_no_sentence_and_no_broken_promise_is_cut_in_a_strip(tmp_path):
    why = "letters-0 is led by broker 1, which is not in its ISR: broker 3. " * 2 + "The end of why."
    said = [Caption(str(n), key=n in (2, 4, 5, 7)) for n in range(8)]
    said[7] = Caption(
        "Brokers 2 and 3 ask the controller what is new, and learn who leads. " * 3 + "The end.", key=True
    )
    film = told(*said)._replace(promises=(Lamp("Only a member of the ISR leads", 6, why),))
    drawn = " ".join(re.findall(r">([^<>]+)</text>", strip_svg([film])))
    assert "…" not in drawn and drawn.count("The end.") == 1 and "The end of why." in drawn
