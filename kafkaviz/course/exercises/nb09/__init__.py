"""Exercises of notebook 09, Who gets which partition?: three assignors that run in a group, and what a change costs."""

from kafkaviz.course.exercises.nb09.cost import E09_4
from kafkaviz.course.exercises.nb09.range_one_topic import E09_1
from kafkaviz.course.exercises.nb09.range_topics import E09_3
from kafkaviz.course.exercises.nb09.round_robin import E09_2
from kafkaviz.course.exercises.nb09.sticky import E09_5

EXERCISES = (E09_1, E09_2, E09_3, E09_4, E09_5)
