"""How much the films of the course tell: steps without news, seconds and bytes, film by film and lens by lens.

python benchmarks/films.py [word in a film's name]

A step is without news where nothing travels and nothing but the clock changes. Of the lens a film opens in there should
be none, of all lenses offered a tenth at most; a step of a lens should not be larger than 4 kB.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator

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


def films(word: str = "") -> Iterator[tuple[str, Film, float]]:
    """Yields each film with its name and the CPU seconds that it took to make."""
    for name, (make, lens) in FILMS.items():
        if word in name:
            lab = make()
            begin = time.process_time()
            film = film_of(lab.history, lens=lens, policies=lab.policies)
            yield name, film, time.process_time() - begin


def main() -> None:
    """Prints a line for each film, and the shares over all of them."""
    opening, offered = [0, 0], [0, 0]
    for name, film, seconds in films(*sys.argv[1:2]):
        steps = len(film.captions) - 1
        parts = []
        for lens, track in film.tracks.items():
            size = len(json.dumps(track_json(track._replace(narrow=None)), separators=(",", ":"), ensure_ascii=False))
            offered[0], offered[1] = offered[0] + len(track.skip), offered[1] + steps
            if lens == film.lens:
                opening[0], opening[1] = opening[0] + len(track.skip), opening[1] + steps
            parts.append(f"{lens} {len(track.skip)} ({size / len(track.frames) / 1000:.1f} kB)")
        print(f"{name}: {steps} steps in {seconds:.2f} s; without news: {', '.join(parts)}")
    print(f"opening lens: {opening[0]} of {opening[1]} steps without news")
    print(f"all lenses: {offered[0]} of {offered[1]}, {100 * offered[0] / max(1, offered[1]):.0f} %")


if __name__ == "__main__":
    main()
