"""The lens controller: of many brokers each has its state on its card."""

from kafkaviz.lab import Lab
from kafkaviz.scene.film.director import film_of


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
