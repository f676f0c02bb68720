"""challenge: what a person sees of a challenge, in a cell or by clicking in the player."""

from collections.abc import Sequence
from html import escape
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from kafkaviz import records
from kafkaviz.course.challenges import CHALLENGES
from kafkaviz.course.challenges.challenge import Challenge
from kafkaviz.course.challenges.judge import Judgement, judge_moves, praise, replay_moves
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.graph.ids import parse_id
from kafkaviz.lab import Lab
from kafkaviz.lab.futures import Futures
from kafkaviz.lab.menu import Verb
from kafkaviz.lab.saving import save
from kafkaviz.lab.tables import Section, Table
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lamps import add_goal
from kafkaviz.scene.values import Film

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player

ABOUT_BROKERS: Final = ("kill", "restart", "pause", "resume")
ABOUT_CONTROLLERS: Final = ("kill_controller", "restart_controller")


class ChallengeRow(NamedTuple):
    """One challenge, its par, and in how many moves it was solved here, the fewest so far."""

    challenge: str
    title: str
    par: int
    solved_in: int | None


def challenges() -> Table[ChallengeRow]:
    """Returns a table of all challenges: par, and the fewest moves in which each was solved here."""
    best = records.read()["challenges"]
    rows = [ChallengeRow(each.name, each.title, each.par, best.get(each.name)) for each in CHALLENGES.values()]
    width = max(len(row.challenge) for row in rows)
    lines = [
        f"{row.challenge:{width}} {row.par:>3}  {row.title}" + (f" ★ {row.solved_in}" if row.solved_in else "")
        for row in rows
    ]
    text = "\n".join([f"{'CHALLENGE':{width}} PAR  TITLE", *lines])
    return Table(text, ChallengeRow, [Section("challenges", rows)])


def challenge(name: str) -> "Task":
    """Returns the challenge of a name.

    Raises UnknownNameError for a name that there is not.

    >>> challenge("no_controller")
    Make a controller election fail (no_controller, par 3)
    A quorum of five controllers decides for three brokers. Leave the cluster without an active controller, and without a way to elect one.
    Moves, each as often as you like:
      kill(1 | 2 | 3): Crashes a broker; with `detect`, lets the time pass until its session has expired and others take over.
      kill_controller(101 | 102 | 103 | 104 | 105): Crashes a controller of the quorum; with `detect`, waits until another is active, if there can be one.
      restart_controller(101 | 102 | 103 | 104 | 105): Starts a dead controller of the quorum again, and waits until one is active, if there can be one.
    lab = challenge('no_controller').start() begins it; judge(lab) judges it, play() lets you click.
    """  # noqa: E501
    if not isinstance(name, str) or name not in CHALLENGES:
        raise UnknownNameError(f"There is no challenge {short(name)}; {suggestion(name, CHALLENGES)}")
    return Task(CHALLENGES[name])


class Task:
    """A challenge to try: `start` it and use the verbs, or `play` it with the mouse; `judge` says how it went."""

    def __init__(self, task: Challenge) -> None:
        self.challenge = task
        self._futures: Futures[Lab] | None = None

    def start(self) -> Lab:
        """Returns a lab as the challenge begins; use its verbs, undo() and fork() too."""
        return self.challenge.start()

    def play(self) -> "Player":
        """Returns a player in which each thing's menu holds the challenge's moves; a star lights once it is solved."""
        self._futures = futures = _futures(self.challenge, self.start())
        return _player(futures)

    def judge(self, lab: Lab | None = None) -> "Answered":
        """Returns what came of a lab's moves, or of those that were clicked; a solution is kept for `challenge()`.

        Raises WrongTypeError or InvalidArgumentError for a lab that is none of this challenge's.

        >>> task = challenge("no_controller")
        >>> task.judge(task.start().kill_controller(104).kill_controller(102).kill_controller(103)).solved_in
        3
        """
        if lab is None:
            if self._futures is None:
                raise InvalidArgumentError("Nothing was played yet: give the lab, or click in play() first.")
            lab = self._futures.lab
        found = judge_moves(self.challenge, lab)
        if found.solved_in is not None:
            _keep(self.challenge, found.solved_in)
        return Answered(self.challenge, found, lab)

    def __repr__(self) -> str:
        task = self.challenge
        return "\n".join(
            [
                f"{task.title} ({task.name}, par {task.par})",
                task.text,
                "Moves, each as often as you like:",
                *(f"  {line}" for line in _explained(task.moves)),
                f"lab = challenge({task.name!r}).start() begins it; judge(lab) judges it, play() lets you click.",
            ]
        )


