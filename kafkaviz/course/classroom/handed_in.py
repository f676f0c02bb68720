"""What one learner hands in: a name, and what was answered; as text of a file, and read from one."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from kafkaviz.course.inventory import FORMS
from kafkaviz.course.inventory.scoring import ITEMS, OPEN, is_form, score
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.records.answers import Answer, Failed, answers_in, failed_checks, is_id

KIND: Final = "kafkaviz hand-in"
VERSION: Final = 2
LONGEST_NAME: Final = 80
LARGEST_BYTES: Final = 262_144
STATES: Final = ("correct", "incorrect", "error", "not attempted")


class HandedIn(NamedTuple):
    """What one learner has handed in; each form of the inventory is twelve letters and is finished."""

    name: str
    forms: Mapping[str, str] = {}
    answers: Mapping[str, tuple[Answer, ...]] = {}
    checks: Mapping[str, str] = {}
    failed: Mapping[str, tuple[Failed, ...]] = {}

    def to_json(self) -> str:
        """Returns the text of the file: no date, no path, nothing but a name, answers and what was said of them."""
        forms = {form: {"answers": text, "score": score(form, text)} for form, text in self.forms.items()}
        parts: dict[str, object] = {
            "inventory": forms,
            "questions": {id: [each._asdict() for each in answers] for id, answers in sorted(self.answers.items())},
            "checks": dict(sorted(self.checks.items())),
            "failed": {id: [each._asdict() for each in failed] for id, failed in sorted(self.failed.items())},
        }
        page = {"kind": KIND, "version": VERSION, "name": self.name, "of": ITEMS}
        page |= {part: facts for part, facts in parts.items() if facts}
        return json.dumps(page, indent=1, ensure_ascii=False) + "\n"

    def goes_on_from(self, other: "HandedIn") -> bool:
        """Tells whether it has all that an earlier one has."""
        mine = self.forms.items() | self.first_answers.items()
        return other.forms.items() | other.first_answers.items() <= mine and other.checks.keys() <= self.checks.keys()

    def agrees_with(self, other: "HandedIn") -> bool:
        """Tells whether both gave the same answer to each question that both have answered."""
        firsts, forms = self.first_answers, self.forms
        return all(firsts.get(id, answer) == answer for id, answer in other.first_answers.items()) and all(
            forms.get(form, text) == text for form, text in other.forms.items()
        )

    @property
    def first_answers(self) -> dict[str, Answer]:
        """The first answer to each question."""
        return {id: answers[0] for id, answers in self.answers.items()}


def together(first: HandedIn, other: HandedIn) -> HandedIn:
    """Returns two hand-ins of one learner as one; where both say something, the one that says more counts."""
    return HandedIn(
        other.name,
        {**first.forms, **other.forms},
        {**first.answers, **{id: max(first.answers.get(id, ()), each, key=len) for id, each in other.answers.items()}},
        {**first.checks, **{id: _better(first.checks.get(id, state), state) for id, state in other.checks.items()}},
        {**first.failed, **{id: max(first.failed.get(id, ()), each, key=len) for id, each in other.failed.items()}},
    )


def _better(first: str, other: str) -> str:
    return min(first, other, key=STATES.index)


def read_name(name: object) -> str:
    """Returns a name without the spaces around it.

    Raises WrongTypeError for what is no text, InvalidArgumentError for nothing, too much, and what cannot be seen.

    >>> read_name(" Ada  Lovelace ")
    'Ada Lovelace'
    """
    if not isinstance(name, str):
        raise WrongTypeError(f"A name is text, not {short(name)}.")
    written = " ".join(name.split())
    if not 0 < len(written) <= LONGEST_NAME or not written.isprintable():
        raise InvalidArgumentError(
            f"A name has 1 to {LONGEST_NAME} letters, digits, signs and spaces, not {short(name)}."
        )
    return written


def read_file(path: Path) -> HandedIn:
    """Returns what a file hands in; its scores are counted anew, and nothing in it is carried out.

    Raises InvalidArgumentError, in one sentence without the file's name, for what is no hand-in.
    """
    try:
        if not path.is_file():
            raise InvalidArgumentError("it is no ordinary file")
        with path.open("rb") as file:
            found = file.read(LARGEST_BYTES + 1)
        if len(found) > LARGEST_BYTES:
            raise InvalidArgumentError(f"it has more than {LARGEST_BYTES:,} bytes")
        page = json.loads(found)
    except OSError as problem:
        raise InvalidArgumentError(f"it cannot be read ({why(problem)})") from None
    except (ValueError, RecursionError) as problem:
        if isinstance(problem, InvalidArgumentError):
            raise
        raise InvalidArgumentError("it is no JSON") from None
    if not isinstance(page, dict) or page.get("kind") != KIND:
        raise InvalidArgumentError("it is no hand-in of this course")
    if page.get("version") not in range(1, VERSION + 1):
        raise InvalidArgumentError(f"its version is {short(page.get('version'))}, and 1 to {VERSION} are known")
    try:
        name = read_name(page.get("name"))
    except ValueError:
        raise InvalidArgumentError(f"its name cannot be shown: {short(page.get('name'))}") from None
    handed_in = HandedIn(
        name,
        _forms(page.get("inventory", {})),
        answers_in(page.get("questions")),
        _checks(page.get("checks")),
        failed_checks(page.get("failed")),
    )
    if not any(handed_in[1:]):
        raise InvalidArgumentError("it holds no answer")
    return handed_in


def _forms(found: Any) -> dict[str, str]:
    if not isinstance(found, dict):
        raise InvalidArgumentError("its inventory holds no forms")
    answers = {form: found[form].get("answers") for form in FORMS if isinstance(found.get(form), dict)}
    if (found and not answers) or not all(is_form(text) and OPEN not in text for text in answers.values()):
        raise InvalidArgumentError("it does not hold twelve answers a to d or ? for each form")
    return answers


def _checks(found: object) -> dict[str, str]:
    facts = found.items() if isinstance(found, dict) else ()
    return {id: state for id, state in facts if is_id(id) and isinstance(state, str) and state in STATES}


def why(problem: Exception) -> str:
    """Returns the message of a fault of the file system, without the name of the file."""
    return str(getattr(problem, "strerror", None) or problem)
