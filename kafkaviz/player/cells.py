"""Why something is shown in a notebook: its cell runs, or somebody has clicked. Then a page may go there, once."""

import sys
from collections.abc import Mapping
from typing import NamedTuple

from kafkaviz.scene.values import Json


class Cause(NamedTuple):
    """Why something is shown: in which cell, and whether a click there asked for it."""

    cell: int
    by_click: bool = False


def landing(asked: Mapping[str, Json], cause: Cause | None) -> Json:
    """Returns the answer to a view that asks whether it has just come: its own name where it has, else nothing.

    A page that is only loaded again asks as well, and stays where it is. What a click asked for comes into sight, and
    no further: `near` says so.
    """
    if cause is None:
        return {}
    if cause.by_click:
        return {"landing": asked["view"], "near": True}
    return {"landing": asked["view"]} if _cells_run() - cause.cell <= 1 else {}


def cause_now() -> Cause | None:
    """Returns why something would be shown at this moment, or None outside a notebook."""
    said = {"execute_request": False, "comm_msg": True}.get(_message())
    return None if said is None or not _cells_run() else Cause(_cells_run(), said)


def _message() -> str:
    parent = getattr(_shell(), "parent_header", None) or {}
    return str(parent.get("header", parent).get("msg_type", ""))


def _cells_run() -> int:
    """Returns the number of the cell that runs or comes next, or 0 outside a notebook."""
    return int(getattr(_shell(), "execution_count", 0))


def _shell() -> object:
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
