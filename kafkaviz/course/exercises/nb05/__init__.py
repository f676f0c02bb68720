"""Exercises of notebook 05, Copies and the high watermark: who gets what, who is late, who is near."""

from kafkaviz.course.exercises.nb05.answered import E05_2
from kafkaviz.course.exercises.nb05.committed import E05_1
from kafkaviz.course.exercises.nb05.late import E05_3
from kafkaviz.course.exercises.nb05.near import E05_4

EXERCISES = (E05_1, E05_2, E05_3, E05_4)
