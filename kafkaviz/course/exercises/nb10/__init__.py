"""Exercises of notebook 10, Grow and move: what growth does to keys, how many partitions, how a partition moves."""
