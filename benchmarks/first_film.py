"""What a learner waits for: the import, the first film with its picture, a verdict, a knob, the table of progress.

python benchmarks/first_film.py [rounds]

Each of the first rows is a fresh interpreter, and the reference one that imports networkx and matplotlib.pyplot and
draws one graph of 25 nodes; the others are a warm kernel's, and the greatest of several, as multiples of a plain loop.
Seconds are of the processor. The exit code counts what is not reached.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.yardstick import ROUNDS, Figure, in_yards, reached, yard

FILM = "lab = Lab().create_topic('letters', 3, 3).send('letters', 'ABC', 'DEF', 'GHI').kill(1); film = lab.film()"
REFERENCE: Final = """
import io, matplotlib, networkx
matplotlib.use("agg")
import matplotlib.pyplot
graph = networkx.path_graph(25)
networkx.draw(graph, pos=networkx.circular_layout(graph))
matplotlib.pyplot.savefig(io.BytesIO(), format="png")
"""
CODES: Final = {
    "nothing": "pass",
    "reference": REFERENCE,
    "kafkaviz": "import kafkaviz",
    "lab": "from kafkaviz import Lab; Lab()",
    "widget": f"from kafkaviz import Lab; {FILM}",
    "output": f"from kafkaviz import Lab; {FILM}; film._repr_mimebundle_()",
    "all names": f"from kafkaviz import *; {FILM}; film._repr_mimebundle_()",
}
WRONG: Final = ("E05.4", "E07.5", "E09.1", "E10.2", "E10.5")
RIGHT: Final = ("E03.5", "E05.5", "E09.3", "E11.3")


def fresh(code: str) -> float:
    """Returns the processor seconds of one fresh interpreter that runs the code."""
    # A learner's modules are compiled; whoever forbids Python to write that down measures the compiler.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_ones(rounds: int) -> list[Figure]:
    """Measures fresh interpreters, in turns so that a busy minute hits all alike."""
    fresh(CODES["all names"])  # What is compiled once stays compiled.
    taken = [{name: fresh(code) for name, code in CODES.items()} for _ in range(rounds)]
    for name in ("kafkaviz", "lab"):
        said = sorted((row[name] - row["nothing"]) / row["reference"] for row in taken)
        print(f"import, {name}: {said[len(said) // 2]:.2f} times the reference")

    def over(name: str) -> list[float]:
        return [row[name] / row["reference"] for row in taken]

    return [
        Figure("first film, the widget alone / reference", over("widget"), 0.88, 1.0, at_most=True),
        Figure("first film, the cell's whole output / reference", over("output"), 2.0, 1.4, at_most=True),
        Figure("the same with every name imported / reference", over("all names"), 2.1, 1.4, at_most=True),
    ]


def slowest(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Returns the rounds of the slowest of some works, each done once before."""
    found = list[list[float]]()
    for work in works:
        work()
        found.append(in_yards(work, rounds))
    return max(found, key=lambda each: sorted(each)[len(each) // 2])


def later_ones(rounds: int) -> list[Figure]:
    """Measures what a warm kernel is asked for, in multiples of Y."""
    from kafkaviz import Lab, check, knobs, progress
    from kafkaviz.course.exercises import every_exercise
    from kafkaviz.scenarios import nb05, nb07, nb09
    from tests.course.exercises.kept import answers

    lab = Lab().create_topic("letters", 3, 3).send("letters", "ABC", "DEF", "GHI")
    killed = lab.fork().kill(1)
    exercises = {exercise.id: exercise for exercise in every_exercise()}

    def right(name: str) -> Callable[[], object]:
        return lambda: check(name, exercises[name].reference)

    def wrong(name: str) -> Callable[[], object]:
        answer = next(each for each, said in answers(name).WRONG.values() if " raised " not in said)
        return lambda: check(name, answer)._repr_mimebundle_()

    def turned(scenario: Callable[..., Lab], **knob: Any) -> Callable[[], object]:
        shown = knobs(scenario, **knob)
        shown._repr_mimebundle_()
        ((name, values),) = knob.items()

        def turn() -> None:
            box = shown.knobs[name]
            box.value = values[(values.index(box.value) + 1) % len(values)]

        return turn

    turns = [
        turned(nb07.failover, kafka=["4.4", "2.3", "3.9"]),
        turned(nb05.copies, slow=[0, 1, 2]),
        turned(nb09.one_joins, assignor=["range", "sticky", "cooperative sticky"]),
    ]
    since = [lambda: killed.film(since=lab.cluster)]
    shown = killed.film(since=lab.cluster)
    return [
        Figure("film(since=…) after kill(1), in Y", slowest(since, rounds), 0.5, 0.3, at_most=True),
        Figure("its picture, in Y", slowest([shown.png], rounds), 3.7, 2.7, at_most=True),
        Figure(
            "a right answer checked, in Y", slowest([right(name) for name in RIGHT], rounds), None, 1.5, at_most=True
        ),
        Figure(
            "a wrong one, with its film, in Y",
            slowest([wrong(name) for name in WRONG], rounds),
            None,
            4.0,
            at_most=True,
        ),
        Figure("progress(), in Y", slowest([progress], rounds), 19, 2.4, at_most=True),
        Figure("a knob, in Y", slowest(turns, rounds), 8.1, 4.9, at_most=True),
    ]


def main(rounds: int = ROUNDS) -> int:
    """Prints the figures, medians of rounds with their spread."""
    print(f"Y is {yard():.4f} s")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KAFKAVIZ_PROGRESS"] = str(Path(folder) / "progress.json")
        return reached(first_ones(rounds) + later_ones(rounds))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
