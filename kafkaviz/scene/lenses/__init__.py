"""The lenses, one file each: what it shows, where that stands, how it is drawn, and what may be said of it."""

from typing import Final

from kafkaviz.scene.lenses import assignment, client, cluster, controller, log, partitioner, plain, replication, share
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.script import Moments

LENSES: Final[dict[str, Lens]] = {
    "cluster": cluster.LENS,
    "replication": replication.LENS,
    "assignment": assignment.LENS,
    "share": share.LENS,
    "client": client.LENS,
    "partitioner": partitioner.LENS,
    "controller": controller.LENS,
    "log": log.LENS,
    "graph": plain.LENS,
}
"""Each lens by its name, in the order in which they are offered."""


def informative_lenses(moments: Moments) -> list[str]:
    """Returns the lenses through which something can be seen."""
    return [name for name, lens in LENSES.items() if lens.tells(moments)]
