"""Who looks at a picture without its caption reads there why: in the words that only this picture can mean."""

from kafkaviz.scenarios import nb02, nb09
from tests.scene.test_causes import causes


def told(lab, lens: str, begin: str) -> list[dict[str, str]]:
    """Returns the causes in each frame whose caption begins so."""
    film = lab.film(lens=lens).film
    frames = film.tracks[lens].frames
    return [causes(frames[n]) for n, one in enumerate(film.captions) if one.cap.startswith(begin)]


def test_of_a_crashed_controller_is_marked_how_many_voters_are_left_and_of_a_started_one_what_its_disk_kept() -> None:
    lab = nb02.split_vote()
    assert told(lab, "controller", "Controller 102 crashes") == [{"controller:101": "2 of 3 left"}]
    assert told(lab, "controller", "Controller 101 crashes") == [{"controller:103": "1 of 3 left, 2 needed"}]
    assert told(lab, "controller", "Controller 102 starts again") == [{"controller:102": "epoch 1 from its disk"}]


def test_who_knew_no_coordinator_is_the_member_that_asks_and_no_broker() -> None:
    for lens in ("graph", "assignment"):
        (marked,) = told(nb09.one_joins(), lens, "C1 and C2 ask")
        assert marked == {"member:app/C1": "knew none", "member:app/C2": "knew none"}
