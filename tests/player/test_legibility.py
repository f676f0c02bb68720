"""Some films of the course can be read, through every lens: what benchmarks/legibility.py asks of all of them."""

import pytest

from benchmarks.legibility import (
    LEAST_CONTRAST,
    LEAST_TEXT,
    MOST,
    SIZES,
    Looked,
    counted,
    left_out,
    looked_at,
    looked_through,
    page_for,
    standing,
)
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.values import Film, Frame, Layout, Track
from tests.real_course.stories import STORIES
from tests.sampling import IS_WEEKLY, every

FEW = (
    "nb01.aged()",
    "nb04.news()",
    "nb06.gate(dead=2)",
    "nb07.failover(kafka=2.3)",
    "nb09.one_joins()",
    "nb11.acknowledged()",
)
IN_QUICK = ("nb01.aged()", "nb07.failover(kafka=2.3)", "nb11.acknowledged()")
"""Together they have every lens."""
BESIDE, WIDER, ALONE, LARGE = SIZES


@pytest.fixture(scope="module")
def made() -> dict[str, Film]:
    """The films of a few stories, with all their lenses."""
    return {name: STORIES[name]().film().film for name in FEW}


@pytest.fixture(scope="module")
def films(made) -> list[Looked]:
    """The same films, ready to be looked at."""
    return [looked_through(name, film) for name, film in made.items()]


def test_a_frame_stands_still_where_nothing_but_the_time_is_new():
    box = {"k": "rect", "x": 1}
    frames = [Frame({"a": box, "deco/clock/time": {"k": "text", "t": str(n)}}) for n in range(4)]
    frames[3] = frames[3]._replace(effects=({"k": "wait", "m": ["a"]},))
    assert standing(Track((860, 420), frames)) == [1, 2]
    assert standing(Track((860, 420), frames, skip=(1,))) == [2]


def test_what_moves_is_left_out_where_the_narrow_picture_has_no_place_for_it():
    cell = {"a": {"k": "g"}, "a/box": {"k": "rect", "p": "a"}}
    come = ({"k": "come", "m": ["a"]},)
    wide = [Frame(cell), Frame(cell, come), Frame({"a": {"k": "g"}}, come)]
    narrow = Layout((478, 420), [Frame({"a": {"k": "g"}}, frame.effects) for frame in wide])
    assert left_out(Track((860, 420), wide, narrow=narrow)) == [1]
    assert left_out(Track((860, 420), wide, narrow=Layout((478, 420), wide))) == []


def test_in_the_lens_shown_hardly_a_frame_stands_still(made):
    assert [standing(film.tracks[film.lens]) for film in made.values()] == [[]] * len(FEW)


@pytest.mark.parametrize("names", [IN_QUICK, pytest.param(FEW, marks=pytest.mark.whole)])
def test_what_the_wide_picture_moves_the_narrow_one_draws(made, names):
    found = [(name, lens, left_out(track)) for name in names for lens, track in made[name].tracks.items()]
    assert {lens for _, lens, _ in found} == set(LENSES)
    assert [one for one in found if one[2]] == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("size", "names"), every(4, [(BESIDE, FEW), (WIDER, FEW), (ALONE, FEW), (LARGE, FEW), (ALONE, IN_QUICK)], whole=2)
)
def test_no_words_are_cut_lie_on_each_other_or_are_out_of_sight(browser, films, size, names):
    page = page_for(browser, SIZES[size])
    found = [one for looked in films if looked.name in names for one in looked_at(page, looked)]
    page.close()
    assert len(found) > 34 * len(names) and {one["lens"] for one in found} == set(LENSES)
    for kind in MOST:
        assert counted(found, kind).places == []
    assert min(one["smallest"] for one in found) >= LEAST_TEXT - 0.05


@pytest.mark.browser
def test_words_can_be_read_at_rest_and_in_motion(browser, films):
    page = page_for(browser, (1280, 720))
    found = [one for looked in films[: 4 if IS_WEEKLY else 2] for one in looked_at(page, looked, contrast=True)]
    page.close()
    for mode in ("light", "dark"):
        assert [one for one in found if one["contrast"][mode][0] < LEAST_CONTRAST] == []
    assert {one["part"] for one in found} == {0.12, 0.5, 1}
