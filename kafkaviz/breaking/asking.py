"""A learner's function in the place of a rule: asked as its parameters allow, judged at once, its answers kept."""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from typing import Any, Final

from kafkaviz.breaking.answers import Asked, Unanswered, spoken_name
from kafkaviz.breaking.hash_seed import hash_seed
from kafkaviz.breaking.plain_values import one_line
from kafkaviz.breaking.purity import with_same_draws
from kafkaviz.breaking.rule import Breakable, Call, Finding
from kafkaviz.decisions.errors import LearnerError
from kafkaviz.model.core.learner import outcome, safely

SECONDS_IN_ALL: Final = 30.0
"""How long a rule may take for all its questions together; each alone has the seconds of a check."""


SURE_AFTER: Final = 10
"""How many more times a question is asked, twice each time, before an answer is held against a rule."""


class BadRuleError(LearnerError):
    """A rule gave no answer that can be used; the message is one sentence, with the arguments."""

    def __init__(self, sentence: str, call: str, *, is_attempted: bool = True) -> None:
        super().__init__(sentence)
        self.call, self.is_attempted = call, is_attempted


class AskedRule:
    """A function that stands for a rule: it answers plain values or raises BadRuleError, and never twice the same.

    What it draws on the way belongs to the question, so only answers without a draw are remembered.
    """

    def __init__(self, rule: Breakable, function: Callable[..., object]) -> None:
        self.rule, self.function, self.__name__ = rule, function, spoken_name(function)
        self._asked, self._shape = Asked(function), safely(signature, function)
        self._known: dict[str, object] = {}
        self._left, self._questions = SECONDS_IN_ALL, 0
        self.calls: list[Call] | None = None
        """What a cluster has asked, where somebody wants to know."""

    def __call__(self, *arguments: Any, **named: Any) -> object:
        """Returns what the cluster takes for the answer; raises BadRuleError where there is none."""
        call = Call(arguments, named)
        if self.calls is not None:
            self.calls.append(call)
        return self.rule.taken(call, self.plain(call))

    def plain(self, call: Call) -> Any:
        """Returns the answer as a plain value that can be used; raises BadRuleError where there is none."""
        given, named, draws = with_same_draws(call.arguments, call.named)
        key = repr((call.arguments, {name: value for name, value in call.named.items() if name != "draw"}))
        if key in self._known:
            return self._known[key]
        arguments, fitted = self._fitted(given, named, call)
        if self._left <= 0:
            raise BadRuleError(
                f"{self.__name__} has taken more than {SECONDS_IN_ALL:g} seconds for {self._questions} questions, and "
                f"many more are to come; the next one is {self.show_call(call)}.",
                self.show_call(call),
            )
        self._asked.left, self._questions = self._asked.seconds, self._questions + 1
        try:
            with hash_seed():  # The same in every process, so that what is found is found again.
                answer = self._asked(*arguments, **fitted)
        except Unanswered as fault:
            raise BadRuleError(fault.sentence, self.show_call(call), is_attempted=fault.state == "error") from None
        self._left -= self._asked.seconds - self._asked.left
        broken, odd = outcome(self.rule.fault, call, answer)
        if odd is not None:
            broken = f"{one_line(answer)} is no answer to {self.rule.asked_as}"
        if broken:
            raise BadRuleError(f"{broken.rstrip('.')}, when asked {self.show_call(call)}.", self.show_call(call))
        if not any(draw.is_asked for draw in draws):
            self._known[key] = answer
        return answer

    def afresh(self, call: Call) -> Any:
        """Returns the answer to a question as if it had never been asked."""
        self._known.clear()
        return self.plain(call)

    def make_sure(self, call: Call) -> None:
        """Raises BadRuleError where the answer is another one now and then: then chance has answered, and no rule."""
        for _ in range(SURE_AFTER):
            self._asked.twice = 1
            self.afresh(call)

    def show_call(self, call: Call) -> str:
        """Returns a call as text that can be pasted into a cell, with the arguments that this function takes."""
        arguments, fitted = self._fitted(call.arguments, call.named, call)
        return self._asked.call(arguments, fitted)

    def _fitted(
        self, arguments: Sequence[Any], named: Mapping[str, Any], call: Call
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns the arguments as the function's parameters take them: those it names, or all of them in order."""
        if self._shape is None:
            return tuple(arguments), dict(named)
        parameters = self._shape.parameters.values()
        takes_all = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters)
        fitted = {name: value for name, value in named.items() if takes_all or name in self._shape.parameters}
        if _binds(self._shape, arguments, fitted):
            return tuple(arguments), fitted
        in_order = [value for name, value in named.items() if name != "draw"]
        if _binds(self._shape, [*arguments, *in_order], {}):
            return (*arguments, *in_order), {}
        raise BadRuleError(
            f"{self.__name__}{self._shape} cannot be asked: it takes other arguments than {self.rule.asked_as}.",
            self.rule.asked_as,
        )


def find_at_once(rule: Breakable, asked: AskedRule) -> Finding | None:
    """Returns what the sibling predicates of a rule find, over its cases from small to large, or None.

    Raises BadRuleError where the rule has no answer that can be used.
    """
    for case in (*rule.examples(), *sorted(rule.drawn(), key=lambda case: len(repr(case)))):
        answers = [asked.plain(call) for call in case.calls]
        broken = rule.breach(case.calls, answers)
        if broken:
            for call in case.calls:
                asked.make_sure(call)
            return Finding("breach", broken, _least(rule, asked, case.calls))
    return rule.beyond(lambda *arguments: asked.afresh(Call(arguments)))


def _least(rule: Breakable, asked: AskedRule, calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Returns the first of some calls, if that alone breaks the promise, else all of them."""
    alone = safely(rule.breach, calls[:1], [asked.plain(calls[0])])
    return calls[:1] if alone else calls


def _binds(shape: Signature, arguments: Sequence[Any], named: Mapping[str, Any]) -> bool:
    try:
        shape.bind(*arguments, **named)
    except TypeError:
        return False
    return True
