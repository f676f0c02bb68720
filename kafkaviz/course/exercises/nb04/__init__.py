"""Exercises of notebook 04, Who decides the partition?: five partitioners, each of which runs in the cluster."""

from kafkaviz.course.exercises.nb04.dealt import E04_1
from kafkaviz.course.exercises.nb04.home import E04_2
from kafkaviz.course.exercises.nb04.hot import E04_4
from kafkaviz.course.exercises.nb04.sports import E04_3
from kafkaviz.course.exercises.nb04.stuck import E04_5

EXERCISES = (E04_1, E04_2, E04_3, E04_4, E04_5)
