"""hand_in: what a learner gives to the person who teaches, as one small file: a name, answers and scores."""

import json
import re
from pathlib import Path
from typing import Any, Final

from kafkaviz.course.inventory import FORMS
from kafkaviz.course.inventory.scoring import ITEMS, OPEN, Kept, is_form, kept, score
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short

KIND: Final = "kafkaviz hand-in"
VERSION: Final = 1
LONGEST_NAME: Final = 80
LARGEST_BYTES: Final = 16_384


class HandedIn:
    """What one learner has handed in: a name, and the answers to each form that is finished."""

    def __init__(self, name: str, answers: dict[str, str]) -> None:
        self.name, self.answers = name, answers

    def to_json(self) -> str:
        """Returns the text of the file: no date, no path, nothing but name, answers and scores."""
        forms = {form: {"answers": text, "score": score(form, text)} for form, text in self.answers.items()}
        page = {"kind": KIND, "version": VERSION, "name": self.name, "of": ITEMS, "inventory": forms}
        return json.dumps(page, indent=1, ensure_ascii=False) + "\n"


def hand_in(name: str, path: str | Path | None = None) -> Path:
    """Writes what you answered in the inventory to a file to give away, and returns its path.

    It holds the name, the answers and the scores of the forms that are finished, and nothing else. Without a path it
    lies in the working directory. Raises InvalidArgumentError where nothing is finished, for a name that cannot be
    shown, and where another file is in the way.

    >>> hand_in("")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: A name has 1 to 80 letters, digits, signs and spaces, not ''.
    """
    named = read_name(name)
    finished = {form: answered.answers for form in FORMS if (answered := kept(form)).finished}
    if not finished:
        raise InvalidArgumentError(f'Nothing is finished yet{_started()}; inventory("before") asks the questions.')
    target = _target(named, path)
    try:
        if target.exists() and not _may_replace(target, named):
            raise InvalidArgumentError(
                f"{short(str(target))} is there and is no hand-in of {named}; name another file."
            )
        target.write_text(HandedIn(named, finished).to_json(), encoding="utf-8")
    except (OSError, ValueError) as problem:
        if isinstance(problem, InvalidArgumentError):
            raise
        raise InvalidArgumentError(f"{short(str(target))} cannot be written: {_why(problem)}.") from None
    return target


def read_name(name: object) -> str:
    """Returns a name without the spaces around it.

    Raises WrongTypeError for what is no text, InvalidArgumentError for nothing, too much, and what cannot be seen.

    >>> read_name(" Ada  Lovelace ")
    'Ada Lovelace'
    """
    if not isinstance(name, str):
        raise WrongTypeError(f"A name is text, not {short(name)}.")
    named = " ".join(name.split())
    if not 0 < len(named) <= LONGEST_NAME or not named.isprintable():
        raise InvalidArgumentError(
            f"A name has 1 to {LONGEST_NAME} letters, digits, signs and spaces, not {short(name)}."
        )
    return named


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
        raise InvalidArgumentError(f"it cannot be read ({_why(problem)})") from None
    except (ValueError, RecursionError) as problem:
        if isinstance(problem, InvalidArgumentError):
            raise
        raise InvalidArgumentError("it is no JSON") from None
    if not isinstance(page, dict) or page.get("kind") != KIND:
        raise InvalidArgumentError("it is no hand-in of this course")
    if page.get("version") != VERSION:
        raise InvalidArgumentError(f"its version is {short(page.get('version'))}, not {VERSION}")
    try:
        named = read_name(page.get("name"))
    except ValueError:
        raise InvalidArgumentError(f"its name cannot be shown: {short(page.get('name'))}") from None
    return HandedIn(named, _answers(page.get("inventory")))


def _answers(found: Any) -> dict[str, str]:
    forms = found if isinstance(found, dict) else {}
    answers = {form: forms[form].get("answers") for form in FORMS if isinstance(forms.get(form), dict)}
    if not answers or not all(is_form(text) and OPEN not in text for text in answers.values()):
        raise InvalidArgumentError("it does not hold twelve answers a to d or ? for each form")
    return answers


def _started() -> str:
    given = {form: ITEMS - kept(form).answers.count(OPEN) for form in FORMS if kept(form) != Kept()}
    counts = " and ".join(f"{count} of {ITEMS} answers to {form!r}" for form, count in given.items())
    return f" ({counts})" if counts else ""


def _target(named: str, path: object) -> Path:
    if path is None:
        slug = re.sub(r"[^\w-]+", "-", named.casefold()).strip("-_") or "me"
        return Path(f"hand-in-{slug}.json")
    if not isinstance(path, str | Path) or not str(path):
        raise WrongTypeError(f"A path is text, not {short(path)}.")
    return Path(path)


def _may_replace(target: Path, named: str) -> bool:
    try:
        return read_file(target).name == named
    except InvalidArgumentError:
        return False


def _why(problem: Exception) -> str:
    return str(getattr(problem, "strerror", None) or problem)
