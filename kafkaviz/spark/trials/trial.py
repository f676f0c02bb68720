"""What a trial is: a pure function of a seed and a setting, whose outcome is a few numbers.

A trial in the model plays a whole history. Its seed and its setting are enough to play it again, its requests are a
session that any lab replays, and what is measured is measured on the history alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from itertools import product
from math import log
from typing import Annotated, Any, NamedTuple, TypeVar

from kafkaviz.decisions.config_values import change_configs
from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence, UnknownNameError, WrongTypeError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.acting import Until, carry_out
from kafkaviz.model.core.chance import Chance
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import Whole, kinds_of, read_as
from kafkaviz.model.core.request import Request
from kafkaviz.model.sessions.session import Session, changes_of, learner_functions, with_answers
from kafkaviz.model.sessions.start import beginning_of

Count = Annotated[int, Whole(1, 10**12)]
_FINE = 1 << 53
_T = TypeVar("_T")


class TrialError(OneSentence, RuntimeError):
    """A trial that failed, or did not come out the same again; the message is one sentence with seed and setting."""


@dataclass(frozen=True)
class Setting:
    """What a kind of trial can be told, each field with what it usually is; one that cannot be is refused."""

    def __post_init__(self) -> None:
        cls: type = type(self)
        for name, kind in kinds_of(cls):
            object.__setattr__(self, name, read_as(kind, name, getattr(self, name)))
        self._check()

    def _check(self) -> None:
        """Raises InvalidArgumentError where fields do not go together."""


def require_brokers(replication_factor: int, brokers: int) -> None:
    """Raises InvalidArgumentError where a setting has fewer brokers than replicas of a partition."""
    if replication_factor > brokers:
        raise InvalidArgumentError(
            f"Replication factor: {replication_factor} larger than available brokers: {brokers}; "
            f"set brokers={replication_factor}."
        )


class Trial(NamedTuple):
    """A trial by its name, the class of its settings, and what comes out for a seed and a setting."""

    name: str
    setting: type
    outcome: Callable[[int, Any], Any]


class ModelTrial(NamedTuple):
    """A trial that plays a history in the model, and measures it; `measure` asks nothing but history and setting."""

    name: str
    setting: type
    play: "Callable[[int, Any], LiveCluster]"
    measure: Callable[[History, Any], Any]

    def outcome(self, seed: int, setting: Any) -> Any:
        """Returns what comes out for a seed and a setting."""
        return self.measure(self.play(seed, setting).history, setting)


class LiveCluster:
    """A cluster of the model that is asked one thing after the other; what was asked is its session.

    It is what a lab stands on, without the verbs.
    """

    def __init__(self, racks: Mapping[int, str | None], *, kafka: str = "4.4", seed: int, **configs: object) -> None:
        changes = changes_of(kafka, change_configs(ERAS[kafka], configs))
        self._beginning = Session(kafka, racks, changes, seed=seed)
        self.history, self.policies = beginning_of(self._beginning)

    @property
    def cluster(self) -> Cluster:
        """The cluster now."""
        return self.history.last

    @property
    def session(self) -> Session:
        """All that was asked so far, from which everything follows again."""
        session = self._beginning._replace(acts=self.history.acts)
        return (
            with_answers(session, self.history.at(0), self.policies)[0]
            if learner_functions(session.changes)
            else session
        )

    def ask(self, *requests: Request, expect: str | None = None, until: Until | None = None) -> None:
        """Carries out requests, all or none; with `until`, time then passes until that holds, a minute at most."""
        self.history = carry_out(self.history, requests, self.policies, expect=expect, until=until)


class Draws:
    """Everything that a trial leaves to chance, from its seed alone.

    >>> draws = Draws(7)
    >>> [draws.below(6) for _ in range(4)], draws.happens(0.5), draws.one_of("abc")
    ([1, 5, 3, 5], True, 'c')
    """

    def __init__(self, seed: int) -> None:
        self.below = Chance(seed, "trial", 0)

    def happens(self, share: float) -> bool:
        """Tells whether something happens that happens in this share of all cases."""
        return self.below(_FINE) < share * _FINE

    def one_of(self, given: Sequence[_T]) -> _T:
        """Returns one of several, each as likely as the others."""
        return given[self.below(len(given))]

    def waiting(self, mean: float) -> float:
        """Returns a time until something that comes at random, of this mean; small ones are the most frequent."""
        return -mean * log((self.below(_FINE) + 0.5) / _FINE)


def read_setting(trial: Trial | ModelTrial, given: object) -> Any:
    """Returns a setting as its trial wants it, from a mapping of what differs from the usual.

    Raises UnknownNameError for a name that the trial does not know, and InvalidArgumentError for a value that it
    cannot use.
    """
    if isinstance(given, trial.setting):
        return given
    if not isinstance(given, Mapping):
        raise WrongTypeError(f"A setting is a mapping such as {{'members': 5}}, not {short(given)}.")
    known = [field.name for field in fields(trial.setting)]
    for name in given:
        if name not in known:
            raise UnknownNameError(f"The trial {trial.name} has no setting {short(name)}; {suggestion(name, known)}")
    return trial.setting(**given)


def columns_of(value: object, what: str) -> dict[str, Any]:
    """Returns the names and the values of a setting or of an outcome; raises WrongTypeError for what has no names."""
    if isinstance(value, Mapping):
        found = dict(value)
    elif is_dataclass(value) and not isinstance(value, type):
        found = asdict(value)
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        found = value._asdict()
    else:
        raise WrongTypeError(f"{what} is a mapping or a NamedTuple of numbers, not {short(value)}.")
    unnamed = next((name for name in found if not isinstance(name, str)), None)
    if unnamed is not None:
        raise WrongTypeError(f"{what} has texts as names, and {short(unnamed)} is none.")
    return found


def grid(**values: object) -> list[dict[str, object]]:
    """Returns the settings in which every value of each name meets every value of the others; a single one stays.

    >>> grid(assignor=["range", "sticky"], partitions=12)
    [{'assignor': 'range', 'partitions': 12}, {'assignor': 'sticky', 'partitions': 12}]
    """
    several = {name: list(each) if isinstance(each, list | tuple | range) else [each] for name, each in values.items()}
    return [dict(zip(several, chosen, strict=True)) for chosen in product(*several.values())]


def quiet_times(history: History) -> Iterator[tuple[int, Cluster]]:
    """Yields each stretch of time in a history: how many ms passed, and the cluster in which they did."""
    before = history.first
    for step in history.steps:
        if step.cluster.now_ms > before.now_ms:
            yield step.cluster.now_ms - before.now_ms, before
        before = step.cluster
