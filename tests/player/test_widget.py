"""The player is an ipywidget that is cheap to make and leaves something to read everywhere."""

import base64
import subprocess
import sys

import pytest
import traitlets

from kafkaviz.player.widget import Player
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Caption, Film, Frame


def test_the_film_is_one_trait_and_comes_back_as_a_film(player, film):
    assert player.film is film
    assert player.get_state()["film"] == wire(film)
    ours = {name for name in player.get_state() if name in ("film", "index", "lens", "playing", "speed")}
    assert ours == {"film", "index", "lens", "playing", "speed"}


def test_the_repr_is_stable_and_short(player):
    assert repr(player) == "<film: 5 steps, lens cluster>"


def test_a_notebook_gets_a_widget_a_picture_and_a_story(player):
    data, _ = player._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png", "application/vnd.jupyter.widget-view+json"}
    assert data["text/plain"] == player.text()
    assert base64.b64decode(data["image/png"]) == player.png(4)
    assert Player(player.film)._repr_mimebundle_()[0]["image/png"] == data["image/png"]


def test_the_picture_is_of_the_current_step_once_somebody_moved(player):
    player.index = 2
    assert base64.b64decode(player._repr_mimebundle_()[0]["image/png"]) == player.png(2) != player.png(4)


def test_a_long_story_is_cut_where_it_stands_in_for_the_film():
    captions = tuple(Caption(f"Step {i}.") for i in range(300))
    player = Player(Film("Long", captions, {"main": (Frame({}),) * 300}, {}, "main"))
    shown = player._repr_mimebundle_()[0]["text/plain"].splitlines()
    assert len(shown) == 40 and shown[-1] == "… the player's text() tells the rest."
    assert len(player.text().splitlines()) == 301


def test_a_film_opens_at_a_step_and_in_a_lens(film):
    player = Player(film, index=-2, lens="log")
    assert (player.index, player.lens) == (3, "log")


def test_what_a_film_does_not_have_is_refused_in_a_sentence(film):
    with pytest.raises(IndexError, match="This film has 5 steps, so step 9 is none of them"):
        Player(film, index=9)
    with pytest.raises(ValueError, match="no lens 'moon' here; choose one of cluster, log"):
        Player(film, lens="moon")
    with pytest.raises(ValueError, match="at least one step"):
        Player(film._replace(captions=()))
    player = Player(film)
    with pytest.raises(ValueError, match="no lens 'moon'"):
        player.lens = "moon"
    with pytest.raises(IndexError, match="step 5 is none"):
        player.index = 5
    with pytest.raises(traitlets.TraitError, match="speed"):
        player.speed = 3
    assert (player.lens, player.index, player.speed) == ("cluster", 0, 1)


def test_another_film_goes_on_at_the_same_step_and_lens_as_far_as_it_has_them(player, film):
    player.index, player.lens = 4, "log"
    player.film = film._replace(title="again")
    assert (player.index, player.lens) == (4, "log")
    player.film = film._replace(captions=film.captions[:2], tracks={"cluster": film.tracks["cluster"][:2]})
    assert (player.index, player.lens, repr(player)) == (1, "cluster", "<film: 2 steps, lens cluster>")


def test_a_saved_page_opens_where_the_player_stands(player, tmp_path):
    player.index, player.lens = 2, "log"
    path = player.save(tmp_path / "film.html")
    assert path == tmp_path / "film.html" and '"index":2,"lens":"log"' in path.read_text(encoding="utf-8")


def test_making_a_player_draws_nothing():
    """matplotlib is slow to import, and most players are never shown without a kernel."""
    code = (
        "import sys; from tests.player.demo import film; from kafkaviz.player.widget import Player; "
        "player = Player(film()); player.text(); repr(player); "
        "sys.exit('matplotlib' in sys.modules or 'PIL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
