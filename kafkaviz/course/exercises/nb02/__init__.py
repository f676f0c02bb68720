"""Exercises of notebook 02, Who runs the cluster: a race, a majority, a vote, replicas, heartbeats."""
