"""Whether an answer follows from its arguments alone: they are as they were, and chance says the same a second time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kafkaviz.decisions.values import Sent
from kafkaviz.model.core.learner import outcome

Draw = Callable[[int], int]
LISTS: Final = (list, tuple, Sequence)
DICTS: Final = (dict, Mapping)
"""Python's own first: whether a value is of an abstract class takes ten times as long to find out."""


class SameDraws:
    """A chance that says again what it said before, once it is told that the question is asked again.

    >>> numbers = iter([3, 1, 4])
    >>> draws = SameDraws(lambda bound: next(numbers))
    >>> draws(9), draws(9), draws.again(), draws(9), draws(9), draws(9)
    (3, 1, None, 3, 1, 4)
    """

    def __init__(self, draw: Draw) -> None:
        self._draw, self._said, self._next = draw, list[tuple[int, int]](), 0

    def __call__(self, bound: int) -> int:
        """Returns a number in `range(bound)`."""
        if self._next < len(self._said) and self._said[self._next][0] != bound:
            del self._said[self._next :]
        if self._next == len(self._said):
            self._said.append((bound, self._draw(bound)))
        self._next += 1
        return self._said[self._next - 1][1]

    @property
    def is_asked(self) -> bool:
        """Whether anything was drawn so far."""
        return bool(self._said)

    def again(self) -> None:
        """Begins with the first number again."""
        self._next = 0


def with_same_draws(
    arguments: tuple[object, ...], named: Mapping[str, object]
) -> tuple[tuple[object, ...], dict[str, object], list[SameDraws]]:
    """Returns the arguments of a call with a chance that can say the same again, and that chance."""
    draws = list[SameDraws]()

    def kept(draw: Draw) -> SameDraws:
        draws.append(SameDraws(draw))
        return draws[-1]

    asked = tuple(
        argument._replace(draw=kept(argument.draw)) if isinstance(argument, Sent) else argument
        for argument in arguments
    )
    asked_named = {name: kept(value) if name == "draw" and callable(value) else value for name, value in named.items()}
    return asked, asked_named, draws


def is_unchanged(now: object, then: object) -> bool:
    """Tells whether an argument is still what it was, its order included; what can be called is not looked into.

    >>> is_unchanged([1, 2], [1, 2]), is_unchanged([2, 1], [1, 2]), is_unchanged({"a": [1]}, {"a": []})
    (True, False, False)
    """
    if now is then:
        return True
    if isinstance(now, LISTS) and isinstance(then, LISTS) and not isinstance(now, str | bytes):
        return len(now) == len(then) and all(map(is_unchanged, now, then))
    if isinstance(now, DICTS) and isinstance(then, DICTS):
        return is_unchanged([*now], [*then]) and is_unchanged([*now.values()], [*then.values()])
    return callable(now) or bool(outcome(lambda: now == then)[0])
