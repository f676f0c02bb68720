"""What the foot of a lab's film says, for as long as nothing more is done in that lab."""

from typing import TypeVar

from kafkaviz.lab.base import LabBase
from kafkaviz.scene.values import Footnote

AnyLab = TypeVar("AnyLab", bound=LabBase)


def with_footnote(lab: AnyLab, footnote: Footnote | None) -> AnyLab:
    """Returns the lab with a footnote to its film, which stays until something more is done or taken back."""
    lab.footnote = footnote and (lab.history, footnote)
    return lab


def footnote_of(lab: LabBase) -> Footnote | None:
    """Returns the footnote to a lab's film; a fork that went on has none.

    >>> from kafkaviz.lab import Lab
    >>> lab = with_footnote(Lab(), Footnote("Told before."))
    >>> footnote_of(lab), footnote_of(lab.fork().kill(1)), footnote_of(lab.kill(1))
    (Footnote(words='Told before.', details=''), None, None)
    """
    if lab.footnote is None:
        return None
    history, footnote = lab.footnote
    return footnote if lab.history is history else None
