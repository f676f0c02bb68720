"""What a search comes to, each in one sentence: broken, reached, closed, unreached, stopped or failed."""

from typing import Final, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, OneSentence
from kafkaviz.decisions.wording import quantity, short
from kafkaviz.model.core.history import History
from kafkaviz.model.core.promise import Property, words_of
from kafkaviz.model.core.request import Request


class Bounds(NamedTuple):
    """How far a search goes at most: distinct states, transitions, seconds, and megabytes of what it keeps.

    `seconds` is the only one that depends on the machine; without it the same search always ends the same way.
    """

    states: int = 200_000
    transitions: int = 2_000_000
    seconds: float | None = None
    megabytes: int = 1_000

    def met_by(self, states: int, transitions: int, megabytes: float, seconds: float) -> str:
        """Returns the beginning of the sentence that says which bound a search has met, or nothing.

        >>> Bounds(states=5).met_by(5, 9, 0, 0.1)
        'Stopped at the bound of 5 states:'
        """
        counts = (states, self.states, "state"), (transitions, self.transitions, "transition")
        for count, most, what in (*counts, (megabytes, self.megabytes, "megabyte")):
            if count >= most:
                return f"Stopped at the bound of {quantity(most, what)}:"
        return "" if self.seconds is None or seconds < self.seconds else f"Stopped after {self.seconds:g} seconds:"


BOUNDS: Final = Bounds()


def check_bounds(bounds: object) -> Bounds:
    """Returns bounds that a search can keep; raises InvalidArgumentError for what is none.

    >>> check_bounds(Bounds(states=0))
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: The bound of states is a number above 0, not 0.
    """
    if not isinstance(bounds, Bounds):
        raise InvalidArgumentError(f"bounds= takes Bounds of kafkaviz.model.search, not {short(bounds)}.")
    for name, most in bounds._asdict().items():
        endless = most is None and name == "seconds"
        if not endless and (type(most) not in (int, float) or not most > 0):
            raise InvalidArgumentError(f"The bound of {name} is a number above 0, not {short(most)}.")
    return bounds


class Progress(NamedTuple):
    """How far a search has come: `requests` deep of at most `most_requests`, with states that wait."""

    states: int
    transitions: int
    waiting: int
    requests: int
    most_requests: int


class Broken(NamedTuple):
    """A promise is broken after the last request of the shortest history in which any can be.

    `step` counts the steps of the history from 1; `sentence` says what is wrong after it.
    """

    promise: Property
    sentence: str
    history: History
    step: int
    requests: int
    states: int
    transitions: int

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        return f"Broken after {quantity(self.requests, 'request')}: {words_of(self.promise)}. {self.sentence}"


class Reached(NamedTuple):
    """A goal is reached by the last request of the shortest history that reaches any, in a step counted from 1."""

    goal: str
    words: str
    history: History
    step: int
    requests: int
    states: int
    transitions: int

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        return f"Reached after {quantity(self.requests, 'request')}: {self.words}."


class Unreached(NamedTuple):
    """A goal is never reached from a state that the shortest history leads to, though everything is mended there.

    After `step`, counted from 1, the history goes on with all that was mended and the time that passed; `sentence`
    says what waits in vain.
    """

    goal: str
    words: str
    sentence: str
    history: History
    step: int
    requests: int
    states: int
    transitions: int

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        return f"Never reached: {self.words}. {self.sentence}"


class Closed(NamedTuple):
    """Every state that the requests can lead to was looked at: no promise that was asked is broken in any.

    `promises` were asked; `goals` says what became of goals, which were searched for, or had to be reached from every
    state.
    """

    states: int
    transitions: int
    goals: str = ""
    promises: bool = True

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        return f"Closed: {_searched(self)}; {_kept(self) or 'nothing was asked of them'}."


class Stopped(NamedTuple):
    """The search was stopped at a bound, or by a person; no history of up to `requests` requests breaks a promise."""

    reason: str
    states: int
    transitions: int
    requests: int
    goals: str = ""
    promises: bool = True

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        up_to = f" within {quantity(self.requests, 'request')}" if self.requests else " so far"
        kept = _kept(self)
        return f"{self.reason} {_searched(self)}{'; ' + kept + up_to if kept else ''}."


class Failed(NamedTuple):
    """A replaced decision raised, or answered what cannot be used, when the request was asked at a history's end.

    The steps that the request had made by then are in the history, as an act that was cut.
    """

    fault: OneSentence
    request: Request | None
    history: History
    states: int
    transitions: int

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        return str(self.fault)


Outcome = Broken | Reached | Unreached | Closed | Stopped | Failed


def _searched(outcome: Closed | Stopped) -> str:
    return f"{quantity(outcome.states, 'state')}, {quantity(outcome.transitions, 'transition')}"


def _kept(outcome: Closed | Stopped) -> str:
    return ", ".join(filter(None, ("no promise broken" if outcome.promises else "", outcome.goals)))
