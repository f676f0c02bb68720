"""Exercises of notebook M1, Where do records land?: the measures, and two remedies for hot keys."""
