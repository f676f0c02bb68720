"""The tracks of a film, each drawn when somebody looks through its lens for the first time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.values import Track

MOST_AT_ONCE: Final = 12_000
"""How many replicas in how many moments are drawn through every lens at once; of more each lens waits for its turn."""


class Tracks(Mapping[str, Track]):
    """Tracks by lens, in an order; each is made when it is asked for, once.

    >>> from kafkaviz.scene.values import WIDE, Frame
    >>> tracks = Tracks({"cluster": lambda: Track(WIDE, (Frame({}),))})
    >>> list(tracks), len(tracks["cluster"].frames)
    (['cluster'], 1)
    """

    def __init__(self, makers: Mapping[str, Callable[[], Track]]) -> None:
        self._makers, self._made = makers, dict[str, Track]()

    def __getitem__(self, lens: str) -> Track:
        if lens not in self._made:
            self._made[lens] = self._makers[lens]()
        return self._made[lens]

    def __contains__(self, lens: object) -> bool:
        return lens in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def is_much(moments: Sequence[Cluster]) -> bool:
    """Tells whether a film is too long and too large to be drawn through every lens before anybody looks."""
    last = moments[-1]
    held = sum(map(len, last.replicas.values())) + sum(len(group.members) for group in last.groups.values())
    return len(moments) * held > MOST_AT_ONCE
