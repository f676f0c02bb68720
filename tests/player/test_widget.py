"""The player is an ipywidget that is cheap to make and leaves something to read everywhere."""

import base64
import gc
import json
import subprocess
import sys
import weakref

import pytest
import traitlets
from ipywidgets import VBox

from kafkaviz.player.acting import Act, Branch, Turn
from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.strip import strip
from kafkaviz.player.widget import Player
from kafkaviz.player.wire import wire
from kafkaviz.scene.on_demand import Frames
from kafkaviz.scene.values import Caption, Film, Frame, Gate, Track
from tests.player.test_strip import told as told_film


def test_the_film_is_one_trait_and_comes_back_as_a_film(player, film):
    assert player.film is film
    assert player.get_state()["film"] == wire(film)
    ours = {name for name in player.get_state() if name in ("film", "index", "lens", "playing", "speed")}
    assert ours == {"film", "index", "lens", "playing", "speed"}


def test_the_repr_is_stable_and_short(player):
    assert repr(player) == "<film: 9 steps, lens cluster>"


def test_a_notebook_gets_a_widget_with_one_line_to_the_browser_a_strip_of_key_frames_and_a_story():
    film = told_film(Caption("a"), Caption("b"))
    player = Player(film)
    assert player.comm is None
    data, _ = player._repr_mimebundle_()
    shown = data["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert player.comm.comm_id == shown == player.model_id
    assert VBox([player]).children[0].model_id == shown
    assert set(data) == {"text/plain", "image/png", "application/vnd.jupyter.widget-view+json"}
    assert data["text/plain"] == player.text()
    assert base64.b64decode(data["image/png"]) == strip([film])


def test_a_long_story_is_cut_where_it_stands_in_for_the_film():
    captions = tuple(Caption(f"Step {i}.") for i in range(300))
    player = Player(Film("Long", captions, {"main": Track((860, 420), (Frame({}),) * 300)}, {}, "main"))
    shown = player._repr_mimebundle_()[0]["text/plain"].splitlines()
    assert len(shown) == 40 and shown[-1] == "… the player's text() tells the rest."
    assert len(player.text().splitlines()) == 301


def test_a_film_opens_at_a_step_and_in_a_lens(film):
    player = Player(film, index=-2, lens="log")
    assert (player.index, player.lens) == (7, "log")


def test_what_a_film_does_not_have_is_refused_in_a_sentence(film):
    with pytest.raises(IndexError, match="This film has 9 steps, so step 12 is none of them"):
        Player(film, index=12)
    with pytest.raises(ValueError, match="no lens 'moon' here; choose one of cluster, log"):
        Player(film, lens="moon")
    with pytest.raises(ValueError, match="at least one step"):
        Player(film._replace(captions=()))
    player = Player(film)
    with pytest.raises(ValueError, match="no lens 'moon'"):
        player.lens = "moon"
    with pytest.raises(IndexError, match="step 9 is none"):
        player.index = 9
    with pytest.raises(traitlets.TraitError, match="speed"):
        player.speed = 3
    assert (player.lens, player.index, player.speed) == ("cluster", 0, 1)


def test_another_film_goes_on_at_the_same_step_and_lens_as_far_as_it_has_them(player, film):
    player.index, player.lens = 4, "log"
    player.film = film._replace(title="again")
    assert (player.index, player.lens) == (4, "log")
    shorter = Track((860, 420), film.tracks["cluster"].frames[:2])
    player.film = film._replace(captions=film.captions[:2], tracks={"cluster": shorter})
    assert (player.index, player.lens, repr(player)) == (1, "cluster", "<film: 2 steps, lens cluster>")


def test_a_saved_page_opens_where_the_player_stands(player, tmp_path):
    player.index, player.lens = 2, "log"
    path = player.save(tmp_path / "film.html")
    assert path == tmp_path / "film.html" and '"index":2,"lens":"log"' in path.read_text(encoding="utf-8")


def test_making_a_player_draws_nothing_and_its_picture_is_drawn_without_matplotlib_and_numpy():
    """To import them takes long: most players are never shown without a kernel, and a first picture is waited for."""
    code = (
        "import sys; from tests.player.demo import film; from kafkaviz.player.widget import Player; "
        "player = Player(film()); player.text(); repr(player); "
        "assert not {'matplotlib', 'PIL'} & sys.modules.keys(), 'to make it'; "
        "assert player.still(); assert not {'matplotlib', 'numpy'} & sys.modules.keys(), 'to draw it'"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def told(player, monkeypatch):
    """What the player sends, as a list that fills."""
    sent = []
    monkeypatch.setattr(player, "send", sent.append)
    return sent


def test_a_browser_asks_what_can_be_done_and_what_is_done_changes_the_film(film, monkeypatch):
    branch, other = Branch("1", "0", 2, "kill 1"), film._replace(title="kill 1")
    act = Act("Kill", "lab.kill(1)")
    player = Player(
        film,
        menu=lambda step, node: [act._replace(why=f"{step} {node}")],
        act=lambda number, step, node: Turn(other, step, f"{number}", (Branch("0", None, 0, "told"), branch)),
        walk=lambda name: Turn(film, 4, name, ()),
    )
    sent = told(player, monkeypatch)
    player._hear(None, {"ask": "menu", "step": 3, "id": "broker:1"}, [])
    assert sent == [{"menu": [act._asdict() | {"why": "3 broker:1"}], "step": 3, "id": "broker:1"}]
    player._hear(None, {"do": 0, "step": 3, "id": "broker:1"}, [])
    assert (player.film.title, player.index, player.branch) == ("kill 1", 3, "0") and len(sent) == 1
    assert player.get_state()["tree"][1] == {"id": "1", "parent": "0", "step": 2, "label": "kill 1"}
    player._hear(None, {"branch": "0"}, [])
    assert (player.film.title, player.index) == (film.title, 4)


def test_what_cannot_be_done_is_said_in_one_sentence(film, monkeypatch):
    def refuse(step, node):
        raise ValueError(f"{node} is gone.\nTraceback")

    player = Player(film, menu=refuse)
    sent = told(player, monkeypatch)
    for asked in ({"ask": "menu", "step": 0, "id": "x"}, {"do": 0}, {"want": "moon"}, {}, {"ask": "menu", "step": "0"}):
        player._hear(None, asked, [])
    assert sent[0] == {"sorry": "x is gone."}
    assert len(sent) == 5 and all(list(answer) == ["sorry"] for answer in sent)
    bare = Player(film)
    sent = told(bare, monkeypatch)
    bare._hear(None, {"ask": "menu", "step": 0, "id": "x"}, [])
    bare._hear(None, {"want": "moon"}, [])
    assert sent == [
        {"sorry": "Nothing can be done in this film, because its lab is not with it; lab.film() shows one with it."},
        {"sorry": "There is no lens 'moon' here; choose one of cluster, log."},
    ]


def test_a_very_large_film_travels_with_its_opening_lens_and_sends_the_others_when_wanted(film, monkeypatch):
    monkeypatch.setattr("kafkaviz.player.wire.MOST_MARKS", 10)
    player = Player(film, lens="log")
    sent = player.get_state()["film"]
    assert list(sent["tracks"]) == ["log"] and sent["lenses"] == ["cluster", "log"]
    answers = told(player, monkeypatch)
    for wanted in ({"want": "cluster"}, {"want": "cluster", "layout": "narrow"}):
        player._hear(None, wanted, [])
    whole = wire(film)["tracks"]["cluster"]
    narrow = whole.pop("narrow")
    assert answers == [
        {"track": "cluster", "frames": [whole | {"narrow": {"size": narrow["size"], "frames": []}}]},
        {"track": "cluster", "frames": [{"narrow": narrow}]},
    ]


def test_what_is_narrow_of_a_very_large_film_is_drawn_when_it_is_wanted_and_all_of_it_is_in_a_file(
    film, monkeypatch, tmp_path
):
    drawn = []
    cluster = film.tracks["cluster"]
    frames = Frames(len(film.captions), lambda: drawn.append("narrow") or cluster.narrow.frames)
    film = film._replace(tracks={"cluster": cluster._replace(narrow=cluster.narrow._replace(frames=frames))})
    monkeypatch.setattr("kafkaviz.player.wire.MOST_MARKS", 10)
    player = Player(film)
    assert player.get_state()["film"]["tracks"]["cluster"]["narrow"]["frames"] == [] and not drawn
    player.save(tmp_path / "film.json")
    kept = json.loads((tmp_path / "film.json").read_text())["tracks"]["cluster"]["narrow"]
    assert len(kept["frames"]) == len(film.captions) and drawn == ["narrow"]


@pytest.mark.slow
def test_what_a_notebook_stores_stops_at_a_question_that_is_open(film):
    film = film._replace(gates=(Gate(2, "What comes?", ("this", "that"), 0),))
    player = Player(film)
    stored = player._repr_mimebundle_()[0]["text/plain"]
    assert stored.splitlines()[-1] == "   ? What comes? (this | that)"
    assert film.captions[2].cap not in stored
    player.answers = {0: 0}
    assert film.captions[2].cap in player._repr_mimebundle_()[0]["text/plain"]


@pytest.mark.parametrize(
    ("careless", "error", "says"),
    [
        (lambda player: player.text("1"), TypeError, "A step is a whole number, counted from 0, not '1'."),
        (lambda player: player.text(1.5), TypeError, "A step is a whole number, counted from 0, not 1.5."),
        (lambda player: player.png("1"), TypeError, "A step is a whole number, counted from 0, not '1'."),
        (lambda player: player.png(0, mode="neon"), ValueError, "A picture's mode is light or dark, not 'neon'."),
        (lambda player: player.save(5), TypeError, "A path is text or a pathlib.Path, not 5."),
        (lambda player: player.save("a\0.html"), ValueError, r"No file is called 'a\x00.html'."),
        (lambda player: player.text(99), IndexError, "This film has "),
        (lambda player: player.save("x.txt"), ValueError, "A film is saved as .html,"),
        (lambda player: player.turn(5), TypeError, "A player turns to a Turn of kafkaviz.player.acting, not to 5."),
        (lambda player: player.answer(5), ValueError, "Nothing can be done in this film"),
    ],
)
def test_a_careless_call_is_refused_in_a_sentence(player, careless, error, says):
    with pytest.raises(error) as refused:
        careless(player)
    assert str(refused.value).startswith(says)
    assert refused.value._render_traceback_() == [f"{type(refused.value).__name__}: {refused.value}"]


def test_a_film_that_nobody_shows_or_holds_is_gone(film):
    # What was there before is no garbage, and takes long to look through.
    gc.freeze()
    players = [Player(film), PairPlayer(film, film)]
    kept = [weakref.ref(player) for player in players]
    assert [*players[0].get_state()["film"]] == [*wire(film)]
    del players
    gc.collect()
    assert [player() for player in kept] == [None, None]


class Shell:
    """What a notebook's kernel knows of its cells."""

    def __init__(self, execution_count: int, said: str) -> None:
        self.execution_count = execution_count
        self.parent_header = {"header": {"msg_type": said}}


@pytest.mark.parametrize(
    ("shown_by", "asked_in", "lands"),
    [
        (("execute_request", 3), 4, {"landing": 0.5}),
        (("execute_request", 3), 5, {}),
        (("comm_msg", 3), 3, {"landing": 0.5, "near": True}),
        (("shutdown_request", 3), 3, {}),
    ],
)
def test_a_view_is_told_once_whether_its_cell_has_just_run_or_a_click_asked_for_it(
    film, monkeypatch, shown_by, asked_in, lands
):
    said, number = shown_by
    monkeypatch.setattr("IPython.get_ipython", lambda: Shell(number, said))
    player = Player(film)
    assert player.model_id
    monkeypatch.setattr("IPython.get_ipython", lambda: Shell(asked_in, "comm_msg"))
    asked = {"ask": "landing", "view": 0.5}
    assert player.answer(asked) == lands
    # What names it later, as a page does that is loaded again, shows nothing new.
    assert player.model_id
    assert player.answer(asked) == {}
