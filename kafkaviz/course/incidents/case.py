"""A case at the desk: what is known of an incident at first, what it was, and what any other cause would have shown."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.course.incidents.causes import CAUSES
from kafkaviz.course.incidents.diagnoses import DIAGNOSES, Diagnosis
from kafkaviz.course.incidents.log_lines import Line, log_lines
from kafkaviz.course.incidents.metrics import Metrics, metrics_by_minute
from kafkaviz.course.incidents.playing import Watch, watch_of
from kafkaviz.course.incidents.setting import MINUTES, setting_of
from kafkaviz.decisions.wording import listing, quantity
from kafkaviz.model.core.history import History
from kafkaviz.scene.opening import with_news_alone

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player


class Case(NamedTuple):
    """What lies on the desk; `id` is what a solution is kept under, `where` says whose cluster it is.

    `shows(name)` returns the metrics of the same cluster with another cause, or None where nobody can play it; `head`
    has the unit of time and the times at which was measured.
    """

    id: str
    where: str
    complaint: str
    metrics: Metrics
    lines: tuple[Line, ...]
    diagnosis: Diagnosis
    history: History
    film: Callable[[], "Player"]
    shows: Callable[[str], Metrics | None]
    head: tuple[str, ...] = ("MINUTE", *map(str, range(MINUTES + 1)))


def case_of(seed: int, name: str | None = None) -> Case:
    """Returns the case of a seed: with the cause of a name, or with one that the seed picks.

    Of nine seeds in a row, from a multiple of nine on, each has another cause.

    >>> case_of(0).diagnosis.name == pick_cause(0)
    True
    """
    # What is no seed is refused here: the memory of what was played asks for a hash first.
    seed = setting_of(seed).seed
    watch = watch_of(seed, pick_cause(seed) if name is None else name)
    diagnosis, setting = DIAGNOSES[watch.cause], watch.setting
    return Case(
        id=f"incident {watch.cause} {seed}",
        where=f"{setting.producer} writes to topic {setting.topic}, {quantity(setting.partitions, 'partition')} on "
        f"{listing(setting.brokers)}; {listing(setting.members, '')} read it as group {setting.group}.",
        complaint=diagnosis.complaint.format(group=setting.group, topic=setting.topic),
        metrics=metrics_of(seed, watch.cause),
        lines=tuple(log_lines(watch.history.at(watch.joined).last, watch.history.steps[watch.joined :])),
        diagnosis=diagnosis,
        history=watch.history,
        film=lambda: _film(watch, diagnosis),
        shows=lambda other: metrics_of(seed, other),
    )


@lru_cache(maxsize=256)
def metrics_of(seed: int, cause: str) -> Metrics:
    """Returns the metrics of the setting of a seed with a cause; "well" stands for none.

    >>> metrics_of(0, "well")["TimedOutBrokerHeartbeatCount"]["controller"][-1]
    0
    """
    watch = watch_of(seed, cause)
    return metrics_by_minute(watch.history, watch.marks, watch.setting.topic, watch.lab.policies)


def pick_cause(seed: int) -> str:
    """Returns the name of the cause that a seed picks.

    >>> pick_cause(0) == pick_cause(0) != pick_cause(1)
    True
    """
    seed, names = setting_of(seed).seed, sorted(CAUSES)
    Random(f"causes {seed // len(names)}").shuffle(names)
    return names[seed % len(names)]


def _film(watch: Watch, diagnosis: Diagnosis) -> "Player":
    """Returns the film of the first minutes, opened where it began, with what its lens tells of alone."""
    from kafkaviz.player.widget import Player

    minute = next((n for n, mark in enumerate(watch.marks) if mark > watch.onset), len(watch.marks) - 1)
    last = watch.marks[min(minute + CAUSES[watch.cause].minutes, len(watch.marks)) - 1]
    before = watch.history.at(watch.marks[minute - 1] if minute else watch.joined).last
    lab = watch.lab.at(last)
    # What the lenses of one partition show is the one with the hot key, whatever happened: any other would do.
    seen = (watch.setting.topic, watch.setting.hot_partition)
    film = lab.film(since=before, opens_at=watch.onset + 1, lens=diagnosis.lens, partition=seen, title=diagnosis.title)
    return Player(with_news_alone(film.film))
