"""Stories, and their films through one lens, made once for all tests of a worker that only look at them."""

from collections.abc import Callable
from functools import cache
from weakref import WeakKeyDictionary

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb07
from kafkaviz.scene.values import Film

_FILMS = WeakKeyDictionary[Lab, dict[tuple[int, str], Film]]()


@cache
def once(story: Callable[..., Lab], *knobs: object) -> Lab:
    """Returns the lab of a story, in which nobody may do anything more."""
    return story(*knobs)


def failover_under_zookeeper() -> Lab:
    """The story of a failover in Kafka 2.3."""
    return nb07.failover(kafka="2.3")


def film_through(lab: Lab, lens: str) -> Film:
    """Returns the film of what has happened in a lab so far."""
    films = _FILMS.setdefault(lab, {})
    key = len(lab.history.steps), lens
    if key not in films:
        films[key] = lab.film(lens=lens).film
    return films[key]
