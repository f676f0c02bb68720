"""Two films beside each other, step by step as the same happens: range and round robin, old and new."""

from collections.abc import Sequence
from itertools import zip_longest

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.lab.answers import keep_answer
from kafkaviz.lab.rehearsing import InStep
from kafkaviz.lab.views import Views
from kafkaviz.model.core.kinds import check_kind
from kafkaviz.model.core.promise import Property
from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.widget import Player
from kafkaviz.scene.aligning import align, shared_beginning
from kafkaviz.scene.differing import with_differences
from kafkaviz.scene.values import Film, common_lens


def compare(
    a: object,
    b: object,
    *,
    lens: str | None = None,
    titles: tuple[str, str] | None = None,
    opens_at: int | Property | None = None,
    promises: Property | Sequence[Property] = (),
) -> PairPlayer:
    """Shows two labs, players or films together under their titles: the same happening is one step, else one waits.

    Without titles of their own they are called by what differs: the release, a config, a rule, or what is done.

    What is the same on both sides at the beginning is shown once, and a diamond marks what differs. Of a lab the whole
    history is shown; `lab.film(since=...)` gives a part to compare. They open where the first that says so opens;
    A lab beside its rehearsal goes act by act.
    `opens_at` is a step of the first, a lab's history, counted as in `Lab.at`, or a promise that it breaks. Labs show
    how each keeps the `promises`. ValueError when they have no such lens in common.

    >>> from kafkaviz.lab import Lab
    >>> compare(Lab(kafka="2.3").kill(1), Lab().kill(1), titles=("ZooKeeper", "KRaft"))
    <films: ZooKeeper | KRaft, 8 steps and 4 steps, lens cluster>
    """
    check_kind("lens", str | None, lens)
    if opens_at is not None and not isinstance(a, Views):
        raise WrongTypeError(f"opens_at= is a step of a lab, not of a {type(a).__name__}; film(opens_at=...) has it.")
    beside = a if isinstance(a, Views) else None
    films = [film_in(a, lens, opens_at, promises), film_in(b, lens, None, promises, beside)]
    if titles is not None:
        pair = check_kind("titles", tuple[str, ...], titles)
        if len(pair) != 2:
            raise InvalidArgumentError(f"Two films have two titles, not {len(pair)}.")
    else:
        pair = titles_apart(a, b, films)
    films = [film._replace(title=title) for film, title in zip(films, pair, strict=True)]
    first, second = films
    if isinstance(a, Views) and isinstance(b, InStep):
        pairs, apart = b.in_step(a, first, second), b.apart(a, first, second)
    else:
        pairs, apart = align(first, second), None
    seen = lens or common_lens(first, second)
    is_shared = all(seen in film.tracks for film in films)
    same = shared_beginning(first, second, pairs, seen) if seen and is_shared else 0
    first, second = with_differences(first, second, pairs, apart)
    side = 0 if first.opens_at else 1
    opening = [pair[side] for pair in pairs].index((first, second)[side].opens_at)
    try:
        return PairPlayer(first, second, index=opening, lens=lens, align=pairs, shared=same, answered=keep_answer)
    except ValueError as refusal:
        raise InvalidArgumentError(str(refusal)) from None


def titles_apart(a: object, b: object, films: Sequence[Film]) -> tuple[str, ...]:
    """Returns titles that tell two films apart: their own, the releases, the policies, or the first act that differs.

    >>> from kafkaviz.lab import Lab
    >>> labs = Lab(kafka="2.3"), Lab(acks=1), Lab(), Lab().kill(1)
    >>> films = [film_in(lab) for lab in labs]
    >>> [titles_apart(labs[n], labs[2], (films[n], films[2])) for n in (0, 1, 3)]
    [('Kafka 2.3', 'Kafka 4.4'), ('acks=1', 'acks=all'), ('kill 1', 'nothing more')]
    """
    own = tuple(film.title for film in films)
    if own[0] != own[1]:
        return own
    if isinstance(a, Views) and isinstance(b, Views):
        if a.kafka != b.kafka:
            return f"Kafka {a.kafka}", f"Kafka {b.kafka}"
        mine, theirs = a.policies._asdict(), b.policies._asdict()
        names = [name for name in mine if mine[name] != theirs[name]]
        if names:
            return tuple(", ".join(_policy(name, each[name]) for name in names) for each in (mine, theirs))
    chapters = [
        [name for name in dict.fromkeys(caption.chapter for caption in film.captions) if name] for film in films
    ]
    apart = next((two for two in zip_longest(*chapters, fillvalue="nothing more") if two[0] != two[1]), ("A", "B"))
    return tuple(apart)


def _policy(name: str, value: object) -> str:
    return f"{name.replace('_', '.')}={getattr(value, '__name__', value)}"


def film_in(
    shown: object,
    lens: str | None = None,
    opens_at: int | Property | None = None,
    promises: Property | Sequence[Property] = (),
    beside: Views | None = None,
) -> Film:
    """Returns the film of a lab, of a player, or of itself; TypeError says what else it was.

    Of a lab it opens at a step of its history and carries promises, as in `Views.film`; that of a rehearsal has all in
    the same places as that of the lab `beside`.
    """
    if isinstance(shown, Views):
        shown = shown.film(lens="cluster" if lens is None else lens, opens_at=opens_at, promises=promises)
    elif isinstance(shown, InStep):
        shown = shown.film(lens="cluster" if lens is None else lens, beside=beside)
    film = shown.film if isinstance(shown, Player) else shown
    if not isinstance(film, Film):
        raise WrongTypeError(f"A lab, a player or a film can be shown, not {type(shown).__name__}.")
    return film
