"""Exercises of notebook 06, What did you promise: who is told when, what a crash takes, and where an old log is cut."""
