"""Where a film opens: on the frame that tells of one step of the history."""

from kafkaviz.scene.values import Film


def opened_at(film: Film, step: int) -> Film:
    """Returns the film opened on the frame that tells of a step of its history, counted from 1; 0 is its beginning.

    That frame is among those that tell the film in few pictures. Of a film that leaves this step out it is the first.

    >>> from kafkaviz.scene.values import Caption
    >>> film = Film("t", (Caption("a"), Caption("b", steps=(1, 3)), Caption("c", steps=(2,))), {}, {}, "main")
    >>> opened_at(film, 2).opens_at, opened_at(film, 3).opens_at, opened_at(film, 0).opens_at
    (2, 1, 0)
    """
    frame = next((n for n, caption in enumerate(film.captions) if step in caption.steps), 0)
    if not frame:
        return film._replace(opens_at=0)
    captions = list(film.captions)
    captions[frame] = captions[frame]._replace(key=True)
    return film._replace(captions=tuple(captions), opens_at=frame)
