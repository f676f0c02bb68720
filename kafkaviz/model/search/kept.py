"""Which states a search has seen: a state need not be looked at again with a budget that is no larger anywhere."""

from operator import ge
from typing import Final

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.search.hashes import Hashes

Left = tuple[int, ...]
Budgets = tuple[tuple[Left, int | None], ...]
Come = tuple[int, Left, int | None]
"""A state that is come to: its hash, what is left of the budget, and when a tick under way ends."""
_PARTS_KNOWN: Final = 1_000
"""Of how many replicas the hashes are known: those that a state shares with others, it shares with some near it."""
_BYTES_OF_STATE: Final = 500
_BYTES_OF_PART: Final = 330
"""About how much memory a state takes, and a part that it does not share with the states before it."""
_MEASURED: Final = 50
"""Of how many states the parts are counted: of the first, which every search keeps in one process."""


class Kept:
    """The states that were kept, each with the budgets it was kept with; `states` counts those that differ.

    A state is dropped only if an equal one was kept whose budget is at least as large in every part. States are found
    by their hashes, and compared as a whole where one is met again; what equal ones are made of is kept once.

    The fingerprint set of TLC, with budgets as Lamport's real-time specifications have them.
    """

    def __init__(self) -> None:
        self.states, self._parts = 0, 0
        self.hashes = Hashes(_PARTS_KNOWN)
        self._budgets = dict[Budgets, Budgets]()
        self._known = dict[int, tuple[Cluster, Budgets]]()

    def keeps(self, cluster: Cluster, left: Left, until_ms: int | None = None) -> Cluster | None:
        """Keeps a state and returns the first cluster that is equal to it; None where it need not be looked at.

        Time that still passes, `until_ms`, is part of a state.
        """
        at, kept = self.hashes.intern(cluster)
        while (found := self._known.get(at)) is not None:
            known, budgets = found
            if known == kept:
                if covers(budgets, left, until_ms):
                    return None
                self._known[at] = known, self._met((*budgets, (left, until_ms)))
                return known
            at += 1  # Another state has the same hash, by chance.
        self._known[at] = kept, self._met(((left, until_ms),))
        self.states += 1
        if self.states <= _MEASURED:
            self._parts = self.hashes.count
        return kept

    def known_hashes(self) -> dict[int, Budgets]:
        """Returns the hashes of all states, each with the budgets that its state was kept with."""
        return {at: budgets for at, (_, budgets) in self._known.items()}

    def _met(self, budgets: Budgets) -> Budgets:
        return self._budgets.setdefault(budgets, budgets)

    @property
    def megabytes(self) -> float:
        """Roughly how much memory the kept states take, the same on every run."""
        parts = self._parts / max(1, min(self.states, _MEASURED))
        return self.states * (_BYTES_OF_STATE + parts * _BYTES_OF_PART) / 1e6


class CameTo(Kept):
    """Notes the hashes of the states that a worker comes to, and takes all for new ones."""

    come: list[Come]

    def keeps(self, cluster: Cluster, left: Left, until_ms: int | None = None) -> Cluster | None:
        """Notes a state."""
        at, cluster = self.hashes.intern(cluster)
        self.come.append((at, left, until_ms))
        return cluster


class KeptHashes(Kept):
    """The states that all workers have kept, by their hashes alone. The fingerprint set of TLC."""

    def __init__(self, before: Kept) -> None:
        super().__init__()
        self.before, self.states, self._parts = before, before.states, before._parts
        self._budgets_of = before.known_hashes()

    def keeps(self, cluster: Cluster, left: Left, until_ms: int | None = None) -> Cluster | None:
        """Keeps the hash of a state, and returns the state; None where it need not be looked at."""
        at, cluster = self.before.hashes.intern(cluster)
        return cluster if self.keeps_hash(at, left, until_ms) else None

    def keeps_hash(self, at: int, left: Left, until_ms: int | None) -> bool:
        """Keeps the hash of a state, and tells whether the state is to be looked at."""
        budgets = self._budgets_of.get(at)
        if budgets is None:
            self.states += 1
        elif covers(budgets, left, until_ms):
            return False
        self._budgets_of[at] = self._met((*(budgets or ()), (left, until_ms)))
        return True


def covers(budgets: Budgets, left: Left, until_ms: int | None) -> bool:
    """Tells whether a state was kept with a budget at least as large in every part, and as much time to pass."""
    return any(until == until_ms and all(map(ge, budget, left)) for budget, until in budgets)
