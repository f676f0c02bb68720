"""What a film tells of a request itself, where that is more than its name: told beside the events that come of it."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from kafkaviz.model.core.request import Request
from kafkaviz.scene.telling.words import as_words

R = TypeVar("R", bound=Request)


class Asking(NamedTuple):
    """What a film knows of one kind of request.

    `chapter` names in few words the chapter that it opens. After one that `awaits` a timeout time passes until that is
    over, and not because a person wants it to pass.
    """

    chapter: Callable[[Any], str] = as_words
    awaits: bool = False


ASKINGS: Final[dict[type[Request], Asking]] = {}


def asking(*kinds: type[R], chapter: Callable[[R], str] = as_words, awaits: bool = False) -> None:
    """Registers what a film tells of some kinds of request."""
    ASKINGS.update(dict.fromkeys(kinds, Asking(chapter, awaits)))


def asking_of(request: Request | None) -> Asking:
    """Returns what a film tells of a request: just its name if it is not registered, nothing if it is None."""
    return ASKINGS.get(type(request), Asking()) if request is not None else Asking(lambda request: "")


def with_broker(request: Any) -> str:
    """Names a request and the broker that it is about."""
    return f"{as_words(request)} {request.broker}"
