"""Some films of the course can be read: what benchmarks/legibility.py asks of all of them."""

import pytest

from benchmarks.legibility import LEAST_CONTRAST, LEAST_TEXT, SIZES, counted, looked_at, standing
from kafkaviz.scene.values import Film, Frame, Track
from tests.real_course.stories import STORIES

FEW = ("nb01.aged()", "nb07.failover()")


@pytest.fixture(scope="module")
def films() -> dict[str, Film]:
    """The films of two stories, with all their lenses."""
    return {name: STORIES[name]().film().film for name in FEW}


def test_a_frame_stands_still_where_nothing_but_the_time_is_new():
    box = {"k": "rect", "x": 1}
    frames = [Frame({"a": box, "deco/clock/time": {"k": "text", "t": str(n)}}) for n in range(4)]
    frames[3] = frames[3]._replace(effects=({"k": "wait", "m": ["a"]},))
    assert standing(Track((860, 420), frames)) == [1, 2]
    assert standing(Track((860, 420), frames, skip=(1,))) == [2]


def test_in_the_lens_shown_hardly_a_frame_stands_still(films):
    assert [standing(film.tracks[film.lens]) for film in films.values()] == [[], []]


@pytest.mark.browser
@pytest.mark.parametrize("size", [name for name in SIZES if SIZES[name][0] > 800])
def test_no_words_are_cut_lie_on_each_other_or_are_out_of_sight(browser, films, size):
    found = looked_at(browser, films, SIZES[size])
    assert len(found) > 50
    for kind in ("cut", "overlaps", "off-screen"):
        assert counted(found, kind).places == []
    assert min(one["smallest"] for one in found) >= LEAST_TEXT - 0.05


@pytest.mark.browser
def test_beside_the_sidebar_of_a_small_screen_the_lens_cluster_is_whole(browser, films):
    found = looked_at(browser, films, SIZES["900 × 720, beside the sidebar"])
    assert counted([one for one in found if one["lens"] == "cluster"], "off-screen").places == []


@pytest.mark.browser
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_words_can_be_read_at_rest_and_in_motion(browser, films, mode):
    found = looked_at(browser, films, (1280, 720), mode)
    faint = [one for one in found if one["contrast"][0] < LEAST_CONTRAST]
    assert faint == [] and {one["part"] for one in found} == {0.12, 0.5, 1}
