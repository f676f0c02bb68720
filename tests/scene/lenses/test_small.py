"""Small pictures: the same moment with less in it, and never a word outside its sheet."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb09
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.lenses.small import SMALL
from kafkaviz.scene.values import MESSAGES


def lab_of(lens: str) -> Lab:
    if lens == "assignment":
        return nb09.one_joins(assignor="sticky")
    if lens == "partitioner":
        return nb04.news()
    if lens == "controller":
        return nb07.news().kill_controller(101)
    return Lab(3).create_topic("letters", 3, 3).send("letters", "ABC", "DEF", "GHI").kill(1)


@pytest.mark.parametrize("lens", [name for name, lens in LENSES.items() if lens.small])
def test_a_lens_is_drawn_small_step_by_step_with_everything_on_the_sheet(lens: str) -> None:
    film = film_of(lab_of(lens).history, lens=lens)
    size, frames = film.small[lens]
    assert size == SMALL and len(frames) == len(film.captions)
    for frame in frames[:]:
        for name, mark in frame.marks.items():
            x, parent = mark.get("x", 0), mark.get("p")
            while parent:
                x, parent = x + frame.marks[parent].get("x", 0), frame.marks[parent].get("p")
            assert x >= 0 and x + mark.get("w", 0) <= SMALL[0], name
        messages = [effect for effect in frame.effects if effect["k"] in MESSAGES]
        assert len(messages) <= 3
        heights = [effect["chip"][1] for effect in messages]
        assert len(set(heights)) == len(heights)


def test_a_small_picture_tells_the_partition_in_question_and_who_leads_it() -> None:
    film = film_of(lab_of("cluster").history)
    last = film.small["cluster"].frames[-1].marks
    assert last["replica:letters-0@2/badge"]["t"] == "★ leader" and last["replica:letters-0@1/badge"]["t"] == "✕ down"
    assert [m["t"] for n, m in last.items() if n.startswith("record:letters-0@2#") and m["k"] == "text"] == [
        "ABC",
        "DEF",
        "GHI",
    ]


def test_of_more_than_fit_the_rest_is_counted() -> None:
    film = film_of(nb09.group(assignor="range", partitions=30, consumers=2).history, lens="assignment")
    said = [m.get("t") for m in film.small["assignment"].frames[-1].marks.values()]
    assert "reads 15" in said and "+12" in said


def test_a_large_cluster_has_a_small_picture_too() -> None:
    film = film_of(Lab(30).create_topic("t", 90, 3).send("t", "a").kill(15).history)
    assert len(film.small["cluster"].frames[-1].marks) < 60


def test_the_plain_graph_has_none() -> None:
    assert film_of(lab_of("cluster").history, lens="graph").small == {}


@pytest.mark.parametrize("members", [1, 2, 3, 4])
def test_a_partition_of_a_share_group_lies_with_each_of_its_members(members: int) -> None:
    names = [f"C{number}" for number in range(members)]
    lab = Lab(group_protocol="share").create_topic("letters", 1, 1).join("app", *names, topics=["letters"])
    film = lab.film(lens="assignment").film
    drawn = film.tracks["assignment"].frames[-1].marks
    tiles = [id for id, mark in drawn.items() if mark.get("ev") == "partition:letters-0" and mark["k"] == "g"]
    assert len(tiles) == members and tiles[0] == "partition:letters-0"
    small = film.small["assignment"].frames[-1].marks
    said = [id for id, mark in small.items() if mark.get("t") == "p0"]
    assert len(said) == members
