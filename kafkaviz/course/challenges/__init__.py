"""Challenges: make a small cluster do something, in as few moves as can be; the engine judges, and par is proved."""

from typing import Final

from kafkaviz.course.challenges import clients, losing, running
from kafkaviz.course.challenges.challenge import Challenge

CHALLENGES: Final[dict[str, Challenge]] = {
    known.name: known for known in (*running.CHALLENGES, *clients.CHALLENGES, *losing.CHALLENGES)
}
"""All challenges by name, the easier ones first."""
