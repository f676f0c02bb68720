"""hand_in: what a learner gives to the person who teaches, as one small file: a name and answers, and no more."""

import re
from pathlib import Path
from typing import NamedTuple

from kafkaviz import records
from kafkaviz.course.classroom.handed_in import HandedIn, read_file, read_name, why
from kafkaviz.course.inventory import FORMS
from kafkaviz.course.inventory.scoring import ITEMS, OPEN, Kept, read_form
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import listing, quantity, short
from kafkaviz.records.answers import answers_in, failed_checks
from kafkaviz.records.shared_file import replace


class Written(NamedTuple):
    """The file that was written, and what is in it, in words."""

    path: Path
    words: str


def hand_in(name: str, path: str | Path | None = None) -> Path:
    """Writes what you answered to a file to give away, says what is in it, and returns its path.

    It holds the name, the answers to questions and to finished forms of the inventory, how the exercises did and what
    was said of wrong answers; nothing else, and nothing is sent. Without a path it lies in the working directory; a
    path may be a folder that the class shares. Written once more it takes the place of the former one.

    Raises InvalidArgumentError where nothing is answered, for a name that cannot be shown, and where another file, or
    somebody else's, is in the way.

    >>> hand_in("")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: A name has 1 to 80 letters, digits, signs and spaces, not ''.
    """
    written = write(name, path)
    print(written.words)
    return written.path


def write(name: str, path: str | Path | None = None) -> Written:
    """Writes a hand-in as `hand_in` does, and says nothing yet."""
    mine = present(read_name(name))
    if not any(mine[1:]):
        said = f'Nothing is finished yet{_started()}; inventory("before") asks the questions.'
        raise InvalidArgumentError(" ".join(filter(None, (said, records.trouble()))))
    target = _target(mine.name, path)
    try:
        if target.exists():
            _require_mine(target, mine)
        replace(target, mine.to_json())
    except (OSError, ValueError) as problem:
        if isinstance(problem, InvalidArgumentError):
            raise
        raise InvalidArgumentError(f"{short(str(target))} cannot be written: {why(problem)}.") from None
    return Written(target, _in_words(target, mine))


def present(name: str) -> HandedIn:
    """Returns what somebody would hand in now."""
    found = records.read()
    tried = {id: state for id, state in found["checks"].items() if state != "not attempted"}
    return HandedIn(
        name,
        {form: answered.answers for form in FORMS if (answered := read_form(form)).finished},
        answers_in(found["answers"]),
        tried,
        failed_checks(found["failed"]),
    )


def _in_words(target: Path, mine: HandedIn) -> str:
    correct = sum(state == "correct" for state in mine.checks.values())
    parts = [
        quantity(len(mine.answers), "question") + " with each answer" if mine.answers else "",
        f"{quantity(len(mine.checks), 'exercise')}, {correct} correct, with what was said of wrong answers"
        if mine.checks
        else "",
        f"the inventory {listing(list(mine.forms), '')} the course" if mine.forms else "",
    ]
    held = "; ".join(filter(None, parts))
    said = f"{target} holds your name, your answers and your scores: {held}. Nothing else is in it, and nothing is sent"
    return " ".join(filter(None, (f"{said}: give it to whoever teaches.", records.trouble())))


def _started() -> str:
    given = {form: ITEMS - read_form(form).answers.count(OPEN) for form in FORMS if read_form(form) != Kept()}
    counts = " and ".join(f"{count} of {ITEMS} answers to {form!r}" for form, count in given.items())
    return f" ({counts})" if counts else ""


def _target(name: str, path: object) -> Path:
    slug = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-_") or "me"
    if path is None:
        return Path(f"hand-in-{slug}.json")
    if not isinstance(path, str | Path) or not str(path):
        raise WrongTypeError(f"A path is text, not {short(path)}.")
    target = Path(path)
    try:
        return target / f"hand-in-{slug}.json" if target.is_dir() else target
    except (OSError, ValueError):
        return target


def _require_mine(target: Path, mine: HandedIn) -> None:
    try:
        there = read_file(target)
    except InvalidArgumentError:
        there = None
    if there is None or there.name != mine.name:
        raise InvalidArgumentError(
            f"{short(str(target))} is there and is no hand-in of {mine.name}; name another file."
        )
    if not mine.goes_on_from(there):
        raise InvalidArgumentError(
            f"{short(str(target))} has answers that are not yours: is there another {mine.name}? Hand in under a name "
            "that tells you apart, or name another file."
        )
