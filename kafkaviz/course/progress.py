"""progress: where a learner stands, exercise by exercise, and what comes next."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from ipywidgets import HTML, Widget

from kafkaviz import records
from kafkaviz.course.exercise import AnyExercise
from kafkaviz.course.exercises import every_exercise, notebook_of
from kafkaviz.course.inventory import FORMS
from kafkaviz.course.inventory.scoring import ITEMS, read_form, score
from kafkaviz.course.tables import TABLES, filling
from kafkaviz.course.verdict import SYMBOL
from kafkaviz.lab.widgets import Worded
from kafkaviz.player.entries import Entries

NOT_ATTEMPTED = "not attempted"
STORED = "Your progress, exercise by exercise, is shown here when the notebook runs."


def progress() -> Widget:
    """Shows a link to the next exercise, and all exercises with their states, open only for its notebook.

    Without a kernel the words are the same for everybody, so a stored notebook shows nobody's own progress.

    >>> progress()
    Your progress, exercise by exercise, is shown here when the notebook runs.
    """
    exercises = table(every_exercise(), records.read()["checks"], notebooks_of_exercises())
    return Worded([HTML(value=f"{exercises}<p>{escape(besides())}</p>"), Entries("Your progress")], STORED)


def besides() -> str:
    """Returns a sentence about what is no exercise: both forms of the inventory, and the tables of the articles.

    >>> besides()
    'Concept inventory before the course: not finished; after it: not finished. Tables filled in: 0 of 2.'
    """
    scores = {
        form: f"{score(form, answered.answers)} of {ITEMS}"
        if (answered := read_form(form)).finished
        else "not finished"
        for form in FORMS
    }
    right = sum(filling.is_filled(each) for each in TABLES.values())
    said = (
        f"Concept inventory before the course: {scores['before']}; after it: {scores['after']}. "
        f"Tables filled in: {right} of {len(TABLES)}."
    )
    return " ".join(filter(None, (said, records.trouble())))


def next_exercise(exercises: tuple[AnyExercise, ...], states: Mapping[str, object]) -> AnyExercise | None:
    """Returns the first exercise that is not correct yet, in the order of the course."""
    return next((exercise for exercise in exercises if states.get(exercise.id) != "correct"), None)


def notebooks_of_exercises() -> dict[str, str]:
    """Returns the file name of each notebook of exercises by its number, as far as the folder is there."""
    found = sorted((records.course_folder() / "exercises").glob("*.ipynb"))
    return {file.name[:2]: file.name for file in found}


def table(exercises: tuple[AnyExercise, ...], states: Mapping[str, object], notebooks: Mapping[str, str] = {}) -> str:
    """Returns what comes next, then the exercises as HTML, notebook by notebook; only that of the next is open.

    Every state is a symbol and a word, never a colour alone.

    >>> first = every_exercise()[0]
    >>> table((first,), {first.id: "correct"}).count("✓ correct")
    1
    """
    after = next_exercise(exercises, states)
    coming = f"Next: <b>{_linked(after.id, notebooks)}</b> {escape(after.title)}" if after else "All are correct."
    by_notebook = {notebook: [*several] for notebook, several in groupby(exercises, lambda each: notebook_of(each.id))}
    folded = (
        _notebook(notebook, several, states, notebooks, is_open=after in several)
        for notebook, several in by_notebook.items()
    )
    return f"<p>{coming}</p><p>{_bar(exercises, states)}</p>{''.join(folded)}"


def _notebook(
    notebook: str,
    exercises: Sequence[AnyExercise],
    states: Mapping[str, object],
    notebooks: Mapping[str, str],
    *,
    is_open: bool,
) -> str:
    rows = "".join(_row(exercise, str(states.get(exercise.id, NOT_ATTEMPTED)), notebooks) for exercise in exercises)
    return (
        f"<details{' open' * is_open}><summary>notebook {escape(notebook)}: {_bar(exercises, states)}</summary>"
        '<table><thead><tr><th scope="col">exercise</th><th scope="col">what</th><th scope="col">stars</th>'
        f'<th scope="col">minutes</th><th scope="col">state</th></tr></thead><tbody>{rows}</tbody></table></details>'
    )


def _bar(exercises: Sequence[AnyExercise], states: Mapping[str, object]) -> str:
    done = sum(states.get(exercise.id) == "correct" for exercise in exercises)
    bar = "#" * done + "-" * (len(exercises) - done)
    return f'<code aria-hidden="true">[{bar}]</code> {done} of {len(exercises)} correct'


def _linked(id: str, notebooks: Mapping[str, str]) -> str:
    """Links an exercise's id to its notebook, which lies beside the folder of the one that is open."""
    file = notebooks.get(notebook_of(id))
    if file is None:
        return escape(id)
    return f'<a href="../exercises/{escape(file)}" target="_blank">{escape(id)}</a>'


def _row(exercise: AnyExercise, state: str, notebooks: Mapping[str, str]) -> str:
    stars = "★" * exercise.stars
    said = f"{SYMBOL.get(state, '?')} {state}"
    return (
        f"<tr><td>{_linked(exercise.id, notebooks)}</td><td>{escape(exercise.title)}</td><td>{stars}</td>"
        f"<td>{exercise.minutes}</td><td>{escape(said)}</td></tr>"
    )
