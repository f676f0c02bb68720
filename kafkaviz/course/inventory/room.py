"""room: what a whole room answered, from the files that people handed in."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from kafkaviz.course.inventory import CONCEPTS, FORMS, MISCONCEPTIONS
from kafkaviz.course.inventory.handing_in import HandedIn, read_file
from kafkaviz.course.inventory.scoring import ITEMS, commonest, is_right, misconceptions, score
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import listing, short
from kafkaviz.lab.tables import Section, Table

MOST_TOLD: Final = 20
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


class PersonRow(NamedTuple):
    """One person: how many of twelve answers are right before and after, and the difference."""

    name: str
    before: int | None
    after: int | None
    gain: int | None


class Room(Table[ConceptRow]):
    """What a room answered: a row for each concept in `rows`, one for each person in `people`.

    `told` says in a sentence each which files were left out and which names occur twice.
    """

    def __init__(self, concepts: list[ConceptRow], people: list[PersonRow], told: Sequence[str]) -> None:
        self.people, self.told = people, tuple(told)
        counted = "1 person" if len(people) == 1 else f"{len(people)} people"
        caption = f"{counted}: percentages of right answers; the gain is that of those who answered both"
        sections = [Section(caption, concepts, keys=2), Section(f"right answers of {ITEMS}", people)]
        if told:
            sections.append(Section("files", [ToldRow(sentence) for sentence in told], keys=0))
        super().__init__(_text(caption, concepts, people, told), ConceptRow, sections)


class ToldRow(NamedTuple):
    """A sentence about a file."""

    noted: str


def room(folder: str | Path) -> Room:
    """Returns the table of all hand-ins in a folder, and in the folders within it.

    A file that is no hand-in is told in one sentence and left out. Of two files with one name the one that says more
    counts; where they contradict each other both count, and the name is told. Raises InvalidArgumentError where there
    is no such folder, or not one hand-in in it.

    >>> room("no such folder")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no folder 'no such folder'.
    """
    if not isinstance(folder, str | Path):
        raise WrongTypeError(f"A folder is named by text, not {short(folder)}.")
    where = Path(folder)
    try:
        if not str(folder) or not where.is_dir():
            raise InvalidArgumentError(f"There is no folder {short(str(folder))}.")
        paths = sorted({*where.glob("*.json"), *where.glob("*/*.json")})
    except (OSError, ValueError) as problem:
        if isinstance(problem, InvalidArgumentError):
            raise
        raise InvalidArgumentError(f"There is no folder {short(str(folder))} that can be read.") from None
    found, sentences = dict[str, HandedIn](), list[str]()
    for path in paths:
        named = short(path.relative_to(where).as_posix())
        try:
            found[named] = read_file(path)
        except InvalidArgumentError as problem:
            sentences.append(f"{named} is left out: {problem}.")
    if not found:
        among = f" among {len(paths)} files (the first: {sentences[0]})" if sentences else ""
        raise InvalidArgumentError(f"There is no hand-in in {short(str(folder))}{among}.")
    people = _people(found, sentences)
    return Room(_concepts(people), [_person(person) for person in people], sentences)


def _people(found: dict[str, HandedIn], sentences: list[str]) -> list[HandedIn]:
    by_name = defaultdict[str, list[str]](list)
    for file, handed_in in found.items():
        by_name[handed_in.name.casefold()].append(file)
    people = list[HandedIn]()
    for _, files in sorted(by_name.items()):
        fullest = max((found[file] for file in files), key=lambda handed_in: len(handed_in.answers))
        agree = all(found[file].answers.items() <= fullest.answers.items() for file in files)
        people += [fullest] if agree else [found[file] for file in files]
        if len(files) > 1:
            counts = "they agree, and count once" if agree else "they differ, so all of them count"
            sentences.append(f"{fullest.name} has handed in {len(files)} files, {listing(files, '')}: {counts}.")
    return people


def _person(person: HandedIn) -> PersonRow:
    before, after = (score(form, person.answers[form]) if form in person.answers else None for form in FORMS)
    return PersonRow(person.name, before, after, None if before is None or after is None else after - before)


def _concepts(people: list[HandedIn]) -> list[ConceptRow]:
    right, shown = _by_item(people, is_right), _by_item(people, misconceptions)
    both = [person for person in people if len(person.answers) == len(FORMS)]
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


def _by_item(people: list[HandedIn], told_of: Callable[[str, str], list[T]]) -> dict[str, list[list[T]]]:
    """Returns for each form and item what is told of the answers of all who answered the form."""
    letters_of = {
        form: [told_of(form, person.answers[form]) for person in people if form in person.answers] for form in FORMS
    }
    return {form: [[letters[n] for letters in mine] for n in range(ITEMS)] for form, mine in letters_of.items()}


def _percent(right: list[bool]) -> int | None:
    return round(100 * sum(right) / len(right)) if right else None


def _commonest(shown: list[str]) -> str:
    found = next(commonest(shown), None)
    return "" if found is None else f"{found[0]} {MISCONCEPTIONS[found[0]]} ({found[1]} of {len(shown)})"


def _text(caption: str, concepts: list[ConceptRow], people: list[PersonRow], sentences: Sequence[str]) -> str:
    def number(value: int | None, sign: str = "") -> str:
        return "-" if value is None else format(value, f"{sign}d")

    ideas = {
        idea for concept in concepts for idea in (concept.misconception_before, concept.misconception_after) if idea
    }
    names = max(len(concept.concept) for concept in concepts)
    lines = [caption, f"{'':2}  {'CONCEPT':{names}}  NB  BEFORE  AFTER  GAIN  COMMONEST MISCONCEPTION"]
    for concept in concepts:
        shown = " -> ".join(_short(idea) for idea in (concept.misconception_before, concept.misconception_after))
        lines.append(
            f"{concept.item:>2}  {concept.concept:{names}}  {concept.notebook}  {number(concept.before):>6}  "
            f"{number(concept.after):>5}  {number(concept.gain, '+'):>4}  {shown}"
        )
    lines += ["", *(f"{id} {words}" for id, words in MISCONCEPTIONS.items() if any(id in idea for idea in ideas))]
    widest = max(4, *(len(person.name) for person in people))
    lines += ["", f"{'NAME':{widest}}  BEFORE  AFTER  GAIN"]
    lines += [
        f"{person.name:{widest}}  {number(person.before):>6}  {number(person.after):>5}  {number(person.gain, '+'):>4}"
        for person in people
    ]
    more = [f"and {len(sentences) - MOST_TOLD} more."] if len(sentences) > MOST_TOLD else []
    return "\n".join([*lines, *([""] if sentences else []), *sentences[:MOST_TOLD], *more])


def _short(idea: str) -> str:
    """Returns a misconception without its words, which stand below the table."""
    return f"{idea[:4]} {idea[idea.rindex('(') :]}" if idea else "-"
