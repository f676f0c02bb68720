"""Exercises of notebook M3, What can be lost?: shares of writes, where losses come from, the cheapest safe topic."""
