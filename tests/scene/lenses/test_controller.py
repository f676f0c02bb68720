"""The lens controller: of many brokers each has its state on its card; what the controller wrote is seen."""

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb07
from kafkaviz.scene.film.director import film_of
from tests.scene.filmed import film_through, once


def test_the_states_of_many_brokers_stay_on_their_cards() -> None:
    for brokers in (3, 5, 10, 14):
        lab = Lab(brokers).create_topic("t", 1, 1).add_broker(brokers + 1)
        track = film_of(lab.history, lens="controller").tracks["controller"]
        assert track.narrow is not None
        for frames in (track.frames, track.narrow.frames):
            marks = frames[-1].marks
            for node in (f"broker:{n}" for n in range(1, brokers + 2)):
                assert marks[f"{node}/state"]["y"] + 6 <= marks[f"{node}/box"]["h"], brokers
                assert marks[f"{node}/state"]["t"] == "unfenced"
                assert marks[f"{node}/name"]["t"] in (node.replace(":", " "), node.removeprefix("broker:"))


def test_a_new_leader_is_among_what_the_controller_wrote_in_every_size() -> None:
    film = film_through(once(nb07.failover), "controller")
    at = next(n for n, caption in enumerate(film.captions) if "a new leader: sports_news-0" in caption.cap)
    track = film.tracks["controller"]
    for frames in (track.frames, *(layout.frames for layout in track.others.values())):
        before, after = ([m["t"] for m in frames[n].marks.values() if m["k"] == "text"] for n in (at - 1, at))
        assert "p0 → 2" in after and "p0 → 2" not in before


def test_entries_of_the_metadata_log_make_room_when_others_are_written_and_none_goes_before() -> None:
    film = film_of(nb07.failover().history, lens="controller")
    track = film.tracks["controller"]
    tags = [caption.tag for caption in film.captions]
    for frames in (track.frames, track.narrow.frames):
        frame, before = frames[tags.index("fence")], frames[tags.index("fence") - 1]
        came = {name: e["at"] for e in frame.effects if e["k"] == "write" for name in e["m"] if name in frame.marks}
        entries = [name for name, mark in before.marks.items() if name.startswith("deco/entry") and mark["k"] == "g"]
        assert came and entries
        first = min(came.values())
        for name in entries:
            kind = "flip" if name in frame.marks else "drop"
            [effect] = [e for e in frame.effects if name in e.get("m", ()) and e["k"] in ("flip", "drop")]
            assert effect["k"] == kind and effect["at"] >= max(0, first - effect["ms"])