class Answered:
    """How a challenge went: `solved_in` moves, or None; `film` shows it, `save` keeps it."""

    def __init__(self, task: Challenge, found: Judgement, lab: Lab) -> None:
        self.challenge, self.moves, self.solved_in, self.lab = task, found.moves, found.solved_in, lab
        self._words = found.words

    def film(self) -> "Player":
        """Returns the film of what was done; one can go on from there, with the challenge's moves."""
        return _player(_futures(self.challenge, self.lab))

    def save(self, path: str | Path) -> Path:
        """Writes it to a file and returns its path: a page that plays without a network (.html), a session (.json).

        `Lab.from_json` makes the lab of a session again. Raises what `kafkaviz.lab.saving` does.
        """
        return save(self.lab, self.film, path)

    def __repr__(self) -> str:
        mark = "★" if self.solved_in else "○"
        return f"{mark} {self.challenge.title}\n{self._words}"

    def _repr_html_(self) -> str:
        head, words = map(escape, repr(self).split("\n"))
        return f"<p><strong>{head}</strong><br>{words}</p>"


def _futures(task: Challenge, lab: Lab) -> Futures[Lab]:
    """Returns the futures of a lab in which the challenge's moves are all that can be done."""

    def filmed(lab: Lab) -> Film:
        film, done = (
            film_of(lab.history, lens=task.lens, title=task.title, policies=lab.policies),
            replay_moves(task, lab),
        )
        return add_goal(film, f"{task.text} Par is {task.par}.", done.reached_at, praise(task, len(done.moves)))

    def offer(cluster: Cluster, node: str) -> Sequence[Verb]:
        # A broker's moves and a controller's stand at their own, all others everywhere.
        what = parse_id(node)
        return [verb for verb in task.moves if _stands_at(verb, what.kind, what.parts)]

    def say(lab: Lab, verb: Verb) -> str:
        done = replay_moves(task, lab)
        # It is the film that says so: whoever has not watched it has not seen it solved.
        if done.reached_at == len(lab.history.steps):
            _keep(task, len(done.moves))
        return str(verb)

    def goes_on(lab: Lab, done: int) -> int:
        # A move is made as a whole, and none before the challenge begins.
        return lab.history.end_of_act(max(done, begun))

    begun = len(task.start().history.steps)
    return Futures(lab, filmed, offer=offer, say=say, goes_on=goes_on)


def _player(futures: Futures[Lab]) -> "Player":
    from kafkaviz.player.widget import Player

    return Player(futures.film, menu=futures.menu, act=futures.act, walk=futures.walk)


def _keep(task: Challenge, moves: int) -> None:
    """Keeps in how many moves a challenge was solved, if none were fewer before."""
    best = records.read()["challenges"].get(task.name)
    if not isinstance(best, int) or moves < best:
        records.keep("challenges", task.name, moves)


def _stands_at(verb: Verb, kind: str, parts: Sequence[str]) -> bool:
    for about, verbs in (("broker", ABOUT_BROKERS), ("controller", ABOUT_CONTROLLERS)):
        if verb.name in verbs:
            return kind == about and parts[0] == str(verb.args[0])
    return True


def _explained(moves: Sequence[Verb]) -> list[str]:
    """Returns a line for each verb: with which arguments it is a move, and what it does."""
    by_name: dict[str, list[str]] = {}
    for verb in moves:
        by_name.setdefault(verb.name, []).append(str(verb).removeprefix(f"{verb.name}(").removesuffix(")"))
    return [
        f"{name}({' | '.join(arguments)}): {(getdoc(getattr(Lab, name)) or '').splitlines()[0]}"
        for name, arguments in by_name.items()
    ]
