"""A crowd finds the rooms that are taken of another, and no other, without looking at each."""

import gc

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.lab import Lab
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.layout import Crowd, Room

PLACES = st.floats(-100, 900).map(lambda at: round(at, 1))
SIZES = st.floats(0, 300).map(lambda size: round(size, 1))
ROOMS = st.builds(Room, PLACES, PLACES, SIZES, SIZES)


@given(st.lists(ROOMS, max_size=30), ROOMS)
def test_what_is_met_is_what_a_look_at_each_room_would_find(rooms, asked):
    owned = [(str(n), room) for n, room in enumerate(rooms)]
    met, crowd = {(owner, room) for owner, room in owned if asked.meets(room)}, Crowd(owned)
    assert set(crowd.overlaps(asked)) == met
    assert all(crowd.is_free(asked, owner) == ({one for one, _ in met} <= {owner}) for owner in ("0", "nobody"))


def test_python_looks_for_cycles_as_often_after_a_film_as_before():
    before = gc.get_threshold()
    film = film_of(Lab(3).create_topic("letters", 3, 3).history)
    assert film.tracks["cluster"].narrow.frames[0].marks and gc.get_threshold() == before
