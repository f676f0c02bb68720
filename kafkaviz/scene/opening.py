"""Where a film opens, on the frame that tells of one step of the history, and what of a long one is left out."""

from kafkaviz.scene.on_demand import Frames, OfEach
from kafkaviz.scene.values import Film, Layout, Track


def open_at(film: Film, step: int) -> Film:
    """Returns the film opened on the frame that tells of a step of its history, counted from 1; 0 is its beginning.

    That frame is among those that tell the film in few pictures. Of a film that leaves this step out it is the first.

    >>> from kafkaviz.scene.values import Caption
    >>> film = Film("t", (Caption("a"), Caption("b", steps=(1, 3)), Caption("c", steps=(2,))), {}, {}, "main")
    >>> open_at(film, 2).opens_at, open_at(film, 3).opens_at, open_at(film, 0).opens_at
    (2, 1, 0)
    """
    frame = next((n for n, caption in enumerate(film.captions) if step in caption.steps), 0)
    if not frame:
        return film._replace(opens_at=0)
    captions = list(film.captions)
    captions[frame] = captions[frame]._replace(key=True)
    return film._replace(captions=tuple(captions), opens_at=frame)


def with_news_alone(film: Film) -> Film:
    """Returns a film that asks nothing without the frames in which the lens that it opens in tells nothing.

    >>> from kafkaviz.scene.values import Caption, Frame
    >>> film = Film("t", tuple(map(Caption, "abc")), {"log": Track((860, 420), (Frame({}),) * 3, (1,))}, {}, "log")
    >>> "".join(caption.cap for caption in with_news_alone(film._replace(opens_at=1)).captions)
    'ac'
    """
    skipped = {*film.tracks[film.lens].skip} - {0}
    kept = [n for n in range(len(film.captions)) if n not in skipped]

    def layout(drawn: Layout) -> Layout:
        return Layout(drawn.size, Frames(len(kept), lambda: [drawn.frames[n] for n in kept]))

    def track(lens: str) -> Track:
        whole = film.tracks[lens]
        skip = tuple(at for at, n in enumerate(kept) if n in whole.skip)
        narrow = layout(whole.narrow) if whole.narrow else None
        return Track(whole.size, tuple(whole.frames[n] for n in kept), skip, narrow)

    return film._replace(
        captions=tuple(film.captions[n] for n in kept),
        tracks=OfEach(film.tracks, track),
        small={name: layout(drawn) for name, drawn in film.small.items()},
        opens_at=next((at for at, n in enumerate(kept) if n >= film.opens_at), len(kept) - 1),
    )
