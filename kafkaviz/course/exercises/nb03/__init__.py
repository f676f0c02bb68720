"""Exercises of notebook 03, Who answers?: trace a message, read critically, plan a poll."""

from kafkaviz.course.exercises.nb03.contradictions import E03_2
from kafkaviz.course.exercises.nb03.fetch_plan import E03_3
from kafkaviz.course.exercises.nb03.trace import E03_1

EXERCISES = (E03_1, E03_2, E03_3)
