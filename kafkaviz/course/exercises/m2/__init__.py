"""Exercises of notebook M2, What does a change of the group cost?: what moves, what stops, what a deploy takes."""
