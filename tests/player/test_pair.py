"""Two films in step travel together and answer for each other."""

import pytest

from kafkaviz.player.gates import reach
from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Gate

PAIRS = ((0, 0), (1, None), (2, 1), (8, 2))


def test_the_films_travel_together_as_they_are(film):
    pair = PairPlayer(film, film._replace(title="other"))
    assert pair.get_state()["films"] == [wire(each) for each in pair.films] and "film" not in pair.get_state()


def test_films_that_travel_with_one_lens_send_the_others_of_both_when_wanted(film, monkeypatch):
    pair = PairPlayer(film, film._replace(title="other"), lens="log", one_lens=True)
    sent, answers = pair.get_state()["films"], []
    assert sent == [wire(each, "log") for each in pair.films] and sent[0]["lenses"] == ["cluster", "log"]
    monkeypatch.setattr(pair, "send", answers.append)
    for wanted in ({"want": "cluster"}, {"want": "cluster", "layout": "narrow"}, {"want": "moon"}, {"want": 7}):
        pair._hear(None, wanted, [])
    assert [{**wide, **narrow} for wide, narrow in zip(*(answer["frames"] for answer in answers[:2]), strict=True)] == [
        wire(each)["tracks"]["cluster"] for each in pair.films
    ]
    assert [answer["track"] for answer in answers[:2]] == ["cluster", "cluster"]
    assert [list(answer) for answer in answers[2:]] == [["sorry"], ["sorry"]]


def test_steps_are_counted_as_they_are_paired(film):
    pair = PairPlayer(film, film, align=PAIRS, index=-1)
    assert pair.index == 3
    with pytest.raises(IndexError, match="This film has 4 steps, so step 4 is none of them"):
        pair.index = 4


def test_a_question_of_either_film_stands_where_its_step_is_paired(film):
    asking = film._replace(gates=(Gate(2, "Who?", ("a", "b"), 0),))
    assert reach([film, asking], {}, PAIRS) == 2
    pair = PairPlayer(film, asking, align=PAIRS, index=-1)
    assert pair.index == 2
    pair.answers = {0: 1}
    pair.index = 3
    assert pair.index == 3


def test_pairs_that_no_film_has_are_refused_in_a_sentence(film):
    for wrong in ((9, 0), (None, None), (0, 1, 2), (0, -1)):
        with pytest.raises(ValueError, match="is no such pair"):
            PairPlayer(film, film, align=(wrong,))


def test_films_without_a_lens_in_common_are_refused(film):
    one = film._replace(tracks={"cluster": film.tracks["cluster"]})
    other = film._replace(title="other", tracks={"log": film.tracks["log"]}, lens="log")
    with pytest.raises(ValueError, match="need a lens in common; 'How a leader is replaced' has cluster, 'other' has"):
        PairPlayer(one, other)


def test_a_saved_page_keeps_the_pairs(film, tmp_path):
    path = PairPlayer(film, film, align=PAIRS, shared=1).save(tmp_path / "pair.html")
    assert '"align":[[0,0],[1,null],[2,1],[8,2]],"shared":1' in path.read_text(encoding="utf-8")
