"""The answers to a film's questions, kept like those of a quiz."""

from kafkaviz import records
from kafkaviz.scene.values import Gate


def keep_answer(gate: Gate, chosen: int | None) -> bool:
    """Keeps the answer to a question of the course and tells whether it was written; other questions have no name."""
    return bool(gate.id) and records.keep_answer(gate.id, chosen, None if chosen is None else chosen == gate.answer)
