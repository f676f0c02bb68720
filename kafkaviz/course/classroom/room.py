"""What a whole room answered, as one value: its questions, its exercises, the inventory and its people."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from kafkaviz.course.classroom.concepts import ConceptRow, concepts
from kafkaviz.course.classroom.exercises import ExerciseRow, exercises_of
from kafkaviz.course.classroom.folder import Folder
from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.course.classroom.questions import Idea, first_results, ideas_of, question_rows
from kafkaviz.course.classroom.said import as_text, first_of_all, people_in, questions_html
from kafkaviz.course.inventory import FORMS
from kafkaviz.course.inventory.scoring import ITEMS, score
from kafkaviz.lab.tables import Section, Table

MOST_NOTES: Final = 20


class PersonRow(NamedTuple):
    """One person: how many of twelve answers are right before and after, and the difference.

    Behind it how many questions of films and quizzes were answered, how many rightly at first, and how many exercises
    are correct.
    """

    name: str
    before: int | None
    after: int | None
    gain: int | None
    answered: int
    right_at_first: int
    exercises_correct: int


class NoteRow(NamedTuple):
    """A sentence about a file."""

    noted: str


class Room(Table[ConceptRow]):
    """What a room answered: its `questions`, its `exercises` and its `people`, a row for each.

    `rows` are the concepts of the inventory, `ideas` the misconceptions that answers show, the commonest first;
    `notes` says in a sentence each which files were left out and which names occur twice.
    """

    def __init__(self, people: Sequence[HandedIn], notes: Sequence[str]) -> None:
        self.questions, more = question_rows(people)
        self.exercises: list[ExerciseRow] = exercises_of(people)
        self.ideas: list[Idea] = ideas_of(people)
        self.people, self.notes = [_person(person) for person in people], (*notes, *more)
        how_many = people_in(len(people))
        caption = f"{how_many}: percentages of right answers; the gain is that of those who answered both"
        left = len(self.notes) - MOST_NOTES
        shown = [*self.notes[:MOST_NOTES], *([f"and {left} more."] if left > 0 else [])]
        self.first_of_all = first_of_all(how_many, self.questions, self.ideas)
        found = concepts(people)
        sections = [
            Section(caption, found, keys=2),
            Section("exercises", self.exercises),
            Section(f"people, with their right answers of {ITEMS} in the inventory", self.people),
            Section("files", [NoteRow(sentence) for sentence in shown], keys=0),
        ]
        text = as_text(self.first_of_all, self.questions, self.exercises, found, self.people, shown)
        super().__init__(text, ConceptRow, sections)

    def _repr_html_(self) -> str:
        first, *others = self.first_of_all
        said = f"<b>{escape(first)}</b>" + "".join(f"<br>{escape(line)}" for line in others)
        # A name may have the signs between which a notebook sets formulas. A widget's lines stand far apart.
        return (
            f'<div class="mathjax_ignore" style="line-height: 1.4; overflow-x: auto"><p>{said}</p>'
            f"{questions_html(self.questions)}{super()._repr_html_()}</div>"
        )


def room_of(folder: Folder) -> Room:
    """Returns what the hand-ins say that a folder held when it was read."""
    return Room(*folder.people())


def _person(person: HandedIn) -> PersonRow:
    before, after = (score(form, person.forms[form]) if form in person.forms else None for form in FORMS)
    firsts = first_results(person)
    return PersonRow(
        person.name,
        before,
        after,
        None if before is None or after is None else after - before,
        len(firsts),
        sum(firsts),
        sum(state == "correct" for state in person.checks.values()),
    )
