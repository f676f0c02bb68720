"""What two films show differently is marked by a shape, in both, and nothing else is."""

from kafkaviz import Lab, compare
from kafkaviz.scene.differing import differing


def things(film, lens, step):
    marks = film.tracks[lens].frames[step].marks
    return {id.removeprefix("differs:") for id in marks if id.startswith("differs:")}


def grouped(rule):
    return Lab(assignor=rule).create_topic("t", 6, 1).join("app", "C0", "C1", "C2", topics=["t"])


def test_partitions_with_another_reader_are_marked_in_both_films():
    player = compare(grouped("range"), grouped("roundrobin"), lens="assignment")
    first, second = player.films
    last = [len(film.captions) - 1 for film in player.films]
    moved = {"partition:t-1", "partition:t-2", "partition:t-3", "partition:t-4"}
    assert things(first, "assignment", last[0]) == things(second, "assignment", last[1]) == moved
    assert all(not things(first, "assignment", step) for step in range(player.shared))


def test_what_only_one_film_has_is_marked_there_and_what_is_the_same_is_not():
    player = compare(
        Lab(kafka="2.3").create_topic("letters", 1, 3).kill(1), Lab().create_topic("letters", 1, 3).kill(1)
    )
    old, new = player.films
    assert "controller:101" in things(new, "cluster", len(new.captions) - 1)
    assert "broker:3" not in things(new, "cluster", len(new.captions) - 1)
    alone = next(i for i, j in player.align if j is None)
    assert not things(old, "cluster", alone)


def test_the_same_films_have_no_difference_and_a_legend_says_what_the_shape_means():
    player = compare(grouped("range"), grouped("range"))
    for film in player.films:
        assert not any(things(film, lens, n) for lens in film.tracks for n in range(len(film.captions)))
        assert all(("differs", "differs from the other film") in film.legend[lens] for lens in film.tracks)


def test_a_difference_outside_every_thing_is_nobodys():
    assert differing({"clock": {"k": "text", "t": "1 s"}}, {"clock": {"k": "text", "t": "2 s"}}) == []
