"""The inventory of a room: concept by concept what was right before and after, and what wrong answers show."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.course.inventory import CONCEPTS, FORMS, MISCONCEPTIONS
from kafkaviz.course.inventory.scoring import ITEMS, commonest, is_right, misconceptions

T = TypeVar("T")


class ConceptRow(NamedTuple):
    """One concept: the percentage right before and after, the gain in points, and what wrong answers show most.

    The gain is that of the people who answered both forms. None is a form that nobody answered.
    """

    item: int
    concept: str
    notebook: str
    before: int | None
    after: int | None
    gain: int | None
    misconception_before: str
    misconception_after: str


def concepts(people: Sequence[HandedIn]) -> list[ConceptRow]:
    """Returns a row for each concept, or none where nobody has finished a form."""
    if not any(person.forms for person in people):
        return []
    right, shown = _by_item(people, is_right), _by_item(people, misconceptions)
    both = [person for person in people if len(person.forms) == len(FORMS)]
    paired = _by_item(both, is_right)
    return [
        ConceptRow(
            item=n + 1,
            concept=concept.name,
            notebook=concept.notebook,
            before=_percent(right["before"][n]),
            after=_percent(right["after"][n]),
            gain=round(100 * (sum(paired["after"][n]) - sum(paired["before"][n])) / len(both)) if both else None,
            misconception_before=_commonest(shown["before"][n]),
            misconception_after=_commonest(shown["after"][n]),
        )
        for n, concept in enumerate(CONCEPTS)
    ]


def _by_item(people: Sequence[HandedIn], read: Callable[[str, str], list[T]]) -> dict[str, list[list[T]]]:
    """Returns for each form and item what is read from the answers of all who answered the form."""
    letters_of = {form: [read(form, person.forms[form]) for person in people if form in person.forms] for form in FORMS}
    return {form: [[letters[n] for letters in mine] for n in range(ITEMS)] for form, mine in letters_of.items()}


def _percent(right: list[bool]) -> int | None:
    return round(100 * sum(right) / len(right)) if right else None


def _commonest(shown: list[str]) -> str:
    found = next(commonest(shown), None)
    return "" if found is None else f"{found[0]} {MISCONCEPTIONS[found[0]]} ({found[1]} of {len(shown)})"
