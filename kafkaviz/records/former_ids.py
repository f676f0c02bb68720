"""The ids that exercises and questions had before, so that what somebody has done follows them."""

from collections.abc import Mapping
from typing import Any, Final

FORMER_IDS: Final[Mapping[str, str]] = {
    "Q07.2": "Q02.1",
    "Q07.3": "Q02.4",
    "Q07.4": "Q02.5",
    "Q07.5": "Q02.3",
    "Q07.6": "Q02.8",
    "Q07.7": "Q02.9",
    "QM4.6": "QM5.1",
    "QM4.7": "QM5.2",
    "QM4.8": "QM5.3",
    "X4.5": "X5.1",
}
"""The present id by each former one. An id that was given up is never given again, to whatever else."""


def present_id(id: str, former: Mapping[str, str] = FORMER_IDS) -> str:
    """Returns the present id of an exercise or a question, however often it was given another one.

    >>> present_id("E07.9", {"E07.9": "E06.1", "E06.1": "E06.2"}), present_id("E07.1", {})
    ('E06.2', 'E07.1')
    """
    for _ in former:
        id = former.get(id, id)
    return id


def under_present_ids(facts: Mapping[str, Any], former: Mapping[str, str] = FORMER_IDS) -> dict[str, Any]:
    """Returns facts by id under the present ids; "correct" wins, then what stands under the present id already.

    >>> under_present_ids({"E07.9": "correct", "E06.1": "incorrect"}, {"E07.9": "E06.1"})
    {'E06.1': 'correct'}
    """
    found: dict[str, Any] = {}
    for id, fact in sorted(facts.items(), key=lambda item: item[0] not in former):
        now = present_id(id, former)
        if found.get(now) != "correct":
            found[now] = fact
    return found
