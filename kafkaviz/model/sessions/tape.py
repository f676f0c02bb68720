"""A learner's function on tape: its name and what it answered, so that a session replays without its code.

A question is known by a fingerprint of its arguments. What the function drew on the way belongs to the question: the
same arguments and the same draws must have the same answer.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import NamedTuple

from kafkaviz.decisions.errors import KafkaError, LearnerError, error_named
from kafkaviz.decisions.values import Sent
from kafkaviz.decisions.wording import as_integer, name_of
from kafkaviz.model.sessions.values import SessionError, brief, from_json, json_list, json_object

FINGERPRINT = 16
YES_OR_NO = ("is_out_of_sync", "may_acknowledge")
Draw = Callable[[int], int]


class Answer(NamedTuple):
    """What was asked (a fingerprint), what was drawn (bound and result of each), and what came back.

    `error` is Kafka's name of what was raised instead, with `value` its message.
    """

    asked: str
    drew: tuple[tuple[int, int], ...]
    value: object
    error: str = ""


class Tape:
    """Stands for a learner's function of which only the answers are known.

    >>> tape = Tape("partitioner", "my_partitioner", [Answer(question_key((None, 3), {}), (), 2)])
    >>> tape(None, 3)
    2
    >>> tape(None, 4)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.LearnerError: my_partitioner(None, 4) is asked for the first time, and a session holds \
only what my_partitioner has answered so far; to go on, give it to \
Lab.from_json(…, policies={'partitioner': my_partitioner}).
    """

    def __init__(self, policy: str, name: str, answers: list[Answer]) -> None:
        self.__name__ = name
        self.policy, self.answers = policy, answers
        self._known: dict[str, list[Answer]] = {}
        for answer in answers:
            self._known.setdefault(answer.asked, []).append(answer)

    def __call__(self, *arguments: object, **named: object) -> object:
        """Returns the recorded answer; raises LearnerError where this was never asked."""
        draw, possible, index = _draw_of(arguments, named), self._known.get(question_key(arguments, named), []), 0
        while possible:
            if len(possible[0].drew) == index:
                return _repeated(possible[0])
            bound = possible[0].drew[index][0]
            drawn = (bound, draw(bound))
            possible = [answer for answer in possible if len(answer.drew) > index and answer.drew[index] == drawn]
            index += 1
        shown = ", ".join(
            [*map(repr, arguments), *(f"{name}={value!r}" for name, value in _without_draw(named).items())]
        )
        raise LearnerError(
            f"{self.__name__}({shown}) is asked for the first time, and a session holds only what {self.__name__} has "
            f"answered so far; to go on, give it to Lab.from_json(…, policies={{{self.policy!r}: {self.__name__}}})."
        )


class Recorder:
    """Asks a learner's function, or a tape, and keeps each answer once.

    Raises LearnerError where the same question gets another answer than before, or one that JSON cannot hold.
    """

    def __init__(self, policy: str, function: Callable[..., object]) -> None:
        self.__name__ = name_of(function)
        self.function, self._policy = function, policy
        self._kept: dict[tuple[str, tuple[tuple[int, int], ...]], Answer] = {}

    def __call__(self, *arguments: object, **named: object) -> object:
        """Returns the function's answer."""
        asked, drew, draw = question_key(arguments, named), list[tuple[int, int]](), _draw_of(arguments, named)

        def drawn(bound: int) -> int:
            drew.append((bound, draw(bound)))
            return drew[-1][1]

        if "draw" in named:
            named["draw"] = drawn
        arguments = tuple(
            argument._replace(draw=drawn) if isinstance(argument, Sent) else argument for argument in arguments
        )
        try:
            given = self.function(*arguments, **named)
            answer = Answer(asked, tuple(drew), bool(given) if self._policy in YES_OR_NO else self._plain(given))
        except KafkaError as refusal:
            answer = Answer(asked, tuple(drew), refusal.message, refusal.name)
        if self._kept.setdefault((asked, answer.drew), answer) != answer:
            raise LearnerError(
                f"{self.__name__} answers the same question in two ways; an answer must follow from its arguments."
            )
        return _repeated(answer)

    @property
    def tape(self) -> Tape:
        """What was answered so far, in the order of the questions."""
        return Tape(self._policy, self.__name__, list(self._kept.values()))

    def _plain(self, given: object) -> object:
        """Returns an answer as JSON holds it."""
        if given is None or isinstance(given, bool | str):
            return given
        if isinstance(given, Mapping):
            return {str(name): self._plain(item) for name, item in given.items()}
        if isinstance(given, list | tuple):
            return tuple(map(self._plain, given))
        number = as_integer(given)
        if number is None:
            raise LearnerError(f"{self.__name__} answered {brief(given)}, which a session cannot hold.")
        return number


