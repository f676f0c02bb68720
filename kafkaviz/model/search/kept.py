"""Which states a search has seen: a state need not be looked at again with a budget that is no larger anywhere."""

import sys
from operator import ge

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.search.interned import Interned

Left = tuple[int, ...]


class Kept:
    """The states that were kept, each with the budgets it was kept with; `states` counts those that differ.

    A state is dropped only if an equal one was kept whose budget is at least as large in every part. States are found
    by their number, and compared as a whole where that is met.

    The fingerprint set of TLC, with budgets as Lamport's real-time specifications have them.
    """

    def __init__(self) -> None:
        self.states = 0
        self._numbers = Interned()
        self._known = dict[int, list[tuple[Cluster, list[tuple[Left, int | None]]]]]()

    def keeps(self, cluster: Cluster, left: Left, until_ms: int | None = None) -> Cluster | None:
        """Keeps a state and returns the first cluster that is equal to it; None where it need not be looked at.

        Time that still passes, `until_ms`, is part of a state.
        """
        sharing = self._known.setdefault(self._numbers.of(cluster), [])
        for known, budgets in sharing:
            if known == cluster:
                if any(until == until_ms and all(map(ge, budget, left)) for budget, until in budgets):
                    return None
                budgets.append((left, until_ms))
                return known
        sharing.append((cluster, [(left, until_ms)]))
        self.states += 1
        return cluster

    @property
    def megabytes(self) -> float:
        """Roughly how much memory the kept states take, the same on every run."""
        return (self._numbers.bytes + sys.getsizeof(self._known)) / 1e6
