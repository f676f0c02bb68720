"""What is said of a room: first what matters, then question by question, as text and as HTML."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from kafkaviz.course.classroom.concepts import ConceptRow
from kafkaviz.course.classroom.exercises import ExerciseRow
from kafkaviz.course.classroom.questions import Idea, QuestionRow
from kafkaviz.course.inventory import MISCONCEPTIONS
from kafkaviz.decisions.wording import listing, quantity
from kafkaviz.lab.tables import Row, in_columns

MOST_NAMED: Final = 3
LEFT: Final = "text-align: left; vertical-align: top; padding: 2px 8px"


def people_in(number: int) -> str:
    """Returns how many people there are, in words.

    >>> people_in(1), people_in(12)
    ('1 person', '12 people')
    """
    return "1 person" if number == 1 else f"{number:,} people"


def first_of_all(people: str, questions: Sequence[QuestionRow], ideas: Sequence[Idea]) -> list[str]:
    """Returns the lines that one needs while a class waits: what most people think wrongly, and what to open next."""
    lines = [f"{people}, {quantity(len(questions), 'question')} answered."]
    if ideas:
        idea = ideas[0]
        where = listing(idea.questions[:MOST_NAMED], "")
        lines.append(
            f"Commonest misconception: {idea.id} “{idea.words}”, shown by {people_in(idea.people)} in {where}."
        )
    worst = max(questions, key=lambda row: (row.answered - row.right_now, row.wrong), default=None)
    if worst is not None and worst.wrong:
        section = f", “{worst.film.section}”" if worst.film.section else ""
        lines.append(f"Open next: notebook {worst.film.notebook}{section}, since {_how_often(worst)}.")
        lines += [f"Its film: {worst.film.line}"] if worst.film.line else []
    return lines


def _how_often(row: QuestionRow) -> str:
    return f"{row.wrong} of {row.answered} answered {row.id} wrongly at first, and {row.answered - row.right_now} now"


def as_text(
    first: Sequence[str],
    questions: Sequence[QuestionRow],
    exercises: Sequence[ExerciseRow],
    concepts: Sequence[ConceptRow],
    people: Sequence[Row],
    notes: Sequence[str],
) -> str:
    """Returns all of it as lines of text."""
    parts = ["\n".join(first), *("\n".join(_question(row)) for row in questions)]
    if exercises:
        parts.append("\n".join(_exercises(exercises)))
    if concepts:
        parts.append("\n".join(_concepts(concepts)))
    names = ["NAME", "BEFORE", "AFTER", "GAIN", "ANSWERED", "RIGHT AT FIRST", "EXERCISES CORRECT"]
    parts.append(in_columns([names, *([str(name), *map(_number, numbers)] for name, *numbers in people)], "  ", 1))
    return "\n\n".join([*parts, *(["\n".join(notes)] if notes else [])])


def _question(row: QuestionRow) -> Iterator[str]:
    yield f"{row.id}  {row.text}"
    yield f"  {_counts(row)}"
    widest = max((len(choice.text) for choice in row.choices), default=0)
    for choice in row.choices:
        idea = choice.misconception
        thought = f"  {idea} {MISCONCEPTIONS.get(idea, '')}" if idea else ""
        yield f"  {choice.people:>4} {'✓' if choice.is_right else ' '} {choice.text:{widest}}{thought}".rstrip()
    yield f"  film: {row.film}"


def _counts(row: QuestionRow) -> str:
    shown = f"; {row.shown} wanted to see the answer" if row.shown else ""
    return f"{row.answered} answered: {row.right_at_first} right at first, {row.right_now} now{shown}"


def _exercises(exercises: Sequence[ExerciseRow]) -> Iterator[str]:
    head = ["EXERCISE", "TRIED", "CORRECT", "SAID MOST OFTEN"]
    lines = [[row.id, str(row.tried), str(row.correct), _said(row)] for row in exercises]
    yield in_columns([head, *lines], "  ")


def _said(row: ExerciseRow) -> str:
    return f"{row.said_most} ({people_in(row.people)})" if row.people else "-"


def _concepts(concepts: Sequence[ConceptRow]) -> Iterator[str]:
    ideas = {idea for row in concepts for idea in (row.misconception_before, row.misconception_after) if idea}
    widest = max(len(row.concept) for row in concepts)
    yield f"{'':2}  {'CONCEPT':{widest}}  NB  BEFORE  AFTER  GAIN  COMMONEST MISCONCEPTION"
    for row in concepts:
        shown = " -> ".join(_short(idea) for idea in (row.misconception_before, row.misconception_after))
        yield (
            f"{row.item:>2}  {row.concept:{widest}}  {row.notebook}  {_number(row.before):>6}  "
            f"{_number(row.after):>5}  {_number(row.gain, '+'):>4}  {shown}"
        )
    yield ""
    yield from (f"{id} {words}" for id, words in MISCONCEPTIONS.items() if any(id in idea for idea in ideas))


def _short(idea: str) -> str:
    """Returns a misconception without its words, which stand below the table."""
    return f"{idea[:4]} {idea[idea.rindex('(') :]}" if idea else "-"


def _number(value: object, sign: str = "") -> str:
    return format(value, f"{sign}d") if isinstance(value, int) else "-"


def questions_html(questions: Sequence[QuestionRow]) -> str:
    """Returns a table with a row for each question; every word in it is text."""
    if not questions:
        return ""
    head = "".join(
        f'<th scope="col" style="{LEFT}">{name}</th>'
        for name in ("question", "at first they said", "film to open next")
    )
    rows = "".join(f"<tr>{''.join(_cells(row))}</tr>" for row in questions)
    caption = f'<caption style="{LEFT}"><b>questions of films and quizzes</b></caption>'
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cells(row: QuestionRow) -> Iterator[str]:
    asked = f'{escape(row.id)} <span style="font-weight: normal">{escape(row.text)}<br>{escape(_counts(row))}</span>'
    yield f'<th scope="row" style="{LEFT}; min-width: 9em">{asked}</th>'
    said = "".join(_bar(choice.text, choice.people, row.answered, choice.is_right) for choice in row.choices)
    thought = f"Commonest misconception: {escape(row.misconception)}" if row.misconception else ""
    yield f'<td style="{LEFT}; min-width: 12em">{said}{thought}</td>'
    line = f'<code style="white-space: normal; overflow-wrap: anywhere">{escape(row.film.line)}</code>'
    places = (f"notebook {escape(row.film.notebook)}", escape(row.film.section), line if row.film.line else "")
    yield f'<td style="{LEFT}; min-width: 8em">{"<br>".join(filter(None, places))}</td>'


def _bar(text: str, people: int, of: int, is_right: bool) -> str:
    part = round(100 * people / of) if of else 0
    shade = f"background: linear-gradient(90deg, #8885 {part}%, transparent {part}%)"
    said = f"<span>{'✓ ' if is_right else ''}{escape(text)}</span>"
    return f'<div style="{shade}; display: flex; padding: 1px 4px"><b style="flex: 0 0 2em">{people}</b>{said}</div>'
