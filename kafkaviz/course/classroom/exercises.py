"""What a room did with the exercises: how many are correct, and what the checks that failed said most often."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.course.exercises import every_exercise

CASE: Final = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|b?'[^']*'|\"[^\"]*\"|-?\d[\d,.]*")
"""What in a sentence belongs to one case alone: lists, texts and numbers."""


class ExerciseRow(NamedTuple):
    """One exercise: how many tried it, how many are correct now, what was said to most people, and to how many."""

    id: str
    title: str
    tried: int
    correct: int
    said_most: str
    people: int


def exercises_of(people: Sequence[HandedIn]) -> list[ExerciseRow]:
    """Returns a row for each exercise of the course that somebody tried."""
    rows = []
    for exercise in every_exercise():
        states = [person.checks[exercise.id] for person in people if exercise.id in person.checks]
        heard = Counter[str]()
        words = dict[str, Counter[str]]()
        for person in people:
            failed = person.failed.get(exercise.id, ())
            heard.update({CASE.sub("#", each.said) for each in failed})
            for each in failed:
                words.setdefault(CASE.sub("#", each.said), Counter())[each.said] += 1
        if states or heard:
            thought, to = min(heard.items(), key=lambda each: (-each[1], each[0]), default=("", 0))
            said = words[thought].most_common(1)[0][0] if to else ""
            rows.append(ExerciseRow(exercise.id, exercise.title, len(states), states.count("correct"), said, to))
    return rows
