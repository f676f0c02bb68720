"""Puts questions into a film: in front of which frame it stops, and what it asks there."""

from collections.abc import Sequence
from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.scene.questions import Question, require_askable
from kafkaviz.scene.values import Caption, Film, Gate


def add_gates(film: Film, ask: object) -> Film:
    """Returns the film with one question, or a list of them, in front of its frames.

    A question is a `Question` that says `before` which event it is asked, a `Gate`, or a tuple: the question, its
    options, the number of the right one from 0, the frame to stop
    before, and perhaps why the answer is right. The frame is a number from 0, or what it tells of, in which case the
    first such frame is meant, or the last: a kind of event, alone or with what it is about, as in "PartitionChanged
    letters-0" or "last RecordQueued". ValueError says what is wrong with a question.

    >>> from kafkaviz.scene.values import Caption
    >>> film = Film("t", (Caption("a"), Caption("b", kind="BrokerCrashed")), {}, {}, "main")
    >>> add_gates(film, ("Who crashes?", ["1", "2"], 0, "BrokerCrashed")).gates
    (Gate(step=1, question='Who crashes?', options=('1', '2'), answer=0, because='', reveal=None, id=''),)
    """
    if not isinstance(ask, tuple | list):
        raise InvalidArgumentError(f"What a film asks is a question or a list of them, not {short(ask)}.")
    alone = isinstance(ask, Gate) or (ask and isinstance(ask[0], str))
    asked: Sequence[object] = [ask] if alone else ask
    gates = sorted([_gate(film, question) for question in asked], key=lambda gate: gate.step)
    return film._replace(gates=tuple(gates), opens_at=min([film.opens_at, *(gate.step - 1 for gate in gates)]))


def _gate(film: Film, asked: object) -> Gate:
    if isinstance(asked, Question):
        require_askable(asked)
        options = tuple(option.text for option in asked.options)
        reasons = tuple(option.because for option in asked.options)
        step = _step(film, asked.before)
        reveal = _reveal(film, asked.reveal, step)
        return Gate(step, asked.text, options, asked.right, reasons, reveal, asked.id)
    return _checked(film, asked if isinstance(asked, Gate) else Gate(*_fields(film, asked)))


def _fields(film: Film, asked: object) -> tuple[Any, ...]:
    if not isinstance(asked, tuple | list) or not 4 <= len(asked) <= 5:
        raise InvalidArgumentError(
            f"A question is (question, options, number of the right one, frame or kind of event, because), "
            f"of which only the last may be left out; this one is {short(asked)}."
        )
    question, options, answer, before, *because = asked
    return _step(film, before), question, options, answer, *(because or [""])


def _step(film: Film, before: object) -> int:
    if not isinstance(before, str):
        return int(check_kind("The frame of a question", int, before))
    found = _frame(film, before, 1)
    if found is not None:
        return found
    kinds = dict.fromkeys(event.split(" ")[0] for caption in film.captions[1:] for event in _events_of(caption))
    known = ", ".join(filter(None, kinds)) or "nothing"
    raise InvalidArgumentError(f"No frame of this film tells of {before!r}; its frames tell of {known}.")


def _reveal(film: Film, event: str, step: int) -> int | None:
    """Returns the frame from a step on that tells of an event; a film that never does says all with its last frame."""
    if not event:
        return None
    found = _frame(film, event, step)
    return len(film.captions) - 1 if found is None else found


def _frame(film: Film, event: str, since: int) -> int | None:
    """Returns the first frame from one on that tells of an event, or with "last" in front of it the last one."""
    wanted = event.removeprefix("last ")
    # Each event is its kind, and behind it whom it is about.
    frames = [
        number
        for number, caption in enumerate(film.captions)
        if number >= since and any(wanted in (name, name.split(" ")[0]) for name in _events_of(caption))
    ]
    return frames[0 if wanted == event else -1] if frames else None


def _events_of(caption: Caption) -> tuple[str, ...]:
    return caption.events or (caption.kind,)


def _checked(film: Film, fields: Gate) -> Gate:
    step, question, options, answer, because, reveal, id = fields
    gate = Gate(
        check_kind("A question's step", int, step),
        check_kind("A question's question", str, question),
        check_kind("A question's options", tuple[str, ...], options),
        check_kind("A question's answer", int, answer),
        check_kind("A question's because", tuple[str, ...] if isinstance(because, tuple | list) else str, because),
        check_kind("A question's reveal", int | None, reveal),
        check_kind("A question's id", str, id),
    )
    last = len(film.captions) - 1
    if not 1 <= gate.step <= last:
        raise InvalidArgumentError(
            f"A question stands before one of the frames 1 to {last} (counted from 0), not {gate.step}."
        )
    if gate.reveal is not None and not gate.step <= gate.reveal <= last:
        raise InvalidArgumentError(
            f"A question that stands before frame {gate.step} is over with one of the frames {gate.step} to {last}, "
            f"not {gate.reveal}."
        )
    if len(gate.options) < 2 or len(set(gate.options)) < len(gate.options):
        raise InvalidArgumentError(
            f"A question needs two or more options that differ, not {', '.join(gate.options) or 'none'}."
        )
    if not 0 <= gate.answer < len(gate.options):
        raise InvalidArgumentError(
            f"The right option is a number from 0 to {len(gate.options) - 1}, not {gate.answer!r}."
        )
    if isinstance(gate.because, tuple) and len(gate.because) != len(gate.options):
        raise InvalidArgumentError(
            f"Reasons are one text, or one for each of {len(gate.options)} options, not {len(gate.because)}."
        )
    return gate
