"""Graphs and events as a film: where things stand, how they look, what is said about a step."""
