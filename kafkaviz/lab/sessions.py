"""How a lab goes back, goes on in two directions, and becomes a file."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Self

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import name_of, short
from kafkaviz.lab.base import LabBase, require_own_beginning
from kafkaviz.lab.words import Story
from kafkaviz.model.core.history import History
from kafkaviz.model.sessions.file import read, session_id, session_text
from kafkaviz.model.sessions.session import Session, changes_of, learner_functions, replay_acts, with_answers
from kafkaviz.model.sessions.tape import Recorder, Tape
from kafkaviz.model.sessions.values import SessionError


class Branches(LabBase):
    """The verbs that make another lab of a lab."""

    def fork(self) -> Self:
        """Returns a new lab that goes on from here; this one stays as it is, and each has its own future.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters", replication_factor=3)
        >>> other = lab.fork().kill(1)
        >>> lab.cluster.now_ms, other.cluster.now_ms
        (0, 9000)
        """
        other = copy(self)
        other._forked_at = len(self.history.steps)
        return other

    def at(self, step: int) -> Self:
        """Returns a new lab as this one was after a step of its history, counted from 1; 0 is its beginning.

        Both share their states, so `since=` understands them. A negative step is refused: what was done last is taken
        back by `undo`. Raises ValueError when there is no such step.

        >>> from kafkaviz.lab import Lab
        >>> Lab().create_topic("letters").kill(1).at(1)
        <Lab: 3 brokers, Kafka 4.4, topic letters, t = 0 s>
        """
        other = copy(self)
        other.history = self.history.at(step)
        other._forked_at = self._fork_within(other.history)
        return other

    def undo(self, steps: int = 1) -> Self:
        """Takes back the last things a person did, each with all that followed from it; `step()` counts as one.

        Raises ValueError when that is more than was done.

        >>> from kafkaviz.lab import Lab
        >>> Lab().create_topic("letters").kill(1).undo()
        <Lab: 3 brokers, Kafka 4.4, topic letters, t = 0 s>
        """
        self.history = self.history.before(steps)
        self._forked_at = self._fork_within(self.history)
        return self

    def to_json(self) -> str:
        """Returns all that was done as text, from which `Lab.from_json` makes the same lab again.

        A function of your own is kept as its name and what it answered. Raises SessionError, a ValueError, where it
        answers the same question in two ways.

        >>> from kafkaviz.lab import Lab
        >>> lab = Lab().create_topic("letters").send("letters", "ABC")
        >>> Lab.from_json(lab.to_json()).story() == lab.story()
        True
        """
        session = self._session(self.history)
        step = self._fork_within(self.history)
        if step is not None:
            session = session._replace(forked_at=step, parent=session_id(self._session(self.history.at(step))))
        return session_text(session)

    def as_python(self) -> Story:
        """Returns the lines of Python that make this lab, verb by verb; a story of the course can be changed there.

        A function of your own goes by its name. Raises InvalidArgumentError where a search chose the order of events,
        which no verb can say.

        >>> from kafkaviz.lab import Lab
        >>> Lab().create_topic("letters", 1, 3).send("letters", "ABC").kill(1).as_python()
        lab = Lab(brokers=3)
        lab.create_topic('letters', partitions=1, replication_factor=3)
        lab.send('letters', 'ABC')
        lab.kill(1)
        """
        from kafkaviz.lab.script import lines_of

        return Story("\n".join(lines_of(self)))

    @classmethod
    def from_json(
        cls, session: str | bytes | Mapping[str, object], *, policies: Mapping[str, Callable[..., object]] | None = None
    ) -> Self:
        """Makes the lab that a session tells of, by doing everything again; nothing in it is evaluated.

        It replays without a learner's functions. To go on where one is asked something new, give it:
        `policies={"partitioner": my_partitioner}`. Raises SessionError, a ValueError, with the path of the fault.

        >>> from kafkaviz.lab import Lab
        >>> Lab.from_json("{}")
        Traceback (most recent call last):
        kafkaviz.model.sessions.values.SessionError: $.format: here stands 'kafkaviz session', not None.
        """
        kept = read(session)
        given = _functions_given(policies, kept)
        try:
            changes = {**kept.changes, **given}
            lab = cls(kept.brokers, kafka=kept.kafka, seed=kept.seed, settle=kept.settle, configs=changes)
        except Exception as fault:  # Whatever a file asks for, its reader hears where it went wrong.
            raise SessionError(f"$.configs: no lab can begin so: {fault}") from None
        if given:
            lab.history = _agreeing(kept, lab.history, lab, given)
        else:
            lab.history = replay_acts(lab.history, kept.acts, lab.policies)
        lab._forked_at = kept.forked_at
        if kept.forked_at is not None and kept.parent != session_id(lab._session(lab.history.at(kept.forked_at))):
            raise SessionError(
                f"$.parent.id: no session has this id after the first {kept.forked_at} steps of this one."
            )
        return lab

    def _fork_within(self, history: History) -> int | None:
        """Returns the step at which this lab was forked, as long as a history goes so far."""
        return None if self._forked_at is None or self._forked_at > len(history.steps) else self._forked_at

    def _session(self, history: History) -> Session:
        """Returns a part of this lab's history as a session, its functions of one's own asked again."""
        first = history.first
        require_own_beginning(self)
        if sum(act.steps for act in history.acts) != len(history.steps):
            raise SessionError("Steps were added to this lab's history by other means than its verbs and `ask`.")
        racks = {id: broker.rack for id, broker in first.brokers.items()}
        session = Session(
            self.kafka, racks, changes_of(self.kafka, self.policies), history.acts, first.seed, self._settle
        )
        own = learner_functions(session.changes)
        if not own:
            return session
        names = ", ".join(map(name_of, own.values()))
        try:
            session, again = with_answers(session, History(first), self.policies)
        except SessionError as fault:
            raise SessionError(f"What {names} answers cannot be kept: {fault}") from None
        if again.events() != history.events():
            raise SessionError(
                f"{names} answers otherwise when asked again, so nobody could replay this; "
                "let the answer follow from the arguments alone."
            )
        return session


def _functions_given(
    policies: Mapping[str, Callable[..., object]] | None, session: Session
) -> dict[str, Callable[..., object]]:
    """Returns the functions that come with a session; ValueError where the session has no place for one."""
    own = [name for name, function in session.changes.items() if isinstance(function, Tape)]
    if not isinstance(policies or {}, Mapping):
        raise InvalidArgumentError(
            f'policies= takes a dict, as in {{"partitioner": my_partitioner}}, not {short(policies)}.'
        )
    for name, function in dict(policies or {}).items():
        if name not in own:
            known = ", ".join(own) or "none"
            raise InvalidArgumentError(f"This session has no function of yours for {short(name)}; it has {known}.")
        if not callable(function):
            raise InvalidArgumentError(
                f"policies={{{short(name)}: …}} takes your function itself, not {short(function)}."
            )
    return dict(policies or {})


def _agreeing(session: Session, start: History, lab: LabBase, given: Mapping[str, Callable[..., object]]) -> History:
    """Returns the replayed history, in which each function that was given answers as it did."""
    asking = {name: Recorder(name, function) for name, function in given.items()}
    again, history = with_answers(session._replace(changes={**session.changes, **asking}), start, lab.policies)
    for name, function in given.items():
        now, then = again.changes[name], session.changes[name]
        assert isinstance(now, Tape) and isinstance(then, Tape), "recorded, and asked for by _functions_given"
        if now.answers != then.answers:
            raise SessionError(
                f"{name_of(function)} does not answer as {then.__name__} did in this session; "
                "give the function that it was made with, or leave policies out to see it as it was."
            )
    return history
