"""Of a broker that crashes each lens says that nobody has noticed yet, and then that somebody has."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb07
from kafkaviz.scene.film.director import film_of

LENSES = ("cluster", "controller", "replication", "graph", "client")


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize(
    ("kafka", "before", "after"),
    [("4.4", ("not fenced yet", "unnoticed"), "fenced"), ("2.3", ("unnoticed",), "no session")],
)
def test_a_crash_that_nobody_has_noticed_is_said_to_be_so(
    lens: str, kafka: str, before: tuple[str, ...], after: str
) -> None:
    lab = Lab(3, kafka=kafka).create_topic("t", 1, 3).send("t", "a").kill(2)
    film = film_of(lab.history, lens=lens, policies=lab.policies)
    crash = next(n for n, caption in enumerate(film.captions) if caption.cap == "Broker 2 crashes.")
    said = [
        " | ".join(m["t"] for name, m in frame.marks.items() if "@2" in name or "broker:2" in name if "t" in m)
        for frame in film.tracks[lens].frames
    ]
    assert any(words in said[crash] for words in before) and not any(words in said[crash - 1] for words in before)
    assert not any(words in said[-1] for words in before) and after in said[-1]


def test_what_is_dim_in_a_crash_is_what_runs_on() -> None:
    lab = Lab(3).create_topic("t", 1, 3).send("t", "a").kill(2)
    film = film_of(lab.history, lens="replication", policies=lab.policies)
    crash = next(n for n, caption in enumerate(film.captions) if caption.cap == "Broker 2 crashes.")
    about = film.tracks["replication"].frames[crash].about
    assert "replica:t-0@2" in about and not {"replica:t-0@1", "replica:t-0@3"} & {*about}


def test_who_starts_again_is_up_before_it_sends_and_stays_so() -> None:
    lab = nb07.last_in_sync(kafka="2.3")
    film = film_of(lab.history, lens="controller", policies=lab.policies)
    step = next(n for n, c in enumerate(film.captions) if c.cap.startswith("Broker 1 starts again"))
    effects = film.tracks["controller"].frames[step].effects
    (turned,) = (effect for effect in effects if effect["k"] == "flip" and "broker:1" in effect["m"])
    asked = next(effect for effect in effects if effect.get("t") == "/brokers/ids/1")
    assert turned["at"] + turned["ms"] <= asked["at"]
