"""A film is saved in the kind that its file's name ends with, and in no other."""

import io
import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from PIL import Image

from kafkaviz.player.saving import save
from kafkaviz.player.strip import strip
from kafkaviz.scene.values import Caption, Gate
from tests.player.test_strip import told


@pytest.fixture
def film(film):
    """The first three steps of the demo film: each of a moving picture's frames takes its time."""
    few = {lens: track._replace(frames=track.frames[:3], narrow=None) for lens, track in film.tracks.items()}
    return film._replace(captions=film.captions[:3], tracks=few, gates=())


def test_a_page_a_strip_a_moving_picture_and_json(film, tmp_path):
    assert save([film], tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    # The case of an ending does not matter, and two strips of one film have the same bytes.
    small = told(Caption("a"), Caption("b"))
    assert save([small], tmp_path / "A.PNG").read_bytes() == strip([small])
    assert Image.open(tmp_path / "A.PNG").width == 960
    moving = Image.open(io.BytesIO(save([film], tmp_path / "a.gif").read_bytes()))
    assert moving.format == "GIF" and moving.n_frames == len(film.captions)
    written = save([film._replace(title="é → ★")], tmp_path / "a.json").read_text(encoding="utf-8")
    assert "é → ★" in written, "text is written as it is"
    sent = json.loads(written)
    assert sent["v"] == 2 and sent["lenses"] == list(film.tracks)


def test_an_svg_is_the_strip_with_its_words_as_text_on_its_own_ground(film, tmp_path):
    said = "A <script> & \"more\" of 'it'."
    film = film._replace(captions=(film.captions[0], film.captions[1]._replace(cap=said), *film.captions[2:]))
    drawn = save([film], tmp_path / "a.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(drawn)
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}" and root.get("width") == "960"
    ground, picture = root
    words = " ".join("".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text"))
    assert said in words
    assert ground.tag == "{http://www.w3.org/2000/svg}rect"
    assert ground.attrib == {"width": "960", "height": root.get("height"), "fill": film.theme["light"]["bg"]}
    for outside in ("<style", "<script", "<image", "http://", "https://"):
        assert outside not in drawn.replace("http://www.w3.org/2000/svg", "")
    # No SVG within makes its units smaller.
    assert drawn.count("viewBox") == 1 and "transform" not in drawn
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn)) >= 9


def test_the_svg_of_two_films_has_both_and_stops_before_an_open_question(film, tmp_path):
    asks = film._replace(title="Asks & waits", gates=(Gate(2, "Who?", ("a", "b"), 0),))
    word = film.captions[2].cap.split()[0]
    one = save([asks], tmp_path / "a.svg").read_text(encoding="utf-8")
    both = save([asks, film], tmp_path / "b.svg", answers={0: 0}).read_text(encoding="utf-8")
    assert len(ElementTree.fromstring(both).findall("{http://www.w3.org/2000/svg}svg")) == 2
    assert "Asks &amp; waits" in both
    assert both.count(word) > one.count(word)
    ElementTree.fromstring(both)


@pytest.mark.parametrize("name", ["a.svgz", "a", "a.htm", "gif"])
def test_any_other_ending_is_refused_in_one_sentence_and_nothing_is_written(film, tmp_path, name):
    with pytest.raises(ValueError, match=r"saved as \.html, \.mjs, \.png, \.svg, \.gif or \.json") as refusal:
        save([film], tmp_path / name)
    assert str(refusal.value).count(".\n") == 0 and not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_moving_picture_stops_before_an_open_question(film, tmp_path):
    asks = film._replace(gates=(Gate(2, "Who?", ("a", "b"), 0),))
    assert Image.open(save([asks], tmp_path / "a.gif")).n_frames == 2
    assert Image.open(save([asks], tmp_path / "b.gif", answers={0: 0})).n_frames == len(film.captions)


@pytest.mark.slow
def test_two_films_make_one_moving_picture_in_which_they_stand_below_each_other(film, tmp_path):
    one, two = Image.open(save([film], tmp_path / "1.gif")), Image.open(save([film, film], tmp_path / "2.gif"))
    assert (one.n_frames, two.size[1]) == (two.n_frames, one.size[1] * 2)
    assert isinstance(json.loads(save([film, film], tmp_path / "2.json").read_text()), list)


@pytest.mark.parametrize("ending", [pytest.param(".gif", marks=pytest.mark.slow), ".svg", ".json", ".html", ".mjs"])
def test_the_bytes_are_the_same_each_time(film, tmp_path, ending):
    assert save([film], tmp_path / f"1{ending}").read_bytes() == save([film], tmp_path / f"2{ending}").read_bytes()


@pytest.mark.slow
def test_a_real_film_is_the_same_whatever_order_a_set_has(tmp_path):
    code = (
        "from kafkaviz.lab import Lab; lab = Lab(3).create_topic('t', 2, 3).send('t', 'a', 'b').kill(1);"
        "import sys; [lab.film().save(sys.argv[1] + ending) for ending in ('.json', '.png', '.svg', '.gif')]"
    )
    for seed in ("0", "1"):
        path = str(tmp_path / seed)
        subprocess.run([sys.executable, "-c", code, path], check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."})
    for ending in (".json", ".png", ".svg", ".gif"):
        assert (tmp_path / f"0{ending}").read_bytes() == (tmp_path / f"1{ending}").read_bytes()