def question_key(arguments: tuple[object, ...], named: Mapping[str, object]) -> str:
    """Returns what a question is known by; chance does not belong to it.

    >>> question_key((b"ABC", 3), {})
    '0bc03ae8661edec0'
    """
    return sha256(repr((arguments, _without_draw(named))).encode("utf-8", "backslashreplace")).hexdigest()[:FINGERPRINT]


def tape_to_json(tape: Tape) -> dict[str, object]:
    """Returns a tape as `{"function": its name, "answers": […]}`."""
    return {"function": tape.__name__, "answers": list(map(_answer_to_json, tape.answers))}


def tape_from_json(policy: str, given: object, path: str) -> Tape:
    """Returns the tape that such a mapping tells of; raises SessionError with the path of what is wrong with it."""
    fields = json_object(given, path, ["function", "answers"])
    name = from_json(fields["function"], str, f"{path}.function")
    given_answers = json_list(fields["answers"], f"{path}.answers")
    answers = [_answer_from_json(answer, f"{path}.answers[{n}]") for n, answer in enumerate(given_answers)]
    known = set[tuple[object, ...]]()
    for n, answer in enumerate(answers):
        if (answer.asked, answer.drew) in known:
            raise SessionError(f"{path}.answers[{n}]: this was asked and answered before.")
        known.add((answer.asked, answer.drew))
    return Tape(policy, name, answers)


def _answer_to_json(answer: Answer) -> dict[str, object]:
    drew = {"drew": [list(draw) for draw in answer.drew]} if answer.drew else {}
    raised = {"raised": answer.error} if answer.error else {}
    return {"asked": answer.asked, **drew, **raised, "answer": answer.value}


def _answer_from_json(given: object, path: str) -> Answer:
    fields = json_object(given, path, ["asked", "answer"], known=["asked", "drew", "raised", "answer"])
    drew = from_json(fields.get("drew", []), tuple[tuple[int, ...], ...], f"{path}.drew")
    for n, pair in enumerate(drew):
        if len(pair) != 2 or not 0 <= pair[1] < pair[0]:
            raise SessionError(f"{path}.drew[{n}]: here stands [bound, what was drawn below it], not {list(pair)}.")
    error = from_json(fields.get("raised", ""), str, f"{path}.raised")
    asked = from_json(fields["asked"], str, f"{path}.asked")
    if error:
        return Answer(asked, drew, from_json(fields["answer"], str, f"{path}.answer"), error)
    return Answer(asked, drew, _tupled(fields["answer"], f"{path}.answer"))


def _tupled(given: object, path: str) -> object:
    if isinstance(given, list):
        return tuple(_tupled(item, f"{path}[{n}]") for n, item in enumerate(given))
    if isinstance(given, dict):
        return {name: _tupled(item, f"{path}.{name}") for name, item in given.items()}
    if isinstance(given, float):
        raise SessionError(f"{path}: here stands what a function answers, not {brief(given)}.")
    return given


def _repeated(answer: Answer) -> object:
    if answer.error:
        raise error_named(answer.error)(str(answer.value))
    return answer.value


def _without_draw(named: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in sorted(named.items()) if name != "draw"}


def _draw_of(arguments: tuple[object, ...], named: Mapping[str, object]) -> Draw:
    """Returns the chance that a question comes with."""
    draw = named.get("draw")
    if callable(draw):
        return draw
    return next((argument for argument in arguments if isinstance(argument, Sent)), Sent()).draw
