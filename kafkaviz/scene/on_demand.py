"""What is drawn when somebody looks at it for the first time: the tracks of a film, the frames of a layout."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Generic, TypeVar, cast, overload

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.scene.values import Frame, Track

MOST_AT_ONCE: Final = 12_000
"""Replicas times moments; of more a film has each lens that may tell something: to know better, it would be drawn."""
Value = TypeVar("Value")


class Tracks(Mapping[str, Track]):
    """Tracks by lens, in an order; each is made when it is asked for, once.

    A lens that is not `always` there is left out unless its track `tells` enough, which is known when it is drawn: who
    asks which lenses there are has all of those drawn.

    >>> from kafkaviz.scene.values import WIDE, Frame
    >>> makers = {"cluster": lambda: Track(WIDE, (Frame({}),)), "log": lambda: Track(WIDE, ())}
    >>> tracks = Tracks(makers, tells=lambda track: len(track.frames) > 0)
    >>> list(tracks), len(tracks["cluster"].frames)
    (['cluster'], 1)
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], Track]],
        tells: Callable[[Track], bool] | None = None,
        always: Collection[str] = (),
    ) -> None:
        self._makers, self._tells, self._always = makers, tells, always
        self._seen, self._made = set[str](), dict[str, Track]()

    def __getitem__(self, lens: str) -> Track:
        if lens in self._makers and lens not in self._seen:
            self._seen.add(lens)
            with seldom_collecting():
                track = self._makers[lens]()
            if self._is_there(lens) or (self._tells is not None and self._tells(track)):
                self._made[lens] = track
        return self._made[lens]

    def __contains__(self, lens: object) -> bool:
        return lens in self._makers and (self._is_there(lens) or super().__contains__(lens))

    def __iter__(self) -> Iterator[str]:
        return (lens for lens in self._makers if lens in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _is_there(self, lens: object) -> bool:
        """Tells whether there is a lens however little it tells."""
        return self._tells is None or lens in self._always


class OfEach(Mapping[str, Value], Generic[Value]):
    """A value for each track of a film, made when it is asked for, once.

    >>> OfEach({"cluster": 1}, str.upper)["cluster"]
    'CLUSTER'
    """

    def __init__(self, tracks: Mapping[str, object], make: Callable[[str], Value]) -> None:
        self._tracks, self._make = tracks, cache(make)

    def __getitem__(self, lens: str) -> Value:
        if lens not in self._tracks:
            # The error of the tracks is the right one.
            return cast(Value, self._tracks[lens])
        return self._make(lens)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tracks)

    def __len__(self) -> int:
        return len(self._tracks)


class Frames(Sequence[Frame]):
    """A known number of frames, all of which are drawn, once, when the first of them is asked for.

    >>> frames = Frames(2, lambda: [Frame({}), Frame({"a": {"k": "g"}})])
    >>> len(frames), frames[1].marks
    (2, {'a': {'k': 'g'}})
    """

    def __init__(self, count: int, draw: Callable[[], Sequence[Frame]]) -> None:
        self._count, self._draw = count, draw
        self._drawn: Sequence[Frame] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Frame: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Frame]: ...
    def __getitem__(self, number: int | slice) -> Frame | Sequence[Frame]:
        if self._drawn is None:
            with seldom_collecting():
                self._drawn = self._draw()
            # Whatever it drew from is not kept.
            del self._draw
        return self._drawn[number]


def is_much(moments: Sequence[Cluster]) -> bool:
    """Tells whether a film is too long and too large to be drawn through each lens to know whether it tells enough."""
    last = moments[-1]
    held = sum(map(len, last.replicas.values())) + sum(len(group.members) for group in last.groups.values())
    return len(moments) * held > MOST_AT_ONCE
