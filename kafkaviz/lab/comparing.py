"""Two films beside each other, in step: range and round robin, old and new."""

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.lab.views import Views
from kafkaviz.model.core.kinds import checked
from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film


def compare(a: object, b: object, *, lens: str | None = None, titles: tuple[str, str] | None = None) -> PairPlayer:
    """Shows two labs, players or films side by side in step, under their titles; the shorter one waits at its end.

    Of a lab the whole history is shown; `lab.film(since=...)` gives a part to compare. ValueError when the two have
    no such lens in common.

    >>> from kafkaviz.lab import Lab
    >>> compare(Lab(kafka="2.3").kill(1), Lab().kill(1), titles=("ZooKeeper", "KRaft"))
    <films: ZooKeeper | KRaft, 11 steps and 6 steps, lens cluster>

    Kafka: nothing of its own.
    """
    checked("lens", str | None, lens)
    films = [film_in(shown, lens) for shown in (a, b)]
    if titles is not None:
        pair = checked("titles", tuple[str, ...], titles)
        if len(pair) != 2:
            raise InvalidArgumentError(f"Two films have two titles, not {len(pair)}.")
        films = [film._replace(title=title) for film, title in zip(films, pair, strict=True)]
    try:
        return PairPlayer(*films, lens=lens)
    except ValueError as refusal:
        raise InvalidArgumentError(str(refusal)) from None


def film_in(shown: object, lens: str | None = None) -> Film:
    """Returns the film of a lab, of a player, or of itself; TypeError says what else it was.

    Kafka: nothing of its own.
    """
    if isinstance(shown, Views):
        shown = shown.film() if lens is None else shown.film(lens=lens)
    film = shown.film if isinstance(shown, Player) else shown
    if not isinstance(film, Film):
        raise WrongTypeError(f"A lab, a player or a film can be shown, not {type(shown).__name__}.")
    return film
