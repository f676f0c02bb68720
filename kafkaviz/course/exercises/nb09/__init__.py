"""Exercises of notebook 09, Who gets which partition?: three assignors that run in a group, and what a change costs."""
