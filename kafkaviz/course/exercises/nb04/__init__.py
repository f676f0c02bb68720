"""Exercises of notebook 04, Who decides the partition?: five partitioners, each of which runs in the cluster."""
