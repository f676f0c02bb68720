"""Kafka without a computer: cards to print, on which a group plays what a partition goes through.

`events` are what happens, `answers` what is asked of the model about it, `story` plays all of it; `roles` says who
there is, and `sheets` puts everything on paper.
"""
