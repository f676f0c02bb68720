"""Exercises of notebook 07, Failover: three elections that run in the cluster, their load, and the tail they cut."""

from kafkaviz.course.exercises.nb07.elect_clean import E07_1
from kafkaviz.course.exercises.nb07.elect_unclean import E07_2
from kafkaviz.course.exercises.nb07.elect_whole import E07_5
from kafkaviz.course.exercises.nb07.load import E07_3
from kafkaviz.course.exercises.nb07.rejoin import E07_4

EXERCISES = (E07_1, E07_2, E07_3, E07_4, E07_5)
