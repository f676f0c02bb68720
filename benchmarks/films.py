"""How much the films of the course tell: steps without news, CPU and bytes, film by film and lens by lens.

python benchmarks/films.py [word in a film's name]

A step is without news where nothing travels and nothing but the clock changes. Of the lens a film opens in there should
be none, of all lenses offered a tenth at most; a step of a lens should not be larger than 4 kB. CPU is that of the
processor in multiples of a plain loop, all films together. The exit code counts what is not reached.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import Figure, in_yards, reached
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb05, nb07, nb09
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import Film, track_json

FILMS: dict[str, tuple[Callable[[], Lab], str]] = {
    "00 first minutes": (
        lambda: Lab().create_topic("letters", 3, 3).send("letters", "ABC", "DEF", "GHI").kill(1),
        "cluster",
    ),
    "00 keys": (
        lambda: Lab().create_topic("letters", 3, 3).send("letters", *zip("ABC", "ABC", strict=True)),
        "partitioner",
    ),
    "03 who answers": (
        lambda: Lab(kafka="2.3").create_topic("letters", 3, 3).send("letters", "ABC").poll("letters"),
        "cluster",
    ),
    "04 news": (nb04.news, "partitioner"),
    "04 readings": (nb04.readings, "partitioner"),
    "05 slow follower": (lambda: nb05.copies(slow=1, seconds=50, back=True), "replication"),
    "05 last copy": (lambda: nb05.copies(slow=2, seconds=50).kill(1), "cluster"),
    "07 failover": (nb07.failover, "cluster"),
    "07 failover with ZooKeeper": (lambda: nb07.failover(kafka="2.3"), "controller"),
    "07 no controller": (lambda: Lab(3).kill_controller(101), "controller"),
    "07 last in sync": (lambda: nb07.last_in_sync(unclean=True), "replication"),
    "07 load": (nb07.load_shift, "cluster"),
    "09 group": (nb09.group, "assignment"),
    "09 one joins": (lambda: nb09.one_joins(assignor="cooperative sticky"), "assignment"),
    "09 one crashes": (lambda: nb09.one_crashes(assignor="server"), "assignment"),
}
"""The films of the course, or their likes: what happens, and the lens in which it is shown."""


def filmed(labs: dict[str, Lab]) -> Iterator[tuple[str, Film]]:
    """Yields the film of each lab, with its name."""
    for name, lab in labs.items():
        yield name, film_of(lab.history, lens=FILMS[name][1], policies=lab.policies)


def main(word: str = "") -> int:
    """Prints a line for each film, and the figures over all of them."""
    labs = {name: make() for name, (make, _) in FILMS.items() if word in name}
    if not labs:
        sys.exit(f"No film has {word!r} in its name; there are {', '.join(FILMS)}.")
    opening, offered, sizes = [0, 0], [0, 0], list[float]()
    for name, film in filmed(labs):
        steps = len(film.captions) - 1
        parts = []
        for lens, track in film.tracks.items():
            size = len(json.dumps(track_json(track._replace(narrow=None)), separators=(",", ":"), ensure_ascii=False))
            sizes.append(size / len(track.frames) / 1000)
            for counts in (offered, opening) if lens == film.lens else (offered,):
                counts[0], counts[1] = counts[0] + len(track.skip), counts[1] + steps
            parts.append(f"{lens} {len(track.skip)} ({sizes[-1]:.1f} kB)")
        print(f"{name}: {steps} steps; without news: {', '.join(parts)}")
    drawn = in_yards(lambda: [[*film.tracks] for _, film in filmed(labs)])
    return reached(
        [
            Figure("films and their lenses, in Y", drawn, None, None),
            Figure("% of steps without news, opening lens", [100 * opening[0] / opening[1]], None, 0, at_most=True),
            Figure("% of steps without news, all lenses", [100 * offered[0] / offered[1]], None, 10, at_most=True),
            Figure("kB a step, the largest lens", [max(sizes)], None, 4, at_most=True),
        ]
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
