"""story: makes a function a story of the course, whose film says on which release of Kafka it was played, and when.

What was played stands in `plays.json`, which `tools/make_played.py` makes of the recorded plays; nothing is played
again here. A story that came out otherwise, and one whose knobs stand as they were never played, has no such foot.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module, resources
from inspect import Parameter, Signature, signature
from pkgutil import iter_modules
from typing import Any, NamedTuple, ParamSpec

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab import Lab
from kafkaviz.lab.base import with_footnote
from kafkaviz.scene.values import Footnote

Knobs = ParamSpec("Knobs")


class Performance(NamedTuple):
    """One play that came out as the model tells it: of a scenario with its knobs, or of one side of a box.

    `scenario` is a function by its module's and its own name, or the id of a flag; `knobs` are those that do not stand
    at their defaults, or the title of the side.
    """

    scenario: str
    knobs: Mapping[str, Any]
    release: str
    date: str
    acts: int


def story(scenario: Callable[Knobs, Lab]) -> Callable[Knobs, Lab]:
    """Makes a function a story: its lab says how it was played, as long as nothing more is done in it."""
    shape = signature(scenario)
    name = name_of_story(scenario)

    @wraps(scenario)
    def play(*args: Knobs.args, **knobs: Knobs.kwargs) -> Lab:
        return note_performance(scenario(*args, **knobs), name, turned_knobs(shape, *args, **knobs))

    return play


def name_of_story(scenario: Callable[..., object]) -> str:
    """Returns the name under which a scenario's plays are kept.

    >>> from kafkaviz.scenarios.nb07 import failover
    >>> name_of_story(failover)
    'nb07.failover'
    """
    return f"{scenario.__module__.rpartition('.')[2]}.{getattr(scenario, '__name__', '')}"


def scenario_named(name: str) -> Callable[..., Lab]:
    """Returns the story of that name, a notebook's and its own; raises InvalidArgumentError for another.

    >>> scenario_named("nb07.failover")()
    <Lab: 3 brokers, Kafka 4.4, topic sports_news, t = 9 s>
    >>> scenario_named("nb07.failure")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no story 'nb07.failure'; did you mean 'nb07.failover'?

    The course's own: no story of Kafka has a name.
    """
    notebook = name.partition(".")[0]
    notebooks = sorted(found.name for found in iter_modules(import_module("kafkaviz.scenarios").__path__))
    lessons = [lesson for lesson in notebooks if re.fullmatch(r"nb\d\d", lesson)]
    stories: dict[str, Callable[..., Lab]] = {}
    for lesson in [notebook] if notebook in lessons else lessons:
        module = import_module(f"kafkaviz.scenarios.{lesson}")
        told = (each for each in vars(module).values() if getattr(each, "__wrapped__", None))
        stories |= {name_of_story(each): each for each in told if each.__module__ == module.__name__}
    if name not in stories:
        raise InvalidArgumentError(f"There is no story {short(name)}; {suggestion(name, stories)}")
    return stories[name]


def turned_knobs(shape: Signature, *args: Any, **knobs: Any) -> dict[str, Any]:
    """Returns the knobs that do not stand at their defaults.

    >>> turned_knobs(signature(lambda brokers=3, **how: Lab()), 4, kafka="4.4")
    {'brokers': 4, 'kafka': '4.4'}
    """
    found: dict[str, Any] = {}
    for name, value in shape.bind(*args, **knobs).arguments.items():
        parameter = shape.parameters[name]
        if parameter.kind is Parameter.VAR_KEYWORD:
            found |= value
        elif value != parameter.default:
            found[name] = value
    return found


def note_performance(lab: Lab, scenario: str, knobs: Mapping[str, object]) -> Lab:
    """Returns the lab with a footnote to its film on how the story went on a real Kafka, if it was played there.

    >>> note_performance(Lab(), "F01", {"side": "Kafka 4.4"}).film().film.footnote.words.partition(" ·")[0]
    'Played on Kafka 4.4.0'
    """
    played = (play for play in performances() if play.scenario == scenario and play.knobs == knobs)
    return with_footnote(lab, next(map(footnote, played), None))


@cache
def performances() -> tuple[Performance, ...]:
    """Returns every play that came out as the model tells it."""
    text = resources.files("kafkaviz.scenarios").joinpath("plays.json").read_text("utf-8")
    return tuple(Performance(**play) for play in json.loads(text))


def footnote(play: Performance) -> Footnote:
    """Returns the footnote of a film about a play: its words, and those for a closer look."""
    acts = f"{play.acts} acts" if play.acts > 1 else "act"
    return Footnote(
        f"Played on Kafka {play.release} · {play.date}",
        f"The same was asked of a real cluster of Kafka {play.release} by real clients, and came out alike. Compared"
        f" after {'each of its ' if play.acts > 1 else 'its '}{acts}: leaders, replicas, ISRs, members of groups, what"
        " they own and committed, errors. At the end: every record that can be read, and what each producer was told."
        " Not compared: times, since timeouts were shorter there. docs/played.md lists what is never exact.",
    )
